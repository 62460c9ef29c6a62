#include "results.h"

#include "scanline/data/npz.h"
#include "scanline/kdtree/device_build.h"
#include "scanline/kdtree/device_search.h"
#include "scanline/kdtree/tree_file.h"
#include "scanline/kdtree/verify.h"

namespace scanline::python {

namespace {

using kdtree::Coordinate, kdtree::Tree;

template <Coordinate C>
points::Points<C> points_of(const Array<C>& rows) {
    return {span_of(rows), static_cast<int>(rows.shape(1))};
}

/// Names the templates of a GPU, which has no double: those are not called.
template <Coordinate C>
using OnGpu = std::conditional_t<points::DeviceCoordinate<C>, C, float>;

/// Returns on_cpu(options), or on a GPU on_gpu(engine, limits). points: to be put into the tree of `all`, or
/// queries.
template <class Made, Coordinate C, class Cpu, class Gpu>
Made compute(const char* what, const Way& way, const points::Points<C>& all, const points::Points<C>& points,
             const Cpu& on_cpu, const Gpu& on_gpu) {
    machine::BackendRequest request =
        way.request(what, std::ssize(all.coordinates) * std::int64_t{sizeof(C)});
    // By two threads of an AMD EPYC.
    request.cpu_seconds = 2e-7 * static_cast<double>(points.size()) * kdtree::levels(all.size()) /
                          cpu::ThreadTeam::all_processors();
    if (!points::DeviceCoordinate<C>)
        request.only_cpu = "float64 coordinates are for the CPU alone: make them float32";
    Made made;
    run(request, [&](const Place& place) {
        if constexpr (points::DeviceCoordinate<C>)
            if (place.backend.gpu) {
                made = on_gpu(place.backend.gpu->compute(), CallLimits{.cancelled = place.cancelled});
                return;
            }
        made = on_cpu(way.options(place));
    });
    return made;
}

template <Coordinate C>
Tree<C> build_tree(const Array<C>& rows, const Way& way) {
    const points::Points<C> all = points_of(rows);
    return compute<Tree<C>>(
        "KDTree", way, all, all, [&](const auto& options) { return kdtree::build(all, options); },
        [&](auto& engine, const auto& limits) {
            const auto columns = points::upload_points(engine, all, limits);
            const kdtree::DeviceBuilder<OnGpu<C>> build(engine, all.dimensions);
            return kdtree::download_tree(engine, build(columns, limits), columns, limits);
        });
}

/// Squared distances and indices of the k nearest nodes; infinite and -1 where there are fewer.
template <Coordinate C>
py::tuple nearest(const Tree<C>& tree, const Array<C>& rows, int k, double radius, const Way& way) {
    const points::Points<C> queries = points_of(rows);
    auto found = compute<kdtree::Neighbors<C>>(
        "query", way, tree.points(), queries,
        [&](const auto& options) { return kdtree::knn(tree, queries, k, radius, options); },
        [&](auto& engine, const auto& limits) {
            const auto nodes = kdtree::upload_nodes(engine, tree);
            return kdtree::DeviceKnn<OnGpu<C>>(engine, tree.dimensions, k)(nodes, queries, radius, limits);
        });
    return py::make_tuple(to_array(std::move(found.squared_distance), {queries.size(), k}),
                          to_array(std::move(found.index), {queries.size(), k}));
}

/// The nodes within a radius of each query: where those of each begin, and all of them.
template <Coordinate C>
py::tuple within(const Tree<C>& tree, const Array<C>& rows, double radius, const Way& way) {
    constexpr auto order = kdtree::RowOrder::by_index;
    const points::Points<C> queries = points_of(rows);
    auto found = compute<kdtree::PointsWithin<C>>(
        "query_ball_point", way, tree.points(), queries,
        [&](const auto& options) { return kdtree::radius_search(tree, queries, radius, order, options); },
        [&](auto& engine, const auto& limits) {
            const kdtree::DeviceRadiusSearch<OnGpu<C>> search(engine, tree.dimensions);
            return search(kdtree::upload_nodes(engine, tree), queries, radius, order, limits);
        });
    return py::make_tuple(to_array(std::move(found.offset)), to_array(std::move(found.index)));
}

/// The nodes in boxes, in the same form.
template <Coordinate C>
py::tuple inside(const Tree<C>& tree, const Array<C>& low, const Array<C>& high, const Way& way) {
    const kdtree::Boxes<C> boxes{points_of(low), points_of(high)};
    auto found = compute<kdtree::PointsInside>(
        "query_box", way, tree.points(), boxes.low,
        [&](const auto& options) { return kdtree::box_search(tree, boxes, options); },
        [&](auto& engine, const auto& limits) {
            const kdtree::DeviceBoxSearch<OnGpu<C>> search(engine, tree.dimensions);
            return search(kdtree::upload_nodes(engine, tree), boxes, limits);
        });
    return py::make_tuple(to_array(std::move(found.offset)), to_array(std::move(found.index)));
}

/// index: the rows that the nodes name.
template <Coordinate C>
void verify_tree(Tree<C> tree, const Array<C>& rows, std::vector<std::int32_t> index) {
    tree.index = std::move(index);
    run_on_cpu(1, [&](const Place& place) {
        if (const auto wrong = verify(tree, points_of(rows), {.limits = {.cancelled = place.cancelled}}))
            throw Error(ErrorKind::mismatch, "this is no k-d tree of its points: " + *wrong);
    });
}

/// As the command does. first: of each point the first that equals it, if any two are equal.
template <Coordinate C>
void save_tree(const Tree<C>& tree, const std::string& path, const std::vector<std::int32_t>& first,
               std::int64_t rows) {
    run_on_cpu(1, [&](const Place&) {
        kdtree::TreeArrays arrays = kdtree::arrays_of(tree, {.rows = rows}, {0, tree.size(), true});
        if (!first.empty())
            arrays.parts.push_back(data::npz_part("first_equal", first));
        data::write_npz(path, arrays.parts);
    });
}

/// The tree of a file, and the rows of the table that it was built from, or -1.
py::tuple load_tree(const std::string& path) {
    kdtree::TreeFile file;
    run_on_cpu(1, [&](const Place&) { file = kdtree::load_tree(path); });
    if (const auto* whole = std::get_if<Tree<std::int32_t>>(&file.tree)) // SciPy computes with double
        return py::make_tuple(kdtree::widen(*whole), file.labels.rows);
    return std::visit([&](auto& tree) { return py::make_tuple(std::move(tree), file.labels.rows); },
                      file.tree);
}

template <Coordinate C>
void add_tree(py::module_& module, const char* name) {
    py::class_<Tree<C>>(module, name)
        .def(py::init(&build_tree<C>))
        .def("nodes",
             [](const Tree<C>& tree) {
                 return py::make_tuple(
                     to_array(std::vector(tree.index)),
                     to_array(std::vector(tree.coordinates), {tree.size(), tree.dimensions}));
             })
        .def("nearest", &nearest<C>)
        .def("within", &within<C>)
        .def("inside", &inside<C>)
        .def("verify", &verify_tree<C>)
        .def("save", &save_tree<C>);
}

} // namespace

void add_kdtree(py::module_& module) {
    py::class_<Way>(module, "Way").def(py::init<std::string, int>());
    add_tree<float>(module, "Tree32");
    add_tree<double>(module, "Tree64");
    module.def("load_tree", &load_tree);
}

} // namespace scanline::python
