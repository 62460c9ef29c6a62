#include "experiments/kdtree_experiments.h"

#include "scanline/core/format.h"

#include "scanline/compute/scan.h"
#include "scanline/core/error.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/device_verify.h"
#include "scanline/kdtree/verify.h"

#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace scanline::bench {

namespace {

using compute::DeviceArray;
using compute::Engine;

template <class T>
std::shared_ptr<T> share(T made) {
    return std::make_shared<T>(std::move(made));
}

// From columns on the GPU to the tree there. The last tree is freed before the next is built.
template <points::Coordinate C>
CheckResult build(Engine& engine, const KdtreeData<C>& data, Variant& variant) {
    const auto build = share(kdtree::DeviceBuilder<C>(engine, data.points.dimensions));
    const auto columns = share(points::upload_points(engine, data.points.points()));
    const auto tree = std::make_shared<kdtree::DeviceTree>();
    variant.work = [=] {
        *tree = {};
        *tree = (*build)(*columns);
    };
    return [tree, &data] {
        // A tree is fetched by what its nodes say.
        if (auto wrong = wrong_nodes(data, tree->index.download()))
            return wrong;
        const points::Points<C> points = data.points.points();
        return kdtree::verify(kdtree::download_tree(*tree, points), points);
    };
}

template <points::Coordinate C>
CheckResult find_neighbors(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                           Variant& variant) {
    const std::int64_t results = data.queries.points().size() * setting.k;
    const auto knn = share(kdtree::DeviceKnn<C>(engine, setting.dimensions, setting.k));
    const auto nodes = share(kdtree::upload_nodes(engine, data.tree));
    const auto queries = share(DeviceArray<C>(data.queries.coordinates));
    const auto index = share(DeviceArray<std::uint32_t>(results));
    const auto squared_distance = share(DeviceArray<kdtree::DeviceDistance<C>>(results));
    variant.work = [=] { (*knn)(*nodes, {queries->view(), index->view(), squared_distance->view()}); };
    return [index, &setting, &data] { return wrong_answer(setting, data, {index->download()}); };
}

/// Rows of results, as long as they are in every run.
struct FoundRows {
    FoundRows(Engine& engine, std::int64_t queries)
        : counts(queries), offset(queries + 1), scan(engine, {.exclusive = true}) {}

    DeviceArray<std::uint32_t> counts, offset, index;
    compute::Scan<std::uint32_t> scan;

    /// Makes room for as many points as were counted, and returns their number.
    std::int64_t make_room() {
        const std::vector<std::uint32_t> of_queries = counts.download();
        const auto total = std::accumulate(of_queries.begin(), of_queries.end(), std::int64_t{0});
        index = DeviceArray<std::uint32_t>(total);
        const auto end = offset.view().part(counts.size(), 1);
        compute::upload<std::uint32_t>(end, std::vector<std::uint32_t>{static_cast<std::uint32_t>(total)});
        return total;
    }
};

// count() and search() run before and behind the scan of the counts.
template <class C, class Count, class Search>
CheckResult find_rows(const KdtreeSetting& setting, const KdtreeData<C>& data,
                      const std::shared_ptr<FoundRows>& rows, Count count, Search search, Variant& variant) {
    variant.work = [=] {
        count();
        // What is behind the last row stays.
        rows->scan(rows->counts.view(), rows->offset.view().part(0, rows->counts.size()));
        search();
    };
    return [rows, &setting, &data] {
        return wrong_answer(setting, data, {rows->counts.download(), rows->index.download()});
    };
}

template <points::Coordinate C>
CheckResult search_radii(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                         Variant& variant) {
    const auto search = share(kdtree::DeviceRadiusSearch<C>(engine, setting.dimensions));
    const auto nodes = share(kdtree::upload_nodes(engine, data.tree));
    const auto queries = share(DeviceArray<C>(data.queries.coordinates));
    const auto rows = std::make_shared<FoundRows>(engine, data.queries.points().size());
    const auto count = [=, radius = data.radius] {
        search->count(*nodes, queries->view(), rows->counts.view(), radius);
    };
    count();
    const auto squared_distance = share(DeviceArray<kdtree::DeviceDistance<C>>(rows->make_room()));
    const auto find = [=, radius = data.radius] {
        search->search(*nodes,
                       {queries->view(), rows->offset.view(), rows->index.view(), squared_distance->view()},
                       radius);
    };
    return find_rows(setting, data, rows, count, find, variant);
}

template <points::Coordinate C>
CheckResult search_boxes(Engine& engine, const KdtreeSetting& setting, const KdtreeData<C>& data,
                         Variant& variant) {
    const auto search = share(kdtree::DeviceBoxSearch<C>(engine, setting.dimensions));
    const auto nodes = share(kdtree::upload_nodes(engine, data.tree));
    const auto low = share(DeviceArray<C>(data.queries.coordinates)),
               high = share(DeviceArray<C>(data.high.coordinates));
    const auto rows = std::make_shared<FoundRows>(engine, data.queries.points().size());
    const auto count = [=] { search->count(*nodes, {low->view(), high->view()}, rows->counts.view()); };
    count();
    rows->make_room();
    const auto find = [=] {
        search->search(*nodes, {low->view(), high->view()}, {rows->offset.view(), rows->index.view()});
    };
    return find_rows(setting, data, rows, count, find, variant);
}

// Points go to the GPU in every run, some at a time, and the CPU looks for what is no number: so the wall
// clock times it.
template <points::Coordinate C>
CheckResult verify(Engine& engine, const KdtreeData<C>& data, Variant& variant) {
    const auto verify = share(kdtree::DeviceVerifier<C>(engine, data.points.dimensions));
    const auto nodes = share(kdtree::upload_nodes(engine, data.tree));
    const auto wrong = std::make_shared<std::optional<std::string>>();
    variant.staged = [=, &engine, &data] {
        return machine::time_stages([&](PassObserver* observer) {
            const ObserverScope scope(engine, observer);
            *wrong = (*verify)(*nodes, data.points.points());
        });
    };
    return [wrong] { return *wrong; };
}

} // namespace

PrepareKdtree by_device(Engine& engine, bool large_on_software) {
    return prepare_by([&engine, large_on_software](const KdtreeSetting& setting, const auto& data, int,
                                                   Variant& variant) -> CheckResult {
        const gl::Capabilities& capabilities = engine.capabilities();
        if (capabilities.software && !large_on_software && setting.elements > most_software_points)
            throw usage_error(fmt::format("{} is a software renderer: more than {} points are measured on it "
                                          "where the variant compute is asked for",
                                          capabilities.renderer, element_count(most_software_points)));
        switch (setting.task) {
        case KdtreeTask::build: return build(engine, data, variant);
        case KdtreeTask::knn: return find_neighbors(engine, setting, data, variant);
        case KdtreeTask::radius: return search_radii(engine, setting, data, variant);
        case KdtreeTask::box: return search_boxes(engine, setting, data, variant);
        case KdtreeTask::verify: return verify(engine, data, variant);
        }
        return {};
    });
}

} // namespace scanline::bench
