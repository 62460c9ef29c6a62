#pragma once
#include "scanline/bench/measure.h"

#include <vector>

namespace scanline::bench {

/// Whether one variant has been repeated as often as MeasureOptions ask: so many repetitions, which take so
/// long in all, and are as close to each other as the noise allowed.
///
///     RepetitionGoal goal({.repetitions = 2, .min_seconds = 0.01});
///     goal.add(4);    // milliseconds
///     goal.add(4);
///     goal.reached(); // false: 8 ms of 10
///     goal.fraction(); // 0.8
class RepetitionGoal {
public:
    /// Errors: usage, naming the option that is out of range.
    explicit RepetitionGoal(const MeasureOptions& options);

    void add(double milliseconds);

    bool reached() const;
    /// What is done of repetitions and time, in [0, 1] and never falling. How long noise will take to settle
    /// is not known, and not in it.
    double fraction() const;

private:
    int repetitions_;
    double min_milliseconds_;
    double max_noise_;
    std::vector<double> milliseconds_;
    double sum_ = 0;
};

} // namespace scanline::bench
