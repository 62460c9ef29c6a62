#include "cube_answers.h"

#include "scanline/core/clock.h"
#include "scanline/cube/cube_file.h"
#include "scanline/data/file.h"
#include "scanline/data/npz.h"

#include <array>
#include <fmt/format.h>

namespace scanline::cli {

namespace {

enum class ExportFormat { csv, npz };
constexpr std::array all_export_formats{ExportFormat::csv, ExportFormat::npz};
std::string_view to_string(ExportFormat format) {
    return format == ExportFormat::csv ? "csv" : "npz";
}

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
        const cube::Cube cube = cube::read_cube(settings.cube, interrupted);
        if (format == ExportFormat::npz)
            return data::write_npz(*settings.output, arrays_of(cube.tree));
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
    command.add_input("CUBE", settings.cube, "a cube from scanline cube build")->required();
    add_choice(command, "--format", settings.format, all_export_formats,
               "csv, or npz: the arrays of the tree; default: by --output, else csv");
    command.add_output("-o,--output", settings.output, {.endings = {".csv", ".npz"}},
                       "file for the nodes (.csv, .npz); default: CSV to standard output");
}

} // namespace scanline::cli
