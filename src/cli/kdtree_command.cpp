#include "kdtree_command.h"

#include "command.h"
#include "options.h"

#include "scanline/core/choice.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/verify.h"
#include "scanline/points/convert.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace scanline::cli {

namespace {

constexpr const char* exact_coordinates = "auto";

std::size_t coordinates_in(const points::AnyPointCloud& points) {
    return std::visit([](const auto& cloud) { return cloud.coordinates.size(); }, points);
}

} // namespace

void add_kdtree_options(CLI::App& command, KdtreeSettings& settings, std::string_view pieces) {
    add_backend_options(command, settings);
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               fmt::format("default: all processors, but no more than so many {} are worth", pieces));
    add_repetitions_option(command, settings.repetitions);
}

void add_coordinates_option(CLI::App& command, std::string& coordinates, std::string_view of) {
    std::vector<std::string> names{exact_coordinates};
    for (const points::CoordinateType type : points::all_coordinate_types)
        names.emplace_back(to_string(type));
    command
        .add_option("--coordinates", coordinates,
                    fmt::format("type that the coordinates of {} are rounded to; auto: the first of int32, "
                                "float32 and float64 that holds each of them as it is",
                                of))
        ->check(CLI::IsMember(names))
        ->capture_default_str()
        ->type_name("TYPE");
}

FileCloud read_cloud(const std::string& path, const std::string& coordinates) {
    if (coordinates == exact_coordinates)
        return {points::read_points(path), ""};
    points::RoundedPoints read = points::read_rounded_points(
        path, parse_choice("--coordinates", coordinates, points::all_coordinate_types));
    const std::string of =
        fmt::format("of {} coordinates of {}", coordinates_in(read.points), printable_path(path));
    if (read.changed == 0)
        return {std::move(read.points), fmt::format("none {}", of)};
    return {std::move(read.points),
            fmt::format("{} {}, by up to {:.3g}", read.changed, of, read.largest_change)};
}

std::string unheld_text(std::int64_t unheld, const points::AnyPointCloud& points, const std::string& path,
                        std::string_view type) {
    return fmt::format("{} of {} coordinates of {} are not {}", unheld, coordinates_in(points),
                       printable_path(path), type);
}

ChosenBackend choose_cpu(const BackendRequest& request, const NoDevice& why) {
    if (request.backend == Backend::compute || request.only_compute)
        throw usage_error(
            fmt::format("{} on compute: {}: use --backend cpu, or {}", request.what, why.reason, why.remedy));
    return {Backend::cpu, nullptr, request.backend == Backend::automatic ? why.reason : ""};
}

BackendRequest parse_kdtree_settings(const CLI::App& command, const KdtreeSettings& settings,
                                     std::string_view what, std::initializer_list<const char*> more) {
    BackendRequest request = parse_backend_settings(command, settings, more);
    request.what = what;
    if (!settings.threads)
        return request;
    if (request.backend == Backend::compute || request.only_compute)
        refuse_options(command, {"--threads"}, Backend::compute);
    request.backend = Backend::cpu;
    return request;
}

std::string stages_text(std::span<const machine::Repetition> repetitions) {
    TextTable table({"stage", "ms"}, 1);
    const machine::Repetition& median = machine::median_repetition(repetitions);
    for (const machine::Stage& stage : median.stages)
        table.add({stage.name, fmt::format("{:.3f}", stage.milliseconds)});
    table.add({"together", fmt::format("{:.3f}", median.milliseconds)});
    return table.format("  ");
}

namespace {

struct TreeCheck : BackendSettings {
    std::string tree;
    std::optional<std::string> points;
    std::string coordinates = "auto";
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
Wrong wrong_of(const ChosenBackend& backend, const kdtree::Tree<C>& tree, const TreeCheck& settings) {
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
void verify_tree(const kdtree::Tree<C>& tree, const TreeCheck& settings, BackendRequest request) {
    request.what = "kdtree verify";
    request.bytes = tree.size() * tree.dimensions * static_cast<std::int64_t>(sizeof(C));
    machine::Machine machine(machine_options(settings));
    const ChosenBackend backend =
        choose_backend_for<C>(machine, request, {.remedy = "build a tree of float32"});
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

void verify_file(const CLI::App& command, const TreeCheck& settings) {
    const BackendRequest request = parse_backend_settings(command, settings, {});
    std::visit([&](const auto& tree) { verify_tree(tree, settings, request); },
               kdtree::load_tree(settings.tree));
}

void add_verify(CLI::App& kdtree) {
    auto settings = std::make_shared<TreeCheck>();
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

} // namespace

void add_kdtree_command(CLI::App& program, ExitCode& /*exit_code*/) {
    CLI::App* kdtree = program.add_subcommand("kdtree", "Balanced k-d trees of points in files");
    kdtree->require_subcommand(1);
    add_kdtree_build(*kdtree);
    add_verify(*kdtree);
    add_kdtree_queries(*kdtree);
}

} // namespace scanline::cli
