#pragma once
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace scanline::data {

/// Threads for work at the speed of memory on this many bytes: for few, one.
inline int threads_for_bytes(std::size_t bytes) {
    constexpr std::size_t bytes_of_a_thread = std::size_t{4} << 20;
    constexpr int most = 8; // more are no faster
    return std::clamp(static_cast<int>(bytes / bytes_of_a_thread), 1,
                      std::min(cpu::ThreadTeam::all_processors(), most));
}

/// Reading or writing fewer bytes takes less time than starting threads.
inline constexpr std::size_t min_shared = std::size_t{16} << 20;

/// Threads call work(first, last) for pieces of [0, size), until one returns false.
template <class Work>
void share_pieces(std::size_t size, Work work) {
    constexpr std::size_t piece = std::size_t{4} << 20;
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> continues = true;
    cpu::ThreadTeam team(threads_for_bytes(size));
    team.run([&](int /*thread*/) {
        for (std::size_t first; continues && (first = piece * next++) < size;)
            if (!work(first, std::min(first + piece, size)))
                continues = false;
    });
}

} // namespace scanline::data
