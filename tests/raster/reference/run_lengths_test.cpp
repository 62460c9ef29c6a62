#include "scanline/raster/passes.h"
#include "streams.h"

#include <catch2/catch_all.hpp>

namespace scanline::raster::reference::run_lengths_test {

using test::PassList;

namespace {

Stream brute_force_lengths(const Stream& inv, std::size_t block) {
    Stream lengths(inv.size());
    for (std::size_t i = 0; i < inv.size(); ++i) {
        const std::size_t block_end = i / block * block + block;
        std::size_t end = i;
        while (end < block_end && inv[end] == 1.0f)
            ++end;
        lengths[i] = static_cast<float>(end - i);
    }
    return lengths;
}

const Stream example{1, 1, 1, 0, 1, 0, 1, 1};
const Stream example_lengths{3, 2, 1, 0, 1, 0, 2, 1};

} // namespace

TEST_CASE("Run lengths by doubling take the passes of the specification") {
    Trace trace;
    CHECK(run_lengths(example, 8, RunLengthMethod::recursive_doubling, &trace) == example_lengths);
    REQUIRE(test::names_of(trace) ==
            PassList{{pass::run_doubling, 1}, {pass::run_doubling, 2}, {pass::run_doubling, 3}});
    CHECK(trace.passes()[0].values == Stream{2, 2, 1, 0, 1, 0, 2, 1});
    CHECK(trace.passes()[1].values == Stream{3, 2, 1, 0, 1, 0, 2, 1});
    CHECK(trace.passes()[2].values == trace.passes()[1].values);
}

TEST_CASE("Run lengths by the tree take the passes of the specification") {
    Trace trace;
    CHECK(run_lengths(example, 8, RunLengthMethod::balanced_tree, &trace) == example_lengths);
    REQUIRE(test::names_of(trace) == PassList{{pass::run_up_sweep, 1},
                                              {pass::run_up_sweep, 2},
                                              {pass::run_down_sweep, 2},
                                              {pass::run_down_sweep, 1},
                                              {pass::run_down_sweep, 0},
                                              {pass::run_shift, 0}});
    CHECK(trace.passes()[0].values == Stream{2, 1, 1, 2});
    CHECK(trace.passes()[1].values == Stream{3, 1});
    CHECK(trace.passes()[2].values == Stream{1, 0});
    CHECK(trace.passes()[3].values == Stream{1, 1, 2, 0});
    CHECK(trace.passes()[4].values == Stream{2, 1, 0, 1, 0, 2, 1, 0});
    CHECK(trace.passes()[5].values == example_lengths);
}

TEST_CASE("Run lengths of the smallest block take one doubling pass, or one down-sweep and the shift") {
    Trace doubling;
    CHECK(run_lengths(Stream{1, 1, 0, 1}, 2, RunLengthMethod::recursive_doubling, &doubling) ==
          Stream{2, 1, 0, 1});
    CHECK(test::names_of(doubling) == PassList{{pass::run_doubling, 1}});
    Trace tree;
    CHECK(run_lengths(Stream{1, 1, 0, 1}, 2, RunLengthMethod::balanced_tree, &tree) == Stream{2, 1, 0, 1});
    CHECK(test::names_of(tree) == PassList{{pass::run_down_sweep, 0}, {pass::run_shift, 0}});
}

TEST_CASE("Both methods measure the runs of all patterns of 16 elements") {
    const Stream inv = test::all_patterns_of_16();
    const Stream expected = brute_force_lengths(inv, 16);
    CHECK((run_lengths(inv, 16, RunLengthMethod::recursive_doubling) == expected));
    CHECK((run_lengths(inv, 16, RunLengthMethod::balanced_tree) == expected));
}

TEST_CASE("Both methods end runs at the block's end, at every block size") {
    constexpr std::uint64_t seed = 5;
    for (int block = min_block; block <= max_block; block *= 2) {
        for (const double density : {0.0, 0.02, 0.3, 1.0}) {
            for (const test::Distribution distribution : test::all_distributions) {
                INFO("seed " << seed << ", block " << block << ", density " << density << ", distribution "
                             << static_cast<int>(distribution));
                const auto block_size = static_cast<std::size_t>(block);
                const Stream inv = test::make_inv(3 * block_size, density, distribution, seed);
                const Stream expected = brute_force_lengths(inv, block_size);
                CHECK((run_lengths(inv, block, RunLengthMethod::recursive_doubling) == expected));
                CHECK((run_lengths(inv, block, RunLengthMethod::balanced_tree) == expected));
            }
        }
    }
}

TEST_CASE("The example of 8 elements keeps each run's length at its first element and sums them") {
    const Stream inv = test::inv_of("a..bc...");
    CHECK(inv == Stream{0, 1, 1, 0, 0, 1, 1, 1});
    const Stream lengths = run_lengths(inv, 8, RunLengthMethod::balanced_tree);
    CHECK(lengths == Stream{0, 2, 1, 0, 0, 3, 2, 1});
    Trace trace;
    const Stream extracted = run_extraction(lengths, 8, &trace);
    CHECK(extracted == Stream{0, 2, 0, 0, 0, 3, 0, 0});
    CHECK(test::names_of(trace) == PassList{{pass::run_extraction, 0}});
    CHECK(prefix_sum(extracted, 8, PrefixSumMethod::hillis_steele) == Stream{0, 2, 2, 2, 2, 5, 5, 5});
}

TEST_CASE("A run that goes on in the next block starts anew there") {
    CHECK(run_extraction(Stream{0, 3, 2, 1, 2, 1, 0, 1}, 4) == Stream{0, 3, 0, 0, 2, 0, 0, 1});
}

} // namespace scanline::raster::reference::run_lengths_test
