#include "scenes/sweep/model.h"

#include "kit/chart_choices.h"
#include "scanline/bench/compare.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/systems/sweep.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <functional>

namespace scanline::view::sweep {

using bench::Row;

const bench::Experiment* Model::experiment_of(const bench::Results& results) const {
    const bench::Experiment* experiment = systems::experiment_named(systems_, results.experiment);
    return experiment != nullptr && experiment->free ? nullptr : experiment;
}

std::vector<bench::Figure> Model::figures_of(const bench::Results& results, std::string_view x_axis) const {
    if (std::ranges::none_of(results.rows, &Row::measured))
        return {};
    // A file may name an experiment but lack the rows that its figures need.
    try {
        if (const bench::Experiment* experiment = experiment_of(results))
            return experiment->figures(results);
        return systems::sweep_figures(results, x_axis);
    } catch (const std::exception&) {
        return {};
    }
}

void Model::begin(bench::Results header) {
    results_ = std::move(header);
    results_.complete = false;
    state_ = State::running;
    ++revision_;
}

void Model::add(std::span<const Row> rows, const std::string& roof) {
    assert(state_ == State::running);
    results_.roof = roof;
    results_.rows.insert(results_.rows.end(), rows.begin(), rows.end());
    ++revision_;
}

void Model::settle() {
    state_ = results_.complete ? State::finished : results_.rows.empty() ? State::idle : State::cancelled;
    ++revision_;
}

void Model::finish(bench::Results results) {
    assert(state_ == State::running);
    results_ = std::move(results);
    settle();
}

void Model::fail() {
    assert(state_ == State::running);
    settle();
}

void Model::open(const std::string& name, bench::Results results) {
    assert(!results.rows.empty());
    if (state_ != State::idle) {
        overlays_.push_back({name, std::move(results)});
        ++revision_;
        return;
    }
    show(name, std::move(results));
}

void Model::show(const std::string& /*name*/, bench::Results results) {
    assert(state_ != State::running);
    results_ = std::move(results);
    settle();
}

void Model::keep(const std::string& name) {
    if (results_.rows.empty())
        return;
    overlays_.push_back({name, results_});
    ++revision_;
}

void Model::remove_overlay(std::size_t index) {
    overlays_.erase(overlays_.begin() + static_cast<std::ptrdiff_t>(index));
    ++revision_;
}

std::vector<std::string> Model::x_axes() const {
    return experiment_of(results_) ? std::vector<std::string>() : systems::sweep_x_axes(results_);
}

std::vector<bench::Figure> Model::figures(std::string_view x_axis) const {
    std::vector<bench::Figure> figures = figures_of(results_, x_axis);
    for (const Overlay& earlier : overlays_) {
        const std::vector<bench::Figure> others = figures_of(earlier.results, x_axis);
        for (bench::Figure& figure : figures) {
            const auto other = std::ranges::find(others, figure.stem, &bench::Figure::stem);
            if (other != others.end())
                overlay(figure.chart, other->chart, earlier.name);
        }
    }
    return figures;
}

std::vector<bench::Claim> Model::claims() const {
    const bench::Experiment* experiment = experiment_of(results_);
    if (!experiment || !experiment->claims || results_.rows.empty())
        return {};
    try {
        return experiment->claims(results_);
    } catch (const std::exception&) { // as with figures
        return {};
    }
}

void Model::judge(std::vector<Judged>& all) const {
    if (all.empty())
        for (const bench::Experiment* experiment : systems::experiments_of(systems_))
            if (std::vector<bench::Claim> claims =
                    experiment->claims ? experiment->claims({}) : std::vector<bench::Claim>{};
                !claims.empty())
                all.push_back({experiment, false, std::move(claims)});
    const auto now = std::ranges::find(all, experiment_of(results_), &Judged::experiment);
    if (now == all.end() || results_.rows.empty())
        return;
    *now = {now->experiment, true, claims()};
    std::rotate(all.begin(), now, now + 1); // the last one comes first
}

std::vector<std::string> Model::differences(std::size_t overlay) const {
    const bench::Results& earlier = overlays_[overlay].results;
    if (earlier.experiment != results_.experiment && !results_.experiment.empty())
        return {fmt::format("another experiment: {}", earlier.experiment)};
    return bench::differences(earlier, results_);
}

const Row* row_at(const bench::Results& results, const chart::ChartPoint& point) {
    const auto is_here = [&](const bench::AxisValue& one) { return one.value.number() == point.x; };
    const auto found = std::ranges::find_if(results.rows, [&](const Row& row) {
        if (!row.measured() || std::ranges::none_of(row.axes, is_here))
            return false;
        const double time = row.milliseconds().median, items = static_cast<double>(row.items);
        return std::ranges::any_of(std::array{time, time / items, items / time}, [&](double value) {
            const double digits = std::log10(point.y / value);
            return std::abs(digits - std::round(digits)) < 1e-9;
        });
    });
    return found == results.rows.end() ? nullptr : &*found;
}

Table table_of(const bench::Results& results) {
    Table table;
    const std::vector<Row>& rows = results.rows;
    if (rows.empty())
        return table;
    table.rows.resize(rows.size());
    const auto add = [&](Table::Column column, const std::function<std::string(const Row&)>& text) {
        table.columns.push_back(std::move(column));
        for (std::size_t i = 0; i < rows.size(); ++i)
            table.rows[i].push_back(text(rows[i]));
    };
    const auto add_number = [&](const char* title, const std::string& description, auto text) {
        add({title, description, true},
            [text](const Row& row) { return row.measured() ? text(row) : std::string(); });
    };

    for (const auto& [axis, value] : rows.front().axes) {
        const auto is_number = [&](const Row& row) {
            return read_number<double>(row.axis(axis), {-1e300, 1e300}).has_value();
        };
        const auto is_shared = [&](const Row& row) { return row.axis(axis) == rows.front().axis(axis); };
        if (rows.size() > 1 && std::ranges::all_of(rows, is_shared))
            table.common += (table.common.empty() ? "" : ", ") + axis + " " +
                            (is_number(rows.front()) ? with_commas(value.text()) : value.text());
        else if (std::ranges::all_of(rows, is_number))
            add({axis, "An axis of the measurement.", true},
                [&axis](const Row& row) { return with_commas(row.axis(axis)); });
        else
            add({axis, "An axis of the measurement."}, [&axis](const Row& row) { return row.axis(axis); });
    }
    add_number("ms", "The median time of the repetitions, in milliseconds.",
               [](const Row& row) { return three_digits(row.milliseconds().median); });
    add_number("quartiles",
               "A quarter of the repetitions took less than the first, a quarter more than the second.",
               [](const Row& row) {
                   const bench::Quartiles time = row.milliseconds();
                   return fmt::format("{} to {}", three_digits(time.q25), three_digits(time.q75));
               });
    if (std::ranges::any_of(rows, [](const Row& row) { return row.roof_milliseconds.has_value(); }))
        add_number("roofs", "The time in units of the roof: " + results.roof + ".", [](const Row& row) {
            return row.roof_milliseconds ? three_digits(row.roof_ratio()) : std::string();
        });
    add_number("Melements/s", "Millions of elements of the input in a second.",
               [](const Row& row) { return with_commas(three_digits(row.items_per_second() / 1e6)); });
    if (!std::ranges::all_of(rows, &Row::measured))
        add({"skipped", "Why there are no times."},
            [](const Row& row) { return row.measured() ? std::string() : row.skipped; });
    return table;
}

} // namespace scanline::view::sweep
