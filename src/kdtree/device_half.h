#pragma once
#include "device_steps.h"
#include "tree_coordinates.h"

#include "scanline/compute/copy.h"
#include "scanline/points/device_points.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace scanline::kdtree {

/// Points on their way from one GPU to another, in the order of the first super key: a vector for each
/// coordinate, and the index that each point has outside.
template <points::DeviceCoordinate C>
struct PointRun {
    std::vector<std::vector<C>> columns;
    std::vector<std::uint32_t> index;
};

/// The points that one of two GPUs has, in the order of the first super key and all different. To be used on
/// the thread of its engine alone.
template <points::DeviceCoordinate C>
class DeviceHalf {
public:
    /// Points of the caller, of which the first is number `first`. Copies and sorts them.
    DeviceHalf(compute::Engine& engine, const points::Points<C>& points, std::int64_t first)
        : engine_(&engine), steps_(DeviceSteps::make<C>(engine, points.dimensions)),
          gather_coordinates_(engine), gather_(engine), copy_coordinates_(engine), copy_(engine),
          iota_(engine), points_(upload_points(engine, points)), index_(points.size()), size_(points.size()) {
        iota_(index_.view(), static_cast<std::uint32_t>(first));
        if (size_ == 0)
            return;
        compute::Operation operation(engine, build_operation);
        keep(steps_.sort(columns(), operation.scratch()));
    }

    std::int64_t size() const { return size_; }
    /// The index of a point.
    std::uint32_t index_at(std::int64_t place) const {
        return compute::download(index().part(place, 1)).front();
    }

    /// Takes points [first, last), at either end, away.
    PointRun<C> take(std::int64_t first, std::int64_t last) {
        PointRun<C> taken;
        for (const compute::DeviceArray<C>& column : points_.columns)
            taken.columns.push_back(fetch(column.view().part(begin_ + first, last - first)));
        taken.index = fetch(index().part(first, last - first));
        if (first == 0)
            begin_ += last;
        size_ -= last - first;
        return taken;
    }

    /// Which of equal points stays: the one that was here, or the one that comes.
    enum class Keeps { own, other };
    void merge(const PointRun<C>& others, Keeps keeps) {
        if (others.index.empty())
            return;
        const bool own_first = keeps == Keeps::own;
        const auto size = static_cast<std::int64_t>(others.index.size());
        const std::int64_t second_run = own_first ? size_ : size;
        for (std::size_t axis = 0; axis < points_.columns.size(); ++axis) {
            compute::DeviceArray<C>& column = points_.columns[axis];
            column = join<C>(copy_coordinates_, std::as_const(column).view().part(begin_, size_),
                             others.columns[axis], own_first);
        }
        index_ = join<std::uint32_t>(copy_, index(), others.index, own_first);
        begin_ = 0;
        size_ += size;
        compute::Operation operation(*engine_, build_operation);
        keep(steps_.merge(columns(), second_run, operation.scratch()));
    }

    /// The subtree of all points, whose root splits by that axis: the index of its nodes.
    std::vector<std::uint32_t> build(int axis) const {
        if (size_ == 0)
            return {};
        compute::Operation operation(*engine_, build_operation);
        const auto take = [&] { return operation.scratch().template take<std::uint32_t>(size_); };
        const Order first = take(), nodes = take(), tree = take();
        iota_(first);
        steps_.split(columns(), first, axis, nodes);
        gather_(index(), nodes, tree);
        return fetch(Index(tree));
    }

private:
    using Index = compute::ArrayView<const std::uint32_t>;

    // Two runs behind each other, of which one comes from the memory of the program.
    template <class T>
    static compute::DeviceArray<T> join(const compute::Copy<T>& copy, compute::ArrayView<const T> own,
                                        const std::vector<T>& others, bool own_first) {
        const auto size = static_cast<std::int64_t>(others.size());
        compute::DeviceArray<T> both(own.size() + size);
        copy(own, both.view().part(own_first ? 0 : size, own.size()));
        compute::upload<T>(both.view().part(own_first ? own.size() : 0, size), others);
        return both;
    }

    template <class T>
    static std::vector<T> fetch(compute::ArrayView<const T> array) {
        std::vector<T> values;
        make_room(values, array.size(), build_operation);
        compute::download_bytes(array.range(), std::as_writable_bytes(std::span(values)));
        return values;
    }

    std::vector<compute::BufferRange> columns() const {
        std::vector<compute::BufferRange> ranges;
        for (const compute::DeviceArray<C>& column : points_.columns)
            ranges.push_back(compute::as_words(column.view().part(begin_, size_).range()));
        return ranges;
    }

    Index index() const { return index_.view().part(begin_, size_); }

    // Only these, in this order.
    void keep(Order order) {
        for (compute::DeviceArray<C>& column : points_.columns) {
            compute::DeviceArray<C> kept(order.size());
            gather_coordinates_(column.view().part(begin_, size_), order, kept.view());
            column = std::move(kept);
        }
        compute::DeviceArray<std::uint32_t> kept(order.size());
        gather_(index(), order, kept.view());
        index_ = std::move(kept);
        begin_ = 0;
        size_ = order.size();
    }

    compute::Engine* engine_;
    DeviceSteps steps_;
    compute::Gather<C> gather_coordinates_;
    compute::Gather<std::uint32_t> gather_;
    compute::Copy<C> copy_coordinates_;
    compute::Copy<std::uint32_t> copy_;
    compute::Iota<std::uint32_t> iota_;

    // The points are [begin_, begin_ + size_) of these.
    points::DevicePoints<C> points_;
    compute::DeviceArray<std::uint32_t> index_;
    std::int64_t begin_ = 0, size_ = 0;
};

} // namespace scanline::kdtree
