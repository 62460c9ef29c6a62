#include "kdtree_command.h"
#include "options.h"

#include "scanline/core/choice.h"
#include "scanline/gl/functions.h"
#include "scanline/kdtree/build.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/two_device_build.h"
#include "scanline/points/points_file.h"
#include "scanline/systems/compaction.h"

#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace scanline::cli {

namespace {

struct BuildSettings : KdtreeSettings {
    std::string points, output;
    std::string coordinates = "auto";
    std::string variant{to_string(kdtree::BuildVariant::split_first)};
    int devices = 1;
};

template <points::Coordinate C>
struct Built {
    TextTable facts; ///< of what was taken
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
    built.times = repeated(settings.repetitions, times, [&] {
        built.tree = {}; // there may be no memory for two
        built.tree = kdtree::build(points, options);
    });
    built.facts.add({"threads", std::to_string(kdtree::build_threads(points.size(), options))});
    return built;
}

// What work() returns, and the milliseconds that it took by the wall clock.
template <class Work>
auto timed(Work work) {
    const auto begin = std::chrono::steady_clock::now();
    auto result = work();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    return std::pair{std::move(result), time.count()};
}

template <points::DeviceCoordinate C>
Built<C> build_on_gpu(const ChosenBackend& backend, const points::Points<C>& points,
                      const BuildSettings& settings) {
    const CallLimits limits{.cancelled = interrupted};
    compute::Engine& engine = backend.gpu->compute();
    const kdtree::DeviceBuilder<C> build(
        engine, points.dimensions, parse_choice("--variant", settings.variant, kdtree::all_build_variants));
    const auto upload = timed([&] {
        points::DevicePoints<C> columns = points::upload_points(engine, points, limits);
        glFinish();
        return columns;
    });
    DeviceStageTimes times(*backend.gpu);
    kdtree::DeviceTree tree;
    Built<C> built{backend_table(backend)};
    built.times = repeated(settings.repetitions, times, [&] {
        tree = {}; // there may be no memory for two
        tree = build(upload.first, limits);
    });
    double back = 0;
    std::tie(built.tree, back) =
        timed([&] { return kdtree::download_tree(tree, points, {.limits = limits}); });
    built.facts.add({"variant", settings.variant});
    built.facts.add(
        {"copies", fmt::format("to the GPU {:.1f} ms, back {:.1f} ms (wall clock)", upload.second, back)});
    return built;
}

template <points::DeviceCoordinate C>
Built<C> build_on_two_gpus(const points::Points<C>& points, const BuildSettings& settings) {
    const std::vector<gl::ContextRequest> devices =
        gl::spread_over_devices(2, settings.device < 0 ? std::nullopt : std::optional<int>(settings.device));
    const kdtree::TwoDeviceBuilder<C> build({devices[0], devices[1]}, points.dimensions);
    Built<C> built{TextTable({"backend", "compute"}, 2)};
    for (const std::string& renderer : build.renderers())
        built.facts.add({"gpu", renderer});
    machine::StageTimes times;
    built.times = repeated(settings.repetitions, times, [&] {
        built.tree = {}; // there may be no memory for two
        built.tree = build(points, {.observer = &times, .limits = {.cancelled = interrupted}});
    });
    return built;
}

template <points::Coordinate C>
Built<C> build_as_asked(const BackendRequest& request, const points::Points<C>& points,
                        const BuildSettings& settings) {
    if constexpr (points::DeviceCoordinate<C>) {
        if (settings.devices > 1)
            return build_on_two_gpus(points, settings);
        machine::Machine machine(machine_options(settings));
        const ChosenBackend backend = machine::choose_backend(machine, request);
        return backend.gpu ? build_on_gpu(backend, points, settings)
                           : build_on_cpu(backend, points, settings);
    } else {
        return build_on_cpu(choose_cpu(request, {.remedy = "--coordinates float32 to round them"}), points,
                            settings);
    }
}

template <points::Coordinate C>
void build_and_save(const points::PointCloud<C>& cloud, const std::string& rounded,
                    const BuildSettings& settings, BackendRequest request) {
    request.bytes = cloud.points().size() * static_cast<std::int64_t>(sizeof(C)); // each coordinate by itself
    Built<C> built = build_as_asked(request, cloud.points(), settings);
    kdtree::save_tree(settings.output, built.tree);
    if (!rounded.empty())
        built.facts.add({"rounded", rounded});
    built.facts.add({"nodes", std::to_string(built.tree.size())});
    built.facts.add({"levels", std::to_string(kdtree::levels(built.tree.size()))});
    built.facts.add({"repetitions", std::to_string(built.times.size())});
    print(fmt::format("k-d tree of {} points, {} {} coordinates\n{}{}", cloud.points().size(),
                      cloud.dimensions, type_name<C>(), built.facts.format("  "), stages_text(built.times)));
}

void build(const CLI::App& command, const BuildSettings& settings) {
    const BackendRequest request =
        settings.devices > 1
            ? parse_kdtree_settings(command, settings, "kdtree build", {"--variant", "--devices"})
            : parse_kdtree_settings(command, settings, "kdtree build", {"--variant"});
    const FileCloud read = read_cloud(settings.points, settings.coordinates);
    interruptible([&] {
        std::visit([&](const auto& cloud) { build_and_save(cloud, read.rounded, settings, request); },
                   read.points);
    });
}

} // namespace

void add_kdtree_build(CLI::App& kdtree) {
    auto settings = std::make_shared<BuildSettings>();
    Subcommand* command = add_subcommand(
        kdtree, "build", "Build the balanced tree of the points in a file, of equal ones the first");
    command
        ->add_input("POINTS", settings->points,
                    ".npy (a row for each point), .csv (a column for each coordinate) or .ply")
        ->required();
    command->add_output("-o,--output", settings->output, npz_output, "file for the tree (.npz)")->required();
    add_coordinates_option(*command, settings->coordinates, "points");
    add_kdtree_options(*command, *settings, "points");
    add_choice_option(*command, "--variant", settings->variant, kdtree::all_build_variants,
                      "what a GPU sorts before the first split: all coordinates, or the first");
    add_number(*command, "--devices", settings->devices, {1, 2},
               "GPUs that share the work; of one GPU two contexts do (times are the wall clock's then)")
        ->capture_default_str()
        ->excludes("--tier", "--variant");
    command->callback([settings, command] { build(*command, *settings); });
}

} // namespace scanline::cli
