#include "scanline/bench/compare.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace scanline::bench {

namespace {

/// A row in all runs of a side that measured it.
struct Side {
    std::vector<double> medians{}; ///< of each run
    double noise = 0;

    bool measured() const { return !medians.empty(); }
    double milliseconds() const { return measured() ? median(medians) : 0; }
};

Side side_of(const std::vector<Results>& runs, const AxisValues& axes) {
    Side side;
    for (const Results& run : runs) {
        for (const Row& row : run.rows) {
            if (!row.measured() || row.axes != axes)
                continue;
            side.medians.push_back(row.milliseconds().median);
            side.noise = std::max(side.noise, row.noise());
        }
    }
    if (side.milliseconds() > 0) {
        const auto [least, most] = std::ranges::minmax(side.medians);
        side.noise = std::max(side.noise, (most - least) / side.milliseconds());
    }
    return side;
}

// The measured rows of both sides, in the order in which they first appear.
std::vector<AxisValues> rows_of(const std::vector<Results>& before, const std::vector<Results>& after) {
    std::vector<AxisValues> rows;
    for (const std::vector<Results>* side : {&before, &after}) {
        for (const Results& run : *side) {
            for (const Row& row : run.rows) {
                if (row.measured() && std::ranges::find(rows, row.axes) == rows.end())
                    rows.push_back(row.axes);
            }
        }
    }
    return rows;
}

Verdict verdict_of(double ratio, double least) {
    if (ratio - 1 > least)
        return Verdict::slower;
    return 1 - ratio > least ? Verdict::faster : Verdict::same;
}

double ratio_of(double before, double after) {
    if (before > 0)
        return after / before;
    return after > 0 ? std::numeric_limits<double>::infinity() : 1;
}

ComparedRow compare_sides(const AxisValues& axes, const Side& before, const Side& after, double threshold) {
    const double one = before.milliseconds(), other = after.milliseconds();
    const double noise = std::hypot(before.noise, after.noise);
    if (!before.measured() || !after.measured())
        return {axes, one, other, 1, noise, after.measured() ? Verdict::only_after : Verdict::only_before};
    const double ratio = ratio_of(one, other);
    return {axes, one, other, ratio, noise, verdict_of(ratio, std::max(threshold, noise))};
}

} // namespace

std::vector<ComparedRow> compare(const std::vector<Results>& before, const std::vector<Results>& after,
                                 double threshold) {
    if (before.empty() || after.empty())
        throw usage_error("there is nothing to compare: give at least one run of each side");
    for (const std::vector<Results>* side : {&before, &after}) {
        for (const Results& run : *side) {
            if (run.experiment != before.front().experiment)
                throw usage_error(fmt::format("different experiments cannot be compared: '{}' and '{}'",
                                              printable(before.front().experiment),
                                              printable(run.experiment)));
        }
    }
    if (!(threshold >= 0))
        throw usage_error(fmt::format("the threshold {} is no part of a time; give 0.05 for 5 %", threshold));
    std::vector<ComparedRow> comparisons;
    for (const AxisValues& axes : rows_of(before, after))
        comparisons.push_back(compare_sides(axes, side_of(before, axes), side_of(after, axes), threshold));
    return comparisons;
}

std::vector<std::string> differences(const Results& before, const Results& after) {
    std::vector<std::string> found;
    const auto compare_texts = [&found](const char* what, const std::string& one, const std::string& other) {
        if (one != other)
            found.push_back(fmt::format("another {}: '{}' before and '{}' after", what, printable(one),
                                        printable(other)));
    };
    compare_texts("GPU", before.environment.gpu, after.environment.gpu);
    compare_texts("driver", before.environment.driver, after.environment.driver);
    // Earlier versions did not tell it.
    if (!before.environment.processor.empty() && !after.environment.processor.empty())
        compare_texts("processor", before.environment.processor, after.environment.processor);
    compare_texts("timer", before.environment.timer, after.environment.timer);
    compare_texts("build type", before.environment.build_type, after.environment.build_type);
    if (!before.complete)
        found.emplace_back("the run before was interrupted");
    if (!after.complete)
        found.emplace_back("the run after was interrupted");
    return found;
}

} // namespace scanline::bench
