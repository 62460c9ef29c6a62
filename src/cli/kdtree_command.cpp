#include "kdtree_command.h"

#include "command.h"
#include "kdtree_ranks.h"
#include "options.h"

#include "scanline/core/clock.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/gl/large_pages.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/verify.h"
#include "scanline/points/convert.h"

#include <GL/glew.h>
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::cli {

namespace {

std::int64_t coordinates_in(const points::AnyPointCloud& points) {
    return of_all_ranks(std::visit([](const auto& cloud) { return std::ssize(cloud.coordinates); }, points));
}

} // namespace

void add_kdtree_options(Subcommand& command, KdtreeSettings& settings, std::string_view pieces) {
    add_backend_options(command, settings);
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               fmt::format("default: all processors, or fewer for few {}", pieces));
    add_repetitions_option(command, settings.repetitions);
}

void add_points_options(Subcommand& command, points::PointsReading& reading, std::string_view of) {
    command.offer_columns(
        add_list(command, "--columns", reading.columns,
                 fmt::format("the columns of the coordinates of {}, by name or number from 0", of)));
    command
        .add_option_function<std::string>(
            "--nan", [&reading](const std::string& rows) { reading.drop_missing = rows == "drop"; },
            "what to do with rows that lack a coordinate: refuse or drop")
        ->check(CLI::IsMember({"refuse", "drop"}))
        ->default_str("refuse")
        ->type_name("TEXT");
    std::vector<std::string> types{"auto"};
    for (const points::CoordinateType type : enumerators<points::CoordinateType>)
        types.emplace_back(to_string(type));
    command
        .add_option_function<std::string>(
            "--coordinates",
            [&reading](const std::string& type) {
                reading.type.reset();
                if (type != "auto")
                    reading.type = parse_choice("--coordinates", type, enumerators<points::CoordinateType>);
            },
            fmt::format(
                "type to round the coordinates of {} to; auto: the first of int32, float32 and float64 "
                "that represents all of them exactly",
                of))
        ->check(CLI::IsMember(types))
        ->default_str("auto")
        ->type_name("TYPE");
    add_table_options(command, reading.text);
    add_number_options(command, reading.cells);
}

FileCloud read_cloud(const std::string& path, const points::PointsReading& reading) {
    std::optional<points::PartReading> part;
    if (joined_ranks())
        part.emplace(*joined_ranks(), [](const std::filesystem::path& table, const data::TextForm& form) {
            return read_table_part(table, form);
        });
    FileCloud cloud{points::read_points(path, reading, part ? &*part : nullptr)};
    const std::string source = printable_path(path);
    add_rounding(cloud, source, reading);
    if (cloud.file.dropped > 0)
        cloud.facts.push_back({"dropped", fmt::format("{} of {} rows of {}, which lack a coordinate",
                                                      cloud.file.dropped, cloud.file.file_rows, source)});
    return cloud;
}

void add_rounding(FileCloud& cloud, const std::string& source, const points::PointsReading& reading) {
    if (!reading.type)
        return;
    const std::string of = fmt::format("of {} coordinates of {}", coordinates_in(cloud.file.points), source);
    cloud.facts.push_back({"rounded", cloud.file.changed == 0
                                          ? "none " + of
                                          : fmt::format("{} {}, by up to {:.3g}", cloud.file.changed, of,
                                                        cloud.file.largest_change)});
}

std::string unheld_text(std::int64_t unheld, const points::AnyPointCloud& points, const std::string& source,
                        std::string_view type) {
    return fmt::format("{} of {} coordinates of {} are not {}", unheld, coordinates_in(points), source, type);
}

ChosenBackend choose_cpu(const BackendRequest& request, const NoDevice& why) {
    if (request.backend == Backend::compute || request.only_compute)
        throw usage_error(
            fmt::format("{} on compute: {}: use --backend cpu, or {}", request.what, why.reason, why.remedy));
    return {Backend::cpu, nullptr, request.backend == Backend::automatic ? why.reason : ""};
}

BackendRequest kdtree_request(const CLI::App& command, const KdtreeSettings& settings, std::string_view what,
                              std::initializer_list<const char*> more) {
    BackendRequest request = backend_request(command, settings, more);
    request.what = what;
    choose_cpu_for_threads(command, request);
    return request;
}

void print_report(const std::string& heading, TextTable facts,
                  std::span<const machine::Repetition> repetitions) {
    facts.add({"repetitions", std::to_string(repetitions.size())});
    TextTable stages({"stage", "ms"}, 1);
    const machine::Repetition& median = machine::median_repetition(repetitions);
    for (const machine::Stage& stage : median.stages)
        stages.add({stage.name, fmt::format("{:.3f}", stage.milliseconds)});
    stages.add({"together", fmt::format("{:.3f}", median.milliseconds)});
    tell(heading + "\n" + facts.format("  ") + stages.format("  "));
    end_work();
}

namespace {

struct BuildSettings : KdtreeSettings {
    std::string points, output;
    points::PointsReading reading;
    kdtree::BuildVariant variant = kdtree::BuildVariant::sort_all;
    int devices = 1;
};

template <points::Coordinate C>
struct Built {
    TextTable facts; ///< the choices made
    kdtree::Tree<C> tree{};
    std::vector<machine::Repetition> times{};
};

template <points::Coordinate C>
Built<C> build_on_cpu(const ChosenBackend& backend, const points::Points<C>& points,
                      const BuildSettings& settings) {
    machine::StageTimes times;
    const cpu::Options options{
        .threads = settings.threads.value_or(0), .observer = &times, .limits = {.cancelled = interrupted}};
    Built<C> built{backend_table(backend)};
    built.times =
        repeat(settings.repetitions, times, built.tree, [&] { return kdtree::build(points, options); });
    built.facts.add({"threads", std::to_string(kdtree::build_threads(points.size(), options))});
    return built;
}

template <points::DeviceCoordinate C>
Built<C> build_on_gpu(const ChosenBackend& backend, const points::Points<C>& points,
                      const BuildSettings& settings) {
    const CallLimits limits{.cancelled = interrupted};
    compute::Engine& engine = backend.gpu->compute();
    const kdtree::DeviceBuilder<C> build(engine, points.dimensions, settings.variant);
    const Stopwatch upload(steady_time);
    const points::DevicePoints<C> columns = points::upload_points(engine, points, limits);
    glFinish();
    const double there = upload.milliseconds();
    DeviceStageTimes times(*backend.gpu);
    kdtree::DeviceTree tree;
    Built<C> built{backend_table(backend)};
    built.times = repeat(settings.repetitions, times, tree, [&] { return build(columns, limits); });
    const Stopwatch download(steady_time);
    built.tree = kdtree::download_tree(engine, tree, columns, limits);
    built.facts.add({"variant", std::string(to_string(settings.variant))});
    built.facts.add({"copies", fmt::format("to the GPU {:.1f} ms, back {:.1f} ms (wall clock)", there,
                                           download.milliseconds())});
    return built;
}

template <points::DeviceCoordinate C>
Built<C> build_on_two_gpus(const points::Points<C>& points, const BuildSettings& settings) {
    gl::allow_large_pages(settings.repetitions > 1);
    const std::vector<gl::ContextRequest> devices =
        gl::spread_over_devices(2, settings.device < 0 ? std::nullopt : std::optional<int>(settings.device));
    const kdtree::TwoDeviceBuilder<C> build({devices[0], devices[1]}, points.dimensions);
    Built<C> built{TextTable({"backend", "compute"}, 2)};
    for (const std::string& renderer : build.renderers())
        built.facts.add({"gpu", renderer});
    machine::StageTimes times;
    built.times = repeat(settings.repetitions, times, built.tree, [&] {
        return build(points, {.observer = &times, .limits = {.cancelled = interrupted}});
    });
    return built;
}

/// The nodes of this rank; their index names rows of the file.
template <points::Coordinate C>
Built<C> build_on_ranks(const ChosenBackend& backend, const points::Points<C>& points,
                        const points::FilePoints& file, const BuildSettings& settings) {
    std::vector<std::int32_t> rows;
    for (std::int64_t point = 0; point < points.size(); ++point)
        rows.push_back(static_cast<std::int32_t>(file.row_of(point)));
    kdtree::RankBuild<C> build;
    on_all_ranks([&] { build = rank_builder<C>(backend, settings, points.dimensions, settings.variant); });
    machine::StageTimes times;
    const cpu::Options options{
        .threads = settings.threads.value_or(0), .observer = &times, .limits = {.cancelled = interrupted}};
    Built<C> built{backend_table(backend)};
    built.times = repeat(settings.repetitions, times, built.tree, [&] {
        return kdtree::build_over_ranks(*joined_ranks(), points, rows, build, options);
    });
    built.facts.add({"ranks", std::to_string(joined_ranks()->size())});
    if (backend.gpu)
        built.facts.add({"variant", std::string(to_string(settings.variant))});
    else
        built.facts.add({"threads", std::to_string(kdtree::build_threads(points.size(), options))});
    return built;
}

template <points::Coordinate C>
Built<C> build_as_asked(const BackendRequest& request, const points::Points<C>& points,
                        const points::FilePoints& file, const BuildSettings& settings) {
    if constexpr (points::DeviceCoordinate<C>) {
        if (settings.devices > 1)
            return build_on_two_gpus(points, settings);
    }
    machine::Machine machine(machine_options(settings));
    std::optional<ChosenBackend> backend;
    on_all_ranks([&] {
        backend = choose_backend_for<C>(machine, request, {.remedy = "--coordinates float32 to round them"});
    });
    if (joined_ranks())
        return build_on_ranks(*backend, points, file, settings);
    if constexpr (points::DeviceCoordinate<C>) {
        if (backend->gpu)
            return build_on_gpu(*backend, points, settings);
    }
    return build_on_cpu(*backend, points, settings);
}

/// Returns the labels of a tree, and changes its index from points to their rows in the file.
template <points::Coordinate C>
kdtree::PointLabels take_labels(kdtree::Tree<C>& tree, const points::FilePoints& file,
                                const points::PointsReading& reading, std::int64_t points) {
    kdtree::PointLabels labels{.names = file.names, .id = reading.id.value_or(""), .rows = file.file_rows};
    if (joined_ranks()) {
        const auto id_of = [&](std::int32_t row) {
            return file.ids[static_cast<std::size_t>(
                file.rows.empty() ? row - file.first_row
                                  : std::ranges::lower_bound(file.rows, row) - file.rows.begin())];
        };
        if (reading.id)
            labels.ids = ask_owners(
                tree.index, owners_of(tree.index, points == 0 ? 0 : file.row_of(points - 1) + 1), id_of);
        return labels;
    }
    for (std::int32_t& index : tree.index) {
        if (reading.id)
            labels.ids.push_back(file.ids[static_cast<std::size_t>(index)]);
        index = static_cast<std::int32_t>(file.row_of(index));
    }
    return labels;
}

// By two threads of an AMD EPYC; 16 are eight times as fast.
template <points::Coordinate C>
double cpu_seconds(const points::Points<C>& points, int repetitions) {
    constexpr double of_coordinate_and_level = 1e-8;
    return of_coordinate_and_level * static_cast<double>(points.size()) * points.dimensions *
           kdtree::levels(points.size()) * repetitions * 2 / cpu::ThreadTeam::all_processors();
}
// The CPU's part of a build on an H100.
constexpr double device_seconds_of_point = 5e-9;

template <points::Coordinate C>
void build_and_save(const points::PointCloud<C>& cloud, const FileCloud& read, const BuildSettings& settings,
                    BackendRequest request) {
    request.bytes = cloud.points().size() * static_cast<std::int64_t>(sizeof(C)); // one coordinate's array
    request.cpu_seconds = cpu_seconds(cloud.points(), settings.repetitions);
    request.device_seconds = copy_seconds(request.bytes * (cloud.dimensions + 1)) +
                             device_seconds_of_point * static_cast<double>(cloud.points().size());
    Built<C> built = build_as_asked(request, cloud.points(), read.file, settings);
    const kdtree::PointLabels labels =
        take_labels(built.tree, read.file, settings.reading, cloud.points().size());
    const std::int64_t points = of_all_ranks(cloud.points().size()), nodes = of_all_ranks(built.tree.size());
    const std::int64_t first =
        joined_ranks() ? ranks::share_of(*joined_ranks(), built.tree.size()).slice.first : 0;
    write_own_npz(settings.output, kdtree::arrays_of(built.tree, labels, {first, nodes, is_speaker()}).parts);
    for (const std::vector<std::string>& fact : read.facts)
        built.facts.add(fact);
    if (const std::int64_t equal = points - nodes; equal > 0)
        built.facts.add({"left out", fmt::format("{} equal to points before {}",
                                                 equal == 1 ? "1 point" : fmt::format("{} points", equal),
                                                 equal == 1 ? "it" : "them")});
    built.facts.add({"nodes", std::to_string(nodes)});
    built.facts.add({"levels", std::to_string(kdtree::levels(nodes))});
    print_report(
        fmt::format("k-d tree of {} points, {} {} coordinates", points, cloud.dimensions, type_name<C>()),
        std::move(built.facts), built.times);
}

void build_file(const CLI::App& command, const BuildSettings& settings) {
    const BackendRequest request =
        settings.devices > 1 ? kdtree_request(command, settings, "kdtree build", {"--variant", "--devices"})
                             : kdtree_request(command, settings, "kdtree build", {"--variant"});
    if (joined_ranks() && settings.devices > 1)
        throw usage_error("--devices is for one machine without mpirun: start a rank for each GPU");
    const FileCloud read = read_cloud(settings.points, settings.reading);
    interruptible([&] {
        std::visit([&](const auto& cloud) { build_and_save(cloud, read, settings, request); },
                   read.file.points);
    });
}

void add_build(CLI::App& kdtree) {
    const auto [command, settings] =
        add_subcommand<BuildSettings>(kdtree, "build",
                                      "Build a balanced tree of the points in a file; of equal points it "
                                      "keeps the first, and its report counts "
                                      "the others",
                                      build_file);
    command.over_ranks();
    command
        .add_input("POINTS", settings.points,
                   fmt::format("points in .ply, or a table with a column per coordinate: {}", table_files))
        ->required();
    command.add_output("-o,--output", settings.output, npz_output, "file for the tree (.npz)")->required();
    add_points_options(command, settings.reading, "points");
    command
        .add_option("--id", settings.reading.id, "a column that names the points, for the answers of queries")
        ->type_name("COL");
    add_kdtree_options(command, settings, "points");
    add_choice(
        command, "--variant", settings.variant,
        "what a GPU sorts before the first split: all coordinates (sort-all) or the first (split-first)");
    add_number(command, "--devices", settings.devices, {1, 2},
               "GPUs that share the work; with one GPU, two contexts (times are by the wall clock then)")
        ->capture_default_str()
        ->excludes("--tier", "--variant");
}

struct TreeCheck : BackendSettings {
    std::string tree;
    std::optional<std::string> points;
    points::PointsReading reading;
};

using Wrong = std::optional<std::string>;

template <points::Coordinate C>
Wrong wrong_of_points(const ChosenBackend& backend, const kdtree::Tree<C>& tree,
                      const points::Points<C>& points) {
    if constexpr (points::DeviceCoordinate<C>) {
        if (backend.gpu) {
            compute::Engine& engine = backend.gpu->compute();
            return kdtree::DeviceVerifier<C>(engine, points.dimensions)(kdtree::upload_nodes(engine, tree),
                                                                        points);
        }
    }
    return verify(tree, points, {}, joined_ranks());
}

// Without the points that it was built from, a tree is checked against its own.
template <points::Coordinate C>
Wrong wrong_by_itself(const ChosenBackend& backend, kdtree::Tree<C> tree) {
    std::vector<std::int32_t> points = tree.index;
    std::ranges::sort(points);
    const auto twice = std::ranges::adjacent_find(points);
    if (twice != points.end())
        return fmt::format("two nodes name point {}", *twice);
    std::iota(tree.index.begin(), tree.index.end(), 0);
    return wrong_of_points(backend, tree, tree.points());
}

// The index of a tree names rows, of which some may have been left out.
template <points::Coordinate C>
Wrong replace_rows(kdtree::Tree<C>& tree, const std::vector<std::int32_t>& rows) {
    for (std::int32_t& index : tree.index) {
        const auto row = std::ranges::lower_bound(rows, index);
        if (row == rows.end() || *row != index)
            return fmt::format("a node names row {}, which lacks a coordinate", index);
        index = static_cast<std::int32_t>(row - rows.begin());
    }
    return {};
}

template <points::Coordinate C>
Wrong wrong_of(const ChosenBackend& backend, kdtree::Tree<C> tree, const TreeCheck& settings,
               const points::PointsReading& reading) {
    if (!settings.points)
        return wrong_by_itself(backend, std::move(tree));
    Wrong wrong;
    points::PointCloud<C> cloud;
    on_all_ranks([&] {
        points::FilePoints read = points::read_points(*settings.points, reading);
        if (const std::int64_t unheld = points::count_unheld<C>(read.points); unheld > 0)
            wrong = unheld_text(unheld, read.points, printable_path(*settings.points), type_name<C>()) +
                    ", as its own are (--coordinates as in its build rounds them alike)";
        else if (!read.rows.empty())
            wrong = replace_rows(tree, read.rows);
        if (!wrong)
            cloud = points::convert_points<C>(std::move(read.points));
    });
    return wrong ? wrong : wrong_of_points(backend, tree, cloud.points());
}

template <points::Coordinate C>
void verify_tree(const kdtree::Tree<C>& tree, const TreeCheck& settings, const points::PointsReading& reading,
                 BackendRequest request) {
    request.what = "kdtree verify";
    request.bytes = tree.size() * tree.dimensions * static_cast<std::int64_t>(sizeof(C));
    machine::Machine machine(machine_options(settings));
    ChosenBackend backend;
    on_all_ranks(
        [&] { backend = choose_backend_for<C>(machine, request, {.remedy = "build a tree of float32"}); });
    const Wrong wrong = wrong_of(backend, tree, settings, reading);
    on_all_ranks([&] {
        if (wrong)
            throw Error(ErrorKind::mismatch,
                        fmt::format("{} is no k-d tree{}: {}", printable_path(settings.tree),
                                    settings.points ? " of " + printable_path(*settings.points) : "",
                                    *wrong));
    });
    tell(fmt::format("{}: {} nodes, {} {} coordinates, {} levels, right{}; verified by {}\n",
                     printable_path(settings.tree), tree.size(), tree.dimensions, type_name<C>(),
                     kdtree::levels(tree.size()),
                     settings.points ? "" : " by itself (--points looks for every point in it)",
                     backend.text()));
}

void verify_file(const CLI::App& command, const TreeCheck& settings) {
    const BackendRequest request = backend_request(command, settings, {});
    kdtree::TreeFile file;
    on_all_ranks([&] { file = kdtree::load_tree(settings.tree); });
    points::PointsReading reading = settings.reading;
    reading.names = file.labels.names;
    std::visit([&](const auto& tree) { verify_tree(tree, settings, reading, request); }, file.tree);
}

void add_verify(CLI::App& kdtree) {
    const auto [command, settings] = add_subcommand<TreeCheck>(
        kdtree, "verify",
        "Verify a tree file: every node against all of its ancestors; exit code 4 if it is wrong",
        verify_file);
    command.over_ranks();
    command.add_option("TREE", settings.tree, "a tree from kdtree build (.npz)")->required();
    command
        .add_option("--points", settings.points,
                    "the points that it was built from, in the formats of kdtree build; all must be found")
        ->type_name("FILE");
    add_points_options(command, settings.reading, "--points");
    add_backend_options(command, settings);
}

} // namespace

void add_kdtree_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* kdtree = program.add_subcommand("kdtree", "Balanced k-d trees of points in files");
    kdtree->require_subcommand(1);
    add_build(*kdtree);
    add_verify(*kdtree);
    add_kdtree_queries(*kdtree);
}

} // namespace scanline::cli
