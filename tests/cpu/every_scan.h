#pragma once
#include "placed_array.h"
#include "scanline/core/random.h"
#include "scanline/cpu/scan.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace scanline::test {

/// One way of calling one algorithm.
struct ScanTrial {
    cpu::ScanOptions options{};
    bool in_place = false;
    std::size_t input_offset = 0, output_offset = 0; ///< elements past a multiple of 64 bytes
};

inline std::string describe(const cpu::ScanAlgorithm& algorithm, const ScanTrial& trial, std::size_t size) {
    const cpu::ScanOptions& options = trial.options;
    return fmt::format("{} of {}, {}{}, {} threads, partition {}, dilation {} and {}, {}, offsets {} and {}",
                       algorithm.name, size, to_string(options.op), options.exclusive ? " exclusive" : "",
                       options.threads, options.partition.value_or(0), options.dilation,
                       options.first_dilation.value_or(-1), trial.in_place ? "in place" : "apart",
                       trial.input_offset, trial.output_offset);
}

/// The sequential scan; accumulates in type Exact.
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

/// Describes the fault of a scan's result; empty if there is none. `wrong(found, index)` tests one element.
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

/// The options to try an algorithm with.
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
