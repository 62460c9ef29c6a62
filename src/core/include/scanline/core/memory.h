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

/// Bytes that a program can still use before the kernel kills processes to reclaim memory: Linux's
/// MemAvailable, or what the container limit leaves, whichever is less. Empty if the system does not report
/// it. root: the folder that holds /proc and /sys.
std::optional<std::int64_t> available_memory(const std::string& root = "/");

/// Requests 2 MiB pages for memory that has not been written yet: large arrays then cost a few hundred page
/// faults instead of a hundred thousand, and random access misses the TLB less. Only a hint. Does nothing for
/// less than a few such pages, but after share_huge_pages(), or outside Linux.
///
///     std::vector<float> all;
///     all.reserve(size);
///     prefer_huge_pages(all.data(), size * sizeof(float));
///     all.resize(size);
void prefer_huge_pages(void* memory, std::size_t bytes);

/// Faults in new memory by several threads, from 32 MiB on: a virtual machine may get each page from its
/// host, and one thread then takes seconds for a gigabyte. Overwrites bytes of the memory.
void touch_pages(void* memory, std::size_t bytes);

/// Lets arrays of 1 to 32 MiB share huge pages too, and keeps up to 256 MiB that were freed. A program calls
/// it first of all. Does nothing without glibc.
void share_huge_pages();

/// The memory that the results of a call may use. Checks large results in advance: the system overcommits,
/// and kills programs that use more than it has.
class ResultMemory {
public:
    /// limits: not owned; what: starts messages, "kdtree knn".
    ResultMemory(const CallLimits& limits, const char* what) : limits_(limits), what_(what) {}

    /// Checks that `results` results of `bytes` bytes each fit, before any is allocated. Thread-safe. Errors:
    /// failure that names the bytes needed and available.
    void require(std::int64_t results, std::int64_t bytes) const;

private:
    std::int64_t available() const;

    const CallLimits& limits_;
    const char* const what_;
    mutable std::once_flag asked_;
    mutable std::int64_t of_system_ = std::numeric_limits<std::int64_t>::max();
};

/// The error of allocate().
Error no_room(std::int64_t size, std::size_t element_bytes, const char* what);

/// Resizes to `size` elements on large pages, without a peak of twice the memory. Errors: failure if there is
/// not enough memory; `what` starts the message: "kdtree knn"; Cancelled.
template <class T>
void allocate(std::vector<T>& elements, std::int64_t size, const char* what,
              const CancelHook& cancelled = {}) {
    try {
        const auto wanted = static_cast<std::size_t>(size);
        elements.reserve(wanted);
        prefer_huge_pages(elements.data(), wanted * sizeof(T));
        elements.resize(std::min(elements.size(), wanted));
        touch_pages(elements.data() + elements.size(), (wanted - elements.size()) * sizeof(T));
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
