#include "scenes/cube/run.h"

#include "scanline/cube/generate.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::cube_scene {

std::string Run::level_name(std::size_t level) const {
    return level == 0 ? "root" : dimension_name(build.tree.path[level - 1]);
}

std::vector<std::pair<std::uint32_t, std::int64_t>> Run::parts(const cube::Tree& tree, Node at) const {
    const bool is_leaf = at.level + 1 == tree.levels.size();
    const std::vector<std::uint32_t>& first = tree.levels[at.level].first_child;
    std::vector<std::pair<std::uint32_t, std::int64_t>> parts;
    for (std::uint32_t i = first[at.node]; i < first[at.node + 1]; ++i)
        parts.emplace_back(i, is_leaf ? measure(tree.row_order[i])
                                      : tree.levels[at.level + 1].values.front()[i]);
    return parts;
}

cube::Rows cube_rows(const Setup& setup, std::int64_t count, int seed) {
    cube::Rows rows = cube::generate({setup.dimensions, static_cast<std::uint32_t>(setup.cardinality), count},
                                     setup.kind() != Codes::uniform ? Setup::zipf : 0,
                                     static_cast<std::uint64_t>(setup.seed + seed));
    rows.shape.folds = {static_cast<cube::Fold>(setup.measure)};
    return rows;
}

Run run_cube(const Setup& setup, const CancelHook& cancelled) {
    Run run;
    run.setup = setup;
    run.rows = run.all = setup.is_own() ? setup.own : cube_rows(setup, setup.count, 0);
    run.further = cube_rows(setup, setup.further, Setup::max_seed + 1);
    for (std::size_t d = 0; setup.is_own() && d < setup.words.size(); ++d)
        for (std::uint32_t& code : run.further.codes[d])
            code %= setup.own.shape.cardinalities[d];
    run.further.shape.cardinalities = run.rows.shape.cardinalities;
    run.rows.shape.folds = run.all.shape.folds = run.further.shape.folds;
    for (std::size_t d = 0; d < run.all.codes.size(); ++d)
        std::ranges::copy(run.further.codes[d], std::back_inserter(run.all.codes[d]));
    std::ranges::copy(run.further.measures.front(), std::back_inserter(run.all.measures.front()));
    run.build = cube::trace_build(run.rows, setup.whole_path(), cancelled);
    for (int dimension = 0; dimension < setup.dimensions; ++dimension)
        if (const auto code = setup.condition(dimension))
            run.where.push_back({dimension, {*code}});
    run.query = cube::trace_query(run.build.tree, run.where, cancelled);
    run.update = cube::trace_update(run.build.tree, run.further, cancelled);
    return run;
}

std::vector<std::uint32_t> codes_of(const cube::Tree& tree, Node at) {
    return cube::codes_of(tree, at.level, at.node);
}

std::optional<Node> node_at(const cube::Tree& tree, const std::vector<std::uint32_t>& codes) {
    const std::optional<std::uint32_t> node = cube::find_node(tree, codes);
    return node ? std::optional(Node{codes.size(), *node}) : std::nullopt;
}

std::pair<std::uint32_t, std::uint32_t> places_below(const cube::Tree& tree, Node at) {
    std::uint32_t first = at.node, last = at.node + 1;
    for (std::size_t level = at.level; level < tree.levels.size(); ++level) {
        first = tree.levels[level].first_child[first];
        last = tree.levels[level].first_child[last];
    }
    return {first, last};
}

std::string node_name(const Run& run, const cube::Tree& tree, Node at) {
    std::string name;
    const std::vector<std::uint32_t> codes = codes_of(tree, at);
    for (std::size_t level = 0; level < codes.size(); ++level)
        name += (level == 0 ? "" : " ") + run.setup.code_text(tree.path[level], codes[level], true);
    return name.empty() ? "all rows" : name;
}

} // namespace scanline::view::cube_scene
