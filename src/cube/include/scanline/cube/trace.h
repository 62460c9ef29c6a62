#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cube/query.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanline::cube {

// Builds, updates and queries with what each of their steps finds out: to show or to check them. On one
// thread, for trees small enough to be looked at.

struct BuildTrace {
    Tree tree; ///< the result of build()
    /// Of the rows in order: the first level of which the row begins a node, found by comparing it with the
    /// row before; one more than dimensions for equal rows.
    std::vector<std::size_t> first_level;

    /// Codes compared with those of the row before, for rows [first, last) of the order.
    std::int64_t comparisons(std::size_t first, std::size_t last) const;
};

/// Errors: those of build().
///
///     rows (0, 0) (1, 1) (0, 1): in order (0, 0) (0, 1) (1, 1), first_level 1 2 1
BuildTrace trace_build(const Rows& rows, std::vector<int> path = {}, const CancelHook& cancelled = {});

struct UpdateTrace {
    static constexpr std::uint32_t none = 0xffffffff;
    /// The nodes of the tree before and of that of the further rows which a node is made of, or none.
    struct Source {
        std::uint32_t before = none, added = none;

        bool is_new() const { return before == none; }
        bool is_changed() const { return before != none && added != none; }
        bool operator==(const Source&) const = default;
    };

    Tree added;                               ///< of the further rows
    Tree tree;                                ///< the result of update()
    std::vector<std::vector<Source>> sources; ///< [level][node of tree]
    std::vector<std::int64_t> comparisons;    ///< of keys, when each level is merged; of the root none
};

/// Errors: those of update().
UpdateTrace trace_update(const Tree& before, const Rows& rows, const CancelHook& cancelled = {});

/// The walk of answer() for one cell.
struct QueryTrace {
    struct Step {
        enum class Kind {
            descend, ///< from a node to its child with the code asked for, by binary search
            look,    ///< at a node of the deepest level asked for, and at the keys above it
        };
        Kind kind = Kind::descend;
        std::size_t level = 0;
        std::uint32_t node = 0;              ///< the child, if met; the node looked at
        std::vector<std::uint32_t> compared; ///< nodes, in order: of this level, or from it upward
        bool met =
            false; ///< whether the child exists; whether all conditions are met, so that the node counts
        Cell sum;  ///< of the nodes that count so far

        bool operator==(const Step&) const = default;
    };

    Method method = Method::path;
    std::size_t deepest = 0; ///< the deepest level asked for; 0 if nothing is
    std::vector<Step> steps;
    Cell cell; ///< that of answer()
};

/// Errors: those of answer().
///
///     trace_query(tree, {{1, {1}}});   // rows (0, 0) (1, 1) (0, 1): looks at nodes 1 and 2 of level 2
QueryTrace trace_query(const Tree& tree, const std::vector<Condition>& where,
                       const CancelHook& cancelled = {});

} // namespace scanline::cube
