#include "made_up_results.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace scanline::bench::test {

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
    row.items = 1024;
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
    return std::ranges::all_of(axes,
                               [&row](const auto& axis) { return row.axis(axis.first) == axis.second; });
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

} // namespace scanline::bench::test
