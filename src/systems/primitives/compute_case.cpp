#include "scanline/systems/compute_case.h"

#include "compute_predicate.h"
#include "scanline/catalog/random_case.h"
#include "scanline/compute/compact.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::catalog {

namespace {

using compute::ElementType;
using compute::ScanMethod;
using compute::ScanOrder;

// Scans have the most to choose from.
constexpr std::array primitives{ComputePrimitive::scan, ComputePrimitive::scan, ComputePrimitive::compact,
                                ComputePrimitive::sort};

// Any value of a list, or none.
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

void make_scan(ComputeCase& test, Deal deal, const CaseLimits& limits) {
    std::vector<ElementType> types(compute::number_types.begin(), compute::number_types.end());
    if (limits.shader_int64)
        types.push_back(ElementType::uint64);
    test.type = deal.pick(types);
    test.scan.op = deal.pick(compute::all_operators);
    test.scan.exclusive = deal.pick(std::array{false, true});
    test.scan.method = deal.pick(or_none(compute::all_scan_methods));
    test.scan.order = deal.pick(or_none(compute::all_scan_orders));
    if (test.scan.order && !compute::can_scan(test.type, *test.scan.order))
        test.scan.order.reset();
    test.scan.partition = deal_partition(deal, test.scan.method, compute::scanned_words(test.type));
}

void make_compact(ComputeCase& test, Deal deal) {
    test.type = deal.pick(compute::all_element_types);
    test.predicate = deal.pick(std::array{false, true});
    std::vector<ScanOrder> orders;
    std::ranges::copy_if(compute::all_scan_orders, std::back_inserter(orders), compute::can_compact);
    test.compact.method = deal.pick(or_none(compute::all_scan_methods));
    test.compact.order = deal.pick(or_none(orders));
    test.compact.partition = deal_partition(deal, test.compact.method, 1);
}

void make_sort(ComputeCase& test, Deal deal) {
    test.type = deal.pick(compute::number_types);
    test.sort.descending = deal.pick(std::array{false, true});
    test.positions = deal.pick(std::array{false, true});
}

// Sets the options that select shader constants.
void make_programs(ComputeCase& test, std::uint64_t seed, const CaseLimits& limits) {
    const Deal deal = Deal::short_at_first(seed, 1 + static_cast<std::uint64_t>(test.primitive));
    switch (test.primitive) {
    case ComputePrimitive::scan: make_scan(test, deal, limits); return;
    case ComputePrimitive::compact: make_compact(test, deal); return;
    case ComputePrimitive::sort: make_sort(test, deal); return;
    }
}

void make_call(ComputeCase& test, Random& random) {
    switch (test.primitive) {
    case ComputePrimitive::scan: test.in_place = random.below(4) == 0; return;
    case ComputePrimitive::compact:
        test.density = std::clamp(1.5 * random.unit() - 0.25, 0.0, 1.0);
        test.capacity =
            random.below(4) == 0
                ? static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(test.size) + 1))
                : test.size;
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

ComputeCase random_compute_case(std::uint64_t seed, const CaseLimits& limits) {
    Random random(seed ^ 0x636f'6d70'7574'65u); // other numbers than the compaction of the same seed
    ComputeCase test;
    test.primitive = pick(random, primitives);
    test.size = random_size(random, limits.largest);
    test.data = pick(random, all_compute_data);
    test.seed = random.next();
    test.input_begin = random.between(0, 5);
    test.output_begin = random.between(0, 5);
    if (random.below(3) == 0)
        test.count = static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(test.size) + 10));
    make_programs(test, seed, limits);
    make_call(test, random);
    return test;
}

std::string describe(const ComputeCase& test) {
    return fmt::format("{} of {} {} ({}), {}, from {} to {}{}{}", to_string(test.primitive), test.size,
                       to_string(test.type), to_string(test.data), options_text(test), test.input_begin,
                       test.output_begin, test.in_place ? ", in place" : "",
                       test.count ? fmt::format(", {} counted on the GPU", *test.count) : "");
}

} // namespace scanline::catalog
