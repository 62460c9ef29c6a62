#include "session.h"

#include "scanline/compute/radix_sort.h"
#include "scanline/compute/scan.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/rank.h"
#include "scanline/core/raw_array.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/cpu/mask_compaction.h"
#include "scanline/cpu/radix_sort.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/cpu/wide_sort.h"

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <vector>

namespace scanline::python {

namespace {

// As the command line estimates them.
constexpr double seconds_of_key = 6e-9, seconds_of_wide_key = 4e-8, seconds_of_position = 9e-9,
                 seconds_of_wide_position = 8e-8, seconds_of_byte = 1e-10;

// A radix sort has tables to fill.
constexpr std::size_t few_keys = 200;

using Positions = std::span<std::uint32_t>;

// The rows of contiguous arrays: the last axis of each. The Python side has checked shapes and types.
template <class T>
class Rows {
public:
    explicit Rows(const py::array& array) : Rows(array, static_cast<const T*>(array.data())) {}
    explicit Rows(py::array& array) : Rows(array, static_cast<T*>(array.mutable_data())) {}

    std::size_t count() const { return count_; }
    std::size_t size() const { return size_; }
    std::span<T> operator[](std::size_t row) const { return {data_ + row * size_, size_}; }

private:
    Rows(const py::array& array, T* data)
        : data_(data), size_(static_cast<std::size_t>(array.shape(array.ndim() - 1))),
          count_(size_ == 0 ? 0 : static_cast<std::size_t>(array.size()) / size_) {}

    T* data_;
    std::size_t size_, count_;
};

constexpr const char *no_wide_keys = "compute sorts int32, uint32 and float32, not int64, uint64 and float64",
                     *no_wide_floats = "compute adds float32 and integers, not float64";

// Calls work(T()) with the type of the elements.
template <class Work>
void with_type(const py::array& array, Work work) {
    const bool is_wide = array.itemsize() == 8;
    switch (array.dtype().kind()) {
    case 'f': return is_wide ? work(double()) : work(float());
    case 'i': return is_wide ? work(std::int64_t()) : work(std::int32_t());
    default: return is_wide ? work(std::uint64_t()) : work(std::uint32_t());
    }
}

// What a thread's calls share: new memory costs up to a third of their time.
struct Tools {
    explicit Tools(int threads)
        : radix_sort({.threads = threads, .cancelled = hook()}),
          wide_sort({.threads = threads, .cancelled = hook()}),
          scan(Operator::sum, false, cpu::default_scan_model(threads)), compact(threads) {}

    CancelHook hook() const {
        return [this] { return place->cancelled && place->cancelled(); };
    }

    const Place* place = nullptr; ///< of the call under way
    cpu::RadixSort radix_sort;
    cpu::WideSort wide_sort;
    cpu::AutoScan scan;
    cpu::MaskCompaction compact;
    RawArray<std::uint32_t> positions;
    RawArray<std::uint64_t> sorted;
};
thread_local std::unique_ptr<Tools> tools;
constexpr std::size_t most_kept = std::size_t{10} << 20; ///< elements, of up to 24 bytes

// Calls work(place, row, its number) for each row. why_only_cpu: empty if compute can do it.
template <class T, class Work>
void on_rows(const char* what, const std::string& backend, double seconds, const char* why_only_cpu,
             const Rows<const T>& rows, Work work) {
    const auto bytes = static_cast<double>(rows.size() * sizeof(T));
    machine::BackendRequest request{.backend = parse_choice("backend", backend, machine::array_backends),
                                    .what = what,
                                    .bytes = static_cast<std::int64_t>(rows.size() * sizeof(T)),
                                    .cpu_seconds = seconds * static_cast<double>(rows.size() * rows.count()),
                                    .device_seconds = device_seconds_of_byte * bytes,
                                    .uses_uint64 = sizeof(T) == 8};
    request.only_cpu = why_only_cpu;
    if (request.only_cpu.empty() && rows.count() > 1 && request.backend == machine::Backend::automatic)
        request.only_cpu = "a GPU takes one row at a time";
    run(request, [&](const Place& place) {
        // Work of less than a millisecond, on the caller's thread, is not worth another one.
        if (!tools)
            tools = std::make_unique<Tools>(place.cancelled ? cpu::ThreadTeam::all_processors() : 1);
        tools->place = &place;
        CancelPoll poll(place.cancelled);
        for (std::size_t row = 0; row < rows.count(); ++row) {
            poll.count(static_cast<std::int64_t>(rows.size()));
            work(place, rows[row], row);
        }
        if (rows.size() > most_kept)
            tools.reset();
    });
}

// NumPy's order, where NaN come last and equal one another.
template <class K>
bool comes_before(K a, K b) {
    return a < b || (b != b && a == a);
}

// Keys that the library tells apart in [begin, end) are equal to NumPy, so they get their order in `keys`.
template <class K, class Equal>
void restore_order(std::span<const K> keys, std::span<K> sorted, Positions positions, std::size_t begin,
                   std::size_t end, Equal is_one) {
    if (begin == end || rank_of<double>(sorted[begin]) == rank_of<double>(sorted[end - 1]))
        return;
    for (std::size_t i = 0; begin < end; ++i) {
        if (!is_one(keys[i]))
            continue;
        if (positions.empty())
            sorted[begin++] = keys[i];
        else
            positions[begin++] = static_cast<std::uint32_t>(i);
    }
}

// From the total order of floats to NumPy's.
template <class K>
void settle(std::span<const K> keys, std::span<K> sorted, Positions positions) {
    const auto is_nan = [](K key) { return key != key; };
    const auto signed_nan = std::ranges::find_if_not(sorted, is_nan) - sorted.begin();
    std::rotate(sorted.begin(), sorted.begin() + signed_nan, sorted.end());
    if (!positions.empty())
        std::rotate(positions.begin(), positions.begin() + signed_nan, positions.end());
    const auto numbers = std::ranges::partition_point(sorted, std::not_fn(is_nan));
    const auto zeros = std::equal_range(sorted.begin(), numbers, K{0});
    const auto at = [&](auto place) { return static_cast<std::size_t>(place - sorted.begin()); };
    restore_order(keys, sorted, positions, at(numbers), sorted.size(), is_nan);
    restore_order(keys, sorted, positions, at(zeros.first), at(zeros.second), [](K key) { return key == 0; });
}

template <class K>
void sort_on_gpu(compute::Engine& engine, std::span<const K> keys, std::span<K> sorted, Positions positions) {
    compute::DeviceArray<K> there(static_cast<std::int64_t>(keys.size()));
    engine.upload(there.view(), keys);
    if (positions.empty()) {
        compute::RadixSort<K>{engine}(there.view(), there.view());
    } else {
        compute::DeviceArray<std::uint32_t> ranks(there.size());
        compute::RadixSortPositions<K>{engine}(there.view(), there.view(), ranks.view());
        engine.download_bytes(ranks.view().range(), std::as_writable_bytes(positions));
    }
    engine.download_bytes(there.view().range(), std::as_writable_bytes(sorted));
}

// positions: empty if they are not wanted.
template <class K>
void sort_keys(const Place& place, std::span<const K> keys, std::span<K> sorted, Positions positions) {
    if (place.backend.gpu) {
        if constexpr (sizeof(K) == 4)
            sort_on_gpu(place.backend.gpu->compute(), keys, sorted, positions);
    } else if constexpr (sizeof(K) == 8) {
        tools->wide_sort(keys, sorted, positions);
    } else if (positions.empty()) {
        tools->radix_sort(keys, sorted);
    } else {
        tools->radix_sort(keys, sorted, positions);
    }
    if constexpr (std::is_floating_point_v<K>)
        settle(keys, sorted, positions);
}

// The result: the sorted keys, or their positions.
void sort(const py::array& array, py::array& result, bool by_position, const std::string& backend) {
    with_type(array, [&]<class K>(K /*type*/) {
        const double seconds = by_position ? (sizeof(K) == 8 ? seconds_of_wide_position : seconds_of_position)
                                           : (sizeof(K) == 8 ? seconds_of_wide_key : seconds_of_key);
        const auto sort_row = [&](const Place& place, std::span<const K> keys, std::size_t row) {
            const bool few = keys.size() < few_keys && !place.backend.gpu;
            if (!by_position) {
                const std::span<K> sorted = Rows<K>(result)[row];
                if (!few)
                    return sort_keys(place, keys, sorted, {});
                std::ranges::copy(keys, sorted.begin());
                std::ranges::stable_sort(sorted, comes_before<K>);
                return;
            }
            const std::span<std::int64_t> positions = Rows<std::int64_t>(result)[row];
            if (few) {
                std::iota(positions.begin(), positions.end(), std::int64_t{0});
                std::ranges::stable_sort(positions, comes_before<K>, [keys](std::int64_t i) {
                    return keys[static_cast<std::size_t>(i)];
                });
                return;
            }
            tools->sorted.allocate(keys.size());
            tools->positions.allocate(keys.size());
            const std::span<K> sorted(reinterpret_cast<K*>(tools->sorted.data()), keys.size());
            sort_keys(place, keys, sorted, Positions(tools->positions));
            std::ranges::copy(tools->positions, positions.begin());
        };
        on_rows(by_position ? "argsort" : "sort", backend, seconds, sizeof(K) == 4 ? "" : no_wide_keys,
                Rows<const K>(array), sort_row);
    });
}

// Of one row. Wrapping sums have the same bits with a sign and without.
template <class T>
void scan(const Place& place, std::span<const T> input, std::span<T> output) {
    using OnCpu = std::conditional_t<std::is_same_v<T, std::uint64_t>, std::int64_t, T>;
    using OnCompute = std::conditional_t<std::is_same_v<T, std::int64_t>, std::uint64_t, T>;
    if (place.backend.gpu) {
        if constexpr (!std::is_same_v<T, double>) {
            compute::Engine& engine = place.backend.gpu->compute();
            compute::DeviceArray<OnCompute> there(static_cast<std::int64_t>(input.size()));
            engine.upload_bytes(there.view().range(), std::as_bytes(input));
            compute::Scan<OnCompute>{engine}(there.view(), there.view());
            engine.download_bytes(there.view().range(), std::as_writable_bytes(output));
        }
    } else {
        const std::span<const OnCpu> from(reinterpret_cast<const OnCpu*>(input.data()), input.size());
        const std::span<OnCpu> to(reinterpret_cast<OnCpu*>(output.data()), output.size());
        tools->scan(from, to);
    }
    if constexpr (std::is_floating_point_v<T>) // to which +0 was added
        for (std::size_t i = 0; i < input.size() && input[i] == 0 && std::signbit(input[i]); ++i)
            output[i] = input[i];
}

void cumsum(const py::array& array, py::array& result, const std::string& backend) {
    with_type(array, [&]<class T>(T /*type*/) {
        const Rows<T> sums(result);
        on_rows("cumsum", backend, seconds_of_byte * sizeof(T),
                std::is_same_v<T, double> ? no_wide_floats : "", Rows<const T>(array),
                [&](const Place& place, std::span<const T> elements, std::size_t row) {
                    scan(place, elements, sums[row]);
                });
    });
}

// The positions of what is not 0 in a mask of bytes.
py::array_t<std::int64_t> flatnonzero(const py::array_t<std::uint8_t>& mask, const std::string& backend) {
    std::optional<py::array_t<std::int64_t>> positions;
    on_rows("flatnonzero", backend, 2 * seconds_of_byte, "positions take longer to copy than to find",
            Rows<const std::uint8_t>(mask),
            [&](const Place& /*place*/, std::span<const std::uint8_t> values, std::size_t /*row*/) {
                tools->positions.allocate(values.size());
                const Positions found(tools->positions);
                const std::size_t kept = tools->compact(values, {.least = 1}, found);
                const py::gil_scoped_acquire acquire;
                positions.emplace(static_cast<py::ssize_t>(kept));
                std::ranges::copy(found.first(kept), positions->mutable_data());
            });
    return positions ? *positions : py::array_t<std::int64_t>(0);
}

} // namespace

void add_arrays(py::module_& module) {
    module.def("sort", &sort);
    module.def("cumsum", &cumsum);
    module.def("flatnonzero", &flatnonzero);
}

} // namespace scanline::python
