#include "experiments/scan_claims.h"

#include "experiments/scan_group.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/row_access.h"
#include "scanline/bench/wording.h"
#include "scanline/core/number.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace scanline::bench {

namespace {

AxisValues axes_of(const ScanGroup& group) {
    return {{std::string(place_axis), std::string(group.place)},
            {std::string(elements_axis), group.elements},
            {std::string(threads_axis), group.threads}};
}

std::pair<std::int64_t, double> extent_of(const Row& row) {
    return {row.items, axis_number(row, threads_axis).value_or(0)};
}

} // namespace

ScanGroup largest_group(const Results& results, std::string_view place) {
    ScanGroup largest{place, {}, {}};
    std::pair<std::int64_t, double> most{0, 0};
    for (const Row& row : results.rows) {
        if (row.axis(place_axis) == place && extent_of(row) > most) {
            most = extent_of(row);
            largest = {place, row.axis(elements_axis), row.axis(threads_axis)};
        }
    }
    if (largest.elements.empty())
        throw NotMeasured(fmt::format("nothing was measured {}", place));
    return largest;
}

std::string name_of(const Row& row) {
    return row.axis(is_ours(row) || row.axis(by_axis) == by_memory ? algorithm_axis : by_axis);
}

std::string label_of(const Row& row) {
    const double dilation = axis_number(row, dilation_axis).value_or(0);
    return dilation > 0 ? fmt::format("{}, dilation {}", name_of(row), dilation) : name_of(row);
}

bool is_library(const Row& row) {
    const std::string by = row.axis(by_axis);
    return by != by_scanline && by != by_memory && std::ranges::find(by_hand, by) == by_hand.end();
}

const Row& scan_row(const Results& results, const ScanGroup& group, std::string_view algorithm) {
    AxisValues values = axes_of(group);
    values.emplace_back(by_axis, by_scanline);
    values.emplace_back(algorithm_axis, algorithm);
    const std::vector<const Row*> rows = results.where(values);
    const auto plain = std::ranges::find_if(rows, [](const Row* row) {
        return row->measured() && axis_number(*row, dilation_axis).value_or(0) == 0;
    });
    if (plain == rows.end())
        throw NotMeasured("not measured: " + describe(values));
    return **plain;
}

const Row& fastest(const std::vector<const Row*>& rows) {
    return **std::ranges::min_element(rows, {}, [](const Row* row) { return row->milliseconds().median; });
}

const Row& fastest(const Results& results, const ScanGroup& group, bool (*belongs)(const Row&)) {
    std::vector<const Row*> rows = results.where(axes_of(group));
    std::erase_if(rows, [belongs](const Row* row) { return !row->measured() || !belongs(*row); });
    if (rows.empty()) {
        const auto elements =
            read_number<std::int64_t>(group.elements, {0, std::numeric_limits<std::int64_t>::max()})
                .value_or(0);
        throw NotMeasured(fmt::format("nothing to compare with was measured at {} elements, threads: {}",
                                      element_count(elements), group.threads));
    }
    return fastest(rows);
}

std::vector<const Row*> largest_rows(const Results& results, std::string_view algorithm) {
    std::vector<const Row*> rows;
    for (const Row& row : results.rows) {
        if (!row.measured() || !is_ours(row) || name_of(row) != algorithm)
            continue;
        if (!rows.empty() && extent_of(row) > extent_of(*rows.front()))
            rows.clear();
        if (rows.empty() || extent_of(row) == extent_of(*rows.front()))
            rows.push_back(&row);
    }
    if (rows.empty())
        throw NotMeasured(fmt::format("{} was not measured", algorithm));
    return rows;
}

const Row& first_row(const Results& results, std::string_view algorithm) {
    const auto first = std::ranges::find_if(results.rows, [&](const Row& row) {
        return is_ours(row) && name_of(row) == algorithm && is_of_largest(results, row);
    });
    if (first == results.rows.end() || !first->measured())
        throw NotMeasured(fmt::format("{} was not measured as it is by itself", algorithm));
    return *first;
}

bool is_of_largest(const Results& results, const Row& row) {
    return std::ranges::none_of(results.rows, [&](const Row& other) {
        return extent_of(other) > extent_of(row) && name_of(other) == name_of(row);
    });
}

double time_ratio(const Row& over, const Row& under) {
    for (const Row* row : {&over, &under}) {
        if (!(row->milliseconds().median > 0))
            throw NotMeasured(fmt::format("the time of {} is too short for the timer", label_of(*row)));
    }
    return over.milliseconds().median / under.milliseconds().median;
}

Finding times_as_fast(const Row& one, const Row& other, double times) {
    const MedianInterval ratio = ratio_of_rounds(other.totals(), one.totals(), name_of(one));
    std::optional<bool> holds;
    if (ratio.low >= times)
        holds = true;
    else if (ratio.high < times)
        holds = false;
    return {holds, fmt::format("{} {:.3f} times as fast as {} ({:.2f} to {:.2f}) at {} elements, threads: {}",
                               label_of(one), ratio.median, label_of(other), ratio.low, ratio.high,
                               element_count(one.items), one.axis(threads_axis))};
}

Finding part_of_the_roof(const Row& row, double part) {
    if (row.roof_ratio() == 0)
        throw NotMeasured("the roof was not measured");
    const double reached = 1 / row.roof_ratio();
    return {reached >= part,
            fmt::format("{} {:.3f} of the roof's speed at {} elements, threads: {}", label_of(row), reached,
                        element_count(row.items), row.axis(threads_axis))};
}

} // namespace scanline::bench
