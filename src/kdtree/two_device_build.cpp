#include "scanline/kdtree/device_build.h"

#include "device_steps.h"
#include "tree_coordinates.h"

#include "scanline/compute/copy.h"
#include "scanline/compute/engine_thread.h"
#include "scanline/core/raw_array.h"
#include "scanline/gl/cancellation_scope.h"
#include "scanline/points/device_points.h"
#include "scanline/points/points.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <future>
#include <span>
#include <utility>
#include <vector>

namespace scanline::kdtree {

namespace {

using compute::EngineThread;
using points::DeviceCoordinate;

/// Points in transit from one GPU to another, in the order of the first super key: one vector per coordinate,
/// and each point's original index.
template <points::DeviceCoordinate C>
struct PointRun {
    std::vector<RawArray<C>> columns;
    RawArray<std::uint32_t> index;
};

/// The distinct points of one GPU, in the order of the first super key. Use only on the thread of its engine.
template <points::DeviceCoordinate C>
class DeviceHalf {
public:
    /// Copies and sorts points of the caller, numbered from `first`.
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
    /// The original index of a point.
    std::uint32_t index_at(std::int64_t place) const {
        return compute::download(index().part(place, 1)).front();
    }

    /// Removes and returns points [first, last), which must be at either end.
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

    /// Which of two equal points stays: the local one or the incoming one.
    enum class Keeps { own, other };
    void merge(const PointRun<C>& others, Keeps keeps) {
        if (others.index.size() == 0)
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

    /// The subtree of all points, whose root splits by `axis`: writes the point indices of its nodes and
    /// their coordinates.
    void build(int axis, std::span<std::int32_t> index, std::span<C> coordinates) const {
        if (size_ == 0)
            return;
        compute::Operation operation(*engine_, build_operation);
        const auto take = [&] { return operation.scratch().template take<std::uint32_t>(size_); };
        const Order first = take(), nodes = take(), tree = take();
        iota_(first);
        steps_.split(columns(), first, axis, nodes);
        download_coordinates<C>(*engine_, columns(), nodes, coordinates);
        gather_(this->index(), nodes, tree);
        engine_->download_bytes(tree.range(), std::as_writable_bytes(index));
    }

private:
    using Index = compute::ArrayView<const std::uint32_t>;

    // Concatenates two runs, one of which comes from host memory.
    template <class T>
    compute::DeviceArray<T> join(const compute::Copy<T>& copy, compute::ArrayView<const T> own,
                                 const RawArray<T>& others, bool own_first) const {
        const auto size = static_cast<std::int64_t>(others.size());
        compute::DeviceArray<T> both(own.size() + size);
        copy(own, both.view().part(own_first ? 0 : size, own.size()));
        engine_->upload<T>(both.view().part(own_first ? own.size() : 0, size), others);
        return both;
    }

    template <class T>
    RawArray<T> fetch(compute::ArrayView<const T> array) const {
        RawArray<T> values(static_cast<std::size_t>(array.size()));
        engine_->download_bytes(array.range(), std::as_writable_bytes(std::span(values)));
        return values;
    }

    std::vector<compute::BufferRange> columns() const {
        std::vector<compute::BufferRange> ranges;
        for (const compute::DeviceArray<C>& column : points_.columns)
            ranges.push_back(compute::as_words(column.view().part(begin_, size_).range()));
        return ranges;
    }

    Index index() const { return index_.view().part(begin_, size_); }

    // Keeps only these points, in this order.
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

/// A half, bound to its own thread.
template <DeviceCoordinate C>
class HalfOnThread {
public:
    using Half = DeviceHalf<C>;

    HalfOnThread(EngineThread& thread, const CancelHook& cancelled)
        : thread_(&thread), cancelled_(cancelled) {}
    // Queued after all pending work.
    ~HalfOnThread() {
        thread_->run([this](compute::Engine&) { half_.reset(); }).wait();
    }
    HalfOnThread(const HalfOnThread&) = delete;
    HalfOnThread& operator=(const HalfOnThread&) = delete;

    /// Creates the half from points numbered from `first`.
    std::future<std::int64_t> make(const Points<C>& points, std::int64_t first) {
        return thread_->run([this, points, first](compute::Engine& engine) {
            const gl::CancellationScope scope(engine, cancelled_);
            half_ = std::make_unique<Half>(engine, points, first);
            return half_->size();
        });
    }

    template <class Work>
    auto run(Work work) {
        return thread_->run([this, work](compute::Engine& engine) {
            const gl::CancellationScope scope(engine, cancelled_);
            return work(*half_);
        });
    }

private:
    EngineThread* thread_;
    const CancelHook& cancelled_;
    std::unique_ptr<Half> half_;
};

// Waits for both before it rethrows, because they use the caller's data.
template <class A, class B>
std::pair<A, B> wait_for(std::future<A> a, std::future<B> b) {
    a.wait();
    b.wait();
    return {a.get(), b.get()};
}

template <DeviceCoordinate C>
class SwapAndMerge {
public:
    SwapAndMerge(EngineThread& first, EngineThread& second, const Points<C>& points,
                 const cpu::Options& options)
        : points_(points), options_(options), first_(first, options_.limits.cancelled),
          second_(second, options_.limits.cancelled) {}

    Tree<C> run() {
        // While the GPUs work: the system hands out memory about as slowly as they build.
        Tree<C> tree{points_.dimensions, {}, {}};
        std::future<void> allocated = std::async(std::launch::async, [&] {
            allocate(tree.index, points_.size(), build_operation, options_.limits.cancelled);
            allocate(tree.coordinates, points_.size() * points_.dimensions, build_operation,
                     options_.limits.cancelled);
        });
        sort();
        swap_and_merge();
        balance();
        allocated.get();
        return build(std::move(tree));
    }

private:
    using Half = DeviceHalf<C>;
    using Run = PointRun<C>;
    using Sizes = std::pair<std::int64_t, std::int64_t>;

    StageScope stage(const char* name) const { return {options_.observer, name}; }

    void sort() {
        const StageScope sorting = stage("sort");
        const std::int64_t half = points_.size() / 2;
        sizes_ = wait_for(first_.make(part_of(points_, 0, half), 0),
                          second_.make(part_of(points_, half, points_.size() - half), half));
    }

    // Points below the common median go to the first GPU, the others to the second.
    void swap_and_merge() {
        {
            const StageScope swapping = stage("swap");
            const Sizes less = less_than_median();
            moved_ =
                wait_for(first_.run([=, this](Half& half) { return half.take(less.first, sizes_.first); }),
                         second_.run([=](Half& half) { return half.take(0, less.second); }));
        }
        const StageScope merging = stage("merge");
        // Of equal points, that of the first half wins.
        sizes_ =
            wait_for(first_.run([&](Half& half) { return merge(half, moved_.second, Half::Keeps::own); }),
                     second_.run([&](Half& half) { return merge(half, moved_.first, Half::Keeps::other); }));
        moved_ = {};
    }

    static std::int64_t merge(Half& half, const Run& run, typename Half::Keeps keeps) {
        half.merge(run, keeps);
        return half.size();
    }

    // Number of points in each half below the common median.
    Sizes less_than_median() {
        const std::int64_t middle = (sizes_.first + sizes_.second) / 2;
        std::int64_t low = std::max<std::int64_t>(middle - sizes_.second, 0),
                     high = std::min(middle, sizes_.first);
        while (low < high) {
            const std::int64_t place = low + (high - low) / 2;
            if (compare(place, middle - 1 - place) < 0)
                low = place + 1;
            else
                high = place;
        }
        Sizes less{low, middle - low};
        // The second half may then include the median itself.
        if (less.second > 0 && less.first < sizes_.first && compare(less.first, less.second - 1) == 0)
            --less.second;
        return less;
    }

    // Compares a point of the first half with one of the second.
    std::weak_ordering compare(std::int64_t place_in_first, std::int64_t place_in_second) {
        const auto [a, b] = wait_for(first_.run([=](Half& half) { return half.index_at(place_in_first); }),
                                     second_.run([=](Half& half) { return half.index_at(place_in_second); }));
        return compare_super_keys(points_[a], points_[b], points_.dimensions, 0);
    }

    // The first half holds the left subtree and the root. Removing duplicates may have moved the median.
    void balance() {
        const StageScope balancing = stage("balance");
        const std::int64_t wanted = whole().root() + 1;
        if (sizes_.first > wanted) {
            const Run run = first_.run([&](Half& half) { return half.take(wanted, sizes_.first); }).get();
            second_.run([&](Half& half) { return merge(half, run, Half::Keeps::own); }).get();
        } else if (sizes_.first < wanted) {
            const Run run =
                second_.run([&](Half& half) { return half.take(0, wanted - sizes_.first); }).get();
            first_.run([&](Half& half) { return merge(half, run, Half::Keeps::own); }).get();
        }
    }

    Tree<C> build(Tree<C> tree) {
        const StageScope building = stage("build");
        const std::int64_t root = whole().root();
        const int axis = whole().left().axis(points_.dimensions);
        const auto size = static_cast<std::size_t>(whole().size());
        tree.index.resize(size);
        tree.coordinates.resize(size * static_cast<std::size_t>(points_.dimensions));
        const auto build_nodes = [&tree, axis](Half& half, std::int64_t first) {
            const auto begin = static_cast<std::size_t>(first), nodes = static_cast<std::size_t>(half.size()),
                       columns = static_cast<std::size_t>(tree.dimensions);
            half.build(axis, std::span(tree.index).subspan(begin, nodes),
                       std::span(tree.coordinates).subspan(begin * columns, nodes * columns));
            return half.size();
        };
        const auto [at_root, nodes] =
            wait_for(first_.run([=](Half& half) {
                const Run taken = half.take(root, root + 1);
                build_nodes(half, 0);
                return static_cast<std::int32_t>(taken.index[0]);
            }),
                     second_.run([=](Half& half) { return build_nodes(half, root + 1); }));
        tree.index[static_cast<std::size_t>(root)] = at_root;
        require_points_named(tree.index, points_.size(), build_operation);
        std::copy_n(points_[at_root], points_.dimensions,
                    tree.coordinates.begin() + root * points_.dimensions);
        return tree;
    }

    Subtree whole() const { return {0, sizes_.first + sizes_.second}; }

    const Points<C> points_;
    const cpu::Options options_;
    Sizes sizes_{};                  ///< their sum is fixed once the halves are merged
    std::pair<Run, Run> moved_;      ///< outgoing points of each half
    HalfOnThread<C> first_, second_; // joined on destruction, so declared after the data they use
};

} // namespace

template <DeviceCoordinate C>
struct TwoDeviceBuilder<C>::Parts {
    Parts(const Devices& devices, int of_dimensions)
        : dimensions(points::require_dimensions(of_dimensions, build_operation)), first(devices[0]),
          second(devices[1]) {}

    int dimensions;
    mutable EngineThread first, second;
};

template <DeviceCoordinate C>
TwoDeviceBuilder<C>::TwoDeviceBuilder(const Devices& devices, int dimensions)
    : parts_(make_pimpl<const Parts>(devices, dimensions)) {}

template <DeviceCoordinate C>
std::array<std::string, 2> TwoDeviceBuilder<C>::renderers() const {
    return {parts_->first.capabilities().renderer, parts_->second.capabilities().renderer};
}

template <DeviceCoordinate C>
Tree<C> TwoDeviceBuilder<C>::operator()(const Points<C>& points, const cpu::Options& options) const {
    {
        const StageScope stage(options.observer, "check");
        require_points(points, build_operation, options.limits.cancelled);
        if (points.dimensions != parts_->dimensions)
            throw usage_error(
                fmt::format("{}: points of {} dimensions, where the builder is for {}: make another one",
                            build_operation, points.dimensions, parts_->dimensions));
    }
    if (points.size() == 0)
        return {points.dimensions, {}, {}};
    return SwapAndMerge<C>(parts_->first, parts_->second, points, options).run();
}

template class TwoDeviceBuilder<std::int32_t>;
template class TwoDeviceBuilder<float>;

} // namespace scanline::kdtree
