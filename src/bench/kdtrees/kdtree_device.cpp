#include "kdtrees/kdtree_device.h"

#include "experiments/wording.h"
#include "kdtrees/kdtree_check.h"

#include "scanline/compute/engine.h"
#include "scanline/core/error.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_knn.h"
#include "scanline/kdtree/verify.h"

#include <fmt/format.h>
#include <memory>

namespace scanline::bench {

namespace {

using compute::DeviceArray;

// From columns on the GPU to the tree there. The last tree is freed before the next is built.
template <kdtree::Coordinate C>
KdtreeWork building(compute::Engine& engine, const KdtreeData<C>& data) {
    struct Build {
        kdtree::DeviceBuilder<C> build;
        kdtree::DevicePoints<C> points;
        kdtree::DeviceTree tree{};
    };
    const auto on = std::make_shared<Build>(Build{kdtree::DeviceBuilder<C>(engine, data.points.dimensions),
                                                  kdtree::upload_points(engine, data.points.points())});
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
        const kdtree::Points<C> points = data.points.points();
        return as_wrong(kdtree::verify(kdtree::download_tree(on->tree, points), points));
    };
    return made;
}

template <kdtree::Coordinate C>
KdtreeWork finding_neighbors(compute::Engine& engine, const KdtreeSetting& setting,
                             const KdtreeData<C>& data) {
    struct Search {
        kdtree::DeviceKnn<C> knn;
        kdtree::DeviceNodes<C> nodes;
        DeviceArray<C> queries;
        DeviceArray<std::uint32_t> index;
        DeviceArray<typename kdtree::DeviceKnn<C>::Squared> squared_distance;
    };
    const std::int64_t results = data.queries.points().size() * setting.k;
    const auto on = std::make_shared<Search>(Search{
        kdtree::DeviceKnn<C>(engine, setting.dimensions, setting.k), kdtree::upload_nodes(engine, data.tree),
        DeviceArray<C>(data.queries.coordinates), DeviceArray<std::uint32_t>(results),
        DeviceArray<typename kdtree::DeviceKnn<C>::Squared>(results)});
    KdtreeWork made;
    made.work = [on] {
        on->knn(on->nodes, {on->queries.view(), on->index.view(), on->squared_distance.view()});
    };
    made.wrong = [on, &setting, &data] { return wrong_answer(setting, data, {on->index.download()}); };
    return made;
}

template <kdtree::Coordinate C>
KdtreeWork prepared(compute::Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data) {
    switch (setting.task) {
    case KdtreeTask::build: return building(engine, data);
    case KdtreeTask::knn: return finding_neighbors(engine, setting, data);
    case KdtreeTask::radius:
    case KdtreeTask::box:
    case KdtreeTask::verify: break;
    }
    throw usage_error(fmt::format("there is no {} on compute shaders", to_string(setting.task)));
}

} // namespace

bool device_takes(KdtreeTask task) {
    return task == KdtreeTask::build || task == KdtreeTask::knn;
}

KdtreeWork by_device(compute::Engine& engine, const KdtreeCase& on, bool large) {
    const gl::Capabilities& capabilities = engine.capabilities();
    if (capabilities.software && !large && on.setting.elements > most_software_points)
        throw usage_error(fmt::format("{} is a software renderer: more than {} points are measured on it "
                                      "where the variant compute is asked for",
                                      capabilities.renderer, element_count(most_software_points)));
    return std::visit([&](const auto& data) { return prepared(engine, on.setting, data); }, on.data);
}

} // namespace scanline::bench
