#pragma once
#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view {

enum class Severity { info, warning, error };

struct LogEntry {
    Severity severity = Severity::info;
    std::string text; ///< may have several lines, like a driver's log
    std::chrono::system_clock::time_point time{};
};

/// A message that is shown for a few seconds.
struct Notice {
    std::string text;
    std::filesystem::path file{}; ///< absolute: a file that was written; empty: none
    std::function<void()> undo{}; ///< takes back what was done; empty: it cannot
};

/// Messages to the user. Errors also wait for a dialog. Beyond `capacity` the oldest entries are dropped.
class Log {
public:
    static constexpr std::size_t capacity = 1000;

    void info(std::string text) { add(Severity::info, std::move(text)); }
    /// Also shown in a corner of the window: for what cannot be seen otherwise.
    void notify(std::string text, std::filesystem::path file = {}, std::function<void()> undo = {}) {
        notices_.push_back({text, std::move(file), std::move(undo)});
        info(std::move(text));
    }
    void warning(std::string text) { add(Severity::warning, std::move(text)); }
    /// Also shown in a dialog until dismissed; repeats of the last error are shown there once.
    void error(std::string text) {
        if (pending_.empty() || pending_.back() != text)
            pending_.push_back(text);
        add(Severity::error, std::move(text));
    }

    const std::deque<LogEntry>& entries() const { return entries_; }

    /// The errors that have not been dismissed, oldest first.
    const std::vector<std::string>& pending_errors() const { return pending_; }
    void dismiss_errors() { pending_.clear(); }
    /// The notices since the last call, oldest first.
    std::vector<Notice> take_notices() { return std::exchange(notices_, {}); }

private:
    void add(Severity severity, std::string text) {
        entries_.push_back({severity, std::move(text), std::chrono::system_clock::now()});
        if (entries_.size() > capacity)
            entries_.pop_front();
    }

    std::deque<LogEntry> entries_;
    std::vector<std::string> pending_;
    std::vector<Notice> notices_;
};

} // namespace scanline::view
