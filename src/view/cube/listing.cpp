#include "cube/listing.h"

#include "kit/listing.h"
#include "scanline/core/format.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

namespace {

// The algorithm of build() and DeviceBuild.
constexpr auto build_code = std::to_array<CodeLine>({
    {"sort rows by the whole path", "key", "rows"},
    {"for each row r in order:", "heads", "rows"},
    {"  first[r] = first level where", "heads"},
    {"    r and r - 1 differ", "heads", "compared"},
    {"for each level l:", "index", "level"},
    {"  head[r] = first[r] <= l", "index", "nodes"},
    {"  node[r] = scan of heads", "index"},
    {"  key[node] = code of r", "index"},
    {"  parent[node] = node above", "index"},
    {"  first_child[node] =", "index"},
    {"    first node below", "index"},
    {"for each level l:", "header", "level"},
    {"  side_link = sort by key", "header", "nodes"},
    {"  header_first[k] =", "header"},
    {"    first link with key k", "header"},
    {"for each level l, leaves first:", "roll-up", "level"},
    {"  for each node:", "roll-up", "nodes"},
    {"    count = sum of children's", "roll-up"},
    {"    value = @ of theirs", "roll-up"},
});

constexpr auto update_code = std::to_array<CodeLine>({
    {"sort the further rows", "added", "rows"},
    {"added = build(further rows)", "added", "nodes"},
    {"for each level l:", "merge", "level"},
    {"  for each node above:", "merge"},
    {"    merge its children by key:", "merge", "compared"},
    {"      in one tree: take it", "merge", "taken"},
    {"      in both: add the counts,", "merge", "both"},
    {"        @ of the values", "merge"},
    {"make side links, header tables", "new-headers", "nodes"},
});

constexpr auto query_code = std::to_array<CodeLine>({
    {"for each leading condition:", "descend", "level"},
    {"  binary search in children", "descend", "compared"},
    {"  none: no rows", "none"},
    {"run = links with the last key", "asked", "run"},
    {"for each node of the run:", "look", "node"},
    {"  for its level and those above:", "look", "compared"},
    {"    key as asked? parent is next", "look"},
    {"    else next node", "missed"},
    {"  add its count, @ of values", "met", "so-far"},
    {"return count, value", "answer", "so-far"},
});

void add_query(CodeEvents& events, const CubeRun& run, const CubeSight& sight) {
    const std::size_t deepest = run.query.deepest;
    if (run.query.method == cube::Method::side_links) {
        const cube::Level& level = run.build.tree.levels[deepest];
        const std::uint32_t code = *run.setup.condition(run.build.tree.path[deepest - 1]);
        events.values["run"] =
            fmt::format("{} to {}", level.header_first[code], level.header_first[code + 1]);
    }
    const auto so_far = [&](const cube::Cell& cell) {
        events.values["so-far"] = fmt::format("{}, {}", cell.count, cell.count > 0 ? cell.values.front() : 0);
    };
    if (sight.step.stage == CubeStage::answer)
        return so_far(run.query.cell);
    if (sight.step.stage == CubeStage::asked)
        return;
    const cube::QueryTrace::Step& of = run.query.steps[sight.step.step];
    events.values["node"] = std::to_string(of.node);
    if (of.kind == cube::QueryTrace::Step::Kind::look)
        events.names.emplace_back(of.met ? "met" : "missed");
    else if (!of.met)
        events.names.emplace_back("none");
    so_far(of.sum);
}

} // namespace

Listing cube_listing(const CubeRun& run, const CubeSight& sight) {
    CodeEvents events{.names = {to_string(sight.step.stage)},
                      .values = {{"level", fmt::format("l = {}", sight.step.level)},
                                 {"rows", with_commas(sight.now.rows)},
                                 {"nodes", with_commas(sight.now.nodes)},
                                 {"compared", with_commas(sight.now.comparisons)}},
                      .subject = std::string(run.measure_name())};
    switch (sight.show) {
    case CubeShow::build: return listing_of("Build of the H-tree", build_code, std::move(events));
    case CubeShow::query:
        add_query(events, run, sight);
        return listing_of("Query of a cell", query_code, std::move(events));
    case CubeShow::update:
        if (sight.step.stage == CubeStage::merge) {
            const auto& sources = run.update.sources[static_cast<std::size_t>(sight.step.level)];
            const auto both = std::ranges::count_if(sources, &cube::UpdateTrace::Source::is_changed);
            events.values["both"] = std::to_string(both);
            events.values["taken"] = std::to_string(std::ssize(sources) - both);
        }
        return listing_of("Update with further rows", update_code, std::move(events));
    }
    return {};
}

} // namespace scanline::view
