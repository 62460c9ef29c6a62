#include "compute_predicate.h"
#include "scanline/catalog/surrounded_array.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/reference/compact.h"
#include "scanline/compute/reference/scan.h"
#include "scanline/compute/reference/sort.h"
#include "scanline/core/random.h"
#include "scanline/systems/compute_case.h"

#include <algorithm>
#include <cmath>

namespace scanline::catalog {

namespace {

using compute::ArrayView;
using compute::DeviceArray;
using compute::ElementType;
using compute::Operator;
using compute::Pair;

template <class T>
T any_element(const ComputeCase& test, Random& random) {
    const bool fractions = test.primitive == ComputePrimitive::compact ||
                           (test.primitive == ComputePrimitive::scan && test.scan.op == Operator::sum);
    const std::uint64_t bits = random.next();
    if constexpr (std::is_same_v<T, Pair>)
        return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
    else if constexpr (std::is_same_v<T, float>)
        return fractions ? static_cast<float>(static_cast<std::int32_t>(bits >> 32) / 256) * 0x1p-23f
                         : std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32));
    else
        return static_cast<T>(bits);
}

template <class T>
std::vector<T> make_elements(const ComputeCase& test) {
    constexpr int least = std::is_same_v<T, float> || std::is_same_v<T, std::int32_t> ? -8 : 0;
    Random random(test.seed);
    std::vector<T> elements(static_cast<std::size_t>(test.size));
    const T same = number<T>(random.between(least, 8));
    std::ranges::generate(elements, [&] {
        switch (test.data) {
        case ComputeData::any: return any_element<T>(test, random);
        case ComputeData::few: return number<T>(random.between(least, 8));
        case ComputeData::same: return same;
        }
        return same;
    });
    return elements;
}

std::vector<std::uint32_t> make_flags(const ComputeCase& test) {
    Random random(test.seed + 1);
    std::vector<std::uint32_t> flags(static_cast<std::size_t>(test.size));
    std::ranges::generate(flags, [&] {
        return random.unit() < test.density ? static_cast<std::uint32_t>(random.between(1, 1 << 30)) : 0u;
    });
    return flags;
}

/// The number on the GPU of elements to work on, and how many these are.
struct Count {
    explicit Count(const ComputeCase& test)
        : elements(static_cast<std::size_t>(std::min(test.count.value_or(test.size), test.size))) {
        if (test.count)
            on_gpu = DeviceArray<std::uint32_t>(
                std::vector<std::uint32_t>{static_cast<std::uint32_t>(*test.count)});
    }

    template <class Primitive, class... Arrays>
    void run(const Primitive& primitive, Arrays... arrays) const {
        if (on_gpu.size() > 0)
            primitive(arrays..., on_gpu.view());
        else
            primitive(arrays...);
    }

    std::size_t elements;
    DeviceArray<std::uint32_t> on_gpu;
};

// How far the sum of so many elements may be from the right one, see Scan.
double allowed_error(double elements, double sum_of_magnitudes, int partition) {
    constexpr double unit = 0x1p-24;
    const double additions = partition + elements / partition + elements * unit;
    return (additions + 1) * unit * sum_of_magnitudes; // 1: the twin is rounded too
}

template <class T>
std::optional<std::string> check_scan(compute::Engine& engine, const ComputeCase& test) {
    const compute::Scan<T> scan(engine, test.scan);
    const std::vector<T> elements = make_elements<T>(test);
    Surrounded<T> input(elements, test.input_begin);
    std::optional<Surrounded<T>> apart;
    Surrounded<T>& output = test.in_place ? input : apart.emplace(test.size, test.output_begin);
    const Count count(test);
    count.run(scan, ArrayView<const T>(input.view()), output.view());

    compute::reference::scan<T>(std::span(elements).first(count.elements),
                                output.expected().first(count.elements), test.scan.op, test.scan.exclusive);
    if constexpr (std::is_same_v<T, float>) {
        if (test.scan.op == Operator::sum) {
            double magnitudes = 0; // of the elements before the next one that differs
            std::size_t added = 0;
            return output.difference("results", [&](std::size_t i, float found, float expected) {
                for (; added <= i; ++added)
                    magnitudes += std::fabs(elements[added]);
                const double allowed =
                    allowed_error(static_cast<double>(i) + 1, magnitudes, scan.partition());
                // Whole numbers are exact; zeros of either sign are equal.
                return test.data == ComputeData::any ? std::fabs(double{found} - double{expected}) <= allowed
                                                     : found == expected;
            });
        }
    }
    return output.difference("results");
}

template <class T>
std::optional<std::string> check_compact(compute::Engine& engine, const ComputeCase& test) {
    const std::vector<T> elements = make_elements<T>(test);
    Surrounded<T> input(elements, test.input_begin), output(test.capacity, test.output_begin);
    Surrounded<std::uint32_t> selected(1, 0);
    const Count count(test);
    const std::span<const T> used = std::span(elements).first(count.elements);
    std::size_t expected = 0;
    if (test.predicate) {
        const compute::CompactIf<T> compact(engine, predicate_of(test.type), test.compact);
        count.run(compact, ArrayView<const T>(input.view()), output.view(), selected.view());
        expected = compute::reference::compact_if<T>(used, output.expected(),
                                                     [](const T& x, std::uint32_t) { return selects(x); });
    } else {
        const compute::Compact<T> compact(engine, test.compact);
        const std::vector<std::uint32_t> flags = make_flags(test);
        const DeviceArray<std::uint32_t> on_gpu(flags);
        count.run(compact, ArrayView<const T>(input.view()), on_gpu.view(), output.view(), selected.view());
        expected =
            compute::reference::compact<T>(used, std::span(flags).first(count.elements), output.expected());
    }
    selected.expected()[0] = static_cast<std::uint32_t>(expected);
    if (auto different = selected.difference("count of the selected"))
        return different;
    return output.difference("selected elements");
}

template <class K>
std::optional<std::string> check_sort(compute::Engine& engine, const ComputeCase& test) {
    const std::vector<K> keys = make_elements<K>(test);
    Surrounded<K> input(keys, test.input_begin);
    std::optional<Surrounded<K>> apart;
    Surrounded<K>& output = test.in_place ? input : apart.emplace(test.size, test.output_begin);
    const Count count(test);
    const std::span<const K> used = std::span(keys).first(count.elements);
    const ArrayView<const K> unsorted = input.view();
    if (!test.positions) {
        const compute::RadixSort<K> sort(engine, test.sort);
        count.run(sort, unsorted, output.view());
        compute::reference::sort<K>(used, output.expected().first(count.elements), test.sort);
        return output.difference("sorted keys");
    }
    Surrounded<std::uint32_t> positions(test.size, test.output_begin);
    const compute::RadixSortPositions<K> sort(engine, test.sort);
    count.run(sort, unsorted, output.view(), positions.view());
    compute::reference::sort_positions<K>(used, output.expected().first(count.elements),
                                          positions.expected().first(count.elements), test.sort);
    if (auto different = output.difference("sorted keys"))
        return different;
    return positions.difference("positions");
}

template <class T>
std::optional<std::string> check_type(compute::Engine& engine, const ComputeCase& test) {
    constexpr bool is_number = !std::is_same_v<T, Pair>;
    constexpr bool is_key = is_number && sizeof(T) == 4;
    switch (test.primitive) {
    case ComputePrimitive::scan:
        if constexpr (is_number)
            return check_scan<T>(engine, test);
        break;
    case ComputePrimitive::compact: return check_compact<T>(engine, test);
    case ComputePrimitive::sort:
        if constexpr (is_key)
            return check_sort<T>(engine, test);
        break;
    }
    return fmt::format("there is no {}", describe(test));
}

} // namespace

std::optional<std::string> check(compute::Engine& engine, const ComputeCase& test) {
    switch (test.type) {
    case ElementType::uint32: return check_type<std::uint32_t>(engine, test);
    case ElementType::int32: return check_type<std::int32_t>(engine, test);
    case ElementType::float32: return check_type<float>(engine, test);
    case ElementType::uint64: return check_type<std::uint64_t>(engine, test);
    case ElementType::pair: return check_type<Pair>(engine, test);
    }
    return std::nullopt;
}

} // namespace scanline::catalog
