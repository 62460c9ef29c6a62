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
#include <array>
#include <barrier>
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

/// The memory of a tree, which comes while the GPUs work.
struct TreeMemory {
    std::shared_future<void> index, coordinates;
};

/// Swaps arrays of two GPUs through host memory, a thread for each. In each round, both download a piece,
/// then each uploads the other's. Each has memory for two in turn, because the other may still upload the
/// last one.
class Exchange {
public:
    /// piece: elements. cancelled: not owned.
    Exchange(std::int64_t piece, const CancelHook& cancelled) : piece_(piece), cancelled_(cancelled) {
        for (auto& of_thread : memory_)
            for (RawArray<std::uint32_t>& memory : of_thread)
                memory.allocate(static_cast<std::size_t>(piece));
    }

    /// `sent` is as long as what the other thread receives.
    void operator()(compute::Engine& engine, std::size_t thread, Order sent, Order received) {
        CancelPoll poll(cancelled_);
        for (std::int64_t first = 0; first < std::max(sent.size(), received.size()); first += piece_) {
            poll.ask();
            const std::size_t turn = rounds_[thread]++ % 2;
            const auto in_memory = [&](std::size_t of_thread, Order piece) {
                return std::as_writable_bytes(
                    std::span(memory_[of_thread][turn]).first(static_cast<std::size_t>(piece.size())));
            };
            const Order out = piece_of(sent, first), in = piece_of(received, first);
            engine.download_bytes(out.range(), in_memory(thread, out));
            both_.arrive_and_wait();
            engine.upload_bytes(in.range(), in_memory(1 - thread, in));
        }
    }

    /// For a thread that fails: the other one no longer waits for it, and receives anything.
    void leave() { both_.arrive_and_drop(); }

private:
    Order piece_of(Order all, std::int64_t first) const {
        first = std::min(first, all.size());
        return all.part(first, std::min(piece_, all.size() - first));
    }

    const std::int64_t piece_;
    const CancelHook& cancelled_;
    std::array<std::array<RawArray<std::uint32_t>, 2>, 2> memory_; ///< [thread][turn]
    std::array<std::uint64_t, 2> rounds_{};                        ///< of each thread, over all arrays
    std::barrier<> both_{2};
};

/// The distinct points of one GPU, in the order of the first super key. Use only on the thread of its engine.
template <points::DeviceCoordinate C>
class DeviceHalf {
public:
    /// Copies and sorts points of the caller, numbered from `first`. number: 0 or 1. most: how many points
    /// the half will ever have.
    DeviceHalf(compute::Engine& engine, std::size_t number, const points::Points<C>& points,
               std::int64_t first, std::int64_t most)
        : engine_(&engine), number_(number), steps_(DeviceSteps::make<C>(engine, points.dimensions)),
          gather_(engine), copy_(engine), iota_(engine), memory_(engine.arena()), size_(points.size()) {
        for (int i = 0; i <= points.dimensions; ++i)
            arrays_.push_back(memory_.take<std::uint32_t>(most));
        spare_ = memory_.take<std::uint32_t>(most);
        if (size_ == 0)
            return;
        iota_(index(), static_cast<std::uint32_t>(first));
        upload_columns<C>(engine, points, columns());
        compute::Operation operation(engine, build_operation);
        keep(steps_.sort(columns(), operation.scratch()));
    }

    std::int64_t size() const { return size_; }
    /// The original index of a point.
    std::uint32_t index_at(std::int64_t place) const {
        return engine_->download(index().part(place, 1)).front();
    }
    /// Removes the last point and returns its original index.
    std::uint32_t take_last() {
        const std::uint32_t last = index_at(size_ - 1);
        --size_;
        return last;
    }

    /// Of all points, those before `less` are the first half's from now on, the others the second's; so many
    /// come from the other half. Points that were in the first half come first.
    std::int64_t swap(std::int64_t less, std::int64_t incoming, Exchange& exchange) {
        const bool is_first = number_ == 0;
        const std::int64_t kept = is_first ? less : size_ - less;
        try {
            for (Order& array : arrays_) {
                const Order low = array.part(0, less), high = array.part(less, size_ - less);
                copy_(is_first ? low : high, spare_.part(is_first ? 0 : incoming, kept));
                exchange(*engine_, number_, is_first ? high : low,
                         spare_.part(is_first ? kept : 0, incoming));
                std::swap(array, spare_);
            }
        } catch (...) {
            exchange.leave();
            throw;
        }
        second_run_ = is_first ? kept : incoming;
        return size_ = kept + incoming;
    }

    /// Sorts again after swap(); of two equal points, that of the first half stays.
    std::int64_t merge() {
        if (second_run_ == 0 || second_run_ == size_)
            return size_;
        compute::Operation operation(*engine_, build_operation);
        return keep(steps_.merge(columns(), second_run_, operation.scratch()));
    }

    /// The subtree of all points, whose root splits by `axis`, from node `first` of the tree on. Waits for
    /// the tree's memory only when the GPU has its work.
    void build(int axis, std::int64_t first, Tree<C>& tree, const TreeMemory& memory) const {
        if (size_ == 0)
            return;
        compute::Operation operation(*engine_, build_operation);
        const auto take = [&] { return operation.scratch().template take<std::uint32_t>(size_); };
        const Order order = take(), nodes = take(), named = take();
        iota_(order);
        steps_.split(columns(), order, axis, nodes);
        gather_(index(), nodes, named);
        const auto part = [&](auto& elements, std::int64_t of_node) {
            return std::span(elements).subspan(static_cast<std::size_t>(first * of_node),
                                               static_cast<std::size_t>(size_ * of_node));
        };
        memory.index.get();
        engine_->download_bytes(named.range(), std::as_writable_bytes(part(tree.index, 1)));
        memory.coordinates.get();
        download_coordinates<C>(*engine_, columns(), nodes, part(tree.coordinates, tree.dimensions));
    }

private:
    std::vector<compute::BufferRange> columns() const {
        std::vector<compute::BufferRange> ranges;
        for (std::size_t axis = 0; axis + 1 < arrays_.size(); ++axis)
            ranges.push_back(arrays_[axis].part(0, size_).range());
        return ranges;
    }
    Order index() const { return arrays_.back().part(0, size_); }

    // Keeps only these points, in this order.
    std::int64_t keep(Order order) {
        for (Order& array : arrays_) {
            gather_(array.part(0, size_), order, spare_.part(0, order.size()));
            std::swap(array, spare_);
        }
        return size_ = order.size();
    }

    compute::Engine* engine_;
    std::size_t number_; ///< 0: the first half
    DeviceSteps steps_;
    compute::Gather<std::uint32_t> gather_;
    compute::Copy<std::uint32_t> copy_;
    compute::Iota<std::uint32_t> iota_;

    compute::Arena::Scope memory_; ///< of the arrays
    std::vector<Order> arrays_;    ///< the columns, then the original indices
    Order spare_;                  ///< takes the new contents of each array in turn
    std::int64_t size_ = 0, second_run_ = 0;
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

    /// Creates the half from the arguments of its constructor.
    std::future<std::int64_t> make(std::size_t number, const Points<C>& points, std::int64_t first,
                                   std::int64_t most) {
        return thread_->run([=, this](compute::Engine& engine) {
            const gl::CancellationScope scope(engine, cancelled_);
            half_ = std::make_unique<Half>(engine, number, points, first, most);
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
    SwapAndMerge(EngineThread& first, EngineThread& second, const Points<C>& points, std::int64_t piece,
                 const cpu::Options& options)
        : points_(points), options_(options),
          exchange_(std::clamp<std::int64_t>(piece, 1, most()), options_.limits.cancelled),
          first_(first, options_.limits.cancelled), second_(second, options_.limits.cancelled) {}

    Tree<C> run() {
        Tree<C> tree{points_.dimensions, {}, {}};
        // While the GPUs work: the system hands out memory about as slowly as they build.
        const auto allocated = [this](auto& elements, std::int64_t size) {
            return std::async(std::launch::async,
                              [this, &elements, size] {
                                  allocate(elements, size, build_operation, options_.limits.cancelled);
                              })
                .share();
        };
        const TreeMemory memory{allocated(tree.index, points_.size()),
                                allocated(tree.coordinates, points_.size() * points_.dimensions)};
        sort();
        swap_and_merge();
        balance();
        build(tree, memory);
        return tree;
    }

private:
    using Half = DeviceHalf<C>;
    using Sizes = std::pair<std::int64_t, std::int64_t>;

    StageScope stage(const char* name) const { return {options_.observer, name}; }

    // The most points that a half ever has: one more if their number is odd, or while the other half's equal
    // to the median comes along.
    std::int64_t most() const { return points_.size() / 2 + 1; }

    // Lets both halves work at once.
    template <class First, class Second>
    auto on_both(First first, Second second) {
        return wait_for(first_.run(first), second_.run(second));
    }

    void sort() {
        const StageScope sorting = stage("sort");
        const std::int64_t half = points_.size() / 2;
        sizes_ = wait_for(first_.make(0, part_of(points_, 0, half), 0, most()),
                          second_.make(1, part_of(points_, half, points_.size() - half), half, most()));
    }

    // Points below the common median go to the first GPU, the others to the second.
    void swap_and_merge() {
        {
            const StageScope swapping = stage("swap");
            swap(less_than_median());
        }
        const StageScope merging = stage("merge");
        merge();
    }

    // The first GPU gets so many points of each half.
    void swap(const Sizes& less) {
        const std::int64_t others = sizes_.first - less.first;
        sizes_ = on_both([=, this](Half& half) { return half.swap(less.first, less.second, exchange_); },
                         [=, this](Half& half) { return half.swap(less.second, others, exchange_); });
    }

    void merge() {
        const auto merge = [](Half& half) { return half.merge(); };
        sizes_ = on_both(merge, merge);
    }

    // Number of points in each half below the common median.
    Sizes less_than_median() {
        const std::int64_t middle = whole().root() + 1;
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
        const auto [a, b] = on_both([=](Half& half) { return half.index_at(place_in_first); },
                                    [=](Half& half) { return half.index_at(place_in_second); });
        return compare_super_keys(points_[a], points_[b], points_.dimensions, 0);
    }

    // The first half holds the left subtree and the root. Removing duplicates may have moved the median.
    void balance() {
        const StageScope balancing = stage("balance");
        const std::int64_t wanted = whole().root() + 1;
        if (sizes_.first == wanted)
            return;
        swap({std::min(wanted, sizes_.first), std::max<std::int64_t>(wanted - sizes_.first, 0)});
        merge();
    }

    void build(Tree<C>& tree, const TreeMemory& memory) {
        const StageScope building = stage("build");
        const std::int64_t root = whole().root();
        const int axis = whole().left().axis(points_.dimensions);
        const auto [at_root, nodes] = on_both(
            [&](Half& half) {
                const auto taken = static_cast<std::int32_t>(half.take_last());
                half.build(axis, 0, tree, memory);
                return taken;
            },
            [&](Half& half) {
                half.build(axis, root + 1, tree, memory);
                return whole().size();
            });
        memory.index.get();
        memory.coordinates.get();
        tree.index.resize(static_cast<std::size_t>(nodes));
        tree.coordinates.resize(static_cast<std::size_t>(nodes * points_.dimensions));
        tree.index[static_cast<std::size_t>(root)] = at_root;
        require_points_named(tree.index, points_.size(), build_operation);
        std::copy_n(points_[at_root], points_.dimensions,
                    tree.coordinates.begin() + root * points_.dimensions);
    }

    Subtree whole() const { return {0, sizes_.first + sizes_.second}; }

    const Points<C> points_;
    const cpu::Options options_;
    Sizes sizes_{}; ///< their sum is fixed once the halves are merged
    Exchange exchange_;
    HalfOnThread<C> first_, second_; // joined on destruction, so declared after the data they use
};

} // namespace

template <DeviceCoordinate C>
struct TwoDeviceBuilder<C>::Parts {
    Parts(const Devices& devices, int of_dimensions, std::int64_t of_piece)
        : dimensions(points::require_dimensions(of_dimensions, build_operation)), piece(of_piece),
          first(devices[0]), second(devices[1]) {}

    int dimensions;
    std::int64_t piece;
    mutable EngineThread first, second;
};

template <DeviceCoordinate C>
TwoDeviceBuilder<C>::TwoDeviceBuilder(const Devices& devices, int dimensions, std::int64_t piece)
    : parts_(make_pimpl<const Parts>(devices, dimensions, piece)) {}

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
    return SwapAndMerge<C>(parts_->first, parts_->second, points, parts_->piece, options).run();
}

template class TwoDeviceBuilder<std::int32_t>;
template class TwoDeviceBuilder<float>;

} // namespace scanline::kdtree
