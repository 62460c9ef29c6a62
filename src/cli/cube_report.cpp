#include "cube_answers.h"
#include "cube_command.h"
#include "rank_files.h"
#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/core/named.h"
#include "scanline/core/text.h"
#include "scanline/cube/cube.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

using Json = nlohmann::ordered_json;

template <class... Arrays>
std::size_t bytes_in(const Arrays&... arrays) {
    return ((arrays.size() * sizeof(arrays[0])) + ...);
}

// Counts the bytes of the node arrays, header tables included.
std::size_t bytes_of(const cube::Tree& tree) {
    std::size_t bytes = 0;
    for (const cube::Level& level : tree.levels) {
        bytes += bytes_in(level.key, level.parent, level.first_child, level.count, level.side_link,
                          level.header_first);
        for (const std::vector<std::int64_t>& values : level.values)
            bytes += bytes_in(values);
    }
    return bytes;
}

std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// "month", "bin" or "value".
std::string_view derivation_text(const cube::Dimension& dimension) {
    switch (dimension.derivation) {
    case tables::Derivation::value: return "value";
    case tables::Derivation::part: return to_string(dimension.part);
    case tables::Derivation::bin: break;
    }
    return "bin";
}

/// Rows without a value of a measure.
std::int64_t missing_in(const cube::Cube& cube, const cube::Measure& measure) {
    return rows_in(cube) - aggregated(measure, rows_in(cube), cube.tree.levels.front().values, 0).count;
}

/// The report of scanline cube info.
struct CubeFacts {
    std::string file;
    std::int64_t file_bytes;
    const cube::Cube& cube;

    double bytes_a_node() const {
        return static_cast<double>(bytes_of(cube.tree)) / static_cast<double>(cube.tree.nodes());
    }
    const cube::Dimension& at_level(std::size_t level) const {
        return cube.dimensions[static_cast<std::size_t>(cube.tree.path[level - 1])];
    }

    std::string text() const {
        TextTable facts(
            {"measures", names_of(cube.measures, [](const auto& one) { return printable(one.name()); })}, 2);
        facts.add({"nodes", fmt::format("{}, of {:.1f} bytes each in memory", with_commas(cube.tree.nodes()),
                                        bytes_a_node())});
        TextTable levels({"level", "dimension", "from", "type", "values", "nodes"}, 4);
        levels.add({"0", "", "", "", "", "1"});
        for (std::size_t level = 1; level < cube.tree.levels.size(); ++level) {
            const cube::Dimension& dimension = at_level(level);
            levels.add({std::to_string(level), printable(dimension.name),
                        fmt::format("{} of {}", derivation_text(dimension), printable(dimension.column)),
                        std::string(to_string(dimension.type.kind)), with_commas(dimension.dictionary.size()),
                        with_commas(cube.tree.levels[level].size())});
        }
        return fmt::format("{}: cube of {} rows, {}\n", printable_path(file), with_commas(cube.rows.size()),
                           bytes_text(static_cast<double>(file_bytes))) +
               facts.format("  ") + levels.format("  ");
    }

    std::string json() const {
        Json path = Json::array(), measures = Json::array();
        for (std::size_t level = 1; level < cube.tree.levels.size(); ++level) {
            const cube::Dimension& dimension = at_level(level);
            path.push_back({{"name", dimension.name},
                            {"column", dimension.column},
                            {"derivation", derivation_text(dimension)},
                            {"type", to_string(dimension.type.kind)},
                            {"values", dimension.dictionary.size()},
                            {"nodes", cube.tree.levels[level].size()}});
        }
        for (const cube::Measure& measure : cube.measures)
            measures.push_back({{"name", measure.name()}, {"missing", missing_in(cube, measure)}});
        return dump({{"file", file},
                     {"file_bytes", file_bytes},
                     {"rows", cube.rows.size()},
                     {"nodes", cube.tree.nodes()},
                     {"bytes_a_node", bytes_a_node()},
                     {"path", std::move(path)},
                     {"measures", std::move(measures)}});
    }
};

struct CubeInfoSettings {
    std::string cube, format = "text";
};

} // namespace

std::vector<std::int64_t> nodes_by_level(const cube::Tree& tree) {
    std::vector<std::uint64_t> nodes;
    for (const cube::Level& level : tree.levels)
        nodes.push_back(static_cast<std::uint64_t>(level.size()));
    if (joined_ranks())
        joined_ranks()->add(nodes);
    return {nodes.begin(), nodes.end()};
}

std::string missing_text(const cube::Cube& cube) {
    std::string text, last;
    for (const cube::Measure& measure : cube.measures)
        if (const std::int64_t rows = missing_in(cube, measure); rows > 0 && measure.column != last) {
            last = measure.column;
            text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", with_commas(rows),
                                printable(measure.column));
        }
    return text;
}

std::string CubeReport::text() const {
    TextTable facts = backend_table(backend);
    facts.add({"levels", fmt::format("{} nodes", fmt::join(nodes, ", "))});
    if (joined_ranks())
        facts.add({"ranks", std::to_string(joined_ranks()->size())});
    if (const std::string missing = missing_text(cube); !missing.empty())
        facts.add({"missing", missing});
    TextTable stages({"stage", "ms"}, 1);
    for (const machine::Stage& stage : times.stages)
        stages.add({stage.name, fmt::format("{:.3f}", stage.milliseconds)});
    stages.add({"together", fmt::format("{:.3f}", times.milliseconds)});
    return heading + "\n" + facts.format("  ") + stages.format("  ");
}

std::string CubeReport::json() const {
    Json stages = Json::object(), missing = Json::object();
    for (const machine::Stage& stage : times.stages)
        stages[stage.name] = stage.milliseconds;
    for (const cube::Measure& measure : cube.measures)
        if (const std::int64_t rows = missing_in(cube, measure); rows > 0)
            missing[measure.column] = rows;
    Json report{{"rows", rows_in(cube)},
                {"nodes", nodes},
                {"missing", std::move(missing)},
                {"backend", to_string(backend.backend)},
                {"gpu", backend.gpu ? Json(backend.gpu->capabilities().renderer) : Json()},
                {"reason", backend.reason.empty() ? Json() : Json(backend.reason)},
                {"stages", std::move(stages)},
                {"ms", times.milliseconds}};
    if (joined_ranks())
        report["ranks"] = joined_ranks()->size();
    return dump(report);
}

void add_cube_info(CLI::App& cube) {
    const auto [command, settings] = add_subcommand<CubeInfoSettings>(
        cube, "info", "Describe a cube: its dimensions from the root on, measures, nodes and bytes",
        [](const CLI::App& /*command*/, const CubeInfoSettings& asked) {
            cube::Cube read;
            on_all_ranks([&] { read = cube::read_cube(asked.cube); });
            std::error_code none; // of a pipe, which has no size
            const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(asked.cube, none));
            const CubeFacts facts{asked.cube, none ? 0 : bytes, read};
            print(asked.format == "json" ? facts.json() : facts.text());
        });
    command.over_ranks();
    command.add_input("CUBE", settings.cube, "a cube from scanline cube build")->required();
    add_format_option(command, settings.format, {"text", "json"});
}

namespace {

enum class ExportFormat { csv, npz };
constexpr auto table_of(ExportFormat) {
    using enum ExportFormat;
    return named<ExportFormat>({{csv, "csv"}, {npz, "npz"}});
}
using scanline::to_string;
struct ExportSettings {
    std::string cube;
    std::optional<ExportFormat> format;
    std::optional<std::string> output;
};

// Lists the arrays of all levels from the root down. Keys are codes; only the cube's own file has
// dictionaries.
data::NpzArrays arrays_of(const cube::Tree& tree) {
    data::NpzArrays arrays;
    const auto add = [&arrays]<class T>(const std::string& name, const std::vector<T>& elements) {
        arrays.emplace_back(name, data::make_npy<T>(elements, {elements.size()}));
    };
    for (std::size_t number = 0; number < tree.levels.size(); ++number) {
        const cube::Level& level = tree.levels[number];
        const std::string prefix = fmt::format("level{}_", number);
        add(prefix + "key", level.key);
        add(prefix + "parent", level.parent);
        add(prefix + "first_child", level.first_child);
        add(prefix + "count", level.count);
        for (std::size_t m = 0; m < level.values.size(); ++m)
            add(fmt::format("{}values{}", prefix, m), level.values[m]);
        add(prefix + "side_link", level.side_link);
        add(prefix + "header_first", level.header_first);
    }
    add("path", std::vector<std::int32_t>(tree.path.begin(), tree.path.end()));
    add("row_order", tree.row_order);
    return arrays;
}

/// Each rank writes a part of the lists that all have.
void write_own_lists(const std::string& path, const data::NpzArrays& lists) {
    std::vector<data::NpzPart> parts;
    for (const auto& [name, list] : lists) {
        const ranks::Slice own = own_slice(static_cast<std::int64_t>(list.shape.front()));
        const auto first = static_cast<std::size_t>(own.first), size = static_cast<std::size_t>(own.size);
        parts.push_back(
            {name,
             {list.type, {size}},
             std::span(list.bytes).subspan(first * list.element_size(), size * list.element_size())});
    }
    write_own_npz(path, parts);
}

void export_cube(const CLI::App& /*command*/, const ExportSettings& settings) {
    const bool to_npz = settings.output && data::ending_of(*settings.output) == ".npz";
    const ExportFormat format = settings.format.value_or(to_npz ? ExportFormat::npz : ExportFormat::csv);
    if (settings.output ? to_npz != (format == ExportFormat::npz) : format == ExportFormat::npz)
        throw usage_error(fmt::format("--format {}: {}: name a file that ends in .{}", to_string(format),
                                      settings.output
                                          ? printable_path(*settings.output) + " has another ending"
                                          : "standard output takes only csv",
                                      to_string(format)));
    interruptible([&] {
        const Stopwatch watch(steady_time);
        cube::Cube cube;
        on_all_ranks([&] { cube = cube::read_cube(settings.cube, interrupted); });
        if (format == ExportFormat::npz)
            return write_own_lists(*settings.output, arrays_of(cube.tree));
        answer_and_write(cube, ask_sets(cube, prefixes_of(cube.tree.path), 1),
                         {.cube = settings.cube, .output = settings.output, .threads = {}, .stats = {}},
                         watch.milliseconds());
    });
}

} // namespace

void add_cube_export(CLI::App& cube) {
    const auto [command, settings] = add_subcommand<ExportSettings>(
        cube, "export", "Write every node of the tree: the values on its path, its count and measures",
        export_cube);
    command.over_ranks();
    command.add_input("CUBE", settings.cube, "a cube from scanline cube build")->required();
    add_choice(command, "--format", settings.format,
               "csv, or npz: the arrays of the tree; default: by --output, else csv");
    command.add_output("-o,--output", settings.output, {.endings = {".csv", ".npz"}, .may_be_standard = true},
                       "file for the nodes (.csv, .npz); default: CSV to standard output");
}

} // namespace scanline::cli
