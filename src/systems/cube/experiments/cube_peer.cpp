#include "experiments/cube_data.h"
#include "experiments/cube_experiments.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace scanline::bench {

namespace {

constexpr std::uint32_t all_codes = 0xffffffff;

using CellWords = std::vector<std::vector<std::uint32_t>>; ///< codes, count, and the low word of the sum

CellWords cells_of(const cube::Tree& tree) {
    CellWords cells, above{std::vector<std::uint32_t>(tree.path.size(), all_codes)};
    for (std::size_t l = 0; l < tree.levels.size(); ++l) {
        const cube::Level& level = tree.levels[l];
        CellWords codes;
        for (std::size_t node = 0; node < level.key.size(); ++node) {
            codes.push_back(above[level.parent[node]]);
            if (l > 0)
                codes.back()[static_cast<std::size_t>(tree.path[l - 1])] = level.key[node];
            cells.push_back(codes.back());
            cells.back().push_back(level.count[node]);
            cells.back().push_back(static_cast<std::uint32_t>(level.values.front()[node]));
        }
        above = std::move(codes);
    }
    std::ranges::sort(cells);
    return cells;
}

} // namespace

CubeData::Wrong prepare_cube_peer(const Peer& peer, const CubeData& data, int threads, Variant& variant) {
    std::vector<std::uint32_t> codes, values;
    for (const std::vector<std::uint32_t>& column : data.rows.codes)
        codes.insert(codes.end(), column.begin(), column.end());
    for (const std::int64_t value : data.rows.measures.front())
        values.push_back(static_cast<std::uint32_t>(value));
    const auto task = std::make_shared<const Peer::Task>(
        peer.open({.operation = std::string(cube_operation),
                   .arrays = {peer_array("codes", std::span(codes)), peer_array("values", std::span(values))},
                   .numbers = {{"dimensions", static_cast<double>(data.rows.codes.size())},
                               {"threads", static_cast<double>(threads)}}}));
    variant.timed = [task] { return task->run(); };
    task->run();
    const CellWords right = cells_of(data.tree);
    const std::size_t size = task->output(SCANLINE_PEER_COMPANIONS, 1).front(), width = right.front().size();
    if (size != right.size())
        return fmt::format("{} cells of {}", size, right.size());
    const std::vector<std::uint32_t> words = task->output(SCANLINE_PEER_RESULTS, size * width);
    CellWords cells;
    for (auto at = words.begin(); at != words.end(); at += static_cast<std::ptrdiff_t>(width))
        cells.emplace_back(at, at + static_cast<std::ptrdiff_t>(width));
    std::ranges::sort(cells);
    const auto wrong = std::ranges::mismatch(cells, right).in1;
    return wrong == cells.end() ? CubeData::Wrong()
                                : fmt::format("cell {} in order is wrong", wrong - cells.begin());
}

} // namespace scanline::bench
