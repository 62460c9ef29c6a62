#include "scenes/cube/setup.h"

#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <ranges>
#include <sstream>

namespace scanline::view::cube_scene {

namespace {

using Query = decltype(Setup::query);

const std::string sales = "Oslo tea 2023 12; Oslo tea 2024 15; Oslo rice 2024 7; Rome tea 2024 9; "
                          "Rome rice 2023 21; Rome rice 2024 18; Lima rice 2023 30; Lima salt 2024 5";

std::string path_text(const std::vector<int>& path) {
    std::string text;
    for (const int dimension : path)
        text += dimension_name(dimension);
    return text;
}

std::vector<int> parse_path(std::string_view text) {
    std::vector<int> path;
    for (const char letter : text) {
        const int dimension = letter - 'A';
        if (dimension < 0 || dimension >= Setup::max_dimensions || std::ranges::count(path, dimension))
            throw usage_error(
                fmt::format("path={}: path takes dimensions from A to {}, each once, such as CAB",
                            printable(text), dimension_name(Setup::max_dimensions - 1)));
        path.push_back(dimension);
    }
    return path;
}

std::string query_text(const Query& query) {
    std::string text;
    for (const std::optional<int>& code : query)
        text += fmt::format("{}{}", text.empty() ? "" : ",", code ? std::to_string(*code) : "*");
    return text;
}

Query parse_query(std::string_view text) {
    Query query{};
    const std::vector<std::string> parts = split_list("query", text);
    bool is_right = parts.size() <= query.size();
    for (std::size_t d = 0; is_right && d < parts.size(); ++d) {
        if (parts[d] == "*")
            continue;
        query[d] = read_number<int>(parts[d], {0, Setup::max_codes - 1});
        is_right = query[d].has_value();
    }
    if (!is_right)
        throw usage_error(
            fmt::format("query={}: query takes up to {} codes from 0 to {}, or *, such as 1,*,0",
                        printable(text), query.size(), Setup::max_codes - 1));
    return query;
}

std::string pinned_text(int pinned) {
    return pinned <= 0 ? pinned < 0 ? "none" : "root" : fmt::format("{}", fmt::join(node_codes(pinned), ","));
}

int parse_pinned(std::string_view text) {
    if (text == "none" || text == "root")
        return text == "root" ? 0 : -1;
    std::vector<std::uint32_t> codes;
    for (const std::string& part : split_list("pinned", text)) {
        const auto code = read_number<int>(part, {0, Setup::max_codes - 1});
        if (!code || codes.size() == Setup::max_dimensions)
            throw usage_error(
                fmt::format("pinned={}: pinned takes the codes on the way to a node, such as 1,0, "
                            "or root or none",
                            printable(text)));
        codes.push_back(static_cast<std::uint32_t>(*code));
    }
    return node_id(codes);
}

/// Shows a list for each level; a choice swaps with the level's dimension.
bool path_control(const Look& look, Setup& setup) {
    std::vector<int> path = setup.whole_path();
    std::vector<std::string> names(path.size());
    std::ranges::generate(names, [dimension = 0]() mutable { return dimension_name(dimension++); });
    bool changed = false;
    for (std::size_t level = 0; level < path.size(); ++level) {
        int chosen = path[level];
        if (choice(look, fmt::format("Level {}", level + 1).c_str(), names, chosen,
                   "The dimension of this level of the path.")) {
            std::iter_swap(path.begin() + static_cast<std::ptrdiff_t>(level),
                           std::ranges::find(path, chosen));
            changed = true;
        }
    }
    if (changed)
        setup.path = path;
    return changed;
}

bool query_control(const Look& look, Setup& setup) {
    bool changed = false;
    for (int dimension = 0; dimension < setup.dimensions; ++dimension) {
        std::vector<std::string> names{"any"};
        for (int code = 0; code < setup.codes(dimension); ++code)
            names.push_back(setup.code_text(dimension, static_cast<std::uint32_t>(code)));
        const auto condition = setup.condition(dimension);
        int chosen = condition ? static_cast<int>(*condition) + 1 : 0;
        if (choice(look, fmt::format("{} is", dimension_name(dimension)).c_str(), names, chosen,
                   "The code that rows of the cell have in this dimension.")) {
            setup.query[static_cast<std::size_t>(dimension)] =
                chosen == 0 ? std::nullopt : std::optional(chosen - 1);
            changed = true;
        }
    }
    return changed;
}

} // namespace

std::vector<int> Setup::whole_path() const {
    std::vector<int> whole = path;
    std::erase_if(whole, [this](int dimension) { return dimension >= dimensions; });
    for (int dimension = 0; dimension < dimensions; ++dimension)
        if (!std::ranges::count(whole, dimension))
            whole.push_back(dimension);
    return whole;
}

std::optional<std::uint32_t> Setup::condition(int dimension) const {
    const std::optional<int> code = query[static_cast<std::size_t>(dimension)];
    if (!code)
        return std::nullopt;
    return static_cast<std::uint32_t>(std::min(*code, codes(dimension) - 1));
}

void Setup::set_source(std::string_view text) {
    if (text.find_first_of(" ;") == text.npos) {
        source = to_string(parse_choice("codes", text, enumerators<Codes>));
        return;
    }
    cube::Rows rows{{}, {}, std::vector<std::vector<std::int64_t>>(1)};
    std::vector<std::vector<std::string>> read;
    for (const auto part : text | std::views::split(';')) {
        std::istringstream row(std::string(part.begin(), part.end()));
        const std::vector<std::string> cells{std::istream_iterator<std::string>(row), {}};
        const std::size_t width = std::max<std::size_t>(cells.size(), 1) - 1;
        if (read.empty())
            read.resize(width);
        if (width != read.size() || width < 2 || width > max_dimensions)
            throw usage_error(fmt::format("rows: '{}': each takes 2 to {} words, all as many, and a number",
                                          printable(trimmed(row.str())), max_dimensions));
        rows.codes.resize(width);
        rows.measures.front().push_back(parse_number<int>("rows", cells.back(), {-9999, 9999}));
        for (std::size_t d = 0; d < width; ++d) {
            const auto code = std::ranges::find(read[d], cells[d]) - read[d].begin();
            if (code == std::ssize(read[d]))
                read[d].push_back(cells[d]);
            rows.codes[d].push_back(static_cast<std::uint32_t>(code));
        }
    }
    for (const std::vector<std::string>& of : read)
        rows.shape.cardinalities.push_back(static_cast<std::uint32_t>(of.size()));
    if (rows.size() > max_rows || std::ranges::max(rows.shape.cardinalities) > max_codes)
        throw usage_error(
            fmt::format("rows: there may be up to {}, with {} words in each place", max_rows, max_codes));
    source = text;
    own = std::move(rows);
    words = std::move(read);
    dimensions = static_cast<int>(words.size());
}

int Setup::codes(int dimension) const {
    return is_own() ? static_cast<int>(words[static_cast<std::size_t>(dimension)].size()) : cardinality;
}

std::string Setup::code_text(int dimension, std::uint32_t code, bool named) const {
    return is_own() ? words[static_cast<std::size_t>(dimension)][code]
                    : (named ? dimension_name(dimension) : "") + std::to_string(code);
}

bool Setup::same_run(const Setup& other) const {
    return same_source(other) && dimensions == other.dimensions && cardinality == other.cardinality &&
           measure == other.measure && path == other.path && query == other.query && further == other.further;
}

int node_id(const std::vector<std::uint32_t>& codes) {
    int id = 0;
    for (const std::uint32_t code : codes)
        id = id * (Setup::max_codes + 1) + static_cast<int>(code) + 1;
    return id;
}

std::vector<std::uint32_t> node_codes(int id) {
    std::vector<std::uint32_t> codes;
    for (; id > 0; id /= Setup::max_codes + 1)
        codes.insert(codes.begin(), static_cast<std::uint32_t>(id % (Setup::max_codes + 1)) - 1);
    return codes;
}

std::string dimension_name(int dimension) {
    return std::string(1, static_cast<char>('A' + dimension));
}

std::vector<Property> properties_of(Setup& setup) {
    return {
        file_row("codes", "Codes",
                 {[&setup] { return setup.source; },
                  [&setup](const std::string& text) { setup.set_source(text); }},
                 {},
                 "How frequent codes are: equally, or small ones more. Or sales in words; or your own rows.")
            .offering({{"uniform", "uniform"}, {"zipf", "zipf"}, {"sales", sales}}),
        number_row("dimensions", "Dimensions", setup.dimensions, {2, Setup::max_dimensions},
                   "How many dimensions the rows have."),
        number_row("cardinality", "Cardinality", setup.cardinality, {2, Setup::max_codes},
                   "How many codes each dimension has."),
        number_row("count", "Rows", setup.count, {1, Setup::max_rows}, "How many rows the tree is built of."),
        number_row("seed", "Seed", setup.seed, {0, Setup::max_seed},
                   "The seed of the rows, measured ones included."),
        choice_row("measure", "Measure", setup.measure, enumerators<CubeMeasure>,
                   "How the measures of the rows below a node are combined."),
        {.key = "path",
         .label = "Path",
         .tooltip = "The dimensions from the root on.",
         .text = [&setup] { return path_text(setup.path); },
         .set = [&setup](std::string_view text) { setup.path = parse_path(text); },
         .draw = [&setup](const Look& look, const Property&) { return path_control(look, setup); }},
        choice_row(
            "show", "Show", setup.show, enumerators<Show>,
            "What the steps go through: the build of the tree, a query of it, or an update with further "
            "rows."),
        Property{.key = "query",
                 .label = "Query",
                 .tooltip = "The code asked for in each dimension, or any.",
                 .text = [&setup] { return query_text(setup.query); },
                 .set = [&setup](std::string_view text) { setup.query = parse_query(text); },
                 .draw = [&setup](const Look& look, const Property&) { return query_control(look, setup); }}
            .when([&setup] { return setup.show == Show::query; }),
        number_row("further", "Further rows", setup.further, {0, Setup::max_further},
                   "How many rows the update adds.")
            .when([&setup] { return setup.show == Show::update; }),
        toggle_row("timed", "Timed", setup.timed, "Builds a tree on CPU and GPU, and times both."),
        power_row("measured", "Rows timed", setup.measured,
                  {Setup::min_measured, Setup::max_measured, Setup::max_measured},
                  "How many rows of this kind the timed trees have.", element_count),
        {.key = "pinned",
         .label = "Pinned node",
         .tooltip = "The codes on the way to the node that is followed through all steps, root, or none.",
         .text = [&setup] { return pinned_text(setup.pinned); },
         .set = [&setup](std::string_view text) { setup.pinned = parse_pinned(text); }}};
}

} // namespace scanline::view::cube_scene
