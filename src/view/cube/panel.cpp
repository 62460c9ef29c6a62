#include "cube/drawing.h"

#include "cube/words.h"
#include "scanline/core/format.h"
#include "scanline/view/widgets.h"

#include <array>
#include <fmt/format.h>
#include <vector>

namespace scanline::view {

namespace {

constexpr std::array<StageColour, 5> build_stages{
    {{"key", 0}, {"index", 1}, {"header-table", 2}, {"roll-up", 4}, {machine::other_stage, 7}}};

} // namespace

void show_cube_counts(const Look& look, const CubeRun& run, const CubeSight& sight) {
    section(look, "Counters");
    const auto pair = [](std::int64_t now, std::int64_t so_far) {
        return fmt::format("{} of {}", with_commas(now), with_commas(so_far));
    };
    field(look, "Nodes", pair(sight.now.nodes, sight.so_far.nodes),
          "Nodes made, linked, rolled up or visited, in this step and so far.");
    field(look, "Comparisons", pair(sight.now.comparisons, sight.so_far.comparisons),
          "Codes compared after the sort, in this step and so far.");
    field(look, "Rows", pair(sight.now.rows, sight.so_far.rows),
          "Rows read, or counted by a query, in this step and so far.");
    if (sight.show == CubeShow::query) {
        const auto nodes = static_cast<std::size_t>(sight.step.step);
        const bool begun = sight.step.stage != CubeStage::asked,
                   ended = sight.step.stage == CubeStage::answer;
        field(look, "So far",
              cell_text(run, ended   ? run.query.cell
                             : begun ? run.query.steps[nodes].sum
                                     : cube::Cell{}),
              "The cell, as far as its nodes have been found.");
        field(look, "Method", std::string(to_string(run.query.method)),
              "path: one node is the cell. side-links: the header table names the nodes. scan: all nodes of "
              "a level.");
    }
}

void show_cube_check(const Look& look, const CubeCheck* check) {
    section(look, "On the GPU");
    if (!check)
        return note(look, "Compute shaders build, update and query the tree ...");
    show_comparison(look, *check);
    if (check->ran())
        field(look, "Build", duration_text(check->times.milliseconds), "The median of a few builds.");
}

void show_cube_measured(const Look& look, const CubeMeasured& measured) {
    std::vector<machine::Repetition> builds{measured.cpu};
    if (measured.ran())
        builds.push_back(measured.gpu);
    draw_stage_bars(look, stage_table(builds, build_stages), std::array{"CPU", "GPU"});
    field(look, "Nodes", with_commas(measured.nodes), "Of all levels.");
    note(look, fmt::format("The median of a few builds, on the CPU by {}.", threads_text(measured.threads)));
    if (show_comparison(look, measured))
        note(look, "All arrays of the GPU's tree are the same.");
}

} // namespace scanline::view
