#include "systems/made_up_results.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>

namespace scanline::systems::test {

namespace {

void change(Results& results, const AxisValues& values, const std::function<void(Row&)>& one) {
    int changed = 0;
    for (Row& row : results.rows) {
        if (stands_at(row, values)) {
            one(row);
            ++changed;
        }
    }
    if (changed == 0)
        throw std::runtime_error("there are no such rows of " + results.experiment);
}

} // namespace

Results made_up(const std::string& experiment) {
    Results results;
    results.experiment = experiment;
    results.title = std::string(find_experiment(experiment).title);
    results.roof = "full-screen copy pass";
    results.environment.gpu = "a made-up GPU";
    return results;
}

void add_row(Results& results, const AxisValues& axes, const std::vector<Stage>& stages) {
    Repetition repetition{stages, 0};
    for (const Stage& stage : stages)
        repetition.milliseconds += stage.milliseconds;
    Row row;
    row.axes = axes;
    row.items = 1 << 22;
    row.roof_milliseconds = 0.5;
    row.repetitions = {repetition};
    results.rows.push_back(row);
}

void add_row(Results& results, const AxisValues& axes, double milliseconds) {
    add_row(results, axes, {{"all", milliseconds}});
}

void add_skipped(Results& results, const AxisValues& axes, const std::string& reason) {
    Row row;
    row.axes = axes;
    row.skipped = reason;
    results.rows.push_back(row);
}

bool stands_at(const Row& row, const AxisValues& axes) {
    return std::ranges::all_of(axes, [&row](const auto& axis) { return row.value(axis.axis) == axis.value; });
}

void drop(Results& results, const AxisValues& axes) {
    std::erase_if(results.rows, [&axes](const Row& row) { return stands_at(row, axes); });
}

Claim the_one(const std::vector<Claim>& claims, const std::string& part) {
    std::vector<Claim> found;
    std::ranges::copy_if(claims, std::back_inserter(found),
                         [&part](const Claim& one) { return one.claim.find(part) != std::string::npos; });
    if (found.size() != 1)
        throw std::runtime_error(std::to_string(found.size()) + " claims contain " + part);
    return found.front();
}

Claim claim(const Results& results, const std::string& part) {
    return the_one(find_experiment(results.experiment).claims(results), part);
}

void set_time(Results& results, const AxisValues& values, double milliseconds) {
    change(results, values, [=](Row& row) {
        row.repetitions.assign(3, {{{"whole", milliseconds}}, milliseconds});
    });
}

Results without(Results results, const AxisValues& values) {
    drop(results, values);
    return results;
}

void check_good_claims(const Results& results, ClaimsOf claims) {
    INFO(results.experiment);
    for (const Claim& claim : claims(results)) {
        INFO(claim.claim << ": " << claim.evidence);
        CHECK(claim.holds == true);
    }
    Results interrupted = results;
    interrupted.complete = false;
    for (const Claim& claim : claims(interrupted)) {
        INFO(claim.claim);
        CHECK_FALSE(claim.holds.has_value());
        CHECK_THAT(claim.evidence, Catch::Matchers::ContainsSubstring("interrupted"));
    }
    for (std::size_t i = 0; i < results.rows.size(); ++i) {
        INFO("without row " << i);
        Results dropped = results, skipped = results;
        dropped.rows.erase(dropped.rows.begin() + static_cast<std::ptrdiff_t>(i));
        skipped.rows[i].repetitions.clear();
        skipped.rows[i].skipped = "it cannot be";
        for (const Results& some : {dropped, skipped}) {
            for (const Claim& claim : claims(some))
                CHECK_FALSE(claim.evidence.empty());
        }
    }
}

} // namespace scanline::systems::test
