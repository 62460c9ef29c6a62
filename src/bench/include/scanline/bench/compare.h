#pragma once
#include "scanline/bench/results.h"
#include "scanline/core/named.h"

#include <string>
#include <vector>

namespace scanline::bench {

enum class Verdict {
    same,        ///< within the threshold, or within the noise of both sides
    faster,      ///< by more than both
    slower,      ///< by more than both: a regression
    only_before, ///< the other side has no such measured row
    only_after,
};
constexpr auto table_of(Verdict) {
    using enum Verdict;
    return named<Verdict>({{same, "same"},
                           {faster, "faster"},
                           {slower, "slower"},
                           {only_before, "only before"},
                           {only_after, "only after"}});
}
using scanline::to_string;

struct ComparedRow {
    AxisValues axes;
    /// Medians, and of several runs the median of these; 0 if there is no such row.
    double before_milliseconds = 0, after_milliseconds = 0;
    double ratio = 1; ///< after over before
    double noise = 0; ///< of both sides, as a part of the time: the root of the sum of their squares
    Verdict verdict = Verdict::same;
};

/// Compares the medians of two sides, each of one or more runs of the same experiment, row by row, matched by
/// their axes: those of before in their order, then those that only after has. threshold: the change that
/// counts, 0.05 for 5 %. The noise of a side is that of its noisiest run, or by how much its runs differ,
/// whichever is larger. A row of one repetition in one run has no noise. Errors (usage): a side without runs;
/// different experiments; a threshold that is negative or no number.
///
///     before 2.0 ms (noise 0.03), after 2.2 ms (noise 0.04), threshold 0.05:
///     ratio 1.1, noise 0.05, slower
///     before 1.9 and 2.1 ms, after 2.2 and 2.2 ms: ratio 1.1, noise 0.1, same
std::vector<ComparedRow> compare(const std::vector<Results>& before, const std::vector<Results>& after,
                                 double threshold);

/// What makes two results hard to compare, a line for each: another GPU, driver, timer or build type; a run
/// that was interrupted.
std::vector<std::string> differences(const Results& before, const Results& after);

} // namespace scanline::bench
