#include "scanline/kdtree/device_build.h"

#include "coordinate_constants.h"
#include "device_orders.h"
#include "device_split.h"
#include "elementwise_kernel.h"
#include "point_errors.h"
#include "room.h"
#include "worthwhile_threads.h"

#include "scanline/compute/gather.h"
#include "scanline/compute/iota.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::kdtree {

namespace {

constexpr const char* what = "kdtree build";
constexpr std::uint32_t none = 0xffffffffu;

// Fills in the coordinates of nodes [first, last) of a tree whose index is known and which has room for
/// them.
template <Coordinate C>
void take_coordinates(const Points<C>& points, Tree<C>& tree, std::int64_t first, std::int64_t last) {
    const auto dimensions = static_cast<std::size_t>(points.dimensions);
    for (auto node = static_cast<std::size_t>(first); node < static_cast<std::size_t>(last); ++node)
        std::copy_n(points[tree.index[node]], dimensions,
                    tree.coordinates.begin() + static_cast<std::ptrdiff_t>(node * dimensions));
}

} // namespace

template <Coordinate C>
struct DeviceBuilder<C>::Parts {
    Parts(compute::Engine& on, int of_dimensions)
        : engine(on), dimensions(of_dimensions), find_nan(on, "kdtree/find_nan"),
          orders(DeviceOrders::make<C>(on)), split(on, of_dimensions), gather(on), iota(on) {}

    compute::Engine& engine;
    int dimensions;
    ElementwiseKernel find_nan;
    DeviceOrders orders;
    DeviceSplit split;
    compute::Gather<std::uint32_t> gather;
    compute::Iota<std::uint32_t> iota;

    std::vector<compute::BufferRange> columns_of(const compute::Operation& operation,
                                                 const DevicePoints<C>& points) const {
        if (points.dimensions() != dimensions)
            throw usage_error(
                fmt::format("{}: points of {} dimensions, where the builder is for {}: make another one",
                            what, points.dimensions(), dimensions));
        std::vector<compute::BufferRange> columns;
        for (const compute::DeviceArray<C>& column : points.columns) {
            operation.require_size(column.view().range(), points.size(), "column of coordinates");
            operation.require_fits(column.view().range(), "column of coordinates");
            columns.push_back(as_words(column.view().range()));
        }
        return columns;
    }

    // Of all columns the first row with a coordinate that is no number.
    void require_numbers(const std::vector<compute::BufferRange>& columns,
                         compute::Arena::Scope& scratch) const {
        const std::int64_t size = columns.front().size;
        const auto found = scratch.take<std::uint32_t>(dimensions);
        compute::upload<std::uint32_t>(found, std::vector<std::uint32_t>(columns.size(), none));
        for (std::size_t axis = 0; axis < columns.size(); ++axis)
            find_nan.run(size,
                         {.pass = "find-nan",
                          .bindings = {{"column", columns[axis]},
                                       {"found", found.part(static_cast<std::int64_t>(axis), 1).range()}}});
        const std::vector<std::uint32_t> rows = compute::download(found);
        const auto first = std::ranges::min_element(rows);
        if (*first != none)
            throw not_a_number(what, *first, static_cast<std::size_t>(first - rows.begin()));
    }

    DeviceTree build(const DevicePoints<C>& points) const {
        compute::Operation operation(engine, what);
        const std::vector<compute::BufferRange> columns = columns_of(operation, points);
        compute::Arena::Scope& scratch = operation.scratch();
        if constexpr (std::same_as<C, float>) {
            const WholeStage stage(engine, "check");
            if (points.size() > 0)
                require_numbers(columns, scratch);
        }
        if (points.size() == 0)
            return {dimensions, {}};

        Order first = scratch.take<std::uint32_t>(points.size());
        DeviceOrders::Tied tied;
        {
            const WholeStage stage(engine, "sort");
            tied = orders.sort(columns, first, scratch);
        }
        {
            const WholeStage stage(engine, "remove-duplicates");
            first = orders.without_duplicates(columns, first, tied, scratch);
        }
        std::vector<Order> all(static_cast<std::size_t>(DeviceSplit::orders(first.size(), dimensions)));
        std::vector<Order> ranks(all.size() - 1);
        for (Order& order : all)
            order = scratch.take<std::uint32_t>(first.size());
        for (Order& rank : ranks)
            rank = scratch.take<std::uint32_t>(first.size());
        {
            const WholeStage stage(engine, "sort-others");
            iota(all[0]);
            if (!ranks.empty())
                orders.sort_others(columns, first, std::span(all).subspan(1));
            for (std::size_t i = 0; i < ranks.size(); ++i)
                orders.rank(all[i + 1], ranks[i]);
        }
        const WholeStage stage(engine, "build");
        DeviceTree tree{dimensions, compute::DeviceArray<std::uint32_t>(first.size())};
        const Order nodes = split.run(all, ranks, scratch.take<std::uint32_t>(first.size()));
        gather(first, nodes, tree.index.view());
        return tree;
    }
};

template <Coordinate C>
DeviceBuilder<C>::DeviceBuilder(compute::Engine& engine, int dimensions) {
    require_dimensions(dimensions, what);
    parts_ = std::make_unique<const Parts>(engine, dimensions);
}
template <Coordinate C>
DeviceBuilder<C>::DeviceBuilder(DeviceBuilder&&) noexcept = default;
template <Coordinate C>
DeviceBuilder<C>& DeviceBuilder<C>::operator=(DeviceBuilder&&) noexcept = default;
template <Coordinate C>
DeviceBuilder<C>::~DeviceBuilder() = default;

template <Coordinate C>
DeviceTree DeviceBuilder<C>::operator()(const DevicePoints<C>& points) const {
    return parts_->build(points);
}

template <Coordinate C>
Tree<C> download_tree(const DeviceTree& tree, const Points<C>& points, const CpuOptions& options) {
    const StageScope stage(options.observer, "download");
    require_shape(points, "kdtree download");
    if (points.dimensions != tree.dimensions || tree.size() > points.size())
        throw usage_error(fmt::format(
            "kdtree download: a tree of {} nodes in {} dimensions is none of {} points in {}: give those it "
            "was built of",
            tree.size(), tree.dimensions, points.size(), points.dimensions));
    Tree<C> in_memory{tree.dimensions, {}, {}};
    make_room(in_memory.index, tree.size(), "kdtree download");
    make_room(in_memory.coordinates, tree.size() * tree.dimensions, "kdtree download");
    compute::download_bytes(tree.index.view().range(), std::as_writable_bytes(std::span(in_memory.index)));
    cpu::ThreadTeam team(worthwhile_threads(options, tree.size() / points_of_a_thread));
    team.run([&](int thread) {
        take_coordinates(points, in_memory, tree.size() * thread / team.size(),
                         tree.size() * (thread + 1) / team.size());
    });
    return in_memory;
}

template class DeviceBuilder<std::int32_t>;
template class DeviceBuilder<float>;
template Tree<std::int32_t> download_tree(const DeviceTree&, const Points<std::int32_t>&, const CpuOptions&);
template Tree<float> download_tree(const DeviceTree&, const Points<float>&, const CpuOptions&);

} // namespace scanline::kdtree
