#include "scanline/view/log.h"

#include <utility>

namespace scanline::view {

void Log::error(std::string text) {
    if (pending_.empty() || pending_.back() != text)
        pending_.push_back(text);
    add(Severity::error, std::move(text));
}

void Log::add(Severity severity, std::string text) {
    entries_.push_back({++count_, severity, std::move(text), std::chrono::system_clock::now()});
    if (entries_.size() > capacity)
        entries_.pop_front();
}

} // namespace scanline::view
