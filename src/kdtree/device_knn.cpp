#include "scanline/kdtree/device_knn.h"

#include "coordinate_constants.h"
#include "point_errors.h"
#include "query_checks.h"
#include "room.h"

#include "scanline/compute/kernel.h"
#include "scanline/compute/radix_sort.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace scanline::kdtree {

namespace {

using compute::Engine;
using compute::Kernel;

constexpr const char* what = "kdtree knn";
constexpr int group = 64;
constexpr int bucket = 16;

/// Iterations of all loops together, of which software renderers do no more than 65,535.
constexpr std::int64_t most_iterations = 60'000;

template <Coordinate C>
gl::Specialization walk_constants(int dimensions) {
    gl::Specialization constants = coordinate_constants<C>();
    constants.emplace("DIMENSIONS", std::to_string(dimensions));
    constants.emplace("BUCKET", std::to_string(bucket));
    constants.emplace("ITEMS", "1");
    return constants;
}

gl::Specialization with_k(gl::Specialization constants, int k) {
    constants.emplace("K", std::to_string(k));
    return constants;
}

std::array<std::uint32_t, 2> words_of(float value) {
    return {std::bit_cast<std::uint32_t>(value), 0};
}
std::array<std::uint32_t, 2> words_of(double value) {
    return std::bit_cast<std::array<std::uint32_t, 2>>(value);
}

} // namespace

template <Coordinate C>
struct DeviceKnn<C>::Parts {
    Parts(Engine& on, int of_dimensions, int of_k)
        : engine(on), dimensions(of_dimensions), k(of_k),
          locate(on, "kdtree/locate", group, group, walk_constants<C>(of_dimensions)),
          search(on, "kdtree/knn", group, group, with_k(walk_constants<C>(of_dimensions), of_k)), sort(on) {}

    Engine& engine;
    int dimensions, k;
    Kernel locate, search;
    compute::RadixSortPositions<std::uint32_t> sort;

    // Nodes that a walk may look at; a part of the tree of no more cells is gone through in any case.
    std::int64_t budget() const {
        if (!engine.capabilities().software)
            return 0xffffffff;
        // Of each node its coordinates, and it may come into the list; of each split the gaps.
        return most_iterations / (2 * dimensions + k + 8);
    }

    std::int64_t queries_of(const compute::Operation& operation, const DeviceNodes<C>& tree,
                            const Arrays& arrays) const {
        if (tree.dimensions != dimensions)
            throw usage_error(
                fmt::format("{}: a tree of {} dimensions, where queries are of {}: make another", what,
                            tree.dimensions, dimensions));
        const std::int64_t queries = arrays.queries.size() / dimensions;
        operation.require_size(arrays.queries.range(), queries * dimensions, "array of queries");
        operation.require_size(arrays.index.range(), queries * k, "index");
        operation.require_size(arrays.squared_distance.range(), queries * k, "array of squared distances");
        operation.require_fits(arrays.queries.range(), "array of queries");
        operation.require_fits(arrays.index.range(), "index");
        operation.require_fits(arrays.squared_distance.range(), "array of squared distances");
        return queries;
    }

    void run(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius) const {
        compute::Operation operation(engine, what);
        require_radius(radius, what);
        const std::int64_t queries = queries_of(operation, tree, arrays);
        if (queries == 0)
            return;
        const auto places = operation.scratch().template take<std::uint32_t>(queries);
        const auto order = operation.scratch().template take<std::uint32_t>(queries);
        const std::vector<Kernel::Binding> asked{
            {"nodes", as_words(tree.coordinates.view().range())},
            {"points", tree.index.view().range()},
            {"queries", as_words(arrays.queries.range())},
        };
        const auto nodes = static_cast<std::uint32_t>(tree.size());
        {
            const WholeStage stage(engine, "sort-queries");
            std::vector<Kernel::Binding> bindings = asked;
            bindings.push_back({"places", places.range()});
            locate.run(engine, queries, {.pass = "locate", .bindings = bindings, .uniforms = {nodes}});
            sort(places, places, order);
        }
        const WholeStage stage(engine, "search");
        const auto unanswered = operation.scratch().template take<std::uint32_t>(1);
        std::vector<Kernel::Binding> bindings = asked;
        bindings.insert(bindings.end(), {{"order", order.range()},
                                         {"index", arrays.index.range()},
                                         {"squared distances", arrays.squared_distance.range()},
                                         {"unanswered", unanswered.range()}});
        const std::array<std::uint32_t, 2> limit = words_of(radius * radius);
        const auto search_part = [&](int level, std::int64_t part) {
            search.run(engine, queries,
                       {.pass = "knn",
                        .bindings = bindings,
                        .uniforms = {nodes, static_cast<std::uint32_t>(budget()), limit[0], limit[1],
                                     static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(part)},
                        .output = 4});
        };
        if (!engine.capabilities().software)
            return search_part(0, 0);
        compute::upload<std::uint32_t>(unanswered, std::vector<std::uint32_t>{0});
        search_part(0, 0);
        if (compute::download(unanswered).front() == 0)
            return;
        int level = 0;
        while (divide_rounding_up<std::int64_t>(tree.size() + 1, std::int64_t{1} << level) > budget() / 3)
            ++level;
        for (std::int64_t part = 0; part < std::int64_t{1} << level; ++part)
            search_part(level, part);
    }

    Neighbors<C> run(const DeviceNodes<C>& tree, const Points<C>& queries, Distance<C> radius) const {
        require_queries(dimensions, queries, what);
        Neighbors<C> found{k, {}, {}};
        make_room(found.index, queries.size() * k, what);
        make_room(found.squared_distance, queries.size() * k, what);
        const std::int64_t bytes =
            std::max<std::int64_t>(dimensions * std::int64_t{sizeof(C)}, k * std::int64_t{sizeof(Squared)});
        const std::int64_t most = std::max<std::int64_t>(engine.capabilities().max_storage_block / bytes, 1);
        for (std::int64_t first = 0; first < queries.size(); first += most) {
            const std::int64_t count = std::min(most, queries.size() - first);
            compute::Arena::Scope scratch(engine.arena());
            const auto rows = scratch.take<C>(count * dimensions);
            const Arrays arrays{rows, scratch.take<std::uint32_t>(count * k),
                                scratch.take<Squared>(count * k)};
            compute::upload<C>(rows,
                               queries.coordinates.subspan(static_cast<std::size_t>(first * dimensions),
                                                           static_cast<std::size_t>(count * dimensions)));
            run(tree, arrays, radius);
            const auto results = [&](auto& all) {
                return std::as_writable_bytes(std::span(all).subspan(static_cast<std::size_t>(first * k),
                                                                     static_cast<std::size_t>(count * k)));
            };
            compute::download_bytes(arrays.index.range(), results(found.index));
            compute::download_bytes(arrays.squared_distance.range(), results(found.squared_distance));
        }
        return found;
    }
};

template <Coordinate C>
DeviceKnn<C>::DeviceKnn(Engine& engine, int dimensions, int k) {
    require_dimensions(dimensions, what);
    require_k(k, what);
    parts_ = std::make_unique<const Parts>(engine, dimensions, k);
}
template <Coordinate C>
DeviceKnn<C>::DeviceKnn(DeviceKnn&&) noexcept = default;
template <Coordinate C>
DeviceKnn<C>& DeviceKnn<C>::operator=(DeviceKnn&&) noexcept = default;
template <Coordinate C>
DeviceKnn<C>::~DeviceKnn() = default;

template <Coordinate C>
void DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Arrays& arrays, Distance<C> radius) const {
    parts_->run(tree, arrays, radius);
}

template <Coordinate C>
Neighbors<C> DeviceKnn<C>::operator()(const DeviceNodes<C>& tree, const Points<C>& queries,
                                      Distance<C> radius) const {
    return parts_->run(tree, queries, radius);
}

template class DeviceKnn<std::int32_t>;
template class DeviceKnn<float>;

} // namespace scanline::kdtree
