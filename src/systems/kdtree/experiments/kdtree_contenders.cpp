#include "experiments/kdtree_contenders.h"

#include "experiments/kdtree_check.h"
#include "experiments/kdtree_device.h"
#include "experiments/kdtree_rows.h"
#include "scanline/bench/axes.h"

#include "scanline/core/error.h"
#include "scanline/kdtree/box_search.h"
#include "scanline/kdtree/build.h"
#include "scanline/kdtree/knn.h"
#include "scanline/kdtree/radius_search.h"
#include "scanline/kdtree/verify.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <utility>

namespace scanline::bench {

namespace {

using Words = std::vector<std::uint32_t>;

Words as_words(const std::vector<std::int32_t>& numbers) {
    return {numbers.begin(), numbers.end()};
}

// How many each row has.
Words counts_of(const std::vector<std::int64_t>& offset) {
    Words counts(offset.size());
    std::adjacent_difference(offset.begin(), offset.end(), counts.begin());
    counts.erase(counts.begin());
    return counts;
}

KdtreeAnswer answer_of(const auto& neighbors) requires requires {
    neighbors.k;
}
{ return {as_words(neighbors.index)}; }
KdtreeAnswer answer_of(const auto& rows) requires requires {
    rows.offset;
}
{ return {counts_of(rows.offset), as_words(rows.index)}; }

// find(observer): runs once, its stages seen by the observer, and gives what it found. Last results are freed
// before the next run begins.
template <class Find, class Wrong>
KdtreeWork staged(Find find, Wrong wrong) {
    using Found = decltype(find(nullptr));
    const auto found = std::make_shared<Found>();
    KdtreeWork work;
    work.staged = [=] {
        *found = {};
        return machine::time_stages([&](PassObserver* observer) { *found = find(observer); });
    };
    work.wrong = [=] { return wrong(*found); };
    return work;
}

template <points::Coordinate C, class Ask>
KdtreeWork asking(const KdtreeSetting& setting, const KdtreeData<C>& data, Ask ask) {
    return staged(ask, [&](const auto& found) { return wrong_answer(setting, data, answer_of(found)); });
}

template <points::Coordinate C>
KdtreeWork by_cpu(const KdtreeSetting& setting, const KdtreeData<C>& data, int threads) {
    const auto points = data.points.points(), queries = data.queries.points();
    switch (setting.task) {
    case KdtreeTask::build:
        return staged(
            [=](PassObserver* observer) {
                return kdtree::build(points, cpu::Options{.threads = threads, .observer = observer});
            },
            [=](const kdtree::Tree<C>& tree) { return as_wrong(kdtree::verify(tree, points)); });
    case KdtreeTask::knn:
        return asking(setting, data, [&, queries, threads](PassObserver* observer) {
            return kdtree::knn(data.tree, queries, setting.k, kdtree::infinite_distance<C>,
                               cpu::Options{.threads = threads, .observer = observer});
        });
    case KdtreeTask::radius:
        return asking(setting, data, [&, queries, threads](PassObserver* observer) {
            return kdtree::radius_search(data.tree, queries, data.radius, kdtree::RowOrder::by_distance,
                                         cpu::Options{.threads = threads, .observer = observer});
        });
    case KdtreeTask::box:
        return asking(setting, data, [&, queries, threads](PassObserver* observer) {
            return kdtree::box_search(data.tree, {queries, data.high.points()},
                                      cpu::Options{.threads = threads, .observer = observer});
        });
    case KdtreeTask::verify:
        return staged(
            [&, points, threads](PassObserver* observer) {
                return kdtree::verify(data.tree, points,
                                      cpu::Options{.threads = threads, .observer = observer});
            },
            as_wrong);
    }
    return {};
}

KdtreeAnswer answer_of(const Peer::Task& task, const KdtreeSetting& setting) {
    const auto queries = static_cast<std::size_t>(setting.queries);
    if (setting.task == KdtreeTask::knn)
        return {task.output(SCANLINE_PEER_RESULTS, queries * static_cast<std::size_t>(setting.k))};
    Words counts = task.output(SCANLINE_PEER_RESULTS, queries);
    const std::size_t all = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
    return {std::move(counts), task.output(SCANLINE_PEER_COMPANIONS, all)};
}

template <points::Coordinate C>
KdtreeWork by_peer(const Peer& peer, const KdtreeSetting& setting, const KdtreeData<C>& data, int threads) {
    const PeerCase work{.operation = fmt::format("kdtree-{}", to_string(setting.task)),
                        .arrays = {peer_array("points", std::span(data.points.coordinates)),
                                   peer_array("queries", std::span(data.queries.coordinates)),
                                   peer_array("high", std::span(data.high.coordinates))},
                        .numbers = {{"dimensions", static_cast<double>(setting.dimensions)},
                                    {"threads", static_cast<double>(threads)},
                                    {"k", static_cast<double>(setting.k)},
                                    {"radius", static_cast<double>(data.radius)}}};
    const auto task = std::make_shared<const Peer::Task>(peer.open(work));
    KdtreeWork made;
    made.timed = [task] { return task->run(); };
    made.wrong = [task, &setting, &data] {
        if (asks(setting.task))
            return wrong_answer(setting, data, answer_of(*task, setting));
        const std::size_t nodes = task->output(SCANLINE_PEER_COMPANIONS, 1).front();
        return wrong_nodes(data, task->output(SCANLINE_PEER_RESULTS, nodes));
    };
    return made;
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

} // namespace

std::vector<KdtreeContender> contenders_of(const KdtreeOptions& options) {
    std::vector<KdtreeContender> all;
    if (options.cpu)
        all.push_back({.by = std::string(by_scanline_cpu),
                       .takes = [](KdtreeTask, int) { return true; },
                       .prepare =
                           [](const KdtreeCase& on, int threads) {
                               return std::visit(
                                   [&](const auto& data) { return by_cpu(on.setting, data, threads); },
                                   on.data);
                           }});
    if (options.engine != nullptr)
        all.push_back({.by = std::string(by_scanline_compute),
                       .has_threads = false,
                       .takes = [](KdtreeTask, int) { return true; },
                       .prepare = [&engine = *options.engine, large = options.large_on_software](
                                      const KdtreeCase& on, int) { return by_device(engine, on, large); }});
    for (const Peer& peer : options.peers)
        all.push_back({.by = peer.name(),
                       .library = peer.description(),
                       .takes = [name = peer.name()](KdtreeTask task,
                                                     int threads) { return peer_takes(name, task, threads); },
                       .prepare =
                           [peer](const KdtreeCase& on, int threads) {
                               return std::visit(
                                   [&](const auto& data) { return by_peer(peer, on.setting, data, threads); },
                                   on.data);
                           }});
    return all;
}

} // namespace scanline::bench
