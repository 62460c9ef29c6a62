#pragma once
#include "scanline/cube/rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace scanline::cube {

/// The aggregates of some rows.
struct Cell {
    std::int64_t count = 0;             ///< rows
    std::vector<std::int64_t> values{}; ///< of each measure; meaningless for no rows

    bool operator==(const Cell&) const = default;
};

/// One level of an H-tree, whose nodes are ordered by parent, then by key; array by array. Level 0 is the
/// root.
struct Level {
    std::vector<std::uint32_t> key;    ///< code of the level's dimension; of the root 0
    std::vector<std::uint32_t> parent; ///< node of the level above; of the root 0
    /// One more than nodes: the children of node i are nodes [first_child[i], first_child[i + 1]) of the next
    /// level; of the last level, they are places in Tree::row_order.
    std::vector<std::uint32_t> first_child;
    std::vector<std::uint32_t> count;              ///< rows below the node
    std::vector<std::vector<std::int64_t>> values; ///< [measure][node]

    /// Nodes ordered by key, then by number: those that share a key are a run.
    std::vector<std::uint32_t> side_link;
    /// The header table, one more than the cardinality: the nodes with key k are side links
    /// [header_first[k], header_first[k + 1]). None at the root.
    std::vector<std::uint32_t> header_first;

    std::int64_t size() const { return static_cast<std::int64_t>(key.size()); }
    bool operator==(const Level&) const = default;
};

/// An H-tree: rows that agree in the first k dimensions of the path share the first k nodes, each of which
/// holds the aggregates of its rows. So the cells of the path's prefixes are there at once, and those of
/// other dimensions are sums over few nodes. Source: Wang, Yu, "Parallel H-Tree Based Data Cubing on Graphics
/// Processors"; Han, Pei, Dong, Wang, "Efficient Computation of Iceberg Cubes with Complex Measures", 2001.
///
///     rows (a, x) (b, y) (a, y) (a, x), path a b: level 1: a b; level 2: x y below a, y below b
struct Tree {
    Shape shape;
    std::vector<int> path;                ///< the dimension of levels 1, 2 ...; each once
    std::vector<Level> levels;            ///< one more than dimensions
    std::vector<std::uint32_t> row_order; ///< rows by leaf, then by number

    std::int64_t rows() const { return static_cast<std::int64_t>(row_order.size()); }
    bool operator==(const Tree&) const = default;
};

/// The dimensions by ascending cardinality, equal ones in their order: few nodes high up.
std::vector<int> default_path(const Shape& shape);

} // namespace scanline::cube
