#include "scanline/bench/compare.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace scanline::bench {

namespace {

const Row* find_measured(const Results& results, const AxisValues& axes) {
    const auto found = std::ranges::find_if(
        results.rows, [&axes](const Row& row) { return row.measured() && row.axes == axes; });
    return found == results.rows.end() ? nullptr : &*found;
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

Comparison compare_rows(const Row& before, const Row& after, double threshold) {
    const double one = before.milliseconds().median, other = after.milliseconds().median;
    const double ratio = ratio_of(one, other), noise = std::hypot(before.noise(), after.noise());
    return {before.axes, one, other, ratio, noise, verdict_of(ratio, std::max(threshold, noise))};
}

} // namespace

std::string_view to_string(Verdict verdict) {
    switch (verdict) {
    case Verdict::same: return "same";
    case Verdict::faster: return "faster";
    case Verdict::slower: return "slower";
    case Verdict::only_before: return "only before";
    case Verdict::only_after: return "only after";
    }
    return {};
}

std::vector<Comparison> compare(const Results& before, const Results& after, double threshold) {
    if (before.experiment != after.experiment)
        throw usage_error(
            fmt::format("two different experiments cannot be compared: '{}' before and '{}' after",
                        printable(before.experiment), printable(after.experiment)));
    if (!(threshold >= 0))
        throw usage_error(fmt::format("the threshold {} is no part of a time; give 0.05 for 5 %", threshold));
    std::vector<Comparison> comparisons;
    for (const Row& row : before.rows) {
        if (!row.measured())
            continue;
        if (const Row* other = find_measured(after, row.axes))
            comparisons.push_back(compare_rows(row, *other, threshold));
        else
            comparisons.push_back(
                {row.axes, row.milliseconds().median, 0, 1, row.noise(), Verdict::only_before});
    }
    for (const Row& row : after.rows) {
        if (row.measured() && !find_measured(before, row.axes))
            comparisons.push_back(
                {row.axes, 0, row.milliseconds().median, 1, row.noise(), Verdict::only_after});
    }
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
