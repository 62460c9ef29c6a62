#include "progress.h"

#include "interrupt.h"

#include "scanline/bench/time_left.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace scanline::cli {

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    hide();
}

void Progress::hide() {
    if (shown_)
        fmt::print(stderr, "\r\x1b[K");
    shown_ = false;
}

void Progress::show(double fraction, const std::string& what) {
    const Clock::time_point now = Clock::now();
    if (!terminal_ || now < next_)
        return;
    next_ = now + std::chrono::milliseconds(100);
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const std::string left = bench::time_left(fraction, seconds);
    fmt::print(stderr, "\r\x1b[K{:3.0f} %{}{}  {}", 100 * fraction, left.empty() ? "" : ", ", left, what);
    std::fflush(stderr);
    shown_ = true;
}

bench::MeasureProgress Progress::of_measurement() {
    return [this](double fraction, const std::string& what) {
        show(fraction, what);
        return !interrupted();
    };
}

} // namespace scanline::cli
