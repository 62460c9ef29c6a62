#include "command.h"
#include "options.h"
#include "terminal.h"

#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "scanline/skyline/generate.h"
#include "scanline/skyline/keys.h"

#include <fmt/format.h>
#include <iterator>

namespace scanline::cli {

namespace {

struct GenerateSettings {
    std::string output;
    skyline::Kind kind = skyline::Kind::independent;
    std::int64_t rows = 0;
    int columns = 0;
    std::uint64_t seed = 1;
};

// Writes the fewest digits from which each value can be read back exactly.
std::string csv_text(const points::Points<float>& table) {
    std::string text;
    for (int column = 0; column < table.dimensions; ++column)
        text += fmt::format("{}x{}", column > 0 ? "," : "", column);
    text += '\n';
    for (std::int64_t row = 0; row < table.size(); ++row)
        for (int column = 0; column < table.dimensions; ++column)
            fmt::format_to(std::back_inserter(text), "{}{}", table[row][column],
                           column + 1 < table.dimensions ? ',' : '\n');
    return text;
}

void generate(const CLI::App& /*command*/, const GenerateSettings& settings) {
    const points::PointCloud<float> made =
        skyline::generate(settings.kind, settings.rows, settings.columns, settings.seed);
    if (data::ending_of(settings.output) == ".csv")
        data::write_file(settings.output, csv_text(made.points()));
    else
        data::write_npy<float>(
            settings.output, made.coordinates,
            {static_cast<std::size_t>(settings.rows), static_cast<std::size_t>(settings.columns)});
    print(fmt::format("{}: {} rows of {} {} columns, seed {}\n", printable_path(settings.output),
                      with_commas(settings.rows), settings.columns, to_string(settings.kind), settings.seed));
}

} // namespace

void add_generate_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* all = program.add_subcommand("generate", "Make tables to try algorithms on");
    all->require_subcommand(1);
    const auto [command, settings] = add_subcommand<GenerateSettings>(
        *all, "skyline",
        "Make a table of float32 in 0 to 1, as skylines are measured with (Borzsonyi, Kossmann, Stocker, "
        "2001); the same for a seed on every machine",
        generate);
    add_choice(command, "--kind", settings.kind, skyline::all_kinds,
               "how columns depend on one another: independent, correlated (a small skyline) or "
               "anticorrelated (a large one)");
    add_number(command, "-n", settings.rows, {0, points::max_points}, "number of rows")->required();
    add_number(command, "-d", settings.columns, {1, skyline::max_dimensions}, "number of columns")
        ->required();
    add_number(command, "--seed", settings.seed, {0, std::numeric_limits<std::uint64_t>::max()},
               "another one gives other values")
        ->capture_default_str();
    command
        .add_output("-o,--output", settings.output, {.endings = {".csv", ".npy"}},
                    "file for the table (.csv, .npy)")
        ->required();
}

} // namespace scanline::cli
