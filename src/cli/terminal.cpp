#include "terminal.h"

#include "ranks.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/message.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <string_view>
#include <unistd.h>

namespace scanline::cli {

namespace {

// A signal handler may only access a static of this type.
volatile std::sig_atomic_t interrupt_seen = 0;
volatile std::sig_atomic_t seconds_left = 0; ///< after an interrupt; 0: as many as it takes

void on_interrupt(int signal) {
    interrupt_seen = signal;
    std::signal(signal, SIG_DFL);
    alarm(1);
}

// Ends a read or write of a pipe that began again, or only began, after the interrupt; and in the end the
// program, whose next temporary file in that folder removes what it leaves.
void on_alarm(int /*signal*/) {
    const std::sig_atomic_t left = seconds_left;
    if (left == 1)
        std::raise(interrupt_seen);
    seconds_left = std::max<std::sig_atomic_t>(left - 1, 0);
    alarm(1);
}

// nohup, and shells that start a background job, set signals to ignored.
bool is_ignored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

Reports reports = Reports::standard_output;

constexpr std::string_view erase_line = "\r\x1b[K";

} // namespace

void print(const std::string& text) {
    const PhaseSpan span(Phase::write);
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw Error(
            "standard output cannot be written: is the disk full, or has the reader closed the pipe?");
}

void send_reports(Reports where) {
    reports = where;
}

void tell(const std::string& text) {
    if (reports == Reports::standard_output)
        print(text);
    else
        tell_aside(text);
}

void tell_aside(const std::string& text) {
    if (reports != Reports::nowhere)
        print_progress(text);
}

void remark(std::string_view text) {
    if (reports != Reports::nowhere)
        print_message(text);
}

void end_work() {
    if (PhaseTimes* const times = PhaseTimes::current())
        times->enter(Phase::end);
}

void catch_interrupts(int patience) {
    seconds_left = patience;
    // Without SA_RESTART: a pipe that nobody opens or reads must not hold the program up.
    struct sigaction action {};
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, nullptr);
    action.sa_handler = on_interrupt;
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        if (!is_ignored(signal))
            sigaction(signal, &action, nullptr);
    }
}

bool interrupted() {
    return interrupt_seen != 0;
}

void end_if_interrupted() {
    if (!interrupted())
        return;
    const int signal = interrupt_seen;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

// mpirun passes on what ranks print, line by line.
Progress::Progress()
    : terminal_(reports != Reports::nowhere && isatty(STDERR_FILENO) == 1 && !joined_ranks()),
      lines_(reports != Reports::nowhere && joined_ranks() && is_speaker()) {
    if (lines_)
        next_ += between_lines;
}

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
    if (!(terminal_ || lines_) || now < next_)
        return;
    next_ = now + (lines_ ? between_lines : std::chrono::milliseconds(100));
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    const std::string left = time_left(fraction, seconds);
    print_progress(fmt::format("{}{:3.0f} %{}{}  {}{}", lines_ ? "" : erase_line, 100 * fraction,
                               left.empty() ? "" : ", ", left, printable(what), lines_ ? "\n" : ""));
    shown_ = terminal_;
}

ProgressHook Progress::hook() {
    return [this](double fraction, const std::string& what) {
        show(fraction, what);
        return !interrupted();
    };
}

std::string TextTable::format(const std::string& indent) const {
    std::vector<std::size_t> widths(rows_.front().size(), 0);
    for (const auto& row : rows_) {
        for (std::size_t column = 0; column < widths.size(); ++column)
            widths[column] = std::max(widths[column], row[column].size());
    }
    std::string text;
    for (const auto& row : rows_) {
        std::string line = indent;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            line += column > 0 ? "  " : "";
            line += column < left_columns_ ? fmt::format("{:<{}}", row[column], widths[column])
                                           : fmt::format("{:>{}}", row[column], widths[column]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

} // namespace scanline::cli
