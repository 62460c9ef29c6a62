#pragma once
#include "scanline/core/call_limits.h"

#include <cstdint>
#include <limits>
#include <mutex>

namespace scanline::kdtree {

/// The memory that results of a call may take. The system is asked only where they are many: it promises more
/// than it has, and ends programs that use it.
class ResultMemory {
public:
    /// limits: not owned; what: begins messages, "kdtree knn".
    ResultMemory(const CallLimits& limits, const char* what) : limits_(limits), what_(what) {}

    /// That there is memory for so many results of so many bytes each, before any is taken. Threads may ask
    /// at once. Errors: failure that names the bytes needed and available.
    void require(std::int64_t results, std::int64_t bytes) const;

private:
    std::int64_t available() const;

    const CallLimits& limits_;
    const char* const what_;
    mutable std::once_flag asked_;
    mutable std::int64_t of_system_ = std::numeric_limits<std::int64_t>::max();
};

} // namespace scanline::kdtree
