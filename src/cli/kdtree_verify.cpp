#include "kdtree_verify.h"

#include "backend_settings.h"
#include "command.h"
#include "kdtree_parts.h"

#include "scanline/core/text.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/verify.h"
#include "scanline/points/convert.h"
#include "scanline/points/points_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>

namespace scanline::cli {

namespace {

struct VerifySettings : BackendSettings {
    std::string tree;
    std::optional<std::string> points;
    std::string coordinates = "auto";
};

using Wrong = std::optional<std::string>;

template <points::Coordinate C>
Wrong wrong_of_points(const ChosenBackend& backend, const kdtree::Tree<C>& tree,
                      const points::Points<C>& points) {
    if constexpr (points::DeviceCoordinate<C>) {
        if (backend.compute) {
            compute::Engine& engine = backend.compute->engine();
            return kdtree::DeviceVerifier<C>(engine, points.dimensions)(kdtree::upload_nodes(engine, tree),
                                                                        points);
        }
    }
    return verify(tree, points);
}

// Without the points that it was built of, a tree is held against its own.
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

template <points::Coordinate C>
Wrong wrong_of(const ChosenBackend& backend, const kdtree::Tree<C>& tree, const VerifySettings& settings) {
    if (!settings.points)
        return wrong_by_itself(backend, tree);
    points::AnyPointCloud read = read_cloud(*settings.points, settings.coordinates).points;
    if (const std::int64_t unheld = points::count_unheld<C>(read); unheld > 0)
        return unheld_text(unheld, read, *settings.points, type_name<C>()) +
               ", as its own are (--coordinates as in its build rounds them alike)";
    const points::PointCloud<C> cloud = points::convert_points<C>(std::move(read));
    return wrong_of_points(backend, tree, cloud.points());
}

template <points::Coordinate C>
void verify_tree(const kdtree::Tree<C>& tree, const VerifySettings& settings, BackendRequest request) {
    request.what = "kdtree verify";
    request.bytes = tree.size() * tree.dimensions * static_cast<std::int64_t>(sizeof(C));
    const ChosenBackend backend = choose_backend_for<C>(request, {.remedy = "build a tree of float32"});
    if (const Wrong wrong = wrong_of(backend, tree, settings))
        throw Error(ErrorKind::mismatch,
                    fmt::format("{} is no k-d tree{}: {}", printable_path(settings.tree),
                                settings.points ? " of " + printable_path(*settings.points) : "", *wrong));
    print(fmt::format("{}: {} nodes, {} {} coordinates, {} levels, right{}; verified by {}\n",
                      printable_path(settings.tree), tree.size(), tree.dimensions, type_name<C>(),
                      kdtree::levels(tree.size()),
                      settings.points ? "" : " by itself (--points looks for every point in it)",
                      backend.text()));
}

void verify_file(const CLI::App& command, const VerifySettings& settings) {
    const BackendRequest request = parse_backend_settings(command, settings, {});
    std::visit([&](const auto& tree) { verify_tree(tree, settings, request); },
               kdtree::load_tree(settings.tree));
}

} // namespace

void add_kdtree_verify(CLI::App& kdtree) {
    auto settings = std::make_shared<VerifySettings>();
    CLI::App* command = kdtree.add_subcommand(
        "verify",
        "Is the file of a tree right? Every node against all of its ancestors; exit code 4 where not");
    command->add_option("TREE", settings->tree, "what kdtree build wrote (.npz)")->required();
    command->add_option("--points", settings->points, "what it was built of: every point must be found")
        ->type_name("FILE");
    add_coordinates_option(*command, settings->coordinates, "--points");
    add_backend_options(*command, *settings);
    command->callback([settings, command] { verify_file(*command, *settings); });
}

} // namespace scanline::cli
