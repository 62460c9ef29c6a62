#pragma once
#include "device_steps.h"

#include "scanline/compute/copy.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/gather.h"
#include "scanline/compute/iota.h"
#include "scanline/kdtree/device_points.h"

#include <cstdint>
#include <vector>

namespace scanline::kdtree {

/// Points on their way from one GPU to another, in the order of the first super key: a vector for each
/// coordinate, and the index that each point has outside.
template <DeviceCoordinate C>
struct PointRun {
    std::vector<std::vector<C>> columns;
    std::vector<std::uint32_t> index;
};

/// The points that one of two GPUs has, in the order of the first super key and all different. To be used on
/// the thread of its engine alone.
template <DeviceCoordinate C>
class DeviceHalf {
public:
    /// Points of the caller, of which the first is number `first`. Copies and sorts them.
    DeviceHalf(compute::Engine& engine, const Points<C>& points, std::int64_t first);

    std::int64_t size() const { return size_; }
    /// The index of a point.
    std::uint32_t index_at(std::int64_t place) const;

    /// Takes points [first, last), at either end, away.
    PointRun<C> take(std::int64_t first, std::int64_t last);

    /// Which of equal points stays: the one that was here, or the one that comes.
    enum class Keeps { own, other };
    void merge(const PointRun<C>& others, Keeps keeps);

    /// The subtree of all points, whose root splits by that axis: the index of its nodes.
    std::vector<std::uint32_t> build(int axis) const;

private:
    using Index = compute::ArrayView<const std::uint32_t>;

    std::vector<compute::BufferRange> columns() const;
    Index index() const { return index_.view().part(begin_, size_); }
    // Only these, in this order.
    void keep(Order order);

    compute::Engine* engine_;
    DeviceSteps steps_;
    compute::Gather<C> gather_coordinates_;
    compute::Gather<std::uint32_t> gather_;
    compute::Copy<C> copy_coordinates_;
    compute::Copy<std::uint32_t> copy_;

    // The points are [begin_, begin_ + size_) of these.
    DevicePoints<C> points_;
    compute::DeviceArray<std::uint32_t> index_;
    std::int64_t begin_ = 0, size_ = 0;
};

} // namespace scanline::kdtree
