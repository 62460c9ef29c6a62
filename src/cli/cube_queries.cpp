#include "cube_answers.h"
#include "rank_files.h"

#include "scanline/core/clock.h"
#include "scanline/cube/cube.h"
#include "scanline/cube/question.h"
#include "scanline/data/csv.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>

namespace scanline::cli {

namespace {

struct QuerySettings : AnswerSettings {
    std::vector<std::string> queries;
    std::optional<std::string> batch, pivot;
};

struct RollupSettings : AnswerSettings {
    std::vector<std::string> dimensions;
    std::optional<int> sets;
    std::int64_t having = 1;
};

struct RowsSettings {
    std::string cube, query;
    std::optional<std::string> output;
};

// Reads a cube, and calls work(cube, milliseconds of reading).
template <class Work>
void with_cube(const std::string& path, Work work) {
    interruptible([&] {
        const Stopwatch watch(steady_time);
        cube::Cube cube;
        on_all_ranks([&] { cube = cube::read_cube(path, interrupted); });
        work(cube, watch.milliseconds());
    });
}

std::vector<std::string> queries_in(const std::string& path) {
    const std::vector<std::byte> bytes = data::read_file(path);
    std::istringstream lines(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    std::vector<std::string> queries;
    for (std::string line; std::getline(lines, line);) {
        std::erase(line, '\r');
        const std::string_view query = trimmed(line);
        if (!query.empty() && !query.starts_with('#'))
            queries.emplace_back(query);
    }
    return queries;
}

int pivot_of(const cube::Cube& cube, const QueryBatch& asked, const std::string& name) {
    const int pivot = cube.dimension(name);
    if (asked.queries.size() != 1 || std::ranges::count(asked.queries.front().group_by, pivot) == 0)
        throw usage_error(fmt::format("--pivot {}: give one query that groups by it, {}=*", printable(name),
                                      printable(name)));
    return pivot;
}

void query_cube(const CLI::App& /*command*/, const QuerySettings& settings) {
    if (settings.queries.empty() && !settings.batch)
        throw usage_error(
            "cube query: there is no query: give one, such as \"city=Oslo, product=*\", or --batch FILE");
    std::vector<std::string> texts = settings.queries;
    if (settings.batch)
        for (std::string& query : queries_in(*settings.batch))
            texts.push_back(std::move(query));
    with_cube(settings.cube, [&](const cube::Cube& cube, double read_milliseconds) {
        QueryBatch asked{.title = "query"};
        on_all_ranks([&] {
            for (const std::string& text : texts)
                asked.queries.push_back(parse_question(cube, text));
            if (settings.pivot)
                asked.pivot = pivot_of(cube, asked, *settings.pivot);
        });
        if (settings.batch || texts.size() > 1)
            asked.labels = texts;
        answer_and_write(cube, asked, settings, read_milliseconds);
    });
}

// Looks up dimensions by name; without names, returns the path.
std::vector<int> dimensions_of(const cube::Cube& cube, const std::vector<std::string>& names) {
    if (names.empty())
        return cube.tree.path;
    std::vector<int> dimensions;
    for (const std::string& name : names) {
        const int dimension = cube.dimension(name);
        if (std::ranges::count(dimensions, dimension) > 0)
            throw usage_error(
                fmt::format("--dims {}: the dimension is named twice: name it once", printable(name)));
        dimensions.push_back(dimension);
    }
    return dimensions;
}

std::vector<std::vector<int>> sets_of(const std::vector<int>& dimensions, int most) {
    std::vector<std::vector<int>> sets = cube::grouping_sets(static_cast<int>(dimensions.size()), most);
    for (std::vector<int>& set : sets)
        for (int& member : set)
            member = dimensions[static_cast<std::size_t>(member)];
    return sets;
}

void roll_up_cube(const CLI::App& /*command*/, const RollupSettings& settings) {
    with_cube(settings.cube, [&](const cube::Cube& cube, double read_milliseconds) {
        QueryBatch asked;
        on_all_ranks([&] {
            const std::vector<int> dimensions = dimensions_of(cube, settings.dimensions);
            const auto sets = settings.sets ? sets_of(dimensions, *settings.sets) : prefixes_of(dimensions);
            asked = ask_sets(cube, sets, settings.having);
        });
        // The nodes of the tree already are the groups of the path.
        asked.are_sets = settings.sets || !settings.dimensions.empty();
        answer_and_write(cube, asked, settings, read_milliseconds);
    });
}

void write_rows(const CLI::App& /*command*/, const RowsSettings& settings) {
    with_cube(settings.cube, [&](const cube::Cube& cube, double /*read_milliseconds*/) {
        std::vector<std::uint32_t> all;
        on_all_ranks([&] {
            const cube::Question query = parse_question(cube, settings.query);
            if (!query.group_by.empty() || query.having != 1 || query.top || query.ranking ||
                !query.limits.empty())
                throw usage_error(
                    fmt::format("cube rows {}: rows have no groups: leave out =*, having, top and bottom",
                                printable(settings.query)));
            all = rows_behind(cube.tree, query.where, {.cancelled = interrupted});
        });
        const ranks::Slice own = own_slice(std::ssize(all));
        const auto rows = std::span<const std::uint32_t>(all).subspan(static_cast<std::size_t>(own.first),
                                                                      static_cast<std::size_t>(own.size));
        if (settings.output && data::ending_of(*settings.output) == ".npy")
            return write_own_npy(*settings.output, {data::element_type_of<std::uint32_t>(), {rows.size()}},
                                 std::as_bytes(rows));
        cube::AnswerTable table = row_table(cube, rows);
        std::string text;
        if (is_speaker())
            data::append_csv_row(text, table.names);
        for (const std::vector<std::string>& row : table.rows)
            data::append_csv_row(text, row);
        write_own_text(settings.output, text);
    });
}

constexpr const char* query_syntax =
    "conditions, separated by commas: city=Oslo, day=3..9, city!={Oslo,Bergen}, age>=18, when=2020..2021; "
    "city=* "
    "for each city; then, after semicolons, having count >= 10; having price:sum >= 100; top 5 by price:avg";

// Names of dimensions of the cube on the command line, each with `end` behind it.
void offer_dimensions(Subcommand& command, const CLI::Option* option, const std::string& end) {
    command.offer_of_file(
        option,
        [end](const std::filesystem::path& path) {
            std::vector<std::string> names = cube::read_dimension_names(path);
            for (std::string& name : names)
                name += end;
            return names;
        },
        true);
}

} // namespace

void add_cube_queries(CLI::App& cube) {
    const auto [query, asked] = add_subcommand<QuerySettings>(
        cube, "query", "Aggregate the rows that meet conditions, all together or by groups", query_cube);
    query.over_ranks();
    add_answer_options(query, asked);
    offer_dimensions(query, query.add_option("QUERY", asked.queries, query_syntax), "=");
    query
        .add_input("--batch", asked.batch, "more queries, one a line; a line that begins with # is a comment")
        ->type_name("FILE");
    offer_dimensions(
        query,
        query.add_option("--pivot", asked.pivot, "a dimension of the groups whose values become columns")
            ->type_name("DIM"),
        "");

    const auto [rollup, rolled] = add_subcommand<RollupSettings>(
        cube, "rollup",
        "Group by all dimensions of the path, by all but the last, and so on, up to one group of all rows",
        roll_up_cube);
    rollup.over_ranks();
    add_answer_options(rollup, rolled);
    offer_dimensions(rollup,
                     add_list(rollup, "--dims", rolled.dimensions,
                              "dimensions to use instead of the path, the outermost first"),
                     "");
    add_number(rollup, "--sets", rolled.sets, {0, cube::max_dimensions},
               "group by every set of up to N of the dimensions instead");
    add_number(rollup, "--having", rolled.having, {1, cube::max_rows}, "only groups of at least N rows")
        ->capture_default_str();

    const auto [rows, behind] = add_subcommand<RowsSettings>(
        cube, "rows", "List the rows that meet the conditions of a query, in the order of the table",
        write_rows);
    rows.over_ranks();
    rows.add_input("CUBE", behind.cube, "a cube from scanline cube build")->required();
    offer_dimensions(
        rows,
        rows.add_option("QUERY", behind.query, "conditions as in scanline cube query, without groups")
            ->required(),
        "=");
    rows.add_output(
        "-o,--output", behind.output, {.endings = {".csv", ".npy"}, .may_be_standard = true},
        "file for the rows: .csv, or .npy for their numbers, from 0; default: CSV to standard output");
}

} // namespace scanline::cli
