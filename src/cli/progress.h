#pragma once
#include "scanline/bench/measure.h"

#include <chrono>
#include <string>

namespace scanline::cli {

/// A line on standard error that is rewritten as work goes on, a few times a second; nothing where that is
/// not a terminal.
class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// fraction: of the work, in [0, 1].
    void show(double fraction, const std::string& what);

    /// Shows how far a measurement is, until the program is interrupted, which ends it.
    bench::MeasureProgress of_measurement();

private:
    void hide();

    using Clock = std::chrono::steady_clock;
    bool terminal_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point next_ = Clock::now();
};

/// What work(progress) gives, shown as it goes on; the line is gone before anything else is printed.
template <class Work>
auto with_progress(Work work) {
    Progress progress;
    return work(progress.of_measurement());
}

} // namespace scanline::cli
