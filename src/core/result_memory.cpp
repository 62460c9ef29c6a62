#include "scanline/core/result_memory.h"
#include "scanline/core/memory.h"

#include <fmt/format.h>

namespace scanline {

namespace {

/// Fewer are taken unasked: to ask takes as long as many a query.
constexpr std::int64_t many_bytes = 64 << 20;

} // namespace

std::int64_t ResultMemory::available() const {
    if (limits_.memory)
        return *limits_.memory;
    std::call_once(asked_, [this] { of_system_ = available_memory().value_or(of_system_); });
    return of_system_;
}

void ResultMemory::require(std::int64_t results, std::int64_t bytes) const {
    if (!limits_.memory && results <= many_bytes / bytes)
        return;
    if (results > available() / bytes)
        throw Error(fmt::format("{}: it needs at least {:.0f} bytes, and {} are available: ask for "
                                "less at a time",
                                what_, static_cast<double>(results) * static_cast<double>(bytes),
                                available()));
}

Error no_room(std::int64_t size, std::size_t element_bytes, const char* what) {
    return Error(fmt::format(
        "{}: there is no memory for {} elements of {} bytes ({:.0f} bytes): ask for less at a time", what,
        size, element_bytes, static_cast<double>(size) * static_cast<double>(element_bytes)));
}

} // namespace scanline
