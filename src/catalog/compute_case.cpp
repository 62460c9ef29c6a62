#include "scanline/catalog/compute_case.h"

#include "compute_predicate.h"
#include "random_case.h"

#include <fmt/format.h>

namespace scanline::catalog {

namespace {

using compute::ElementType;
using compute::ScanOrder;

template <class Number>
std::optional<Number> maybe(Random& random, Number number) {
    return random.below(3) == 0 ? std::nullopt : std::optional(number);
}

std::optional<int> random_partition(Random& random) {
    constexpr std::array partitions{256, 1024, 4096};
    return maybe(random, pick(random, partitions));
}

void make_scan(ComputeCase& test, Random& random, bool scans_uint64) {
    constexpr std::array types{ElementType::uint32, ElementType::int32, ElementType::float32,
                               ElementType::uint64};
    test.type = types[random.below(scans_uint64 ? 4 : 3)];
    test.scan.op = pick(random, compute::all_operators);
    test.scan.exclusive = random.below(2) == 0;
    test.scan.method = maybe(random, pick(random, compute::all_scan_methods));
    test.scan.order = maybe(random, pick(random, compute::all_scan_orders));
    if (test.type == ElementType::uint64 && test.scan.order == ScanOrder::chained)
        test.scan.order = ScanOrder::reduce_then_scan;
    test.scan.partition = random_partition(random);
    test.in_place = random.below(4) == 0;
}

void make_compact(ComputeCase& test, Random& random) {
    constexpr std::array orders{ScanOrder::reduce_then_scan, ScanOrder::chained};
    test.type = pick(random, compute::all_element_types);
    test.compact.method = maybe(random, pick(random, compute::all_scan_methods));
    test.compact.order = maybe(random, pick(random, orders));
    test.compact.partition = random_partition(random);
    test.predicate = random.below(2) == 0;
    test.density = std::clamp(1.5 * random.unit() - 0.25, 0.0, 1.0);
    test.capacity = random.below(4) == 0
                        ? static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(test.size) + 1))
                        : test.size;
}

void make_sort(ComputeCase& test, Random& random) {
    test.type = pick(random, compute::number_types);
    test.sort.descending = random.below(2) == 0;
    if (random.below(3) == 0) {
        test.sort.begin_bit = random.between(0, 31);
        test.sort.end_bit = random.between(test.sort.begin_bit + 1, 32);
    }
    test.positions = random.below(2) == 0;
    test.in_place = !test.positions && random.below(4) == 0;
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

} // namespace

std::string_view to_string(ComputePrimitive primitive) {
    switch (primitive) {
    case ComputePrimitive::scan: return "scan";
    case ComputePrimitive::compact: return "compact";
    case ComputePrimitive::sort: return "sort";
    }
    return {};
}

std::string_view to_string(ComputeData data) {
    switch (data) {
    case ComputeData::any: return "any";
    case ComputeData::few: return "few";
    case ComputeData::same: return "same";
    }
    return {};
}

ComputeCase random_compute_case(std::uint64_t seed, std::int64_t largest, bool scans_uint64) {
    Random random(seed ^ 0x636f'6d70'7574'65u); // other numbers than the compaction of the same seed
    ComputeCase test;
    test.primitive = pick(random, all_compute_primitives);
    test.size = random_size(random, largest);
    test.data = pick(random, all_compute_data);
    test.seed = random.next();
    test.input_begin = random.between(0, 5);
    test.output_begin = random.between(0, 5);
    if (random.below(3) == 0)
        test.count = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(test.size) + 10));
    switch (test.primitive) {
    case ComputePrimitive::scan: make_scan(test, random, scans_uint64); break;
    case ComputePrimitive::compact: make_compact(test, random); break;
    case ComputePrimitive::sort: make_sort(test, random); break;
    }
    return test;
}

std::string describe(const ComputeCase& test) {
    return fmt::format("{} of {} {} ({}), {}, from {} to {}{}{}", to_string(test.primitive), test.size,
                       to_string(test.type), to_string(test.data), options_text(test), test.input_begin,
                       test.output_begin, test.in_place ? ", in place" : "",
                       test.count ? fmt::format(", {} counted on the GPU", *test.count) : "");
}

} // namespace scanline::catalog
