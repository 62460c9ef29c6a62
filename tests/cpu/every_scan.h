#pragma once
#include "scanline/core/random.h"
#include "scanline/cpu/scan.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace scanline::test {

/// One way to call one algorithm.
struct ScanTrial {
    cpu::ScanOptions options{};
    bool in_place = false;
    std::size_t input_offset = 0, output_offset = 0; ///< elements behind a multiple of 64 bytes
};

inline std::string describe(const cpu::ScanAlgorithm& algorithm, const ScanTrial& trial, std::size_t size) {
    const cpu::ScanOptions& options = trial.options;
    return fmt::format("{} of {}, {}{}, {} threads, partition {}, dilation {} and {}, {}, offsets {} and {}",
                       algorithm.name, size, to_string(options.op), options.exclusive ? " exclusive" : "",
                       options.threads, options.partition.value_or(0), options.dilation,
                       options.first_dilation.value_or(-1), trial.in_place ? "in place" : "apart",
                       trial.input_offset, trial.output_offset);
}

/// Elements at a place in memory that is chosen, with guards around them.
template <class T>
class PlacedArray {
public:
    PlacedArray(const std::vector<T>& values, std::size_t offset)
        : storage_(values.size() + 2 * guard + 64 / sizeof(T), poison()), size_(values.size()) {
        const auto address = reinterpret_cast<std::uintptr_t>(storage_.data() + guard);
        const std::size_t over = address % 64;
        first_ = guard + (over == 0 ? 0 : (64 - over) / sizeof(T)) + offset;
        std::ranges::copy(values, begin());
    }
    std::span<T> span() { return {begin(), size_}; }
    std::vector<T> values() const {
        return {storage_.begin() + index(), storage_.begin() + index() + count()};
    }
    bool intact() const {
        const auto poisoned = [](T value) { return value == poison(); };
        return std::all_of(storage_.begin(), storage_.begin() + index(), poisoned) &&
               std::all_of(storage_.begin() + index() + count(), storage_.end(), poisoned);
    }

private:
    static constexpr std::size_t guard = 80;
    static constexpr T poison() { return static_cast<T>(77); }
    T* begin() { return storage_.data() + first_; }
    std::ptrdiff_t index() const { return static_cast<std::ptrdiff_t>(first_); }
    std::ptrdiff_t count() const { return static_cast<std::ptrdiff_t>(size_); }

    std::vector<T> storage_;
    std::size_t first_ = 0, size_;
};

template <class T>
bool same_bits(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

/// The sequential scan; the sums in elements of type Exact.
template <class T, class Exact = T>
std::vector<Exact> sequential_scan(const std::vector<T>& values, Operator op, bool exclusive) {
    const auto combine = [op](Exact a, Exact b) {
        if (op == Operator::min)
            return std::min(a, b);
        if (op == Operator::max)
            return std::max(a, b);
        if constexpr (std::is_integral_v<Exact>) {
            using U = std::make_unsigned_t<Exact>;
            return static_cast<Exact>(static_cast<U>(a) + static_cast<U>(b));
        } else {
            return a + b;
        }
    };
    using Limits = std::numeric_limits<T>;
    T before{};
    if (op == Operator::min)
        before = Limits::has_infinity ? Limits::infinity() : Limits::max();
    else if (op == Operator::max)
        before = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    std::vector<Exact> result;
    Exact sum = before;
    for (const T value : values) {
        const Exact next = combine(sum, value);
        result.push_back(exclusive ? sum : next);
        sum = next;
    }
    return result;
}

/// What is wrong with the result of a scan, of which `wrong(found, index)` tells an element; empty where
/// nothing is.
template <class T, class Wrong>
std::string scan_fault(const cpu::Scan& scan, const ScanTrial& trial, const std::vector<T>& values,
                       Wrong wrong) {
    PlacedArray<T> input(values, trial.input_offset),
        output(std::vector<T>(values.size(), static_cast<T>(55)), trial.output_offset);
    PlacedArray<T>& result = trial.in_place ? input : output;
    scan(std::span<const T>(input.span()), result.span());
    const std::vector<T> found = result.values();
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (wrong(found[i], i))
            return fmt::format("element {} is {}", i, found[i]);
    }
    if (!trial.in_place && !same_bits<T>(input.span(), values))
        return "the input has changed";
    return input.intact() && output.intact() ? "" : "what lies beside has changed";
}

/// Sizes around lanes, partitions and threads.
inline std::vector<std::size_t> scan_sizes() {
    std::vector<std::size_t> sizes{0, 1, 2, 7919, 20'011, 65'537};
    for (const std::size_t edge : {4u, 8u, 16u, 32u, 64u, 1000u, 1024u, 4096u})
        sizes.insert(sizes.end(), {edge - 1, edge, edge + 1});
    return sizes;
}

/// The options that an algorithm can be tried with.
inline std::vector<cpu::ScanOptions> scan_options(const cpu::ScanAlgorithm& algorithm) {
    std::vector<cpu::ScanOptions> all;
    const auto add_partitions = [&](cpu::ScanOptions options) {
        if (!algorithm.partitioned)
            all.push_back(options);
        else
            for (const std::int64_t partition : {1, 100, 1024, 1'000'000}) {
                options.partition = partition;
                all.push_back(options);
            }
    };
    if (!algorithm.multithreaded()) {
        add_partitions({});
        return all;
    }
    for (const int threads : {1, 2, 3, 5}) {
        for (const double dilation : {0.0, 0.4, 1.0})
            add_partitions({.threads = threads, .dilation = dilation});
        add_partitions({.threads = threads, .dilation = 0.7, .first_dilation = 0.2});
    }
    return all;
}

} // namespace scanline::test
