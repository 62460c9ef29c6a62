#include "experiments/scan_experiments.h"

#include "scanline/core/format.h"
#include "scanline/systems/cpu_scan.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace scanline::systems {

namespace {

AxisValues axes_of(const ScanSetting& group) {
    return {{place_axis, group.place}, {elements_axis, group.elements}, {threads_axis, group.threads}};
}

std::pair<std::int64_t, int> extent_of(const Row& row) {
    return {row.items, row[threads_axis].value_or(0)};
}

bool is_dilated(const Row& row) {
    return row[dilation_axis].value_or(0) > 0;
}

// One median over another; "-" if there is none.
std::string times_text(const std::vector<const Row*>& others, const Row& one) {
    const double milliseconds = one.milliseconds().median;
    return !others.empty() && milliseconds > 0
               ? fmt::format("{:.2f}", fastest(others).milliseconds().median / milliseconds)
               : std::string(no_value);
}

} // namespace

ScanSetting largest_group(const Results& results, std::string_view place) {
    std::pair<std::int64_t, int> largest{0, 0};
    for (const Row& row : results.rows) {
        if (row[place_axis] == place)
            largest = std::max(largest, extent_of(row));
    }
    if (largest.first == 0)
        throw NotMeasured(fmt::format("nothing was measured {}", place));
    return {place, largest.first, largest.second};
}

std::string name_of(const Row& row) {
    return row[is_ours(row) || row[by_axis] == by_memory ? algorithm_axis : by_axis];
}

std::string label_of(const Row& row) {
    return is_dilated(row) ? fmt::format("{}, dilation {}", name_of(row), *row[dilation_axis]) : name_of(row);
}

bool is_library(const Row& row) {
    const std::string by = row[by_axis];
    return by != by_scanline && by != by_memory && std::ranges::find(by_hand, by) == by_hand.end();
}

PickRow ours(std::string_view algorithm) {
    return [algorithm](const Results& results, const ScanSetting& group) -> const Row& {
        const AxisValues values = with(axes_of(group), {{by_axis, by_scanline}, {algorithm_axis, algorithm}});
        for (const Row* row : measured_rows(results, values)) {
            if (!is_dilated(*row))
                return *row;
        }
        throw NotMeasured("not measured: " + describe(values));
    };
}

PickRow fastest(bool (*belongs)(const Row&)) {
    return [belongs](const Results& results, const ScanSetting& group) -> const Row& {
        std::vector<const Row*> rows = measured_rows(results, axes_of(group));
        std::erase_if(rows, [belongs](const Row* row) { return !belongs(*row); });
        if (rows.empty())
            throw NotMeasured(fmt::format("nothing to compare with was measured at {} elements, threads: {}",
                                          element_count(group.elements), group.threads));
        return fastest(rows);
    };
}

bool is_of_largest(const Results& results, const Row& row) {
    return std::ranges::none_of(results.rows, [&](const Row& other) {
        return extent_of(other) > extent_of(row) && name_of(other) == name_of(row);
    });
}

std::vector<const Row*> largest_rows(const Results& results, std::string_view algorithm) {
    std::vector<const Row*> rows =
        measured_rows(results, {{by_axis, by_scanline}, {algorithm_axis, algorithm}});
    if (rows.empty())
        throw NotMeasured(fmt::format("{} was not measured", algorithm));
    const auto extent = [](const Row* row) { return extent_of(*row); };
    const auto largest = extent(*std::ranges::max_element(rows, {}, extent));
    std::erase_if(rows, [&](const Row* row) { return extent(row) < largest; });
    return rows;
}

double time_ratio(const Row& over, const Row& under) {
    for (const Row* row : {&over, &under}) {
        if (!(row->milliseconds().median > 0))
            throw NotMeasured(fmt::format("the time of {} is too short for the timer", label_of(*row)));
    }
    return over.milliseconds().median / under.milliseconds().median;
}

Finding times_as_fast(const Row& one, const Row& other, double times) {
    const MedianInterval ratio = ratio_of_rounds(other, one, name_of(one));
    return {at_least(ratio, times),
            fmt::format("{} {:.3f} times as fast as {} ({:.2f} to {:.2f}) at {} elements, threads: {}",
                        label_of(one), ratio.median, label_of(other), ratio.low, ratio.high,
                        element_count(one.items), one.axis(threads_axis))};
}

Judge faster(std::string_view place, PickRow one, PickRow other, double times) {
    return [=](const Results& results) {
        const ScanSetting group = largest_group(results, place);
        const Row& beside = other(results, group);
        return times_as_fast(one(results, group), beside, times);
    };
}

Judge roof_part(std::string_view place, PickRow one, double part) {
    return [=](const Results& results) {
        const Row& row = one(results, largest_group(results, place));
        if (row.roof_ratio() == 0)
            throw NotMeasured("the roof was not measured");
        const double reached = 1 / row.roof_ratio();
        return Finding{reached >= part,
                       fmt::format("{} {:.3f} of the roof's speed at {} elements, threads: {}", label_of(row),
                                   reached, element_count(row.items), row.axis(threads_axis))};
    };
}

Figure scan_rates(const Results& results, const std::string& stem, const std::string& title,
                  const std::string& shown, const chart::Axis& x, std::string_view x_axis,
                  const LineOf& line_of) {
    const LineOf measured_line = [&](const Row& row) {
        return row.measured() ? line_of(row) : std::string();
    };
    chart::LineChart chart{title,
                           subtitle(results, shown),
                           x,
                           {billions.label},
                           curves_by(results, measured_line, x_axis, rate_in(billions))};
    std::map<double, std::vector<double>> roofs;
    for (const Row& row : results.rows) {
        const std::optional<double> at = row.value(x_axis).number();
        if (at && row.roof_milliseconds.value_or(0) > 0 && !measured_line(row).empty())
            roofs[*at].push_back(static_cast<double>(row.items) / *row.roof_milliseconds * 1e3 /
                                 billions.elements);
    }
    chart::Series& roof = chart.series.emplace_back();
    roof.name = "roof";
    roof.dashed = true;
    for (const auto& [at, rates] : roofs) {
        const Quartiles y = quartiles(rates);
        roof.points.push_back({at, y.median, y.q25, y.q75});
    }
    return {results.experiment + stem, std::move(chart)};
}

Experiment scan_experiment(Experiment own,
                           std::function<std::vector<PlannedGroup>(const Request& request)> groups,
                           bool several_threads) {
    own.needs = Needs::processor;
    own.axes = {axis_of_sizes()};
    if (several_threads)
        own.axes.push_back(axis_of_threads("all processors, and 1, 2, 4 ... where the figure is over them"));
    own.plan = [groups = std::move(groups)](const Request& request) -> Plan {
        return {.roof = "pass over the memory (an increment in place, a streaming copy apart)",
                .groups = groups(request)};
    };
    own.summary = [](const Results& results) {
        return "Speed in parts of others of the same rounds:\n\n" + cpu_scan_summary(results);
    };
    return own;
}

Experiments cpu_scan_experiments() {
    static const std::array all{scans_of_one_thread(), scans_in_place(), scans_apart(), scan_partitions(),
                                scan_dilations()};
    return all;
}

std::string cpu_scan_summary(const Results& results) {
    MarkdownTable table({"place", "elements", "threads", "scan", "partition", "dilation", "ms",
                         "G elements/s", "over scalar", "over the best library", "of the roof"},
                        {"place", "scan"});
    for (const Row* row : measured_rows(results)) {
        std::vector<const Row*> scalar, libraries;
        const std::string place = row->axis(place_axis), elements = row->axis(elements_axis),
                          threads = row->axis(threads_axis);
        for (const Row* other : measured_rows(
                 results, {{place_axis, place}, {elements_axis, elements}, {threads_axis, threads}})) {
            if (is_ours(*other) && name_of(*other) == "scalar")
                scalar = {other};
            if (is_library(*other))
                libraries.push_back(other);
        }
        table.add(
            {place, elements, threads, name_of(*row), row->axis(partition_axis), row->axis(dilation_axis),
             three_digits(row->milliseconds().median),
             three_digits(row->items_per_second() / billions.elements), times_text(scalar, *row),
             times_text(libraries, *row),
             row->roof_ratio() > 0 ? fmt::format("{:.2f}", 1 / row->roof_ratio()) : std::string(no_value)});
    }
    return table.format();
}

} // namespace scanline::systems
