#include "kdtree_build.h"

#include "command.h"
#include "kdtree_parts.h"

#include "scanline/kdtree/build.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/points_file.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/two_device_build.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

struct BuildSettings : KdtreeSettings {
    std::string points, output;
    std::string variant{to_string(kdtree::BuildVariant::split_first)};
    int devices = 1;
};

template <kdtree::Coordinate C>
struct Built {
    kdtree::Tree<C> tree;
    bench::Row row;
};

template <kdtree::Coordinate C>
Built<C> build_on_cpu(const kdtree::Points<C>& points, const BuildSettings& settings, TextTable& facts) {
    bench::StageTimes times;
    const kdtree::CpuOptions options{.threads = settings.threads.value_or(0), .observer = &times};
    Built<C> built;
    built.row = repeated(settings.repetitions, times, [&] {
        built.tree = {}; // there may be no memory for two
        built.tree = kdtree::build(points, options);
    });
    facts.add({"threads", std::to_string(kdtree::build_threads(points.size(), options))});
    return built;
}

template <kdtree::Coordinate C>
Built<C> build_on_gpu(ComputeSession& session, const kdtree::Points<C>& points,
                      const BuildSettings& settings) {
    const auto variant = std::ranges::find(kdtree::all_build_variants, settings.variant,
                                           [](kdtree::BuildVariant one) { return to_string(one); });
    const kdtree::DeviceBuilder<C> build(session.engine(), points.dimensions, *variant);
    const kdtree::DevicePoints<C> uploaded = kdtree::upload_points(session.engine(), points);
    DeviceStageTimes times(session);
    kdtree::DeviceTree tree;
    Built<C> built;
    built.row = repeated(settings.repetitions, times, [&] { tree = build(uploaded); });
    built.tree = kdtree::download_tree(tree, points);
    return built;
}

template <kdtree::Coordinate C>
Built<C> build_on_two_gpus(const kdtree::Points<C>& points, const BuildSettings& settings, TextTable& facts) {
    const std::vector<gl::ContextRequest> devices =
        gl::spread_over_devices(2, settings.device < 0 ? std::nullopt : std::optional<int>(settings.device));
    const kdtree::TwoDeviceBuilder<C> build({devices[0], devices[1]}, points.dimensions);
    for (const std::string& renderer : build.renderers())
        facts.add({"gpu", renderer});
    bench::StageTimes times;
    Built<C> built;
    built.row = repeated(settings.repetitions, times, [&] {
        built.tree = {}; // there may be no memory for two
        built.tree = build(points, {.observer = &times});
    });
    return built;
}

template <kdtree::Coordinate C>
Built<C> build_by(const BackendRequest& request, const kdtree::Points<C>& points,
                  const BuildSettings& settings, TextTable& facts) {
    if (settings.devices > 1) {
        facts = TextTable({"backend", "compute"}, 2);
        return build_on_two_gpus(points, settings, facts);
    }
    const ChosenBackend backend = choose_backend(request);
    facts = backend_table(backend);
    return backend.compute ? build_on_gpu(*backend.compute, points, settings)
                           : build_on_cpu(points, settings, facts);
}

template <kdtree::Coordinate C>
void build_and_save(const kdtree::PointCloud<C>& cloud, const BuildSettings& settings,
                    BackendRequest request) {
    request.bytes = cloud.points().size() * static_cast<std::int64_t>(sizeof(C)); // each coordinate by itself
    TextTable facts({"", ""}, 2);
    const Built<C> built = build_by(request, cloud.points(), settings, facts);
    kdtree::save_tree(settings.output, built.tree);
    facts.add({"nodes", std::to_string(built.tree.size())});
    facts.add({"levels", std::to_string(kdtree::levels(built.tree.size()))});
    facts.add({"repetitions", std::to_string(built.row.repetitions.size())});
    print(fmt::format("k-d tree of {} points, {} {} coordinates\n{}{}", cloud.points().size(),
                      cloud.dimensions, type_name<C>(), facts.format("  "), stages_text(built.row)));
}

void build(const CLI::App& command, const BuildSettings& settings) {
    const BackendRequest request =
        parse_kdtree_settings(command, settings, "kdtree build", {"--variant", "--devices"});
    require_npz(settings.output, "the tree");
    catch_interrupts();
    std::visit([&](const auto& cloud) { build_and_save(cloud, settings, request); },
               kdtree::read_points(settings.points));
}

} // namespace

void add_kdtree_build(CLI::App& kdtree) {
    auto settings = std::make_shared<BuildSettings>();
    CLI::App* command = kdtree.add_subcommand(
        "build", "Build the balanced tree of the points in a file, of equal ones the first");
    command
        ->add_option(
            "POINTS", settings->points,
            ".npy (a row for each point; int32 or float32), .csv (a column for each coordinate) or .ply")
        ->required();
    command->add_option("-o,--output", settings->output, "file for the tree (.npz)")
        ->required()
        ->type_name("FILE");
    add_kdtree_options(*command, *settings, "points");
    std::vector<std::string> variants;
    variants.reserve(kdtree::all_build_variants.size());
    for (const kdtree::BuildVariant variant : kdtree::all_build_variants)
        variants.emplace_back(to_string(variant));
    command
        ->add_option("--variant", settings->variant,
                     "what a GPU sorts before the first split: all coordinates, or the first")
        ->check(CLI::IsMember(variants))
        ->capture_default_str();
    command
        ->add_option("--devices", settings->devices,
                     "GPUs that share the work; of one GPU two contexts do (times are the wall clock's then)")
        ->check(CLI::Range(1, 2))
        ->capture_default_str()
        ->excludes("--tier", "--variant")
        ->type_name("N");
    command->callback([settings, command] { build(*command, *settings); });
}

} // namespace scanline::cli
