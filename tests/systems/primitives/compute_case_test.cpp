#include "scanline/compute/compact.h"
#include "scanline/systems/compute_case.h"

#include <catch2/catch_all.hpp>
#include <set>
#include <utility>

namespace scanline::systems::compute_case_test {

using compute::ElementType;
using compute::ScanOrder;

namespace {

// An option of any value or none.
template <class Value>
int number_of(const std::optional<Value>& value) {
    return value ? static_cast<int>(*value) : -1;
}

} // namespace

TEST_CASE("A random case of a compute primitive is a function of its seed") {
    std::set<std::string> descriptions;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        INFO("seed " << seed);
        const std::string text = describe(random_compute_case(seed, seed, {.largest = 5000}));
        CHECK(text == describe(random_compute_case(seed, seed, {.largest = 5000})));
        descriptions.insert(text);
    }
    CHECK(descriptions.size() == 50);
}

TEST_CASE("Random cases of compute primitives try everything that there is to choose") {
    std::set<int> primitives, scanned, operators, compacted, sorted, data, methods, orders, compact_orders,
        partitions, begins, exclusives, directions;
    bool empty = false, large = false, counted = false, counted_beyond = false, in_place = false;
    bool positions = false, some_bits = false, predicate = false, flags = false, too_small = false;
    // Many deals, few seeds of each.
    for (std::uint64_t seed = 1; seed < 100'000; seed += 37) {
        INFO("seed " << seed);
        const ComputeCase test = random_compute_case(seed, seed, {.largest = 20'000});
        CHECK(test.size >= 0);
        CHECK(test.size <= 20'000);
        primitives.insert(static_cast<int>(test.primitive));
        data.insert(static_cast<int>(test.data));
        begins.insert(test.input_begin % 4);
        empty |= test.size == 0;
        large |= test.size > 10'000;
        counted |= test.count && *test.count < test.size;
        counted_beyond |= test.count && *test.count > test.size;
        in_place |= test.in_place;
        switch (test.primitive) {
        case ComputePrimitive::scan:
            scanned.insert(static_cast<int>(test.type));
            operators.insert(static_cast<int>(test.scan.op));
            exclusives.insert(test.scan.exclusive ? 1 : 0);
            methods.insert(number_of(test.scan.method));
            orders.insert(number_of(test.scan.order));
            partitions.insert(number_of(test.scan.partition));
            CHECK((test.type != ElementType::uint64 || test.scan.order != ScanOrder::chained));
            break;
        case ComputePrimitive::compact:
            compacted.insert(static_cast<int>(test.type));
            compact_orders.insert(number_of(test.compact.order));
            (test.predicate ? predicate : flags) = true;
            too_small |= test.capacity < test.size;
            CHECK(test.capacity <= test.size);
            CHECK_FALSE(test.in_place);
            break;
        case ComputePrimitive::sort:
            sorted.insert(static_cast<int>(test.type));
            directions.insert(test.sort.descending ? 1 : 0);
            positions |= test.positions;
            some_bits |= test.sort.end_bit - test.sort.begin_bit < 32;
            CHECK(test.sort.begin_bit < test.sort.end_bit);
            break;
        }
    }
    CHECK(primitives.size() == enumerators<ComputePrimitive>.size());
    CHECK(scanned.size() == 4);
    CHECK(operators.size() == enumerators<Operator>.size());
    CHECK(exclusives.size() == 2);
    CHECK(compacted.size() == enumerators<compute::ElementType>.size());
    CHECK(sorted.size() == compute::number_types.size());
    CHECK(data.size() == enumerators<ComputeData>.size());
    CHECK(methods == std::set{-1, 0, 1, 2});
    CHECK(orders == std::set{-1, 0, 1, 2});
    CHECK(compact_orders == std::set{-1, 1, 2});
    CHECK(partitions == std::set{-1, 256, 1024, 2048, 4096});
    CHECK(begins.size() == 4);
    CHECK(directions.size() == 2);
    for (const bool tried :
         {empty, large, counted, counted_beyond, in_place, positions, some_bits, predicate, flags, too_small})
        CHECK(tried);
}

TEST_CASE("Random cases scan uint64 only where the driver computes with it") {
    for (std::uint64_t seed = 1; seed < 100'000; seed += 37) {
        const ComputeCase test = random_compute_case(seed, seed, {.largest = 100, .shader_int64 = false});
        CHECK((test.primitive != ComputePrimitive::scan || test.type != ElementType::uint64));
    }
}

TEST_CASE("Every primitive takes its random cases") {
    int in_full_trees = 0;
    for (std::uint64_t seed = 1; seed < 1'000'000; seed += 37) {
        const ComputeCase test = random_compute_case(seed, seed, {.largest = 100});
        INFO("seed " << seed << ": " << describe(test));
        switch (test.primitive) {
        case ComputePrimitive::scan:
            CHECK_NOTHROW(compute::require_scan(test.type, test.scan));
            in_full_trees += test.scan.method == compute::ScanMethod::tree &&
                                     test.type == ElementType::uint64 && test.scan.partition == 2048
                                 ? 1
                                 : 0;
            break;
        case ComputePrimitive::compact: CHECK_NOTHROW(compute::require_compact(test.compact)); break;
        case ComputePrimitive::sort: CHECK_NOTHROW(compute::require_bits(test.sort)); break;
        }
    }
    // The limit itself is tried.
    CHECK(in_full_trees > 0);
}

TEST_CASE("Random cases in a row share what programs are compiled for, and deals go through all there is") {
    const auto programs_of = [](std::uint64_t seed, const ComputeCase& test) {
        const ComputeCase same{.primitive = test.primitive,
                               .type = test.type,
                               .scan = test.scan,
                               .compact = test.compact,
                               .predicate = test.predicate,
                               .sort = {.descending = test.sort.descending},
                               .positions = test.positions};
        INFO("seed " << seed);
        return describe(same);
    };
    constexpr std::uint64_t deal = 256;
    std::set<std::string> first, second;
    for (std::uint64_t seed = deal; seed < 2 * deal; ++seed) {
        first.insert(programs_of(seed, random_compute_case(seed, seed, {.largest = 100})));
        second.insert(programs_of(seed, random_compute_case(deal + seed, seed, {.largest = 100})));
    }
    // Four of scans, for each method and each order, and one of either other primitive.
    CHECK(first.size() == 6);
    CHECK(second.size() == 6);
    CHECK(first != second);

    // The first seeds share none.
    std::set<std::string> early;
    for (std::uint64_t seed = 0; seed < 16; ++seed)
        early.insert(programs_of(seed, random_compute_case(seed, seed, {.largest = 100})));
    CHECK(early.size() > 8);

    // As many deals in a row as there are types with operators have each of them.
    std::set<std::pair<ElementType, compute::Operator>> scanned;
    for (std::uint64_t number = 24; number < 36; ++number) {
        for (std::uint64_t seed = number * deal; seed < (number + 1) * deal; ++seed) {
            const ComputeCase test = random_compute_case(seed, seed, {.largest = 100});
            if (test.primitive == ComputePrimitive::scan)
                scanned.emplace(test.type, test.scan.op);
        }
    }
    CHECK(scanned.size() == 12);
}

TEST_CASE("A few turns in a row try every primitive, and scans by every method and in every order") {
    for (const std::uint64_t first : {0u, 1u, 250u, 1020u, 100'003u}) { // 256 and 1024 begin deals
        std::set<int> primitives, methods, orders;
        for (std::uint64_t turn = first; turn < first + 18; ++turn) {
            const ComputeCase test = random_compute_case(turn, turn, {.largest = 100});
            primitives.insert(static_cast<int>(test.primitive));
            methods.insert(number_of(test.scan.method));
            orders.insert(number_of(test.scan.order));
        }
        INFO(first);
        CHECK(primitives.size() == enumerators<ComputePrimitive>.size());
        CHECK(methods.size() == 1 + enumerators<compute::ScanMethod>.size());
        CHECK(orders.size() == 1 + enumerators<compute::ScanOrder>.size());
    }
}

TEST_CASE("The description of a compute case says all that it depends on") {
    ComputeCase test;
    test.type = ElementType::float32;
    test.size = 1000;
    test.data = ComputeData::few;
    test.input_begin = 3;
    test.output_begin = 4;
    test.scan = {.op = compute::Operator::max,
                 .exclusive = true,
                 .method = compute::ScanMethod::tree,
                 .partition = 1024};
    CHECK(describe(test) == "scan of 1000 float32 (few), max, exclusive, method tree, order any, partition "
                            "1024, from 3 to 4");
    test.in_place = true;
    test.count = 37;
    CHECK_THAT(describe(test), Catch::Matchers::EndsWith("from 3 to 4, in place, 37 counted on the GPU"));

    test = {};
    test.primitive = ComputePrimitive::compact;
    test.capacity = 17;
    test.density = 0.25;
    test.compact.order = ScanOrder::chained;
    CHECK(describe(test) == "compact of 0 uint32 (any), by flags of density 0.250, output of 17, method any, "
                            "order chained, partition any, from 0 to 0");
    test.predicate = true;
    CHECK_THAT(describe(test), Catch::Matchers::ContainsSubstring("by (x & 1u) == 0u, output"));

    test = {};
    test.primitive = ComputePrimitive::sort;
    test.sort = {.descending = true, .begin_bit = 3, .end_bit = 9};
    test.positions = true;
    CHECK(describe(test) == "sort of 0 uint32 (any), descending, bits 3:9, with positions, from 0 to 0");
}

} // namespace scanline::systems::compute_case_test
