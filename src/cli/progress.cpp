#include "progress.h"

#include "interrupt.h"

#include "scanline/bench/time_left.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"

#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace scanline::cli {

namespace {

constexpr std::string_view erase_line = "\r\x1b[K";

} // namespace

Progress::Progress() : terminal_(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    hide();
}

void Progress::hide() {
    if (shown_)
        print_progress(erase_line);
    shown_ = false;
}

void Progress::show(double fraction, const std::string& what) {
    const Clock::time_point now = Clock::now();
    if (!terminal_ || now < next_)
        return;
    next_ = now + std::chrono::milliseconds(100);
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const std::string left = bench::time_left(fraction, seconds);
    print_progress(fmt::format("{}{:3.0f} %{}{}  {}", erase_line, 100 * fraction, left.empty() ? "" : ", ",
                               left, printable(what)));
    shown_ = true;
}

bench::MeasureProgress Progress::of_measurement() {
    return [this](double fraction, const std::string& what) {
        show(fraction, what);
        return !interrupted();
    };
}

} // namespace scanline::cli
