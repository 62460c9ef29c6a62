#pragma once
#include <tbb/task_arena.h>

#include <optional>

namespace scanline::peer {

/// An arena of so many threads, kept until another number is asked for: making one is no part of a scan.
inline tbb::task_arena& arena_of(int threads) {
    static std::optional<tbb::task_arena> arena;
    if (!arena || arena->max_concurrency() != threads)
        arena.emplace(threads);
    return *arena;
}

} // namespace scanline::peer
