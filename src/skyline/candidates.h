#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/skyline/keys.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

namespace scanline::skyline {

inline constexpr const char* find_operation = "skyline";

/// Calls work(first, last, thread, poll) for pieces of [0, size), which the threads fetch one by one, since
/// some take longer than others. An exception ends the work of all threads.
template <class Work>
void in_turn(cpu::ThreadTeam& team, std::size_t size, std::size_t piece, const CancelHook& cancelled,
             Work work) {
    std::atomic<std::size_t> next = 0;
    team.run([&](int thread) {
        CancelPoll poll(cancelled);
        try {
            for (std::size_t first; (first = next.fetch_add(piece, std::memory_order_relaxed)) < size;)
                work(first, std::min(first + piece, size), static_cast<std::size_t>(thread), poll);
        } catch (...) {
            next = size;
            throw;
        }
    });
}

/// The rows, ascending, that are not dominated for certain by a row whose greatest key is the least of all:
/// those with a key below it, and those with no other key. In one column these are the skyline.
/// Stage: filter.
std::vector<std::uint32_t> candidates(const Keys& keys, cpu::ThreadTeam& team, const cpu::Options& options);

/// Removes all but the smallest id of each set of equal rows. The ids must be ascending.
void keep_first(const Keys& keys, std::vector<std::uint32_t>& ids, CancelPoll& poll);

} // namespace scanline::skyline
