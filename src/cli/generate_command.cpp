#include "command.h"
#include "options.h"
#include "rank_files.h"
#include "terminal.h"

#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/cube/generate.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "scanline/skyline/generate.h"
#include "scanline/skyline/keys.h"

#include <fmt/format.h>
#include <iterator>

namespace scanline::cli {

namespace {

struct SkylineTable {
    std::string output;
    skyline::Kind kind = skyline::Kind::independent;
    std::int64_t rows = 0;
    int columns = 0;
    std::uint64_t seed = 1;
};

// Writes the fewest digits from which each value can be read back exactly.
std::string csv_text(const points::Points<float>& table) {
    std::string text;
    if (is_speaker()) {
        for (int column = 0; column < table.dimensions; ++column)
            text += fmt::format("{}x{}", column > 0 ? "," : "", column);
        text += '\n';
    }
    for (std::int64_t row = 0; row < table.size(); ++row)
        for (int column = 0; column < table.dimensions; ++column)
            fmt::format_to(std::back_inserter(text), "{}{}", table[row][column],
                           column + 1 < table.dimensions ? ',' : '\n');
    return text;
}

void generate_skyline(const CLI::App& /*command*/, const SkylineTable& settings) {
    const ranks::Slice own = own_slice(settings.rows);
    points::PointCloud<float> made;
    on_all_ranks([&] {
        made = skyline::generate(settings.kind, settings.rows, settings.columns, settings.seed, own);
    });
    if (ending_of_output(settings.output, ".csv") == ".csv")
        write_own_text(settings.output, csv_text(made.points()));
    else
        write_own_npy(settings.output,
                      {data::ElementType::f32,
                       {static_cast<std::size_t>(own.size), static_cast<std::size_t>(settings.columns)}},
                      std::as_bytes(std::span(made.coordinates)));
    tell(fmt::format("{}: {} rows of {} {} columns, seed {}\n", printable_path(settings.output),
                     with_commas(settings.rows), settings.columns, to_string(settings.kind), settings.seed));
}

struct CubeTable {
    std::string output, size;
    double zipf = 0;
    std::uint64_t seed = 1;
};

std::string csv_text(const cube::Rows& rows) {
    std::string text;
    if (is_speaker()) {
        for (std::size_t d = 0; d < rows.codes.size(); ++d)
            text += fmt::format("d{},", d);
        text += "m\n";
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows.size()); ++row) {
        for (const std::vector<std::uint32_t>& codes : rows.codes)
            fmt::format_to(std::back_inserter(text), "{},", codes[row]);
        fmt::format_to(std::back_inserter(text), "{}\n", rows.measures.front()[row]);
    }
    return text;
}

void write_columns(const std::string& path, const cube::Rows& rows) {
    std::vector<data::NpzPart> columns;
    for (std::size_t d = 0; d < rows.codes.size(); ++d)
        columns.push_back(data::npz_part(fmt::format("d{}", d), rows.codes[d]));
    columns.push_back(data::npz_part("m", rows.measures.front()));
    write_own_npz(path, columns);
}

void generate_cube(const CLI::App& /*command*/, const CubeTable& settings) {
    const cube::Generated what = cube::parse_generated(settings.size);
    const ranks::Slice own = own_slice(what.rows);
    cube::Rows rows;
    on_all_ranks([&] { rows = cube::generate(what, settings.zipf, settings.seed, own); });
    if (ending_of_output(settings.output, ".csv") == ".csv")
        write_own_text(settings.output, csv_text(rows));
    else
        write_columns(settings.output, rows);
    tell(fmt::format("{}: {} rows of {} dimensions and a measure, seed {}\n", printable_path(settings.output),
                     with_commas(what.rows), what.dimensions, settings.seed));
}

void add_seed(Subcommand& command, std::uint64_t& seed) {
    add_number(command, "--seed", seed, {0, std::numeric_limits<std::uint64_t>::max()},
               "another one gives other values")
        ->capture_default_str();
}

void add_cube(CLI::App& all) {
    const auto [command, settings] = add_subcommand<CubeTable>(
        all, "cube",
        "Make a table of dimensions d0, d1 ... and a measure m of 1 to 999, as data cubes are measured with "
        "(Wang, Yu); the same for a seed on every machine",
        generate_cube);
    command.over_ranks();
    command
        .add_option("SIZE", settings.size,
                    "DdCcTt: d dimensions of c values each and t rows, which may end in K or M: D15C160T400K")
        ->required();
    add_number(
        command, "--zipf", settings.zipf, {0, 8},
        "skew: the frequency of value k, from 0, is proportional to 1 / (k + 1)^S; 0 for uniform values")
        ->type_name("S")
        ->capture_default_str();
    add_seed(command, settings.seed);
    command
        .add_output("-o,--output", settings.output, {.endings = {".csv", ".npz"}, .may_be_standard = true},
                    "file for the table (.csv, .npz)")
        ->required();
}

} // namespace

void add_generate_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* all = program.add_subcommand("generate", "Make tables to try algorithms on");
    all->require_subcommand(1);
    const auto [command, settings] = add_subcommand<SkylineTable>(
        *all, "skyline",
        "Make a table of float32 in 0 to 1, as skylines are measured with (Borzsonyi, Kossmann, Stocker, "
        "2001); the same for a seed on every machine",
        generate_skyline);
    command.over_ranks();
    add_choice(command, "--kind", settings.kind,
               "how columns depend on one another: independent, correlated (a small skyline) or "
               "anticorrelated (a large one)");
    add_number(command, "-n", settings.rows, {0, points::max_points}, "number of rows")->required();
    add_number(command, "-d", settings.columns, {1, skyline::max_dimensions}, "number of columns")
        ->required();
    add_seed(command, settings.seed);
    command
        .add_output("-o,--output", settings.output, {.endings = {".csv", ".npy"}, .may_be_standard = true},
                    "file for the table (.csv, .npy)")
        ->required();
    add_cube(*all);
}

} // namespace scanline::cli
