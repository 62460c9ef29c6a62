#include "scanline/systems/compute_case.h"

#include "scanline/compute/device_array.h"

#include "scanline/compute/compact.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/reference/compact.h"
#include "scanline/compute/reference/scan.h"
#include "scanline/compute/reference/sort.h"
#include "scanline/systems/random_case.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::systems {

namespace {

using compute::ArrayView;
using compute::DeviceArray;
using compute::ElementType;
using compute::Operator;
using compute::Pair;
using compute::ScanMethod;
using compute::ScanOrder;

/// An integer as an element of any type.
template <class T>
T number(int value) {
    if constexpr (std::is_same_v<T, compute::Pair>)
        return {static_cast<std::uint32_t>(value), 7u};
    else
        return static_cast<T>(value);
}

/// Elements on the GPU, surrounded by guard elements in their buffer, and their expected values.
template <class T>
class Surrounded {
public:
    Surrounded(const std::vector<T>& elements, int begin)
        : begin_(begin), size_(static_cast<std::int64_t>(elements.size())), all_(surround(elements)),
          array_(all_) {}
    Surrounded(std::int64_t size, int begin)
        : Surrounded(std::vector<T>(static_cast<std::size_t>(size), number<T>(99)), begin) {}

    compute::ArrayView<T> view() { return array_.view().part(begin_, size_); }
    std::span<T> expected() {
        return std::span(all_).subspan(static_cast<std::size_t>(begin_), static_cast<std::size_t>(size_));
    }

    /// The first element that differs from expected() and is not allowed(), or a guard element that changed.
    template <class Allowed>
    std::optional<std::string> difference(std::string_view what, Allowed allowed) const {
        const std::vector<T> found = array_.download();
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::int64_t place = static_cast<std::int64_t>(i) - begin_;
            if (std::bit_cast<Bits>(found[i]) == std::bit_cast<Bits>(all_[i]))
                continue;
            if (place < 0 || place >= size_)
                return fmt::format("the {} were written beyond their {} elements, at {}", what, size_, place);
            if (!allowed(static_cast<std::size_t>(place), found[i], all_[i]))
                return fmt::format("{}: element {} is {}, expected {}", what, place, text(found[i]),
                                   text(all_[i]));
        }
        return std::nullopt;
    }
    std::optional<std::string> difference(std::string_view what) const {
        return difference(what, [](std::size_t, const T&, const T&) { return false; });
    }

private:
    static constexpr int guard = 8; // guard elements after the array
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

    std::vector<T> surround(const std::vector<T>& elements) const {
        std::vector<T> all(static_cast<std::size_t>(begin_), number<T>(77));
        all.insert(all.end(), elements.begin(), elements.end());
        all.insert(all.end(), guard, number<T>(77));
        return all;
    }
    static std::string text(const T& element) {
        if constexpr (std::is_same_v<T, compute::Pair>)
            return fmt::format("({}, {})", element.key, element.value);
        else if constexpr (std::is_same_v<T, float>)
            return fmt::format("{} (0x{:08x})", element, std::bit_cast<std::uint32_t>(element));
        else
            return fmt::format("{}", element);
    }

    int begin_;
    std::int64_t size_;
    std::vector<T> all_;
    compute::DeviceArray<T> array_;
};

// Scans have the most to choose from.
constexpr std::int64_t elements_of_one_group = 8192; ///< at most
constexpr std::array drawn_primitives{ComputePrimitive::scan, ComputePrimitive::compact,
                                      ComputePrimitive::scan, ComputePrimitive::sort};

// The values of a list, and none.
template <class List>
auto or_none(const List& list) {
    std::vector<std::optional<typename List::value_type>> values(list.begin(), list.end());
    values.emplace_back();
    return values;
}

std::optional<int> deal_partition(Deal& deal, std::optional<ScanMethod> method, int value_words) {
    const compute::PartitionLimits limits = compute::partition_limits(method, value_words);
    return deal.pick(or_none(std::array{limits.least, 1024, std::min(4096, limits.most)}));
}

// Every first value with every second one.
template <class First, class Second>
auto pairs_of(const First& first, const Second& second) {
    std::vector<std::pair<typename First::value_type, typename Second::value_type>> pairs;
    for (const auto& a : first)
        for (const auto& b : second)
            pairs.emplace_back(a, b);
    return pairs;
}

// Consecutive scans have each method and each order, another pair of them in each deal.
void make_scan(ComputeCase& test, Deal deal, std::uint64_t number, const CaseLimits& limits) {
    const auto methods = or_none(enumerators<compute::ScanMethod>);
    const auto orders = or_none(enumerators<compute::ScanOrder>);
    test.scan.method = methods[number % methods.size()];
    test.scan.order = orders[(number + deal.number()) % orders.size()];
    std::vector<ElementType> types(compute::number_types.begin(), compute::number_types.end());
    if (limits.shader_int64 && (!test.scan.order || compute::can_scan(ElementType::uint64, *test.scan.order)))
        types.push_back(ElementType::uint64);
    std::tie(test.type, test.scan.op) = deal.pick(pairs_of(types, enumerators<Operator>));
    test.scan.exclusive = deal.pick(std::array{false, true});
    test.scan.partition = deal_partition(deal, test.scan.method, compute::scanned_words(test.type));
}

void make_compact(ComputeCase& test, Deal deal) {
    std::tie(test.type, test.predicate) =
        deal.pick(pairs_of(enumerators<compute::ElementType>, std::array{false, true}));
    std::vector<ScanOrder> orders;
    std::ranges::copy_if(enumerators<compute::ScanOrder>, std::back_inserter(orders), compute::can_compact);
    test.compact.method = deal.pick(or_none(enumerators<compute::ScanMethod>));
    test.compact.order = deal.pick(or_none(orders));
    test.compact.partition = deal_partition(deal, test.compact.method, 1);
}

void make_sort(ComputeCase& test, Deal deal) {
    std::tie(test.type, test.sort.descending) =
        deal.pick(pairs_of(compute::number_types, std::array{false, true}));
    test.positions = deal.pick(std::array{false, true});
}

// Sets the options that programs are compiled for.
void make_programs(ComputeCase& test, std::uint64_t seed, std::uint64_t turn, const CaseLimits& limits) {
    const Deal deal = Deal::own_at_first(seed, 1 + static_cast<std::uint64_t>(test.primitive));
    switch (test.primitive) {
    case ComputePrimitive::scan: make_scan(test, deal, turn / 2, limits); return;
    case ComputePrimitive::compact: make_compact(test, deal); return;
    case ComputePrimitive::sort: make_sort(test, deal); return;
    }
}

void make_call(ComputeCase& test, Random& random) {
    switch (test.primitive) {
    case ComputePrimitive::scan: test.in_place = random.below(4) == 0; return;
    case ComputePrimitive::compact:
        test.density = std::clamp(1.5 * random.unit() - 0.25, 0.0, 1.0);
        test.capacity = test.size;
        if (random.below(4) == 0)
            test.capacity =
                static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(test.size) + 1));
        return;
    case ComputePrimitive::sort:
        if (random.below(2) == 0) {
            test.sort.begin_bit = random.between(0, compute::key_bits - 1);
            test.sort.end_bit = random.between(test.sort.begin_bit + 1, compute::key_bits);
        }
        test.in_place = !test.positions && random.below(4) == 0;
        return;
    }
}

// The predicate of a random compaction, for the GPU.
std::string_view predicate_of(ElementType type) {
    switch (type) {
    case ElementType::uint32: return "(x & 1u) == 0u";
    case ElementType::int32: return "(x & 1) == 0";
    case ElementType::float32: return "x >= 0.0";
    case ElementType::uint64:
    case ElementType::pair: return "(x[0] & 1u) == 0u";
    }
    return {};
}

// The same for the CPU.
template <class T>
bool selects(const T& x) {
    if constexpr (std::is_same_v<T, Pair>)
        return (x.key & 1) == 0;
    else if constexpr (std::is_same_v<T, float>)
        return x >= 0;
    else
        return (x & 1) == 0;
}

template <class Value>
std::string text_or_any(const std::optional<Value>& value) {
    if (!value)
        return "any";
    if constexpr (std::is_same_v<Value, int>)
        return std::to_string(*value);
    else
        return std::string(to_string(*value));
}

template <class Options>
std::string tiles_text(const Options& options) {
    return fmt::format("method {}, order {}, partition {}", text_or_any(options.method),
                       text_or_any(options.order), text_or_any(options.partition));
}

std::string options_text(const ComputeCase& test) {
    switch (test.primitive) {
    case ComputePrimitive::scan:
        return fmt::format("{}, {}, {}", to_string(test.scan.op),
                           test.scan.exclusive ? "exclusive" : "inclusive", tiles_text(test.scan));
    case ComputePrimitive::compact:
        return fmt::format("{}, output of {}, {}",
                           test.predicate ? fmt::format("by {}", predicate_of(test.type))
                                          : fmt::format("by flags of density {:.3f}", test.density),
                           test.capacity, tiles_text(test.compact));
    case ComputePrimitive::sort:
        return fmt::format("{}, bits {}:{}{}", test.sort.descending ? "descending" : "ascending",
                           test.sort.begin_bit, test.sort.end_bit, test.positions ? ", with positions" : "");
    }
    return {};
}

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
Wrong check_scan(compute::Engine& engine, const ComputeCase& test) {
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
Wrong check_compact(compute::Engine& engine, const ComputeCase& test) {
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
Wrong check_sort(compute::Engine& engine, const ComputeCase& test) {
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
Wrong check_type(compute::Engine& engine, const ComputeCase& test) {
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

ComputeCase random_compute_case(std::uint64_t seed, std::uint64_t turn, const CaseLimits& limits) {
    Random random(seed ^ 0x636f'6d70'7574'65u); // other numbers than the compaction of the same seed
    ComputeCase test;
    test.primitive = drawn_primitives[turn % drawn_primitives.size()];
    test.size = random_size(random, limits.largest, elements_of_one_group);
    test.data = pick(random, enumerators<ComputeData>);
    test.seed = random.next();
    test.input_begin = random.between(0, 5);
    test.output_begin = random.between(0, 5);
    if (random.below(3) == 0)
        test.count = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(test.size) + 10));
    make_programs(test, seed, turn, limits);
    make_call(test, random);
    return test;
}

std::string describe(const ComputeCase& test) {
    return fmt::format("{} of {} {} ({}), {}, from {} to {}{}{}", to_string(test.primitive), test.size,
                       to_string(test.type), to_string(test.data), options_text(test), test.input_begin,
                       test.output_begin, test.in_place ? ", in place" : "",
                       test.count ? fmt::format(", {} counted on the GPU", *test.count) : "");
}

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

Check primitive_check() {
    const auto run = [](machine::Machine& machine, const CaseRequest& request) {
        const ComputeCase test = random_compute_case(
            request.seed, request.turn,
            {.largest = request.largest, .shader_int64 = machine.capabilities().shader_int64});
        // The primitive, and what of a scan the case chooses.
        std::vector<std::string_view> ran{to_string(test.primitive)};
        if (test.primitive == ComputePrimitive::scan) {
            if (test.scan.method)
                ran.push_back(to_string(*test.scan.method));
            if (test.scan.order)
                ran.push_back(to_string(*test.scan.order));
        }
        return run_case(ran, test, [&] { return check(machine.compute(), test); });
    };
    return {.name = "primitive",
            .needs = Needs::compute,
            .turns = 8,
            .covers = {"scan", "horizontal", "tree", "vertical", "scan-then-add", "reduce-then-scan",
                       "chained", "compact", "sort"},
            .run = run};
}

} // namespace scanline::systems
