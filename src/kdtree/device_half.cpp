#include "device_half.h"

#include "coordinate_constants.h"
#include "room.h"

#include <span>
#include <utility>

namespace scanline::kdtree {

namespace {

// Two runs behind each other, of which one comes from the memory of the program.
template <class T>
compute::DeviceArray<T> join(const compute::Copy<T>& copy, compute::ArrayView<const T> own,
                             const std::vector<T>& others, bool own_first) {
    const auto size = static_cast<std::int64_t>(others.size());
    compute::DeviceArray<T> both(own.size() + size);
    copy(own, both.view().part(own_first ? 0 : size, own.size()));
    compute::upload<T>(both.view().part(own_first ? own.size() : 0, size), others);
    return both;
}

template <class T>
std::vector<T> fetch(compute::ArrayView<const T> array) {
    std::vector<T> values;
    make_room(values, array.size(), "kdtree build");
    compute::download_bytes(array.range(), std::as_writable_bytes(std::span(values)));
    return values;
}

} // namespace

template <DeviceCoordinate C>
DeviceHalf<C>::DeviceHalf(compute::Engine& engine, const Points<C>& points, std::int64_t first)
    : engine_(&engine), steps_(DeviceSteps::make<C>(engine, points.dimensions)), gather_coordinates_(engine),
      gather_(engine), copy_coordinates_(engine), copy_(engine), points_(upload_points(engine, points)),
      index_(points.size()), size_(points.size()) {
    const compute::Iota<std::uint32_t> iota(engine);
    iota(index_.view(), static_cast<std::uint32_t>(first));
    if (size_ == 0)
        return;
    compute::Operation operation(engine, "kdtree build");
    keep(steps_.sort(columns(), operation.scratch()));
}

template <DeviceCoordinate C>
std::vector<compute::BufferRange> DeviceHalf<C>::columns() const {
    std::vector<compute::BufferRange> ranges;
    for (const compute::DeviceArray<C>& column : points_.columns)
        ranges.push_back(as_words(column.view().part(begin_, size_).range()));
    return ranges;
}

template <DeviceCoordinate C>
void DeviceHalf<C>::keep(Order order) {
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

template <DeviceCoordinate C>
std::uint32_t DeviceHalf<C>::index_at(std::int64_t place) const {
    return compute::download(index().part(place, 1)).front();
}

template <DeviceCoordinate C>
PointRun<C> DeviceHalf<C>::take(std::int64_t first, std::int64_t last) {
    PointRun<C> taken;
    for (const compute::DeviceArray<C>& column : points_.columns)
        taken.columns.push_back(fetch(column.view().part(begin_ + first, last - first)));
    taken.index = fetch(index().part(first, last - first));
    if (first == 0)
        begin_ += last;
    size_ -= last - first;
    return taken;
}

template <DeviceCoordinate C>
void DeviceHalf<C>::merge(const PointRun<C>& others, Keeps keeps) {
    if (others.index.empty())
        return;
    const bool own_first = keeps == Keeps::own;
    const std::int64_t second_run = own_first ? size_ : static_cast<std::int64_t>(others.index.size());
    for (std::size_t axis = 0; axis < points_.columns.size(); ++axis) {
        compute::DeviceArray<C>& column = points_.columns[axis];
        column = join<C>(copy_coordinates_, std::as_const(column).view().part(begin_, size_),
                         others.columns[axis], own_first);
    }
    index_ = join<std::uint32_t>(copy_, index(), others.index, own_first);
    begin_ = 0;
    size_ += static_cast<std::int64_t>(others.index.size());
    compute::Operation operation(*engine_, "kdtree build");
    keep(steps_.merge(columns(), second_run, operation.scratch()));
}

template <DeviceCoordinate C>
std::vector<std::uint32_t> DeviceHalf<C>::build(int axis) const {
    if (size_ == 0)
        return {};
    compute::Operation operation(*engine_, "kdtree build");
    const Order first = operation.scratch().template take<std::uint32_t>(size_),
                nodes = operation.scratch().template take<std::uint32_t>(size_),
                tree = operation.scratch().template take<std::uint32_t>(size_);
    const compute::Iota<std::uint32_t> iota(*engine_);
    iota(first);
    steps_.split(columns(), first, axis, nodes);
    gather_(index(), nodes, tree);
    return fetch(compute::ArrayView<const std::uint32_t>(tree));
}

template class DeviceHalf<std::int32_t>;
template class DeviceHalf<float>;

} // namespace scanline::kdtree
