#include "scenes/cube/words.h"

#include "kit/listing.h"
#include "kit/text.h"
#include "scanline/core/format.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <vector>

namespace scanline::view::cube_scene {

namespace {

using cube::Method;

std::string counted(std::int64_t count, std::string_view one) {
    return fmt::format("{} {}{}", with_commas(count), one, count == 1 ? "" : "s");
}

std::string path_words(const Run& run) {
    std::string words;
    for (std::size_t level = 1; level < run.levels(); ++level)
        words += (level == 1 ? "" : ", ") + run.level_name(level);
    return words;
}

std::string roll_up_sentence(const Run& run, std::size_t level) {
    const char* const how = run.setup.measure == CubeMeasure::sum   ? "sums"
                            : run.setup.measure == CubeMeasure::min ? "takes the least of"
                                                                    : "takes the greatest of";
    if (level + 1 == run.levels())
        return fmt::format("Roll-up begins at the leaves: each counts its rows, and {} their measures.", how);
    if (level > 0)
        return fmt::format("Each node of level {} adds the counts of its children, and {} their values. Rows "
                           "are not read again.",
                           level, how);
    return "The root combines its children, and so all rows: it holds the totals of the whole cube.";
}

std::string added_sentence(const Run& run) {
    std::string nodes;
    for (const cube::Level& level : run.update.added.levels)
        nodes += (nodes.empty() ? "" : ", ") + std::to_string(level.size());
    return fmt::format(
        "The further rows are sorted, and become a tree of their own with {} nodes. Rings mark "
        "where its nodes will go.",
        listed(nodes, "and"));
}

std::string merge_sentence(const Run& run, std::size_t level) {
    const std::vector<cube::UpdateTrace::Source>& sources = run.update.sources[level];
    if (level == 0)
        return fmt::format("Both roots become one, which counts {} + {} rows.", run.size(),
                           run.further.size());
    const auto fresh = std::ranges::count_if(sources, &cube::UpdateTrace::Source::is_new),
               changed = std::ranges::count_if(sources, &cube::UpdateTrace::Source::is_changed);
    return fmt::format("Below each merged node, the children from both trees are merged by key: {} new, {} "
                       "with more rows than before, {} as before.",
                       fresh, changed, std::ssize(sources) - fresh - changed);
}

std::string asked_sentence(const Run& run) {
    const std::size_t deepest = run.query.deepest;
    if (deepest == 0)
        return "No condition: the root is the cell of the cube.";
    switch (run.query.method) {
    case Method::path:
        return "The conditions are on the first levels of the popular path: one node is the cell of the "
               "cube, and binary search finds it.";
    case Method::side_links:
        return fmt::format("No single node is the cell. The header table of level {}, the deepest with a "
                           "condition, names the nodes to visit.",
                           deepest);
    case Method::scan:
        return fmt::format(
            "No single node is the cell, and below the leading conditions level {} has too few "
            "nodes for its header table to help: all are visited.",
            deepest);
    }
    return "";
}

std::string keys_compared(std::size_t keys) {
    return keys == 1 ? "1 key is compared" : fmt::format("{} keys are compared", keys);
}

std::string descend_sentence(const Run& run, const cube::QueryTrace::Step& of) {
    const int dimension = run.build.tree.path[of.level - 1];
    const std::string code = run.setup.code_text(dimension, run.setup.condition(dimension).value_or(0));
    const std::string search = fmt::format("Binary search for {} = {}: {}", run.level_name(of.level), code,
                                           keys_compared(of.compared.size()));
    return of.met ? fmt::format("{}, and node {} is found.", search, of.node)
                  : fmt::format("{}, and none matches: there are no such rows.", search);
}

/// What the climb from a visited node finds.
std::string climb_text(const Run& run, const cube::QueryTrace::Step& of) {
    if (of.met)
        return "all keys on the climb match";
    const std::size_t failed = of.level + 1 - of.compared.size();
    return fmt::format("the climb ends at level {}, where {} is {}", failed, run.level_name(failed),
                       run.word(failed, run.build.tree.levels[failed].key[of.compared.back()]));
}

std::string look_sentence(const Run& run, const cube::QueryTrace::Step& of) {
    const cube::Tree& tree = run.build.tree;
    const cube::Cell own = tree.levels[of.level].cell(of.node);
    if (run.query.method == Method::path)
        return fmt::format("Node {} is the cell: {}.", node_name(run, tree, {of.level, of.node}),
                           cell_text(run, own));
    const std::string node =
        fmt::format("{} holds {}.", node_name(run, tree, {of.level, of.node}), cell_text(run, own));
    const std::string climb = capitalized(climb_text(run, of));
    return of.met ? fmt::format("{} {}, so it counts: {} so far.", node, climb, cell_text(run, of.sum))
                  : fmt::format("{} {}: it does not count.", node, climb);
}

std::string answer_sentence(const Run& run) {
    const auto looks = std::ranges::count(run.query.steps, cube::QueryTrace::Step::Kind::look,
                                          &cube::QueryTrace::Step::kind);
    return fmt::format("{}: {}. Found {}: {} visited, of {} in level {}, and no row read.", query_words(run),
                       cell_text(run, run.query.cell), method_words(run.query.method), counted(looks, "node"),
                       with_commas(run.build.tree.levels[run.query.deepest].size()), run.query.deepest);
}

} // namespace

std::string cell_text(const Run& run, const cube::Cell& cell) {
    return cell.count == 0 ? "no rows"
                           : fmt::format("{}, {} {}", counted(cell.count, "row"), run.measure_name(),
                                         with_commas(cell.values.front()));
}

std::string query_words(const Run& run) {
    std::string words;
    for (const cube::Condition& condition : run.where)
        words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", dimension_name(condition.dimension),
                             run.setup.code_text(condition.dimension, condition.codes.front()));
    return words.empty() ? "All rows" : words;
}

std::string_view method_words(Method method) {
    switch (method) {
    case Method::path: return "by the path";
    case Method::side_links: return "by side links";
    case Method::scan: return "by a scan";
    }
    return "";
}

std::string answer_of(const Run& run, Show show) {
    const cube::Tree& tree = run.tree(show);
    const std::string size = fmt::format("{}, {} on the last level", counted(tree.rows(), "row"),
                                         counted(tree.levels.back().size(), "node"));
    switch (show) {
    case Show::build:
        return fmt::format("{}: any cell of {} is {} below the root", size, path_words(run),
                           counted(std::ssize(tree.path), "step"));
    case Show::query: return fmt::format("{}: {}", query_words(run), cell_text(run, run.query.cell));
    case Show::update: break;
    }
    return fmt::format("{} after the update", size);
}

std::string title_of(const Run& run, const Step& step) {
    const auto level = static_cast<std::size_t>(std::max(step.level, 0));
    switch (step.stage) {
    case Phase::input: return "Input";
    case Phase::key: return "Sort by the path";
    case Phase::heads: return "Heads";
    case Phase::index: return fmt::format("Level {}: nodes by {}", level, run.level_name(level));
    case Phase::header: return fmt::format("Level {}: header table", level);
    case Phase::roll_up: return fmt::format("Level {}: roll-up", level);
    case Phase::before: return "Tree and further rows";
    case Phase::added: return "Tree of the further rows";
    case Phase::merge: return fmt::format("Level {}: merge", level);
    case Phase::new_headers: return "New header tables";
    case Phase::asked: return "Query: " + query_words(run);
    case Phase::descend: return fmt::format("Descent to level {}", level);
    case Phase::look: return fmt::format("Level {}: node {}", level, run.query.steps[step.step].node);
    case Phase::answer: return "Answer";
    }
    return "";
}

std::string sentence_of(const Run& run, const Step& step) {
    const auto level = static_cast<std::size_t>(std::max(step.level, 0));
    switch (step.stage) {
    case Phase::input:
        return fmt::format("{}, each with a code in {} dimensions and a measure. The H-tree gets a level for "
                           "each dimension, in the order of the popular path: {}.",
                           counted(run.size(), "row"), run.setup.dimensions, path_words(run));
    case Phase::key:
        return fmt::format(
            "Rows are sorted by the codes of the whole path, {} first. Those that agree in its "
            "first dimensions are now adjacent.",
            run.level_name(1));
    case Phase::heads:
        return "Each row is compared with the row before. From the first level where they differ on, it "
               "begins a node in every level; the root stands for all rows.";
    case Phase::index:
        return fmt::format("{} begin a node of level {}. A scan of these heads numbers the nodes; keys, "
                           "parents and first children follow.",
                           counted(run.build.tree.levels[level].size(), "row"), level);
    case Phase::header:
        return fmt::format(
            "Side links are the nodes of level {} sorted by key. The header table tells where the "
            "run of each key begins.",
            level);
    case Phase::roll_up: return roll_up_sentence(run, level);
    case Phase::before:
        return fmt::format("The tree of {}, and {} in the places that they will have. Outlined nodes do not "
                           "exist yet.",
                           counted(run.size(), "row"), counted(run.further.size(), "further row"));
    case Phase::added: return added_sentence(run);
    case Phase::merge: return merge_sentence(run, level);
    case Phase::new_headers:
        return "Nodes have new numbers, so side links and header tables are rebuilt. The tree is the same as "
               "one "
               "built from all rows.";
    case Phase::asked: return asked_sentence(run);
    case Phase::descend: return descend_sentence(run, run.query.steps[step.step]);
    case Phase::look: return look_sentence(run, run.query.steps[step.step]);
    case Phase::answer: return answer_sentence(run);
    }
    return "";
}

namespace {

// The algorithm of build() and DeviceBuild.
constexpr auto build_code = std::to_array<CodeLine>({
    {"sort rows by the whole path", "key", "rows"},
    {"for each row r in order:", "heads", "rows", "place = tile * GROUP + rank()"},
    {"  first[r] = first level where", "heads", "", "head_from = first_level(place);"},
    {"    r and r - 1 differ", "heads", "compared", "uint bit = first_difference("},
    {"for each level l:", "index", "level", "for (uint level = 0u; level < u_levels; ++level) {"},
    {"  head[r] = first[r] <= l", "index", "nodes", "bool head = head_from <= level;"},
    {"  node[r] = scan of heads", "index", "", "group_exclusive(head ? 1u : 0u, total);"},
    {"  key[node] = code of r", "index", "", "of_level(level, FIRST_HEADER) + code_of(level, item);"},
    {"  parent[node] = node above", "index", "", "parents[u_first[4] + at - level] = above;"},
    {"  first_child[node] =", "index", "", "first_children[u_first[5] + above_at] = node;"},
    {"    first node below", "index"},
    {"for each level l:", "header", "level"},
    {"  side_link = sort by key", "header", "nodes", "side_links[u_first[2] + i] +="},
    {"  header_first[k] =", "header", "", "headers[u_first[3] + entry] ="},
    {"    first link with key k", "header", "", "if (entries[u_first[1] + middle] < entry)"},
    {"for each level l, leaves first:", "roll-up", "level"},
    {"  for each node:", "roll-up", "nodes", "uint node = own_item(k);"},
    {"    count = sum of children's", "roll-up", "", "rows_before(end) - rows;"},
    {"    value = @ of theirs", "roll-up", "", "fold_items(m, identity_of(folds[m]), first, end);"},
});

constexpr auto update_code = std::to_array<CodeLine>({
    {"sort the further rows", "added", "rows"},
    {"added = build(further rows)", "added", "nodes"},
    {"for each level l:", "merge", "level", "for (uint level = 1u; level < u_levels; ++level) {"},
    {"  for each node above:", "merge", "", "uint end = first_node + first_children[above + 1u]"},
    {"    merge its children by key:", "merge", "compared", "lower_bound(first_node + node, end, code);"},
    {"      in one tree: take it", "merge", "taken", "lacking = level;"},
    {"      in both: add the counts,", "merge", "both"},
    {"        @ of the values", "merge"},
    {"make side links, header tables", "new-headers", "nodes", "headers[u_first[7] + entry] ="},
});

constexpr auto query_code = std::to_array<CodeLine>({
    {"for each leading condition:", "descend", "level", "for (; level < deepest; ++level) {"},
    {"  binary search in children", "descend", "compared", "node = first_key(base,"},
    {"  none: no rows", "none", "", "if (node == end || keys[u_first[1] + base + node] != code)"},
    {"run = links with the last key", "asked", "run", "run.first = headers[header + least];"},
    {"for each node of the run:", "look", "node", "for (uint i = run.first + u_begin"},
    {"  for its level and those above:", "look", "compared", "for (; level > prefix; --level) {"},
    {"    key as asked? parent is next", "look", "", "!meets(keys[u_first[1] + at], condition))"},
    {"    else next node", "missed", "", "return false;"},
    {"  add its count, @ of values", "met", "so-far", "add_node(cell, base + node);"},
    {"return count, value", "answer", "so-far", "store_cell(query, cell);"},
});

/// The shaders of the stages and of the other events of their code.
constexpr std::pair<std::string_view, std::string_view> stage_shaders[] = {
    {"input key heads index", "cube/nodes.comp"}, {"header", "cube/headers.comp"},
    {"roll-up", "cube/aggregates.comp"},          {"before added merge", "cube/update_places.comp"},
    {"new-headers", "cube/update_headers.comp"},  {"asked descend none", "cube/locate.comp"},
    {"look met missed answer", "cube/climb.comp"}};

std::string_view shader_of(std::string_view stage) {
    const auto holds = [stage](const auto& row) { return row.first.find(stage) != row.first.npos; };
    return std::ranges::find_if(stage_shaders, holds)->second;
}

void add_query(CodeEvents& events, const Run& run, const StepView& view) {
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
    if (view.step.stage == Phase::answer)
        return so_far(run.query.cell);
    if (view.step.stage == Phase::asked)
        return;
    const cube::QueryTrace::Step& of = run.query.steps[view.step.step];
    events.values["node"] = std::to_string(of.node);
    if (of.kind == cube::QueryTrace::Step::Kind::look)
        events.names.emplace_back(of.met ? "met" : "missed");
    else if (!of.met)
        events.names.emplace_back("none");
    so_far(of.sum);
}

} // namespace

Listing listing_of(const Run& run, const StepView& view) {
    CodeEvents events{.names = {to_string(view.step.stage)},
                      .values = {{"level", fmt::format("l = {}", view.step.level)},
                                 {"rows", with_commas(view.now.rows)},
                                 {"nodes", with_commas(view.now.nodes)},
                                 {"compared", with_commas(view.now.comparisons)}},
                      .subject = std::string(run.measure_name())};
    const bool by_path = view.show == Show::query && run.query.method == Method::path;
    if (view.show == Show::query)
        add_query(events, run, view);
    if (view.step.stage == Phase::merge) {
        const auto& sources = run.update.sources[static_cast<std::size_t>(view.step.level)];
        const auto both = std::ranges::count_if(sources, &cube::UpdateTrace::Source::is_changed);
        events.values["both"] = std::to_string(both);
        events.values["taken"] = std::to_string(std::ssize(sources) - both);
    }
    struct Told {
        const char *title, *section;
        std::span<const CodeLine> code;
    };
    const std::array<Told, 3> told{{{"Build of the H-tree", "5.1", build_code},
                                    {"Query of a cell", by_path ? "5.3.1" : "5.3.2", query_code},
                                    {"Update with further rows", "5.2", update_code}}};
    const auto& [title, section, code] = told[static_cast<std::size_t>(view.show)];
    Listing listing = view::listing_of(title, code, std::move(events));
    listing.source = fmt::format("Wang and Yu, Parallel H-Tree Based Data Cubing, section {}", section);
    // What is on the path is an answer as soon as it is located.
    listing.shader = shader_of(by_path ? "asked" : to_string(view.step.stage));
    for (std::size_t line = 0; line < code.size(); ++line)
        if (shader_of(code[line].when) != listing.shader)
            listing.lines[line].glsl.clear();
    return listing;
}

namespace {

/// How what is written follows from several values.
std::string parts_text(const Run& run, const std::vector<std::int64_t>& parts) {
    return fmt::format("{}", fmt::join(parts, run.setup.measure == CubeMeasure::sum ? " + " : ", "));
}

/// Whether a visited node counts, and what those that do add up to.
std::vector<Written> written_by_query(const Run& run, const Step& step) {
    if (run.query.method == Method::path)
        return {};
    const auto node_of = [](const cube::QueryTrace::Step& of) { return Node{of.level, of.node}; };
    if (step.stage == Phase::look) {
        const cube::QueryTrace::Step& of = run.query.steps[step.step];
        return {{static_cast<std::uint64_t>(node_id(codes_of(run.build.tree, node_of(of)))),
                 node_name(run, run.build.tree, node_of(of)),
                 of.met ? "counts" : "does not count",
                 climb_text(run, of),
                 {"counts", "does not count"}}};
    }
    std::vector<std::int64_t> parts;
    for (const cube::QueryTrace::Step& of : run.query.steps)
        if (of.kind == cube::QueryTrace::Step::Kind::look && of.met)
            parts.push_back(run.build.tree.levels[of.level].values.front()[of.node]);
    if (step.stage != Phase::answer || parts.size() < 2)
        return {};
    return {{~std::uint64_t{0}, fmt::format("the {} of the cell", run.measure_name()),
             std::to_string(run.query.cell.values.front()), parts_text(run, parts)}};
}

} // namespace

std::vector<Written> written_in(const Run& run, const StepView& view) {
    if (view.show == Show::query)
        return written_by_query(run, view.step);
    const cube::Tree& tree = run.tree(view.show);
    const bool merges = view.step.stage == Phase::merge;
    std::vector<Written> written;
    if (!merges && view.step.stage != Phase::roll_up)
        return written;
    const auto number = static_cast<std::size_t>(view.step.level);
    const std::vector<std::int64_t>& values = tree.levels[number].values.front();
    for (std::uint32_t node = 0; node < values.size() && written.size() < 16; ++node) {
        std::vector<std::int64_t> parts;
        if (const auto [before, added] = run.update.sources[number][merges ? node : 0]; !merges)
            for (const auto& [part, value] : run.parts(tree, {number, node}))
                parts.push_back(value);
        else if (before != cube::UpdateTrace::none && added != cube::UpdateTrace::none)
            parts = {run.build.tree.levels[number].values.front()[before],
                     run.update.added.levels[number].values.front()[added]};
        if (parts.size() > 1)
            written.push_back(
                {static_cast<std::uint64_t>(node_id(codes_of(tree, {number, node}))),
                 fmt::format("the {} of {}", run.measure_name(), node_name(run, tree, {number, node})),
                 std::to_string(values[node]), parts_text(run, parts)});
    }
    return written;
}

Pinned pinned_of(const Run& run, const cube::Tree& tree, Node at) {
    const cube::Level& level = tree.levels[at.level];
    Pinned pinned{fmt::format("Node {}", node_name(run, tree, at)), {}};
    const auto add = [&pinned](std::string name, std::string value) {
        pinned.facts.push_back({std::move(name), std::move(value)});
    };
    add("place", fmt::format("node {} of level {}", at.node, at.level));
    if (at.level > 0) {
        const Node parent{at.level - 1, level.parent[at.node]};
        add("parent", fmt::format("{}, node {}", node_name(run, tree, parent), parent.node));
    }
    add("cell", cell_text(run, level.cell(at.node)));
    const auto [first, last] = places_below(tree, at);
    std::vector<std::uint32_t> rows(tree.row_order.begin() + first, tree.row_order.begin() + last);
    std::ranges::sort(rows);
    add("rows", fmt::format("{}", fmt::join(rows, ", ")));
    if (at.level + 1 < tree.levels.size()) {
        std::string children;
        for (std::uint32_t child = level.first_child[at.node]; child < level.first_child[at.node + 1];
             ++child)
            children += (children.empty() ? "" : ", ") +
                        run.setup.code_text(tree.path[at.level], tree.levels[at.level + 1].key[child], true);
        add("children", children);
    }
    if (at.level > 0) {
        const std::uint32_t key = level.key[at.node];
        const auto links = level.side_link.begin();
        add(fmt::format("side links, {} = {}", run.level_name(at.level), run.word(at.level, key)),
            fmt::format("nodes {}", fmt::join(links + level.header_first[key],
                                              links + level.header_first[key + 1], ", ")));
    }
    return pinned;
}

std::string tooltip_of(const Run& run, const cube::Tree& tree, Node at) {
    return fmt::format("{}\nnode {} of level {}\n{}", node_name(run, tree, at), at.node, at.level,
                       cell_text(run, tree.levels[at.level].cell(at.node)));
}

} // namespace scanline::view::cube_scene
