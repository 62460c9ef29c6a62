#include "experiments/kdtree_experiments.h"

#include "scanline/compute/scan.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <memory>
#include <new>
#include <numeric>

namespace scanline::systems {

namespace {

using compute::DeviceArray;
using compute::Engine;

constexpr std::uint64_t query_seed = data_seed + 1;
constexpr double weight_of_a_query = 10; ///< in points that are sorted

template <points::Coordinate C>
Wrong prepare_cpu(const KdtreeSetting& setting, const KdtreeData<C>& data, const Clock& clock, int threads,
                  Variant& variant) {
    const auto points = data.points.points(), queries = data.queries.points();
    const auto options = [threads](PassObserver* observer) {
        return cpu::Options{.threads = threads, .observer = observer};
    };
    const auto ask = [&](auto find) {
        return try_staged(variant, clock, find,
                          [&](const auto& found) { return wrong_answer(setting, data, answer_of(found)); });
    };
    switch (setting.task) {
    case KdtreeTask::build:
        return try_staged(
            variant, clock, [=](PassObserver* observer) { return kdtree::build(points, options(observer)); },
            [&](const kdtree::Tree<C>& tree) { return kdtree::verify(tree, points); });
    case KdtreeTask::knn:
        return ask([=, &data, k = setting.k](PassObserver* observer) {
            return kdtree::knn(data.tree, queries, k, kdtree::infinite_distance<C>, options(observer));
        });
    case KdtreeTask::radius:
        return ask([=, &data](PassObserver* observer) {
            return kdtree::radius_search(data.tree, queries, data.radius, kdtree::RowOrder::by_distance,
                                         options(observer));
        });
    case KdtreeTask::box:
        return ask([=, &data](PassObserver* observer) {
            return kdtree::box_search(data.tree, {queries, data.high.points()}, options(observer));
        });
    case KdtreeTask::verify:
        return try_staged(
            variant, clock,
            [=, &data](PassObserver* observer) {
                return kdtree::verify(data.tree, points, options(observer));
            },
            std::identity());
    }
    return {};
}

// On OpenGL. What is asked, and what comes out, is on the GPU; how it gets there and back is not timed, but
// for the points that a tree is verified with.

// From columns on the GPU to the tree there. The last tree is freed before the next is built.
template <points::Coordinate C>
Wrong build(Engine& engine, const KdtreeData<C>& data, Variant& variant) {
    const auto tree = std::make_shared<kdtree::DeviceTree>();
    const auto columns = shared(points::upload_points(engine, data.points.points()));
    variant.work = [tree, columns, build = shared(kdtree::DeviceBuilder<C>(engine, data.points.dimensions))] {
        *tree = {};
        *tree = (*build)(*columns);
    };
    variant.work();
    // A tree is fetched by what its nodes say.
    if (Wrong wrong = wrong_nodes(data, tree->index.download()))
        return wrong;
    return kdtree::verify(kdtree::download_tree(engine, *tree, *columns), data.points.points());
}

template <points::Coordinate C>
Wrong find_neighbors(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                     Variant& variant) {
    const std::int64_t results = data.queries.points().size() * setting.k;
    const auto index = shared(DeviceArray<std::uint32_t>(results));
    variant.work = [index, knn = shared(kdtree::DeviceKnn<C>(engine, setting.dimensions, setting.k)),
                    nodes = shared(kdtree::upload_nodes(engine, data.tree)),
                    queries = shared(DeviceArray<C>(data.queries.coordinates)),
                    squared_distance = shared(DeviceArray<kdtree::DeviceDistance<C>>(results))] {
        (*knn)(*nodes, {queries->view(), index->view(), squared_distance->view()});
    };
    variant.work();
    return wrong_answer(setting, data, {index->download()});
}

/// Rows of results on the GPU, as long as they are in every run.
template <points::Coordinate C>
struct FoundRows {
    DeviceArray<std::uint32_t> counts, offset, index{};
    DeviceArray<kdtree::DeviceDistance<C>> squared_distance{}; ///< of radii alone
};

// count(rows) and search(rows) run before and after the scan of the counts.
template <points::Coordinate C, class Count, class Search>
Wrong find_rows(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data, Variant& variant,
                Count count, Search search) {
    const std::int64_t queries = data.queries.points().size();
    const auto scan = shared(compute::Scan<std::uint32_t>(engine, {.exclusive = true}));
    const auto rows =
        shared(FoundRows<C>{DeviceArray<std::uint32_t>(queries), DeviceArray<std::uint32_t>(queries + 1)});
    count(*rows);
    const std::vector<std::uint32_t> counts = rows->counts.download();
    const auto total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    rows->index = DeviceArray<std::uint32_t>(total);
    if (setting.task == KdtreeTask::radius)
        rows->squared_distance = DeviceArray<kdtree::DeviceDistance<C>>(total);
    // The end of the last row stays; the scan writes the others.
    compute::upload<std::uint32_t>(rows->offset.view().part(queries, 1),
                                   std::vector{static_cast<std::uint32_t>(total)});
    variant.work = [=] {
        count(*rows);
        (*scan)(rows->counts.view(), rows->offset.view().part(0, queries));
        search(*rows);
    };
    variant.work();
    return wrong_answer(setting, data, {rows->counts.download(), rows->index.download()});
}

template <points::Coordinate C>
Wrong search_radii(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                   Variant& variant) {
    const auto search = shared(kdtree::DeviceRadiusSearch<C>(engine, setting.dimensions));
    const auto nodes = shared(kdtree::upload_nodes(engine, data.tree));
    const auto queries = shared(DeviceArray<C>(data.queries.coordinates));
    return find_rows(
        engine, setting, data, variant,
        [=, &data](FoundRows<C>& rows) {
            search->count(*nodes, queries->view(), rows.counts.view(), data.radius);
        },
        [=, &data](FoundRows<C>& rows) {
            search->search(
                *nodes,
                {queries->view(), rows.offset.view(), rows.index.view(), rows.squared_distance.view()},
                data.radius);
        });
}

template <points::Coordinate C>
Wrong search_boxes(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                   Variant& variant) {
    const auto search = shared(kdtree::DeviceBoxSearch<C>(engine, setting.dimensions));
    const auto nodes = shared(kdtree::upload_nodes(engine, data.tree));
    const auto low = shared(DeviceArray<C>(data.queries.coordinates)),
               high = shared(DeviceArray<C>(data.high.coordinates));
    return find_rows(
        engine, setting, data, variant,
        [=](FoundRows<C>& rows) {
            search->count(*nodes, {low->view(), high->view()}, rows.counts.view());
        },
        [=](FoundRows<C>& rows) {
            search->search(*nodes, {low->view(), high->view()}, {rows.offset.view(), rows.index.view()});
        });
}

template <points::Coordinate C>
Wrong prepare_device(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                     const Clock& clock, Variant& variant) {
    switch (setting.task) {
    case KdtreeTask::build: return build(engine, data, variant);
    case KdtreeTask::knn: return find_neighbors(engine, setting, data, variant);
    case KdtreeTask::radius: return search_radii(engine, setting, data, variant);
    case KdtreeTask::box: return search_boxes(engine, setting, data, variant);
    case KdtreeTask::verify: break;
    }
    // Points go to the GPU in every run, some at a time, and the CPU looks for what is no number: so the wall
    // clock times it.
    return try_staged(
        variant, clock,
        [&engine, &data, verify = shared(kdtree::DeviceVerifier<C>(engine, data.points.dimensions)),
         nodes = shared(kdtree::upload_nodes(engine, data.tree))](PassObserver* observer) {
            const ObserverScope scope(engine, observer);
            return (*verify)(*nodes, data.points.points());
        },
        std::identity());
}

KdtreeAnswer answer_of_peer(const Peer::Task& task, const KdtreeSetting& setting) {
    const auto queries = static_cast<std::size_t>(setting.queries);
    if (setting.task == KdtreeTask::knn)
        return {task.output(SCANLINE_PEER_RESULTS, queries * static_cast<std::size_t>(setting.k))};
    std::vector<std::uint32_t> counts = task.output(SCANLINE_PEER_RESULTS, queries);
    const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    return {std::move(counts), task.output(SCANLINE_PEER_COMPANIONS, all)};
}

template <points::Coordinate C>
Wrong prepare_peer(const Peer& peer, const KdtreeSetting& setting, const KdtreeData<C>& data, int threads,
                   Variant& variant) {
    const auto task = try_peer(variant, peer,
                               {.operation = fmt::format("kdtree-{}", to_string(setting.task)),
                                .arrays = {peer_array("points", std::span(data.points.coordinates)),
                                           peer_array("queries", std::span(data.queries.coordinates)),
                                           peer_array("high", std::span(data.high.coordinates))},
                                .numbers = {{"dimensions", static_cast<double>(setting.dimensions)},
                                            {"threads", static_cast<double>(threads)},
                                            {"k", static_cast<double>(setting.k)},
                                            {"radius", static_cast<double>(data.radius)}}});
    if (asks(setting.task))
        return wrong_answer(setting, data, answer_of_peer(*task, setting));
    const std::size_t nodes = task->output(SCANLINE_PEER_COMPANIONS, 1).front();
    return wrong_nodes(data, task->output(SCANLINE_PEER_RESULTS, nodes));
}

// What the usual peers have; the others say what they do not have.
bool peer_takes(std::string_view name, KdtreeTask task, int threads) {
    const bool builds_alone = task == KdtreeTask::build && threads == 1;
    if (name == by_nth_element)
        return builds_alone;
    if (name == by_nanoflann)
        return builds_alone || task == KdtreeTask::knn || task == KdtreeTask::radius;
    return task != KdtreeTask::verify;
}

// Of equal points the first, in their order.
template <points::Coordinate C>
points::PointCloud<C> distinct(const points::PointCloud<C>& cloud) {
    std::vector<std::int32_t> kept = kdtree::build(cloud.points()).index;
    std::ranges::sort(kept);
    return points_at<C>(cloud, kept);
}

// Boxes whose middles are the queries.
template <points::Coordinate C>
void make_boxes(KdtreeData<C>& data) {
    using Limits = std::numeric_limits<C>;
    const double reach = default_reach(data, Norm::largest);
    const auto moved = [](C coordinate, double by) {
        return static_cast<C>(std::clamp<double>(static_cast<double>(coordinate) + by, Limits::lowest(),
                                                 static_cast<double>(Limits::max())));
    };
    data.high = data.queries;
    for (C& coordinate : data.queries.coordinates)
        coordinate = moved(coordinate, -reach);
    for (C& coordinate : data.high.coordinates)
        coordinate = moved(coordinate, reach);
}

template <points::Coordinate C>
KdtreeData<C> make_data(const KdtreeSetting& setting) try {
    const auto cloud = [&](std::int64_t size, std::uint64_t seed) {
        return points::make_cloud<C>(setting.distribution, size, setting.dimensions, setting.elements, seed);
    };
    KdtreeData<C> data{.points = cloud(setting.elements, data_seed)};
    if (asks(setting.task)) {
        data.points = distinct(data.points);
        data.queries = cloud(setting.queries, query_seed);
    }
    if (setting.task != KdtreeTask::build)
        data.tree = kdtree::build(data.points.points());
    if (setting.task == KdtreeTask::radius)
        data.radius = static_cast<kdtree::Distance<C>>(default_reach(data, Norm::euclidean));
    if (setting.task == KdtreeTask::box)
        make_boxes(data);
    return data;
} catch (const std::bad_alloc&) {
    throw Error(fmt::format("there is no memory for {} points of {} coordinates: measure fewer",
                            setting.elements, setting.dimensions));
}

Variant row_of(const KdtreeSetting& setting, const VariantKey& key) {
    const auto number_if = [](bool has, auto number) { return has ? std::optional(number) : std::nullopt; };
    return {.axes = {{task_axis, setting.task},
                     {points_axis, setting.distribution},
                     {elements_axis, setting.elements},
                     {dimensions_axis, setting.dimensions},
                     {type_axis, type_name(setting.type)},
                     {queries_axis, number_if(asks(setting.task), setting.queries)},
                     {k_axis, number_if(setting.task == KdtreeTask::knn, setting.k)},
                     {threads_axis, key.threads},
                     {by_axis, key.by},
                     {library_axis, key.library}},
            .seed = data_seed,
            .items = asks(setting.task) ? setting.queries : setting.elements,
            // The coordinates that a tree is made of, and again in the tree, with the index of the point.
            // What queries read depends on the tree.
            .bytes = asks(setting.task) ? 0 : setting.elements * word_bytes * (2 * setting.dimensions + 1)};
}

template <points::Coordinate C>
Group make_group(const KdtreeSetting& setting, const Request& request) {
    const auto data = std::make_shared<KdtreeData<C>>(make_data<C>(setting));
    Comparison all(request, data, request.get(threads_option, one_and_all_threads()),
                   [&](const VariantKey& key) { return row_of(setting, key); });
    all.on_cpu({}, [&](int threads, Variant& variant) {
        return prepare_cpu(setting, *data, request.clock, threads, variant);
    });
    all.on_device({}, [&](Engine& engine, Variant& variant) {
        require_short(engine, request, setting.elements, max_software_points, "points");
        return prepare_device(engine, setting, *data, request.clock, variant);
    });
    all.by_peers(
        {},
        [&](const Peer& peer, int threads, Variant& variant) {
            return prepare_peer(peer, setting, *data, threads, variant);
        },
        [&](const Peer& peer, int threads) { return peer_takes(peer.name(), setting.task, threads); });
    return all.group();
}

} // namespace

std::string_view type_name(points::CoordinateType type) {
    return type == points::CoordinateType::float32 ? "float" : to_string(type);
}

PlannedGroup kdtree_group(const KdtreeSetting& setting, const Request& request) {
    const std::int64_t queries = asks(setting.task) ? setting.queries : 0;
    std::string task(to_string(setting.task));
    if (setting.task == KdtreeTask::knn)
        task += fmt::format(" {}", setting.k);
    return {fmt::format("{}, {} {} points of {}", task, element_count(setting.elements),
                        to_string(setting.distribution), setting.dimensions),
            static_cast<double>(setting.elements) + weight_of_a_query * static_cast<double>(queries), [=] {
                return setting.type == points::CoordinateType::int32
                           ? make_group<std::int32_t>(setting, request)
                           : make_group<float>(setting, request);
            }};
}

} // namespace scanline::systems
