#pragma once
#include "scanline/cube/rows.h"

#include <cstdint>
#include <optional>
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
    std::vector<std::uint32_t> key;    ///< code in the level's dimension; 0 for the root
    std::vector<std::uint32_t> parent; ///< node of the level above; 0 for the root
    /// One more than nodes: the children of node i are nodes [first_child[i], first_child[i + 1]) of the next
    /// level; for leaves, places in Tree::row_order.
    std::vector<std::uint32_t> first_child;
    std::vector<std::uint32_t> count;              ///< rows below the node
    std::vector<std::vector<std::int64_t>> values; ///< [measure][node]

    /// Nodes ordered by key, then by number: those that share a key are a run.
    std::vector<std::uint32_t> side_link;
    /// The header table, one more than the cardinality: the nodes with key k are side links
    /// [header_first[k], header_first[k + 1]). None at the root.
    std::vector<std::uint32_t> header_first;

    std::int64_t size() const { return static_cast<std::int64_t>(key.size()); }
    Cell cell(std::size_t node) const {
        Cell cell{count[node]};
        for (const std::vector<std::int64_t>& of_measure : values)
            cell.values.push_back(of_measure[node]);
        return cell;
    }
    bool operator==(const Level&) const = default;
};

/// An H-tree: rows that agree in the first k dimensions of the path share the first k nodes, each of which
/// holds the aggregates of its rows. So nodes are the cells of the path's prefixes, and other cells aggregate
/// few nodes. Source: Wang, Yu, "Parallel H-Tree Based Data Cubing on Graphics Processors"; Han, Pei, Dong,
/// Wang, "Efficient Computation of Iceberg Cubes with Complex Measures", 2001.
///
///     rows (a, x) (b, y) (a, y) (a, x), path a b: level 1: a b; level 2: x y below a, y below b
struct Tree {
    Shape shape;
    std::vector<int> path;                ///< the dimension of levels 1, 2 ...; each once
    std::vector<Level> levels;            ///< one more than dimensions
    std::vector<std::uint32_t> row_order; ///< rows by leaf, then by number

    std::int64_t rows() const { return static_cast<std::int64_t>(row_order.size()); }
    /// The nodes of all levels.
    std::int64_t nodes() const {
        std::int64_t nodes = 0;
        for (const Level& level : levels)
            nodes += level.size();
        return nodes;
    }
    bool operator==(const Tree&) const = default;
};

/// Finds the node with these codes on the first levels; none if it does not exist.
///
///     find_node(tree, {oslo, tea});   // a node of level 2
std::optional<std::uint32_t> find_node(const Tree& tree, const std::vector<std::uint32_t>& codes);
/// Returns the codes on the path from the root to a node.
std::vector<std::uint32_t> codes_of(const Tree& tree, std::size_t level, std::uint32_t node);

/// Returns the dimensions by ascending cardinality, a stable order: few nodes near the root.
std::vector<int> default_path(const Shape& shape);

} // namespace scanline::cube
