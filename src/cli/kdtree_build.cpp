#include "kdtree_build.h"

#include "command.h"
#include "kdtree_parts.h"

#include "scanline/kdtree/build.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/points_file.h"
#include "scanline/kdtree/tree_file.h"

#include <fmt/format.h>
#include <memory>
#include <optional>

namespace scanline::cli {

namespace {

struct BuildSettings : KdtreeSettings {
    std::string points, output;
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
    const kdtree::DeviceBuilder<C> build(session.engine(), points.dimensions);
    const kdtree::DevicePoints<C> uploaded = kdtree::upload_points(session.engine(), points);
    DeviceStageTimes times(session);
    kdtree::DeviceTree tree;
    Built<C> built;
    built.row = repeated(settings.repetitions, times, [&] { tree = build(uploaded); });
    built.tree = kdtree::download_tree(tree, points);
    return built;
}

template <kdtree::Coordinate C>
void build_and_save(const kdtree::PointCloud<C>& cloud, const BuildSettings& settings,
                    BackendRequest request) {
    request.bytes = cloud.points().size() * static_cast<std::int64_t>(sizeof(C)); // each coordinate by itself
    const ChosenBackend backend = choose_backend(request);
    TextTable facts = backend_table(backend);
    const Built<C> built = backend.compute ? build_on_gpu(*backend.compute, cloud.points(), settings)
                                           : build_on_cpu(cloud.points(), settings, facts);
    kdtree::save_tree(settings.output, built.tree);
    facts.add({"nodes", std::to_string(built.tree.size())});
    facts.add({"levels", std::to_string(kdtree::levels(built.tree.size()))});
    facts.add({"repetitions", std::to_string(built.row.repetitions.size())});
    print(fmt::format("k-d tree of {} points, {} {} coordinates\n{}{}", cloud.points().size(),
                      cloud.dimensions, type_name<C>(), facts.format("  "), stages_text(built.row)));
}

void build(const CLI::App& command, const BuildSettings& settings) {
    const BackendRequest request = parse_kdtree_settings(command, settings, "kdtree build");
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
    command->callback([settings, command] { build(*command, *settings); });
}

} // namespace scanline::cli
