#include "command.h"
#include "kdtree_build.h"
#include "kdtree_parts.h"
#include "kdtree_queries.h"

#include "scanline/kdtree/points_file.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <optional>

namespace scanline::cli {

namespace {

struct VerifySettings {
    std::string tree;
    std::optional<std::string> points;
};

// Without the points that it was built of, a tree is held against its own.
template <kdtree::Coordinate C>
std::optional<std::string> wrong_by_itself(kdtree::Tree<C> tree) {
    std::vector<std::int32_t> points = tree.index;
    std::ranges::sort(points);
    const auto twice = std::ranges::adjacent_find(points);
    if (twice != points.end())
        return fmt::format("two nodes name point {}", *twice);
    std::iota(tree.index.begin(), tree.index.end(), 0);
    return verify(tree, tree.points());
}

template <kdtree::Coordinate C>
std::optional<std::string> wrong_of(const kdtree::Tree<C>& tree, const VerifySettings& settings) {
    if (!settings.points)
        return wrong_by_itself(tree);
    const kdtree::AnyPointCloud points = kdtree::read_points(*settings.points);
    const auto* const same = std::get_if<kdtree::PointCloud<C>>(&points);
    if (same == nullptr)
        return fmt::format("its coordinates are {}, those of {} are not", type_name<C>(), *settings.points);
    return verify(tree, same->points());
}

void verify_file(const VerifySettings& settings) {
    std::visit(
        [&]<class C>(const kdtree::Tree<C>& tree) {
            if (const std::optional<std::string> wrong = wrong_of(tree, settings))
                throw Error(ErrorKind::mismatch,
                            fmt::format("{} is no k-d tree{}: {}", settings.tree,
                                        settings.points ? " of " + *settings.points : "", *wrong));
            print(fmt::format("{}: {} nodes, {} {} coordinates, {} levels, right{}\n", settings.tree,
                              tree.size(), tree.dimensions, type_name<C>(), kdtree::levels(tree.size()),
                              settings.points ? "" : " by itself (--points looks for every point in it)"));
        },
        kdtree::load_tree(settings.tree));
}

void add_verify(CLI::App& kdtree) {
    auto settings = std::make_shared<VerifySettings>();
    CLI::App* command = kdtree.add_subcommand(
        "verify",
        "Is the file of a tree right? Every node against all of its ancestors; exit code 4 where not");
    command->add_option("TREE", settings->tree, "what kdtree build wrote (.npz)")->required();
    command->add_option("--points", settings->points, "what it was built of: every point must be found")
        ->type_name("FILE");
    command->callback([settings] { verify_file(*settings); });
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
