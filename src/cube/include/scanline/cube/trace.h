#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cube/query.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace scanline::cube {

// Builds, updates and queries that record what each step finds, to show or to check. Single-threaded, for
// trees small enough to look at.

struct BuildTrace {
    Tree tree; ///< the result of build()
    /// For each row in order: the first level at which it begins a node, found by a comparison with the row
    /// before; dimensions + 1 if they are equal.
    std::vector<std::size_t> first_level;

    /// Counts the codes compared for rows [first, last) of the order.
    std::int64_t comparisons(std::size_t first, std::size_t last) const;
};

/// Errors: those of build().
///
///     rows (0, 0) (1, 1) (0, 1): in order (0, 0) (0, 1) (1, 1), first_level 1 2 1
BuildTrace trace_build(const Rows& rows, std::vector<int> path = {}, const CancelHook& cancelled = {});

struct UpdateTrace {
    static constexpr std::uint32_t none = 0xffffffff;
    /// The nodes that a node is merged from, in the tree before and in that of the new rows; or none.
    struct Source {
        std::uint32_t before = none, added = none;

        bool is_new() const { return before == none; }
        bool is_changed() const { return before != none && added != none; }
        bool operator==(const Source&) const = default;
    };

    Tree added;                               ///< the tree of the new rows
    Tree tree;                                ///< the result of update()
    std::vector<std::vector<Source>> sources; ///< [level][node of tree]
    std::vector<std::int64_t> comparisons;    ///< [level] of keys, in its merge; 0 for the root
};

/// Errors: those of update().
UpdateTrace trace_update(const Tree& before, const Rows& rows, const CancelHook& cancelled = {});

/// The steps of answer() for one cell.
struct QueryTrace {
    struct Step {
        enum class Kind {
            descend, ///< to the child with the code of the condition, by binary search
            look,    ///< visit of a node of the deepest level, and climb over the keys above it
        };
        Kind kind = Kind::descend;
        std::size_t level = 0;
        std::uint32_t node = 0;              ///< the child, if met; the node visited
        std::vector<std::uint32_t> compared; ///< nodes, in order: of this level, or from it upward
        bool met = false;                    ///< the child exists; the node meets all conditions
        Cell sum;                            ///< of the nodes that met them so far

        bool operator==(const Step&) const = default;
    };

    Method method = Method::path;
    std::size_t deepest = 0; ///< the deepest level with a condition; 0 without conditions
    std::vector<Step> steps;
    Cell cell; ///< the result of answer()
};

/// Errors: those of answer().
///
///     trace_query(tree, {{1, {1}}});   // rows (0, 0) (1, 1) (0, 1): looks at nodes 1 and 2 of level 2
QueryTrace trace_query(const Tree& tree, const std::vector<Condition>& where,
                       const CancelHook& cancelled = {});

} // namespace scanline::cube
