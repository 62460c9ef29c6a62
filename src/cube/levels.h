#pragma once
#include "scanline/cube/tree.h"

#include "scanline/cpu/shared_work.h"

#include <atomic>

namespace scanline::cube {

/// Each thread calls work(level, poll) for levels that no other has taken, from `first` on.
template <class Work>
void share_levels(cpu::ThreadTeam& team, std::size_t first, std::size_t levels, const CancelHook& cancelled,
                  Work work) {
    std::atomic<std::size_t> next = first;
    team.run([&](int /*thread*/) {
        CancelPoll poll(cancelled);
        for (std::size_t level; (level = next.fetch_add(1, std::memory_order_relaxed)) < levels;)
            work(level, poll);
    });
}

/// Makes the side links and header tables from the keys of all levels but the root.
void make_header_tables(Tree& tree, cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what);

} // namespace scanline::cube
