#include "scanline/systems/kdtree.h"

#include "brute_force.h"
#include "scanline/systems/random_case.h"
#include "scanline/systems/reference_passes.h"

#include "scanline/compute/engine.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/search.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <type_traits>

namespace scanline::systems {

namespace {

using points::Points;

constexpr std::int64_t max_points = 4096, query_count = 9;
constexpr std::int64_t points_of_one_group = 1024; ///< at most; see shaders/kdtree/subtrees.comp
constexpr std::uint64_t kdtree_game = 3;           ///< of the deals, apart from those of other cases

/// A k-d tree to check, with its queries.
struct KdtreeCase {
    bool floats = true; ///< coordinates; otherwise int32
    points::PointDistribution distribution = points::PointDistribution::uniform;
    std::int64_t size = 0; ///< points
    int dimensions = 3;
    int k = 8;              ///< neighbors
    int threads = 1;        ///< on the CPU
    std::uint64_t seed = 0; ///< of points and queries
};

// Either type, 1 to 8 dimensions, every distribution, up to a few thousand points. What programs are compiled
// for is the same for many seeds in a row.
KdtreeCase random_kdtree_case(const CaseRequest& request) {
    constexpr std::array dimensions{3, 2, 1, 4, 8};
    constexpr std::array neighbors{1, 8, 64};
    Deal deal(request.seed, kdtree_game);
    Random random(request.seed);
    KdtreeCase test;
    test.floats = deal.pick(std::array{true, false});
    test.dimensions = deal.pick(dimensions);
    test.k = deal.pick(neighbors);
    test.distribution = pick(random, enumerators<points::PointDistribution>);
    test.size = random_size(random, std::min(request.largest, max_points), points_of_one_group);
    test.threads = random.between(1, 3);
    test.seed = request.seed;
    return test;
}

// "k-d tree of 1000 float points (clustered), 3 dimensions, k 8, 2 threads"
std::string describe(const KdtreeCase& test) {
    return fmt::format("k-d tree of {} {} points ({}), {} dimensions, k {}, {} threads", test.size,
                       test.floats ? "float" : "int32", to_string(test.distribution), test.dimensions, test.k,
                       test.threads);
}

/// All that is worked on, and what the CPU makes of it.
template <points::DeviceCoordinate C>
struct Work {
    points::PointCloud<C> cloud, low, high; ///< points; queries, which are low corners too; high corners
    kdtree::Tree<C> tree;
    kdtree::Distance<C> radius = 0;
    kdtree::Neighbors<C> neighbors;
    kdtree::PointsWithin<C> within;
    kdtree::PointsInside inside;

    kdtree::Boxes<C> boxes() const { return {low.points(), high.points()}; }
};

// Half of them at points, where distances are 0 and boxes begin on points.
template <points::DeviceCoordinate C>
points::PointCloud<C> make_queries(const KdtreeCase& test, const points::PointCloud<C>& cloud) {
    points::PointCloud<C> queries = points::make_cloud<C>(
        test.distribution, query_count, test.dimensions, std::max<std::int64_t>(test.size, 1), test.seed + 1);
    const std::size_t at_points = std::min(cloud.coordinates.size(), queries.coordinates.size() / 2);
    std::copy_n(cloud.coordinates.begin(), at_points - at_points % static_cast<std::size_t>(test.dimensions),
                queries.coordinates.begin());
    return queries;
}

template <points::DeviceCoordinate C>
Work<C> work_on_cpu(const KdtreeCase& test) {
    const cpu::Options options{.threads = test.threads};
    Work<C> work;
    work.cloud = points::make_cloud<C>(test.distribution, test.size, test.dimensions,
                                       std::max<std::int64_t>(test.size, 1), test.seed);
    work.low = make_queries(test, work.cloud);
    work.high = work.low;
    for (C& coordinate : work.high.coordinates)
        coordinate = static_cast<C>(coordinate + (std::is_same_v<C, float> ? C(0.3f) : C(1 << 28)));
    work.tree = kdtree::build(work.cloud.points(), options);
    work.neighbors = knn(work.tree, work.low.points(), test.k, kdtree::infinite_distance<C>, options);
    // Exactly as far as the last neighbor of the first query.
    const auto reach =
        std::find_if(work.neighbors.squared_distance.rend() - test.k, work.neighbors.squared_distance.rend(),
                     [](auto squared) { return std::isfinite(squared); });
    if (reach != work.neighbors.squared_distance.rend())
        work.radius = std::sqrt(*reach);
    work.within =
        radius_search(work.tree, work.low.points(), work.radius, kdtree::RowOrder::by_distance, options);
    work.inside = box_search(work.tree, work.boxes(), options);
    return work;
}

// The rows of the CPU against a look at every point of the tree.
template <points::DeviceCoordinate C>
Wrong wrong_rows(const KdtreeCase& test, const Work<C>& work) {
    std::vector<std::int32_t> kept = work.tree.index;
    std::ranges::sort(kept);
    const KdtreeData<C> data{.points = points_at<C>(work.cloud, kept),
                             .queries = work.low,
                             .high = work.high,
                             .radius = work.radius};
    // found: points of the cloud, which become the places of those that were kept; others are beyond them.
    const auto wrong = [&](KdtreeTask task, KdtreeAnswer answer, auto found) {
        for (std::uint32_t& point : answer.*found) {
            const auto number = static_cast<std::int32_t>(point);
            const auto place = std::ranges::lower_bound(kept, number);
            if (point != no_point)
                point = static_cast<std::uint32_t>(
                    place != kept.end() && *place == number ? place - kept.begin() : std::ssize(kept));
        }
        const Wrong what = wrong_answer<C>({.task = task, .k = test.k}, data, answer);
        return what ? Wrong(fmt::format("{}: {}", to_string(task), *what)) : what;
    };
    if (Wrong what = wrong(KdtreeTask::knn, answer_of(work.neighbors), &KdtreeAnswer::results))
        return what;
    if (Wrong what = wrong(KdtreeTask::radius, answer_of(work.within), &KdtreeAnswer::companions))
        return what;
    return wrong(KdtreeTask::box, answer_of(work.inside), &KdtreeAnswer::companions);
}

/// A tree that verifiers must reject.
template <points::DeviceCoordinate C>
struct FaultyTree {
    kdtree::Tree<C> tree;
    std::string fault;
    std::vector<std::string> verdicts; ///< how messages may begin
};

template <points::DeviceCoordinate C>
std::vector<FaultyTree<C>> make_faulty_trees(const Work<C>& work) {
    const kdtree::Tree<C>& tree = work.tree;
    const std::int64_t last = tree.size() - 1;
    if (last < 1)
        return {};
    FaultyTree<C> swapped{
        tree, "two nodes in each other's places", {"node 0 ", fmt::format("node {} ", last)}};
    std::swap(swapped.tree.index.front(), swapped.tree.index.back());
    std::swap_ranges(swapped.tree.coordinates.begin(), swapped.tree.coordinates.begin() + tree.dimensions,
                     swapped.tree.coordinates.end() - tree.dimensions);
    FaultyTree<C> misnamed{tree, "a node that names another point", {"node 0 does not have"}};
    misnamed.tree.index.front() = tree.index.back();
    std::vector<FaultyTree<C>> all{std::move(swapped), std::move(misnamed)};
    // The tree names the first of equal points. Only a named point can be missed.
    const points::Points<C> points = work.cloud.points();
    const std::int64_t point = points.size() - 1;
    if (std::ranges::find(tree.index, static_cast<std::int32_t>(point)) != tree.index.end())
        all.push_back({kdtree::build(points::part_of(points, 0, point)),
                       "a point missing",
                       {fmt::format("point {} is not found", point)}});
    return all;
}

// verify(tree): the verdict of a verifier.
template <points::DeviceCoordinate C, class Verify>
Wrong wrong_verdict(const std::vector<FaultyTree<C>>& faulty, const Verify& verify) {
    for (const FaultyTree<C>& one : faulty) {
        const std::string verdict = verify(one.tree).value_or("nothing");
        if (std::ranges::none_of(one.verdicts, [&](const std::string& v) { return verdict.starts_with(v); }))
            return fmt::format("finds {} wrong with a tree with {}", verdict, one.fault);
    }
    return {};
}

template <points::DeviceCoordinate C>
Wrong wrong_on_cpu(const KdtreeCase& test, const Work<C>& work) {
    const cpu::Options options{.threads = test.threads};
    if (Wrong wrong = verify(work.tree, work.cloud.points(), options))
        return "the CPU's tree: " + *wrong;
    if (Wrong wrong = wrong_verdict(make_faulty_trees(work), [&](const kdtree::Tree<C>& tree) {
            return verify(tree, work.cloud.points(), options);
        }))
        return "the CPU's verifier " + *wrong;
    if (Wrong wrong = wrong_rows(test, work))
        return "the CPU: " + *wrong;
    return {};
}

template <points::DeviceCoordinate C>
Wrong wrong_links(compute::Engine& engine, const kdtree::DeviceTree& built, const kdtree::Tree<C>& tree) {
    const auto same = [](const compute::DeviceArray<std::uint32_t>& words,
                         const std::vector<std::int32_t>& expected) {
        return std::ranges::equal(words.download(), expected, {}, {},
                                  [](std::int32_t number) { return static_cast<std::uint32_t>(number); });
    };
    const kdtree::Links links = kdtree::make_links(tree.size(), tree.dimensions);
    const kdtree::DeviceLinks found = kdtree::make_links(engine, tree.size(), tree.dimensions);
    if (found.root != static_cast<std::uint32_t>(links.root) || !same(found.left, links.left) ||
        !same(found.right, links.right) || !same(found.axis, links.axis))
        return "the links on the GPU are not those of the CPU";
    const int last = kdtree::levels(tree.size()) - 1;
    if (last >= 0 && !same(kdtree::medians(engine, built, last), kdtree::medians(tree.index, last)))
        return "the last level on the GPU is not that of the CPU";
    return {};
}

// Passes whose wrong words may leave the tree as it is: only the order of keys and flags matters to it.
template <points::DeviceCoordinate C>
std::map<std::string_view, ReferencePasses::Twin> build_twins() {
    using Words = ReferencePasses::Words;
    using Inputs = std::span<const Words>;
    constexpr auto key = [](std::uint32_t bits) {
        return compute::ordered_key(std::bit_cast<C>(bits) + C(0)); // -0 is 0
    };
    const auto take_keys = [key](Inputs inputs, const Words& keys) {
        const Words &column = inputs[0], &order = inputs[1], &points = inputs[2];
        const auto at = [](const Words& words, std::size_t i) { return i < words.size() ? words[i] : ~0u; };
        const auto are_of = [&](auto point) {
            for (std::size_t i = 0; i < keys.size(); ++i) {
                const std::size_t number = point(i);
                if (number >= column.size() || keys[i] != key(column[number]))
                    return false;
            }
            return true;
        };
        return are_of([](std::size_t i) { return i; }) ||
               are_of([&](std::size_t i) -> std::size_t { return at(order, i); }) ||
               are_of([&](std::size_t i) -> std::size_t { return at(points, at(order, i)); });
    };
    const auto flag_ties = [](Inputs inputs, const Words& flags) {
        const Words& keys = inputs[0];
        for (std::size_t i = 0; i < keys.size(); ++i) {
            const bool tied =
                (i > 0 && keys[i - 1] == keys[i]) || (i + 1 < keys.size() && keys[i + 1] == keys[i]);
            if (flags[i] != (tied ? 1u : 0u))
                return false;
        }
        return true;
    };
    // Other columns may have set flags before.
    const auto flag_distinct = [key](Inputs inputs, const Words& flags) {
        const Words &column = inputs[0], &order = inputs[1];
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (flags[i] > 1 ||
                (flags[i] == 0 && (i == 0 || key(column.at(order[i])) != key(column.at(order[i - 1])))))
                return false;
        }
        return true;
    };
    const auto mark_named = [](Inputs inputs, const Words& named) {
        Words expected(named.size());
        for (const std::uint32_t point : inputs[0]) {
            if (point < expected.size())
                expected[point] = 1;
        }
        return named == expected;
    };
    return {{"take-keys", take_keys},
            {"flag-ties", flag_ties},
            {"flag-distinct", flag_distinct},
            {"mark-named", mark_named}};
}

template <points::DeviceCoordinate C>
Wrong wrong_on_gpu(compute::Engine& engine, const KdtreeCase& test, const Work<C>& work) {
    const Points<C> points = work.cloud.points();
    const auto uploaded = points::upload_points<C>(engine, points);
    for (const kdtree::BuildVariant variant : enumerators<kdtree::BuildVariant>) {
        kdtree::DeviceTree built = kdtree::DeviceBuilder<C>(engine, test.dimensions, variant)(uploaded);
        if (download_tree<C>(engine, built, uploaded) != work.tree)
            return fmt::format("the GPU's tree ({}) is not the CPU's", to_string(variant));
        if (Wrong wrong = wrong_links(engine, built, work.tree))
            return wrong;
        const auto nodes = take_nodes<C>(engine, std::move(built), uploaded);
        if (nodes.coordinates.download() != work.tree.coordinates)
            return "the coordinates of the nodes on the GPU are not those of the points";
    }
    const kdtree::DeviceVerifier<C> verifier(engine, test.dimensions);
    const auto nodes = upload_nodes<C>(engine, work.tree);
    if (Wrong wrong = verifier(nodes, points))
        return "the GPU's verifier: " + *wrong;
    if (Wrong wrong = wrong_verdict(make_faulty_trees(work), [&](const kdtree::Tree<C>& tree) {
            return verifier(upload_nodes<C>(engine, tree), points);
        }))
        return "the GPU's verifier " + *wrong;
    const Points<C> queries = work.low.points();
    if (kdtree::DeviceKnn<C>(engine, test.dimensions, test.k)(nodes, queries) != work.neighbors)
        return "the neighbors on the GPU are not those of the CPU";
    if (kdtree::DeviceRadiusSearch<C>(engine, test.dimensions)(nodes, queries, work.radius) != work.within)
        return "the points within a radius on the GPU are not those of the CPU";
    if (kdtree::DeviceBoxSearch<C>(engine, test.dimensions)(nodes, work.boxes()) != work.inside)
        return "the points inside boxes on the GPU are not those of the CPU";
    return {};
}

template <points::DeviceCoordinate C>
Wrong check(compute::Engine* engine, const KdtreeCase& test) {
    const Work<C> work = work_on_cpu<C>(test);
    if (Wrong wrong = wrong_on_cpu(test, work))
        return wrong;
    if (engine == nullptr)
        return {};
    ReferencePasses twins(build_twins<C>());
    const ObserverScope scope(*engine, &twins);
    const Wrong wrong = wrong_on_gpu(*engine, test, work);
    return wrong ? wrong : twins.wrong();
}

// Builds the tree on the CPU and runs the verifier on it, and on faulty trees, which it must reject. Compares
// queries with a look at every point. With an engine, also builds, verifies and queries the tree on the GPU:
// the tree, its links and the results must equal those of the CPU bit for bit.
CheckOutcome run(machine::Machine& machine, const CaseRequest& request) {
    const KdtreeCase test = random_kdtree_case(request);
    std::vector<std::string_view> ran{"sort-all", "verify", "knn", "radius", "box"};
    compute::Engine* const engine = machine.has_compute() ? &machine.compute() : nullptr;
    if (engine != nullptr)
        ran.emplace_back("split-first");
    return run_case(ran, test, [&] {
        return test.floats ? check<float>(engine, test) : check<std::int32_t>(engine, test);
    });
}

constexpr std::string_view brown = "Brown, JCGT 2015";

std::vector<Entry> make_entries() {
    const auto on_gpu = [](std::string_view kind, std::string_view name, std::string_view title,
                           std::string_view idea, std::string_view source) {
        return Entry{.kind = kind,
                     .name = name,
                     .title = title,
                     .idea = idea,
                     .source = source,
                     .backend = "cpu, compute",
                     .opengl = gl::Version{4, 3}};
    };
    return {
        on_gpu("k-d tree build", "sort-all", "Presort all coordinates",
               "points are sorted once by each super key; each level splits the sorted arrays stably", brown),
        {.kind = "k-d tree build",
         .name = "split-first",
         .title = "Split by the first coordinate first",
         .idea = "points are sorted by the first coordinate; each half sorts the others by itself",
         .source = "Robinson, with Brown's algorithm of JCGT 2015",
         .backend = "compute",
         .opengl = gl::Version{4, 3}},
        on_gpu("k-d tree", "verify", "Verifier", "every subtree is on its side of every super key above it",
               brown),
        on_gpu("k-d tree query", "knn", "Nearest neighbors", "the k nearest points of each query point",
               brown),
        on_gpu("k-d tree query", "radius", "Radius search",
               "the points within a distance of each query point", brown),
        on_gpu("k-d tree query", "box", "Box search", "the points inside each box", brown),
    };
}

} // namespace

System kdtree_system() {
    return {.name = "kdtree",
            .title = "Balanced k-d trees",
            .source = "Brown, JCGT 2015; Robinson",
            .entries = make_entries(),
            .checks = {{.name = "kdtree",
                        .needs = Needs::compute_or_processor,
                        .covers = names_in(make_entries()),
                        .run = run}},
            .experiments = kdtree_experiments()};
}

} // namespace scanline::systems
