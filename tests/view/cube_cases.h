#pragma once
#include "scenes/cube/run.h"

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view::cube_scene::cases {

inline Setup cube_setup(std::initializer_list<std::pair<std::string, std::string>> settings) {
    Setup setup;
    for (const auto& [key, value] : settings)
        set(setup, key, value);
    return setup;
}

/// A run of what is set, made here and now.
inline Run make_cube_run(std::initializer_list<std::pair<std::string, std::string>> settings) {
    return run_cube(cube_setup(settings), [] { return false; });
}

/// The rows below a node, found by their codes.
inline std::vector<std::uint32_t> brute_rows(const Run& run, const cube::Tree& tree, Node at) {
    const std::vector<std::uint32_t> codes = codes_of(tree, at);
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < tree.rows(); ++row) {
        bool below = true;
        for (std::size_t level = 1; level <= codes.size(); ++level)
            below = below && run.code(row, level) == codes[level - 1];
        if (below)
            rows.push_back(row);
    }
    return rows;
}

} // namespace scanline::view::cube_scene::cases
