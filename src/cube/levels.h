#pragma once
#include "scanline/cpu/shared_work.h"
#include "scanline/cube/query.h"
#include "scanline/cube/tree.h"

#include <atomic>
#include <optional>
#include <vector>

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

/// The part of a query that concerns one level of a tree.
struct QueryLevel {
    bool condition = false;
    std::vector<std::uint32_t> codes{}; ///< that meet the condition; ascending
    std::optional<std::size_t> group{}; ///< index into group_by

    bool asked() const { return condition || group; }
    bool allows(std::uint32_t code) const;
};

/// Returns levels 1, 2 ... down to the deepest that the query names. Errors: see answer(); `what` prefixes
/// messages.
std::vector<QueryLevel> query_levels(const Shape& shape, const std::vector<int>& path,
                                     const std::vector<Condition>& where, const std::vector<int>& group_by,
                                     const char* what);

/// Counts the leading levels with a single code each.
std::size_t leading_levels(const std::vector<QueryLevel>& asked);

/// True if the nodes of the deepest level are the cells of the query.
bool nodes_are_cells(const std::vector<QueryLevel>& asked);

/// Checks the top clause of a query. Errors: usage; `what` prefixes messages.
void require_top(const Query& query, const Shape& shape, const char* what);

} // namespace scanline::cube
