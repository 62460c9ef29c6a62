#pragma once
#include "scanline/cube/tree.h"

#include "scanline/cpu/shared_work.h"

#include <atomic>

namespace scanline::cube {

/// Each thread calls work(number, poll) for numbers from first to end - 1 that no other has taken.
template <class Work>
void share_numbers(cpu::ThreadTeam& team, std::size_t first, std::size_t end, const CancelHook& cancelled,
                   Work work) {
    std::atomic<std::size_t> next = first;
    team.run([&](int /*thread*/) {
        CancelPoll poll(cancelled);
        for (std::size_t number; (number = next.fetch_add(1, std::memory_order_relaxed)) < end;)
            work(number, poll);
    });
}

/// The number of node arrays of a level. They are allocated one by one, so that threads share the zeroing,
/// which takes as long as writing them.
constexpr std::size_t node_arrays(std::size_t measures) {
    return 4 + measures;
}
void make_node_array(Level& level, std::size_t array, std::int64_t nodes, const char* what);

/// Makes the side links and header tables of all levels below the root from their keys.
void make_header_tables(Tree& tree, cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what);

} // namespace scanline::cube
