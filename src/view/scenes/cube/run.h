#pragma once
#include "scanline/cube/trace.h"
#include "scenes/cube/setup.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view::cube_scene {

/// A node of a tree.
struct Node {
    std::size_t level = 0;
    std::uint32_t node = 0;

    bool operator==(const Node&) const = default;
};

/// Traces of a build, of a query of its tree, and of an update of it.
struct Run {
    Setup setup;              ///< what it was made for
    cube::Rows rows, further; ///< those of the build, and those that the update adds
    cube::Rows all;           ///< both
    cube::BuildTrace build;
    std::vector<cube::Condition> where;
    cube::QueryTrace query;
    cube::UpdateTrace update;

    std::int64_t size() const { return rows.size(); }
    std::size_t levels() const { return build.tree.levels.size(); }
    /// The tree to show; for an update, its result.
    const cube::Tree& tree(Show show) const { return show == Show::update ? update.tree : build.tree; }

    bool is_further(std::uint32_t row) const { return row >= rows.size(); }
    std::uint32_t code(std::uint32_t row, std::size_t level) const {
        return all.codes[static_cast<std::size_t>(build.tree.path[level - 1])][row];
    }
    std::string word(std::size_t level, std::uint32_t code) const {
        return setup.code_text(build.tree.path[level - 1], code);
    }
    std::int64_t measure(std::uint32_t row) const { return all.measures.front()[row]; }
    /// "A"; "root" for level 0.
    std::string level_name(std::size_t level) const;
    /// The children of a node, or the places of the rows of a leaf, and their values.
    std::vector<std::pair<std::uint32_t, std::int64_t>> parts(const cube::Tree& tree, Node at) const;
    std::string_view measure_name() const { return to_string(setup.measure); }
};

/// Errors: Cancelled.
Run run_cube(const Setup& setup, const CancelHook& cancelled);

/// Generates rows for a setup. seed: added to that of the setup.
cube::Rows cube_rows(const Setup& setup, std::int64_t count, int seed);

std::vector<std::uint32_t> codes_of(const cube::Tree& tree, Node at);
/// Finds the node with these codes; none if it does not exist.
std::optional<Node> node_at(const cube::Tree& tree, const std::vector<std::uint32_t>& codes);
/// Returns the range [first, last) of the row order below a node.
std::pair<std::uint32_t, std::uint32_t> places_below(const cube::Tree& tree, Node at);
/// "A1 C0", or "Oslo 2024" of own rows; "all rows" for the root.
std::string node_name(const Run& run, const cube::Tree& tree, Node at);

} // namespace scanline::view::cube_scene
