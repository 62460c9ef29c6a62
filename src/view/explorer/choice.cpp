#include "explorer/choice.h"

#include "scanline/core/text.h"
#include "scanline/cube/question.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>

namespace scanline::view {

namespace {

std::vector<cube::Condition> parse_conditions(const ExplorerData& data, const char* key,
                                              std::string_view text) {
    if (trimmed(text).empty())
        return {};
    const cube::Query query = cube::parse_query(*data.cube, text);
    if (!query.group_by.empty() || query.top || query.having != 1)
        throw usage_error(
            fmt::format("{}={}: {} takes conditions alone, such as city=Oslo", key, printable(text), key));
    return query.where;
}

std::vector<cube::Condition> conditions_of(const std::vector<Selected>& selected) {
    std::vector<cube::Condition> where;
    for (std::size_t d = 0; d < selected.size(); ++d)
        if (selected[d])
            where.push_back({static_cast<int>(d), *selected[d]});
    return where;
}

/// The child of a node with this key; none if there is none.
std::optional<std::uint32_t> child_of(const cube::Tree& tree, std::size_t level, std::uint32_t node,
                                      std::uint32_t code) {
    const cube::Level &parents = tree.levels[level], &children = tree.levels[level + 1];
    const auto first = children.key.begin() + parents.first_child[node],
               last = children.key.begin() + parents.first_child[node + 1],
               found = std::lower_bound(first, last, code);
    if (found == last || *found != code)
        return std::nullopt;
    return static_cast<std::uint32_t>(found - children.key.begin());
}

} // namespace

bool ExplorerChoice::has_selection() const {
    return std::ranges::any_of(selected, [](const Selected& one) { return one.has_value(); });
}

ExplorerChoice parse_choice(const ExplorerData& data, const ExplorerSetup& setup, bool whole) {
    ExplorerChoice choice{std::vector<Selected>(data.cube->dimensions.size()), {}};
    for (cube::Condition& condition : parse_conditions(data, "select", setup.select)) {
        std::ranges::sort(condition.codes);
        choice.selected[static_cast<std::size_t>(condition.dimension)] = std::move(condition.codes);
    }
    const std::vector<cube::Condition> drill = parse_conditions(data, "drill", setup.drill);
    std::uint32_t node = 0;
    for (std::size_t level = 0; level < data.tree->path.size(); ++level) {
        const auto wanted = std::ranges::find(drill, data.tree->path[level], &cube::Condition::dimension);
        if (wanted == drill.end() || wanted->codes.size() != 1)
            break;
        const auto child = child_of(*data.tree, level, node, wanted->codes.front());
        if (!child)
            break;
        node = *child;
        choice.drill.push_back(wanted->codes.front());
    }
    if (whole && choice.drill.size() < drill.size())
        throw usage_error(
            fmt::format("drill={}: there is no such node: drill takes a value of {} first, then of "
                        "the levels below it",
                        printable(setup.drill), data.dimension(data.dimension_of(1)).name));
    return choice;
}

std::string select_text(const ExplorerData& data, const std::vector<Selected>& selected) {
    const std::vector<cube::Condition> where = conditions_of(selected);
    return where.empty() ? "" : cube::query_text(*data.cube, {.where = where});
}

std::string drill_text(const ExplorerData& data, const std::vector<std::uint32_t>& drill) {
    return select_text(data,
                       selected_in_node(data, {std::vector<Selected>(data.cube->dimensions.size()), drill}));
}

std::vector<Selected> selected_in_node(const ExplorerData& data, const ExplorerChoice& choice) {
    std::vector<Selected> selected = choice.selected;
    for (std::size_t level = 0; level < choice.drill.size(); ++level) {
        Selected& of = selected[static_cast<std::size_t>(data.tree->path[level])];
        const std::uint32_t code = choice.drill[level];
        of = !of || std::ranges::binary_search(*of, code) ? std::vector{code} : std::vector<std::uint32_t>();
    }
    return selected;
}

cube::Query query_of(const ExplorerData& data, const ExplorerChoice& choice) {
    cube::Query query{.where = conditions_of(selected_in_node(data, choice))};
    // A dimension with a condition is not grouped by, so its values stay together.
    if (choice.drill.size() < data.tree->path.size()) {
        const int next = data.tree->path[choice.drill.size()];
        if (!choice.selected[static_cast<std::size_t>(next)])
            query.group_by = {next};
    }
    return query;
}

std::string command_of(const ExplorerData& data, const cube::Query& query) {
    std::string text = cube::query_text(*data.cube, query);
    char quote = '"';
    if (text.find_first_of("\"$`\\!") != text.npos) {
        quote = '\'';
        for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4)
            text.replace(at, 1, "'\\''");
    }
    const std::string file =
        data.setup.is_file() ? std::filesystem::path(data.setup.source).stem().string() : data.setup.source;
    return fmt::format("scanline cube query {}.cube {}{}{}", file, quote, text, quote);
}

std::uint32_t node_of(const cube::Tree& tree, const std::vector<std::uint32_t>& drill) {
    std::uint32_t node = 0;
    for (std::size_t level = 0; level < drill.size(); ++level)
        node = child_of(tree, level, node, drill[level]).value_or(0);
    return node;
}

std::vector<std::uint32_t> drill_to(const cube::Tree& tree, int level, std::uint32_t node) {
    std::vector<std::uint32_t> codes(static_cast<std::size_t>(level));
    for (std::size_t at = codes.size(); at > 0; --at) {
        codes[at - 1] = tree.levels[at].key[node];
        node = tree.levels[at].parent[node];
    }
    return codes;
}

Selected toggled(const Selected& selected, std::uint32_t code, std::size_t codes) {
    if (!selected)
        return std::vector{code};
    std::vector<std::uint32_t> next = *selected;
    const auto at = std::ranges::lower_bound(next, code);
    if (at != next.end() && *at == code)
        next.erase(at);
    else
        next.insert(at, code);
    return next.empty() || next.size() == codes ? Selected() : Selected(std::move(next));
}

} // namespace scanline::view
