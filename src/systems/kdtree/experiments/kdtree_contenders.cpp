#include "experiments/kdtree_experiments.h"

#include "scanline/core/format.h"

#include "scanline/core/error.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/kdtree/build.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <new>
#include <numeric>

namespace scanline::bench {

namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint64_t query_seed = primitive_seed + 1;
constexpr double weight_of_a_query = 10; ///< in points that are sorted

/// Builds trees, asks them, or both.
struct KdtreeContender {
    std::string by;                ///< the value on this axis
    PrepareKdtree prepare;         ///< see there
    std::string library{no_value}; ///< the value on this axis
    bool has_threads = true;       ///< otherwise it has one row for all numbers of them
    std::function<bool(KdtreeTask task, int threads)> takes{}; ///< it has rows of such a task; empty: of all
};

// Work that is timed stage by stage: find(observer) runs once and gives what it found. The last result is
// freed before the next run begins.
template <class Find, class Check>
CheckResult set_staged(Variant& variant, Find find, Check check) {
    const auto found = std::make_shared<decltype(find(nullptr))>();
    variant.staged = [=] {
        *found = {};
        return machine::time_stages([&](PassObserver* observer) { *found = find(observer); });
    };
    return [=] { return check(*found); };
}

constexpr auto by_cpu = []<class C>(const KdtreeSetting& setting, const KdtreeData<C>& data, int threads,
                                    Variant& variant) -> CheckResult {
    const auto points = data.points.points(), queries = data.queries.points();
    const auto options = [threads](PassObserver* observer) {
        return cpu::Options{.threads = threads, .observer = observer};
    };
    const auto ask = [&](auto find) {
        return set_staged(variant, find,
                          [&](const auto& found) { return wrong_answer(setting, data, answer_of(found)); });
    };
    switch (setting.task) {
    case KdtreeTask::build:
        return set_staged(
            variant, [=](PassObserver* observer) { return kdtree::build(points, options(observer)); },
            [=](const kdtree::Tree<C>& tree) { return kdtree::verify(tree, points); });
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
        return set_staged(
            variant,
            [=, &data](PassObserver* observer) {
                return kdtree::verify(data.tree, points, options(observer));
            },
            [](const std::optional<std::string>& wrong) { return wrong; });
    }
    return {};
};

KdtreeAnswer answer_of_peer(const Peer::Task& task, const KdtreeSetting& setting) {
    const auto queries = static_cast<std::size_t>(setting.queries);
    if (setting.task == KdtreeTask::knn)
        return {task.output(SCANLINE_PEER_RESULTS, queries * static_cast<std::size_t>(setting.k))};
    Words counts = task.output(SCANLINE_PEER_RESULTS, queries);
    const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    return {std::move(counts), task.output(SCANLINE_PEER_COMPANIONS, all)};
}

PrepareKdtree by_peer(const Peer& peer) {
    return prepare_by([peer](const KdtreeSetting& setting, const auto& data, int threads, Variant& variant) {
        const PeerCase work{.operation = fmt::format("kdtree-{}", to_string(setting.task)),
                            .arrays = {peer_array("points", std::span(data.points.coordinates)),
                                       peer_array("queries", std::span(data.queries.coordinates)),
                                       peer_array("high", std::span(data.high.coordinates))},
                            .numbers = {{"dimensions", static_cast<double>(setting.dimensions)},
                                        {"threads", static_cast<double>(threads)},
                                        {"k", static_cast<double>(setting.k)},
                                        {"radius", static_cast<double>(data.radius)}}};
        const auto task = std::make_shared<const Peer::Task>(peer.open(work));
        variant.timed = [task] { return task->run(); };
        return CheckResult([task, &setting, &data] {
            if (asks(setting.task))
                return wrong_answer(setting, data, answer_of_peer(*task, setting));
            const std::size_t nodes = task->output(SCANLINE_PEER_COMPANIONS, 1).front();
            return wrong_nodes(data, task->output(SCANLINE_PEER_RESULTS, nodes));
        });
    });
}

// What the usual peers have; others tell by themselves what they have not.
bool peer_takes(std::string_view name, KdtreeTask task, int threads) {
    const bool builds_alone = task == KdtreeTask::build && threads == 1;
    if (name == by_nth_element)
        return builds_alone;
    if (name == by_nanoflann)
        return builds_alone || task == KdtreeTask::knn || task == KdtreeTask::radius;
    return task != KdtreeTask::verify;
}

// Scanline on the CPU, on OpenGL, then the peers: those that take part.
std::vector<KdtreeContender> contenders_of(const KdtreeOptions& options) {
    std::vector<KdtreeContender> all;
    if (options.cpu)
        all.push_back({.by = std::string(by_scanline_cpu), .prepare = prepare_by(by_cpu)});
    if (options.engine != nullptr)
        all.push_back({.by = std::string(by_scanline_compute),
                       .prepare = by_device(*options.engine, options.large_on_software),
                       .has_threads = false});
    for (const Peer& peer : options.peers)
        all.push_back({.by = peer.name(),
                       .prepare = by_peer(peer),
                       .library = peer.description(),
                       .takes = [name = peer.name()](KdtreeTask task, int threads) {
                           return peer_takes(name, task, threads);
                       }});
    return all;
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
    const double reach = usual_reach(data, Norm::largest);
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
KdtreeData<C> make_data(const KdtreeSetting& setting) {
    const auto cloud = [&](std::int64_t size, std::uint64_t seed) {
        return points::make_cloud<C>(setting.distribution, size, setting.dimensions, setting.elements, seed);
    };
    KdtreeData<C> data{.points = cloud(setting.elements, primitive_seed)};
    if (asks(setting.task)) {
        data.points = distinct(data.points);
        data.queries = cloud(setting.queries, query_seed);
    }
    if (setting.task != KdtreeTask::build)
        data.tree = kdtree::build(data.points.points());
    if (setting.task == KdtreeTask::radius)
        data.radius = static_cast<kdtree::Distance<C>>(usual_reach(data, Norm::euclidean));
    if (setting.task == KdtreeTask::box)
        make_boxes(data);
    return data;
}

KdtreeCase make_case(const KdtreeSetting& setting) {
    try {
        if (setting.type == points::CoordinateType::int32)
            return {setting, make_data<std::int32_t>(setting)};
        return {setting, make_data<float>(setting)};
    } catch (const std::bad_alloc&) {
        throw Error(fmt::format("there is no memory for {} points of {} coordinates: measure fewer",
                                setting.elements, setting.dimensions));
    }
}

// The coordinates that a tree is made of, and again in the tree, with the index of the point. What queries
// read depends on the tree.
std::int64_t bytes_of(const KdtreeSetting& setting) {
    constexpr std::int64_t number = sizeof(std::int32_t);
    static_assert(sizeof(float) == number);
    return asks(setting.task) ? 0 : setting.elements * number * (2 * setting.dimensions + 1);
}

Variant variant_of(const KdtreeSetting& setting, const KdtreeContender& contender, int threads) {
    const auto number_if = [](bool has, std::int64_t number) {
        return has ? std::to_string(number) : std::string(no_value);
    };
    Variant variant;
    variant.axes = {{task_axis, setting.task},
                    {points_axis, setting.distribution},
                    {elements_axis, setting.elements},
                    {dimensions_axis, setting.dimensions},
                    {type_axis, type_name(setting.type)},
                    {queries_axis, number_if(asks(setting.task), setting.queries)},
                    {k_axis, number_if(setting.task == KdtreeTask::knn, setting.k)},
                    {threads_axis, number_if(contender.has_threads, threads)},
                    {by_axis, contender.by},
                    {library_axis, contender.library}};
    variant.seed = primitive_seed;
    variant.items = asks(setting.task) ? setting.queries : setting.elements;
    variant.bytes = bytes_of(setting);
    return variant;
}

// The numbers that were asked for; otherwise one, and that of the usable processors.
std::vector<int> threads_of(const KdtreeOptions& options, const KdtreeContender& contender) {
    const int all = cpu::ThreadTeam::all_processors();
    if (!contender.has_threads || (options.threads.empty() && all == 1))
        return {1};
    return options.threads.empty() ? std::vector<int>{1, all} : options.threads;
}

Group make_group(const KdtreeSetting& setting, const KdtreeOptions& options) {
    const auto on = std::make_shared<KdtreeCase>(make_case(setting));
    Group group;
    for (const KdtreeContender& contender : contenders_of(options)) {
        for (const int threads : threads_of(options, contender)) {
            if (contender.takes && !contender.takes(setting.task, threads))
                continue;
            Variant variant = variant_of(setting, contender, threads);
            try_out(variant, [&](Variant& made) {
                const CheckResult check = contender.prepare(*on, threads, made);
                if (made.work)
                    made.work();
                else if (made.timed)
                    made.timed();
                else
                    made.staged();
                return check();
            });
            group.variants.push_back(std::move(variant));
        }
    }
    group.resources = on;
    return group;
}

} // namespace

std::string_view type_name(points::CoordinateType type) {
    return type == points::CoordinateType::float32 ? "float" : to_string(type);
}

PlannedGroup kdtree_group(const KdtreeSetting& setting, const KdtreeOptions& options) {
    std::string task(to_string(setting.task));
    if (setting.task == KdtreeTask::knn)
        task += fmt::format(" {}", setting.k);
    return {fmt::format("{}, {} {} points of {}", task, element_count(setting.elements),
                        to_string(setting.distribution), setting.dimensions),
            static_cast<double>(setting.elements) + weight_of_a_query * static_cast<double>(setting.queries),
            [=] { return make_group(setting, options); }};
}

} // namespace scanline::bench
