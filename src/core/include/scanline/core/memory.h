#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace scanline {

/// The bytes that a program can still use before the system ends one to get memory back: MemAvailable of
/// Linux, or what the limit of a container leaves, where that is less. None where the system does not say.
/// root: the folder that /proc and /sys are in.
std::optional<std::int64_t> available_memory(const std::string& root = "/");

/// Asks for pages of 2 MiB behind memory that nobody has written yet: large arrays are then there after a few
/// hundred page faults, not after a hundred thousand, and random access finds its translations in the caches.
/// A request that systems may pass over; less than a few of such pages are left as they are, and so is
/// everything where there is no Linux.
///
///     std::vector<float> all;
///     all.reserve(size);
///     prefer_huge_pages(all.data(), size * sizeof(float));
///     all.resize(size);
void prefer_huge_pages(void* memory, std::size_t bytes);

/// The memory that results of a call may take. The system is asked only where they are many: it promises more
/// than it has, and ends programs that use it.
class ResultMemory {
public:
    /// limits: not owned; what: begins messages, "kdtree knn".
    ResultMemory(const CallLimits& limits, const char* what) : limits_(limits), what_(what) {}

    /// Requires memory for so many results of so many bytes each, before any is taken. Threads may ask
    /// at once. Errors: failure that names the bytes needed and available.
    void require(std::int64_t results, std::int64_t bytes) const;

private:
    std::int64_t available() const;

    const CallLimits& limits_;
    const char* const what_;
    mutable std::once_flag asked_;
    mutable std::int64_t of_system_ = std::numeric_limits<std::int64_t>::max();
};

/// The error of make_room().
Error no_room(std::int64_t size, std::size_t element_bytes, const char* what);

/// Makes room for so many elements. Errors: failure where there is no memory for them; `what` begins the
/// message: "kdtree knn"; Cancelled.
template <class T>
void make_room(std::vector<T>& elements, std::int64_t size, const char* what,
               const CancelHook& cancelled = {}) {
    try {
        const auto wanted = static_cast<std::size_t>(size);
        elements.reserve(wanted);
        prefer_huge_pages(elements.data(), wanted * sizeof(T));
        elements.resize(std::min(elements.size(), wanted));
        CancelPoll poll(cancelled);
        in_pieces(size, 1, poll, [&](std::int64_t /*first*/, std::int64_t last) {
            if (static_cast<std::size_t>(last) > elements.size())
                elements.resize(static_cast<std::size_t>(last));
        });
    } catch (const std::bad_alloc&) {
        throw no_room(size, sizeof(T), what);
    } catch (const std::length_error&) {
        throw no_room(size, sizeof(T), what);
    }
}

} // namespace scanline
