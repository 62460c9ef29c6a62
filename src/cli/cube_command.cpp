#include "cube_command.h"

#include "command.h"
#include "options.h"
#include "rank_files.h"
#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/core/message.h"
#include "scanline/cube/cube.h"
#include "scanline/cube/device_build.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>

namespace scanline::cli {

void add_stats_options(Subcommand& command, CubeStats& stats, const char* about) {
    command.add_stats(stats.wanted, about);
    add_format_option(command, stats.format, {"text", "json"});
    command.require(command.get_option("--format"), "--stats", [&stats] { return stats.wanted; });
}

void add_threads_option(Subcommand& command, std::optional<int>& threads, const char* few) {
    add_number(command, "--threads", threads, {1, cpu::ThreadTeam::max_threads},
               fmt::format("threads of the CPU; default: all processors, or fewer for few {}", few));
}

namespace {

struct MakerSettings : BackendSettings {
    std::string cube, data;
    data::TextForm text;
    std::optional<int> threads;
    CubeStats stats;
    std::vector<std::string> missing; ///< further ones of the rows to add
};

struct CubeBuildSettings : MakerSettings {
    cube::CubePlan plan;
};

BackendRequest maker_request(const CLI::App& command, const MakerSettings& settings, std::string_view what) {
    BackendRequest request = backend_request(command, settings, {});
    request.what = what;
    choose_cpu_for_threads(command, request);
    return request;
}

/// Times the stages of a command.
class MakerTimes {
public:
    /// Ends a stage; its time excludes that of others within.
    void mark(std::string name, double milliseconds_of_others = 0) {
        const double now = watch_.milliseconds();
        all_.stages.push_back({std::move(name), now - all_.milliseconds - milliseconds_of_others});
        all_.milliseconds = now;
    }
    void add(const machine::Repetition& others) {
        all_.stages.insert(all_.stages.end(), others.stages.begin(), others.stages.end());
    }
    const machine::Repetition& all() const { return all_; }

private:
    const Stopwatch watch_{steady_time};
    machine::Repetition all_;
};

void require_right_tree(std::string_view operation, const cube::Tree& tree, const cube::Rows& rows) {
    if (const auto fault = tree_fault(tree, rows, interrupted))
        throw Error(ErrorKind::mismatch,
                    fmt::format("{}: the GPU built a wrong tree: {}. Nothing was written; run it "
                                "with --backend cpu",
                                operation, *fault));
}

// Calls make(options), then writes the cube.
template <class Make>
void make_and_write(std::string_view operation, const MakerSettings& settings, CubeBackend& backend,
                    MakerTimes& times, const cube::Cube& cube, Make make) {
    with_progress([&](const ProgressHook& progress) {
        make(backend.options(settings.threads, progress));
        const machine::Repetition of_tree = backend.take_stages();
        times.mark("columns", of_tree.milliseconds);
        times.add(of_tree);
        if (backend.chosen().gpu && !joined_ranks()) // these check the trees of their parts
            require_right_tree(operation, cube.tree, cube.rows);
        on_all_ranks([] {
            if (interrupted())
                throw Cancelled();
        });
        progress(1, "writing");
        write_own_npz(settings.cube, cube_arrays(cube, is_speaker()).parts);
    });
    times.mark("write");
}

void print_report(const MakerSettings& settings, const CubeReport& report) {
    const std::string missing = missing_text(report.cube);
    tell(!settings.stats.wanted
             ? report.heading + (missing.empty() ? "" : "; missing values: " + missing) + "\n"
         : settings.stats.format == "json" ? report.json()
                                           : report.text());
    end_work();
}

/// Says so if a column is text, though an option would read its cells as numbers.
void note_number_like(const cube::Dimension& dimension) {
    const std::string& example = dimension.type.example;
    const std::string_view options = tables::options_that_read(example, dimension.type.numbers);
    if (dimension.type.kind == tables::Kind::text && !tables::is_code(example) && !options.empty())
        remark(fmt::format("cube build: {} is text, since '{}' is not a number: {} would read it",
                           printable(dimension.name), printable(example), options));
}

void build_cube(const CLI::App& command, const CubeBuildSettings& settings) {
    const BackendRequest request = maker_request(command, settings, "cube build");
    cube::CubePlan plan = settings.plan;
    if (plan.measures.empty())
        plan.measures = {":count"};
    interruptible([&] {
        MakerTimes times;
        const std::unique_ptr<data::Table> table = read_table_part(settings.data, settings.text);
        times.mark("read");
        const machine::Machine::Options machine = machine_options(settings);
        std::optional<CubeBackend> backend;
        on_all_ranks([&] {
            backend.emplace(machine, request, static_cast<std::int64_t>(table->rows()),
                            plan.dimensions.size(), plan.measures.size());
        });
        times.mark("backend");
        cube::Cube made;
        make_and_write("cube build", settings, *backend, times, made, [&](const cube::CubeOptions& options) {
            made = cube::make_cube(*table, plan, options);
        });
        const std::vector<std::int64_t> nodes = nodes_by_level(made.tree);
        if (joined_ranks() && joined_ranks()->rank() > 0) // only the first has the root
            return end_work();
        for (const cube::Dimension& dimension : made.dimensions)
            note_number_like(dimension);
        const std::string names =
            names_of(made.dimensions, [](const cube::Dimension& one) { return printable(one.name); });
        print_report(settings, {fmt::format("cube of {} rows by {}: {} nodes", with_commas(rows_in(made)),
                                            names, with_commas(std::reduce(nodes.begin(), nodes.end()))),
                                made, nodes, backend->chosen(), times.all()});
    });
}

void update_cube(const CLI::App& command, const MakerSettings& settings) {
    const BackendRequest request = maker_request(command, settings, "cube update");
    interruptible([&] {
        MakerTimes times;
        cube::Cube known;
        on_all_ranks([&] { known = cube::read_cube(settings.cube, interrupted); });
        const std::unique_ptr<data::Table> table = read_table_part(settings.data, settings.text);
        times.mark("read");
        std::ranges::copy(settings.missing, std::back_inserter(known.reading.missing));
        const std::int64_t known_rows = known.rows.size(), known_nodes = known.tree.nodes();
        const machine::Machine::Options machine = machine_options(settings);
        std::optional<CubeBackend> backend;
        on_all_ranks([&] {
            backend.emplace(machine, request,
                            own_slice(known_rows).size + static_cast<std::int64_t>(table->rows()),
                            known.dimensions.size(), known.measures.size());
        });
        times.mark("backend");
        make_and_write("cube update", settings, *backend, times, known,
                       [&](const cube::CubeOptions& options) { add_rows(known, *table, options); });
        const std::vector<std::int64_t> nodes = nodes_by_level(known.tree);
        if (joined_ranks() && joined_ranks()->rank() > 0) // only the first has the root
            return end_work();
        const std::int64_t all = std::reduce(nodes.begin(), nodes.end());
        print_report(settings,
                     {fmt::format("cube of {} rows, {} of them added: {} nodes, {} of them new",
                                  with_commas(rows_in(known)), with_commas(rows_in(known) - known_rows),
                                  with_commas(all), with_commas(all - known_nodes)),
                      known, nodes, backend->chosen(), times.all()});
    });
}

constexpr const char* stats_of_makers = "report the backend and why, and the time of each stage";

void add_maker_options(Subcommand& command, MakerSettings& settings) {
    add_table_options(command, settings.text);
    add_backend_options(command, settings);
    add_threads_option(command, settings.threads, "rows");
    add_stats_options(command, settings.stats, stats_of_makers);
}

} // namespace

void add_cube_makers(CLI::App& cube) {
    const auto [build, made] = add_subcommand<CubeBuildSettings>(
        cube, "build", "Build the cube of a table: its columns as codes, and the H-tree of its rows",
        build_cube);
    build.over_ranks();
    build.add_input("DATA", made.data, table_files)->required();
    build
        .add_output("-o,--output", made.cube, {.may_be_standard = true},
                    "file for the cube, an archive of arrays")
        ->required();
    build.offer_columns(add_list(build, "--dims", made.plan.dimensions,
                                 fmt::format("columns, or parts of a column of dates: when.{}",
                                             names_of(enumerators<tables::DatePart>)))
                            ->required());
    build.offer_columns(
        add_list(build, "--measures", made.plan.measures,
                 "COLUMN:sum, :min, :max or :avg, and :count for the number of rows; default: :count"));
    build.offer_columns(
        add_list(build, "--path", made.plan.path,
                 "dimensions from the root down; others follow by their number of values, the fewest first"));
    build.offer_columns(add_list(
        build, "--bin", made.plan.bins,
        "bin the numbers of a dimension: COLUMN:N for equal widths, COLUMN:N:quantiles for equal counts"));
    add_reading_options(build, made.plan.reading);
    add_maker_options(build, made);

    const auto [update, known] = add_subcommand<MakerSettings>(
        cube, "update", "Add the rows of a table with the same columns to a cube, in its file", update_cube);
    update.over_ranks();
    update.add_output("CUBE", known.cube, {}, "a cube from scanline cube build")->required();
    update.add_input("DATA", known.data, fmt::format("the rows to add: {}", table_files))->required();
    add_list(update, "--null", known.missing, "further texts for missing values, beside those of the cube");
    add_maker_options(update, known);
}

void add_cube_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* cube = program.add_subcommand(
        "cube", "Data cubes of tables: counts and sums by any columns, from a tree of all rows");
    cube->require_subcommand(1);
    add_cube_makers(*cube);
    add_cube_queries(*cube);
    add_cube_export(*cube);
    add_cube_info(*cube);
}

namespace {

// Two threads of an AMD EPYC build the tree of 400,000 rows of 15 dimensions in 110 ms.
double cpu_seconds(std::int64_t rows, std::size_t dimensions) {
    return 3.6e-8 * static_cast<double>(rows) * static_cast<double>(dimensions) /
           cpu::ThreadTeam::all_processors();
}

// Bytes of the largest array on a GPU: at least the codes of all rows; at most the values of all nodes, if no
// two rows share a code.
std::int64_t device_bytes(std::int64_t rows, std::size_t dimensions, std::size_t measures, bool at_most) {
    const auto words =
        static_cast<std::int64_t>(at_most ? dimensions * std::max<std::size_t>(1, 2 * measures) : dimensions);
    return 4 * words * rows;
}

} // namespace

CubeBackend::CubeBackend(const machine::Machine::Options& options, BackendRequest request, std::int64_t rows,
                         std::size_t dimensions, std::size_t measures)
    : machine_(options) {
    request.cpu_seconds = cpu_seconds(rows, dimensions);
    request.bytes = device_bytes(rows, dimensions, measures, request.backend == Backend::automatic);
    chosen_ = machine::choose_backend(machine_, request);
    if (!chosen_.gpu)
        return;
    compute::Engine& engine = chosen_.gpu->compute();
    const CallLimits limits{.cancelled = interrupted};
    maker_.build = [this, &engine, limits, operation = request.what](const cube::Rows& added,
                                                                     const std::vector<int>& path) {
        cube::Tree tree = time_on_gpu([&] {
            const cube::DeviceBuild build(engine, added.shape, path);
            return download_tree(engine, build(upload_rows(engine, added, limits), limits));
        });
        if (joined_ranks())
            require_right_tree(operation, tree, added);
        return tree;
    };
    maker_.update = [this, &engine, limits](const cube::Tree& tree, const cube::Rows& added) {
        return time_on_gpu([&] {
            const cube::DeviceUpdate update(engine, added.shape, tree.path);
            return download_tree(
                engine, update(upload_tree(engine, tree), upload_rows(engine, added, limits), limits));
        });
    };
}

cube::CubeOptions CubeBackend::options(std::optional<int> threads, const ProgressHook& progress) {
    return {.cpu = {.threads = threads.value_or(0),
                    .observer = &cpu_times_,
                    .limits = {.cancelled = interrupted}},
            .progress = [progress](double part, const std::string& what) { progress(part, what); },
            .maker = chosen_.gpu ? &maker_ : nullptr,
            .ranks = joined_ranks()};
}

machine::Repetition CubeBackend::take_stages() {
    machine::Repetition all = cpu_times_.take();
    const machine::Repetition of_gpu = std::exchange(gpu_times_, {});
    all.stages.insert(all.stages.end(), of_gpu.stages.begin(), of_gpu.stages.end());
    all.milliseconds += of_gpu.milliseconds;
    return all;
}

cube::Tree CubeBackend::time_on_gpu(const std::function<cube::Tree()>& make) {
    const Stopwatch watch(steady_time);
    DeviceStageTimes times(*chosen_.gpu);
    cube::Tree tree = make();
    gpu_times_ = times.take();
    const double milliseconds = watch.milliseconds();
    gpu_times_.stages.push_back({"copies", std::max(0.0, milliseconds - gpu_times_.milliseconds)});
    gpu_times_.milliseconds = std::max(milliseconds, gpu_times_.milliseconds);
    return tree;
}

} // namespace scanline::cli
