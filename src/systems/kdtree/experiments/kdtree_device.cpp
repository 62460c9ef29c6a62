#include "experiments/kdtree_device.h"

#include "experiments/kdtree_check.h"
#include "scanline/bench/wording.h"

#include "scanline/compute/engine.h"
#include "scanline/compute/scan.h"
#include "scanline/core/error.h"
#include "scanline/kdtree/device_box_search.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_knn.h"
#include "scanline/kdtree/device_radius_search.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/verify.h"

#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace scanline::bench {

namespace {

using compute::DeviceArray;

// From columns on the GPU to the tree there. The last tree is freed before the next is built.
template <points::Coordinate C>
KdtreeWork building(compute::Engine& engine, const KdtreeData<C>& data) {
    struct Build {
        kdtree::DeviceBuilder<C> build;
        points::DevicePoints<C> points;
        kdtree::DeviceTree tree{};
    };
    const auto on = std::make_shared<Build>(Build{kdtree::DeviceBuilder<C>(engine, data.points.dimensions),
                                                  points::upload_points(engine, data.points.points())});
    KdtreeWork made;
    made.work = [on] {
        on->tree = {};
        on->tree = on->build(on->points);
    };
    made.wrong = [on, &data] {
        // A tree is fetched by what its nodes say.
        std::string wrong = wrong_nodes(data, on->tree.index.download());
        if (!wrong.empty())
            return wrong;
        const points::Points<C> points = data.points.points();
        return as_wrong(kdtree::verify(kdtree::download_tree(on->tree, points), points));
    };
    return made;
}

template <points::Coordinate C>
KdtreeWork finding_neighbors(compute::Engine& engine, const KdtreeSetting& setting,
                             const KdtreeData<C>& data) {
    struct Search {
        kdtree::DeviceKnn<C> knn;
        kdtree::DeviceNodes<C> nodes;
        DeviceArray<C> queries;
        DeviceArray<std::uint32_t> index;
        DeviceArray<kdtree::DeviceDistance<C>> squared_distance;
    };
    const std::int64_t results = data.queries.points().size() * setting.k;
    const auto on = std::make_shared<Search>(
        Search{kdtree::DeviceKnn<C>(engine, setting.dimensions, setting.k),
               kdtree::upload_nodes(engine, data.tree), DeviceArray<C>(data.queries.coordinates),
               DeviceArray<std::uint32_t>(results), DeviceArray<kdtree::DeviceDistance<C>>(results)});
    KdtreeWork made;
    made.work = [on] {
        on->knn(on->nodes, {on->queries.view(), on->index.view(), on->squared_distance.view()});
    };
    made.wrong = [on, &setting, &data] { return wrong_answer(setting, data, {on->index.download()}); };
    return made;
}

/// Rows of results, as long as they are in every run.
struct FoundRows {
    FoundRows(compute::Engine& engine, std::int64_t queries)
        : counts(queries), offset(queries + 1), scan(engine, {.exclusive = true}) {}

    DeviceArray<std::uint32_t> counts, offset, index;
    compute::Scan<std::uint32_t> scan;

    /// Counted once, for the room that they take.
    std::int64_t make_room() {
        const std::vector<std::uint32_t> of_queries = counts.download();
        const auto total = std::accumulate(of_queries.begin(), of_queries.end(), std::int64_t{0});
        index = DeviceArray<std::uint32_t>(total);
        const auto end = offset.view().part(counts.size(), 1);
        compute::upload<std::uint32_t>(end, std::vector<std::uint32_t>{static_cast<std::uint32_t>(total)});
        return total;
    }
    // What is behind the last row stays.
    void begin() { scan(counts.view(), offset.view().part(0, counts.size())); }
    KdtreeAnswer answer() const { return {counts.download(), index.download()}; }
};

template <points::Coordinate C>
KdtreeWork searching_radii(compute::Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data) {
    struct Search {
        kdtree::DeviceRadiusSearch<C> search;
        kdtree::DeviceNodes<C> nodes;
        DeviceArray<C> queries;
        FoundRows rows;
        DeviceArray<kdtree::DeviceDistance<C>> squared_distance{};
    };
    const auto on = std::make_shared<Search>(Search{
        kdtree::DeviceRadiusSearch<C>(engine, setting.dimensions), kdtree::upload_nodes(engine, data.tree),
        DeviceArray<C>(data.queries.coordinates), FoundRows(engine, data.queries.points().size())});
    const auto count = [on, radius = data.radius] {
        on->search.count(on->nodes, on->queries.view(), on->rows.counts.view(), radius);
    };
    count();
    on->squared_distance = DeviceArray<kdtree::DeviceDistance<C>>(on->rows.make_room());
    KdtreeWork made;
    made.work = [on, count, radius = data.radius] {
        count();
        on->rows.begin();
        on->search.search(
            on->nodes,
            {on->queries.view(), on->rows.offset.view(), on->rows.index.view(), on->squared_distance.view()},
            radius);
    };
    made.wrong = [on, &setting, &data] { return wrong_answer(setting, data, on->rows.answer()); };
    return made;
}

template <points::Coordinate C>
KdtreeWork searching_boxes(compute::Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data) {
    struct Search {
        kdtree::DeviceBoxSearch<C> search;
        kdtree::DeviceNodes<C> nodes;
        DeviceArray<C> low, high;
        FoundRows rows;
    };
    const auto on = std::make_shared<Search>(
        Search{kdtree::DeviceBoxSearch<C>(engine, setting.dimensions),
               kdtree::upload_nodes(engine, data.tree), DeviceArray<C>(data.queries.coordinates),
               DeviceArray<C>(data.high.coordinates), FoundRows(engine, data.queries.points().size())});
    const auto count = [on] {
        on->search.count(on->nodes, {on->low.view(), on->high.view()}, on->rows.counts.view());
    };
    count();
    on->rows.make_room();
    KdtreeWork made;
    made.work = [on, count] {
        count();
        on->rows.begin();
        on->search.search(on->nodes, {on->low.view(), on->high.view()},
                          {on->rows.offset.view(), on->rows.index.view()});
    };
    made.wrong = [on, &setting, &data] { return wrong_answer(setting, data, on->rows.answer()); };
    return made;
}

// Points go to the GPU in every run, some at a time, and the CPU looks for what is no number: so the wall
// clock times it.
template <points::Coordinate C>
KdtreeWork verifying(compute::Engine& engine, const KdtreeData<C>& data) {
    struct Verify {
        kdtree::DeviceVerifier<C> verify;
        kdtree::DeviceNodes<C> nodes;
        std::optional<std::string> wrong{};
    };
    const auto on = std::make_shared<Verify>(Verify{kdtree::DeviceVerifier<C>(engine, data.points.dimensions),
                                                    kdtree::upload_nodes(engine, data.tree)});
    KdtreeWork made;
    made.staged = [on, &engine, &data] {
        return machine::time_stages([&](PassObserver* observer) {
            const ObserverScope scope(engine, observer);
            on->wrong = on->verify(on->nodes, data.points.points());
        });
    };
    made.wrong = [on] { return as_wrong(on->wrong); };
    return made;
}

template <points::Coordinate C>
KdtreeWork prepared(compute::Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data) {
    switch (setting.task) {
    case KdtreeTask::build: return building(engine, data);
    case KdtreeTask::knn: return finding_neighbors(engine, setting, data);
    case KdtreeTask::radius: return searching_radii(engine, setting, data);
    case KdtreeTask::box: return searching_boxes(engine, setting, data);
    case KdtreeTask::verify: return verifying(engine, data);
    }
    return {};
}

} // namespace

KdtreeWork by_device(compute::Engine& engine, const KdtreeCase& on, bool large) {
    const gl::Capabilities& capabilities = engine.capabilities();
    if (capabilities.software && !large && on.setting.elements > most_software_points)
        throw usage_error(fmt::format("{} is a software renderer: more than {} points are measured on it "
                                      "where the variant compute is asked for",
                                      capabilities.renderer, element_count(most_software_points)));
    return std::visit([&](const auto& data) { return prepared(engine, on.setting, data); }, on.data);
}

} // namespace scanline::bench
