#pragma once
#include <chrono>
#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view {

enum class Severity { info, warning, error };

struct LogEntry {
    std::uint64_t number = 0; ///< counted from 1
    Severity severity = Severity::info;
    std::string text; ///< may have several lines: a driver's log
    std::chrono::system_clock::time_point time{};
};

/// What has been said to the person at the screen. Errors also wait for a dialog. The oldest entries go when
/// there are too many; nothing else is ever lost.
class Log {
public:
    static constexpr std::size_t capacity = 1000;

    void info(std::string text) { add(Severity::info, std::move(text)); }
    void warning(std::string text) { add(Severity::warning, std::move(text)); }
    /// Kept, and shown in a dialog until it is dismissed. One that is the same as the last one in the dialog
    /// is kept alone.
    void error(std::string text) {
        if (pending_.empty() || pending_.back() != text)
            pending_.push_back(text);
        add(Severity::error, std::move(text));
    }

    const std::deque<LogEntry>& entries() const { return entries_; }

    /// The errors that nobody has dismissed, the oldest first.
    const std::vector<std::string>& pending_errors() const { return pending_; }
    void dismiss_errors() { pending_.clear(); }

private:
    void add(Severity severity, std::string text) {
        entries_.push_back({++count_, severity, std::move(text), std::chrono::system_clock::now()});
        if (entries_.size() > capacity)
            entries_.pop_front();
    }

    std::deque<LogEntry> entries_;
    std::vector<std::string> pending_;
    std::uint64_t count_ = 0;
};

} // namespace scanline::view
