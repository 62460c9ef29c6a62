#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/error.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

// Output to the terminal, and signals from it.

namespace scanline::cli {

/// Writes data to standard output; throws on errors, such as a full disk behind a redirection.
void print(const std::string& text);

/// Where reports go; standard output by default.
enum class Reports { standard_output, standard_error, nowhere };
void send_reports(Reports where);
/// Writes a report; errors as print().
void tell(const std::string& text);
/// Writes a report to standard error, because the result is on standard output.
void tell_aside(const std::string& text);
/// Writes a remark to standard error, as print_message(), unless reports go nowhere.
void remark(std::string_view text);

/// Call once everything is written: the time from here on goes into giving back memory.
void end_work();

/// From now on, Ctrl-C (SIGINT), SIGTERM and SIGHUP (terminal closed) set a flag that long work polls,
/// instead of ending the program at once; a second signal ends it. A signal that was ignored at program
/// start, as under nohup, stays ignored. patience: seconds after which the first signal ends the program
/// too, for work that may not poll; 0: never.
void catch_interrupts(int patience = 0);

bool interrupted();

/// Ends the program by the signal that interrupted it, so that a shell ends its loop too. Call it last, once
/// everything is cleaned up.
void end_if_interrupted();

/// Calls work() so that Ctrl-C can abort it.
template <class Work>
void interruptible(Work work) {
    catch_interrupts();
    try {
        work();
    } catch (const Cancelled&) {
        throw Error("interrupted: nothing was written");
    } catch (const Error&) {
        if (interrupted()) // a read or write that a signal ended
            throw Error("interrupted: nothing was written");
        throw;
    }
}

/// A progress line on standard error, rewritten a few times a second; nothing if that is not a terminal, or
/// reports go nowhere. Of ranks, the first prints a new one every five seconds.
class Progress {
public:
    Progress();
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// fraction: of the work, in [0, 1].
    void show(double fraction, const std::string& what);

    /// Shows the progress of a call; an interrupt ends it.
    ProgressHook hook();

private:
    void hide();

    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds between_lines{5000};

    bool terminal_, lines_;
    bool shown_ = false;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point next_ = Clock::now();
};

/// Returns work(progress) with its progress shown; erases the line before anything else is printed.
template <class Work>
auto with_progress(Work work) {
    Progress progress;
    return work(progress.hook());
}

/// Columns of text for a terminal: the first ones left-aligned, the others right-aligned, separated by two
/// spaces, without trailing spaces.
///
///     TextTable table({"name", "ms"}, 1);
///     table.add({"horn", "3.10"});
///     table.format("  ") == "  name    ms\n  horn  3.10\n"
class TextTable {
public:
    TextTable(std::vector<std::string> header, std::size_t left_columns)
        : rows_{std::move(header)}, left_columns_(left_columns) {}

    /// As many fields as the header.
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    std::string format(const std::string& indent = "") const;

private:
    std::vector<std::vector<std::string>> rows_;
    std::size_t left_columns_;
};

} // namespace scanline::cli
