#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch_all.hpp>
#include <numeric>

namespace scanline::raster::reference::prefix_sum_test {

using test::PassList;

TEST_CASE("The prefix sums of the example of 16 elements are those of the specification") {
    const Stream expected{1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10};
    CHECK(prefix_sum(test::inv_of(test::sixteen), 16, PrefixSumMethod::hillis_steele) == expected);
    CHECK(prefix_sum(test::inv_of(test::sixteen), 16, PrefixSumMethod::blelloch) == expected);
}

TEST_CASE("Hillis-Steele doubles its reach with every pass") {
    Trace trace;
    prefix_sum(test::inv_of("a..bc..."), 8, PrefixSumMethod::hillis_steele, &trace);
    REQUIRE(test::names_of(trace) == PassList{{pass::doubling, 1}, {pass::doubling, 2}, {pass::doubling, 3}});
    CHECK(trace.passes()[0].values == Stream{0, 1, 2, 1, 0, 1, 2, 2});
    CHECK(trace.passes()[1].values == Stream{0, 1, 2, 2, 2, 2, 2, 3});
    CHECK(trace.passes()[2].values == Stream{0, 1, 2, 2, 2, 3, 4, 5});
}

TEST_CASE("Blelloch climbs to the level below the root and descends to inclusive sums") {
    Trace trace;
    prefix_sum(test::inv_of("a..bc..."), 8, PrefixSumMethod::blelloch, &trace);
    REQUIRE(test::names_of(trace) == PassList{{pass::up_sweep, 1},
                                              {pass::up_sweep, 2},
                                              {pass::down_sweep, 2},
                                              {pass::down_sweep, 1},
                                              {pass::down_sweep, 0}});
    CHECK(trace.passes()[0].values == Stream{1, 1, 1, 2});
    CHECK(trace.passes()[1].values == Stream{2, 3});
    CHECK(trace.passes()[2].values == Stream{0, 2});
    CHECK(trace.passes()[3].values == Stream{0, 1, 2, 3});
    CHECK(trace.passes()[4].values == Stream{0, 1, 2, 2, 2, 3, 4, 5});
}

TEST_CASE("The smallest block takes one pass with either method") {
    Trace doubling;
    CHECK(prefix_sum(Stream{1, 1, 0, 1}, 2, PrefixSumMethod::hillis_steele, &doubling) == Stream{1, 2, 0, 1});
    CHECK(test::names_of(doubling) == PassList{{pass::doubling, 1}});
    Trace tree;
    CHECK(prefix_sum(Stream{1, 1, 0, 1}, 2, PrefixSumMethod::blelloch, &tree) == Stream{1, 2, 0, 1});
    CHECK(test::names_of(tree) == PassList{{pass::down_sweep, 0}});
}

TEST_CASE("Both methods give the inclusive scan of every block") {
    constexpr std::uint64_t seed = 20090211;
    for (int block = min_block; block <= max_block; block *= 2) {
        for (const int blocks : {1, 2, 5}) {
            INFO("seed " << seed << ", " << blocks << " blocks of " << block);
            Random random(seed);
            Stream input(static_cast<std::size_t>(block * blocks));
            for (float& value : input)
                value = static_cast<float>(random.below(10));
            Stream expected(input.size());
            for (std::ptrdiff_t first = 0; first < std::ssize(input); first += block)
                std::inclusive_scan(input.begin() + first, input.begin() + first + block,
                                    expected.begin() + first);
            CHECK((prefix_sum(input, block, PrefixSumMethod::hillis_steele) == expected));
            CHECK((prefix_sum(input, block, PrefixSumMethod::blelloch) == expected));
        }
    }
}

TEST_CASE("The levels of the binary tree of the specification sum two children each") {
    Trace trace;
    const auto tree = up_sweep(Stream{1, 0, 1, 1, 1, 1, 1, 0}, 3, &trace);
    REQUIRE(tree.size() == 4);
    CHECK(tree[0] == Stream{1, 0, 1, 1, 1, 1, 1, 0});
    CHECK(tree[1] == Stream{1, 2, 2, 1});
    CHECK(tree[2] == Stream{3, 3});
    CHECK(tree[3] == Stream{6});
    REQUIRE(test::names_of(trace) == PassList{{pass::up_sweep, 1}, {pass::up_sweep, 2}, {pass::up_sweep, 3}});
    for (std::size_t level = 1; level <= 3; ++level)
        CHECK(trace.passes()[level - 1].values == tree[level]);
}

} // namespace scanline::raster::reference::prefix_sum_test
