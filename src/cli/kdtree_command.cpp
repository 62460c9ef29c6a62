#include "command.h"
#include "kdtree_parts.h"
#include "kdtree_queries.h"
#include "text_table.h"

#include "scanline/kdtree/build.h"
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

struct BuildSettings {
    std::string points, output;
    std::optional<int> threads;
    int repetitions = 1;
};

struct VerifySettings {
    std::string tree;
    std::optional<std::string> points;
};

template <kdtree::Coordinate C>
void build_and_save(const kdtree::PointCloud<C>& cloud, const BuildSettings& settings) {
    bench::StageTimes times;
    const kdtree::CpuOptions options{.threads = settings.threads.value_or(0), .observer = &times};
    kdtree::Tree<C> tree;
    const bench::Row row = repeated(settings.repetitions, times, [&] {
        tree = {}; // there may be no memory for two
        tree = kdtree::build(cloud.points(), options);
    });
    kdtree::save_tree(settings.output, tree);
    TextTable facts({"backend", "cpu"}, 2);
    facts.add({"threads", std::to_string(kdtree::build_threads(cloud.points().size(), options))});
    facts.add({"nodes", std::to_string(tree.size())});
    facts.add({"levels", std::to_string(kdtree::levels(tree.size()))});
    facts.add({"repetitions", std::to_string(row.repetitions.size())});
    print(fmt::format("k-d tree of {} points, {} {} coordinates\n{}{}", cloud.points().size(),
                      cloud.dimensions, type_name<C>(), facts.format("  "), stages_text(row)));
}

void build(const BuildSettings& settings) {
    require_npz(settings.output, "the tree");
    catch_interrupts();
    std::visit([&](const auto& cloud) { build_and_save(cloud, settings); },
               kdtree::read_points(settings.points));
}

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

void add_build(CLI::App& kdtree) {
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
    add_worthwhile_threads_option(*command, settings->threads, "points");
    add_repetitions_option(*command, settings->repetitions);
    command->callback([settings] { build(*settings); });
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
    add_build(*kdtree);
    add_verify(*kdtree);
    add_kdtree_queries(*kdtree);
}

} // namespace scanline::cli
