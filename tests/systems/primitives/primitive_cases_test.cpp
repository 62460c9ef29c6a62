#include "scanline/systems/primitive.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

namespace scanline::systems::primitive_cases_test {

namespace {

using Words = std::vector<std::uint32_t>;

const PrimitiveInput five{.elements = {3, 1, 3, 0, 2},
                          .values = {50, 40, 30, 20, 10},
                          .flags = {1, 0, 0, 1, 1},
                          .offsets = {0, 3, 3, 5}};

const Primitive& named(std::string_view name) {
    return *std::ranges::find(primitives(), name, &Primitive::name);
}

void check(const PrimitiveOutput& output, const Words& results, const Words& companions = {}) {
    CHECK(output.results == results);
    CHECK(output.companions == companions);
}

std::int64_t size_of(const Words& words) {
    return static_cast<std::int64_t>(words.size());
}

} // namespace

TEST_CASE("What must come out of the primitives is what their names say") {
    check(named("copy").expected(five), {3, 1, 3, 0, 2});
    check(named("scan").expected(five), {3, 4, 7, 7, 9});
    check(named("compact-flagged").expected(five), {3, 0, 2}, {3});
    check(named("reduce").expected(five), {9});
    check(named("sort").expected(five), {0, 1, 2, 3, 3});
    check(named("sort-pairs").expected(five), {0, 1, 2, 3, 3}, {20, 40, 10, 50, 30});
    check(named("segmented-sort").expected(five), {1, 3, 3, 0, 2});
    Words counts(256);
    counts[0] = counts[1] = counts[2] = 1;
    counts[3] = 2;
    check(named("histogram").expected(five), counts);
}

TEST_CASE("Sums wrap around, and the largest elements come last") {
    const PrimitiveInput large{.elements = {0xffff'ffff, 2, 0x8000'0000}, .values = {1, 2, 3}};
    check(named("reduce").expected(large), {0x8000'0001});
    check(named("scan").expected(large), {0xffff'ffff, 1, 0x8000'0001});
    check(named("sort-pairs").expected(large), {2, 0x8000'0000, 0xffff'ffff}, {2, 3, 1});
}

TEST_CASE("Where nothing is flagged, nothing is left, and that is counted") {
    check(named("compact-flagged").expected({.elements = {7, 8}, .flags = {0, 0}}), {}, {0});
}

TEST_CASE("What goes into the primitives is of the size asked, and the same every time") {
    for (const Primitive& primitive : primitives()) {
        for (const std::int64_t size : {1, 2, 1000, 4097}) {
            INFO(primitive.name << " of " << size);
            const PrimitiveInput input = primitive.input(size), again = primitive.input(size);
            CHECK(size_of(input.elements) == size);
            for (const auto member : {&PrimitiveInput::elements, &PrimitiveInput::values,
                                      &PrimitiveInput::flags, &PrimitiveInput::offsets})
                CHECK((input.*member == again.*member));
            for (const Words* beside : {&input.values, &input.flags})
                CHECK((beside->empty() || size_of(*beside) == size));
        }
    }
}

TEST_CASE("Half of the elements are flagged") {
    const Words flags = named("compact-flagged").input(10'000).flags;
    REQUIRE(flags.size() == 10'000);
    CHECK(std::ranges::max(flags) == 1);
    const auto set = std::ranges::count(flags, 1u);
    CHECK(set > 4800);
    CHECK(set < 5200);
}

TEST_CASE("Elements are any words, except for the histogram, whose bins they fill") {
    CHECK(std::ranges::max(named("copy").input(1000).elements) > 0xf000'0000);
    const Words counts = named("histogram").expected(named("histogram").input(25'600)).results;
    CHECK(std::ranges::min(counts) > 50);
    CHECK(std::ranges::max(counts) < 150);
}

TEST_CASE("Segments cover the elements, 1024 in the mean, and are skewed") {
    for (const std::int64_t size : {1, 1000, 1024, 2048, 1 << 20}) {
        INFO(size << " elements");
        const Words offsets = named("segmented-sort").input(size).offsets;
        CHECK(size_of(offsets) == std::max<std::int64_t>(size / 1024, 1) + 1);
        CHECK(offsets.front() == 0);
        CHECK(offsets.back() == size);
        CHECK(std::ranges::is_sorted(offsets));
    }
    const Words offsets = named("segmented-sort").input(1 << 20).offsets;
    Words lengths;
    for (std::size_t i = 1; i < offsets.size(); ++i)
        lengths.push_back(offsets[i] - offsets[i - 1]);
    std::ranges::sort(lengths);
    CHECK(lengths.front() == 0);
    CHECK(lengths[lengths.size() / 2] < 512);
    CHECK(lengths.back() > 4096);
}

} // namespace scanline::systems::primitive_cases_test
