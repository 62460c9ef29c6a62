#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"
#include "streams.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <cmath>

namespace scanline::raster::reference::search_test {

namespace {

Stream sums_of(const Stream& inv, int block) {
    return prefix_sum(inv, block, PrefixSumMethod::hillis_steele);
}

Stream run_sums_of(const Stream& inv, int block) {
    const Stream lengths = run_lengths(inv, block, RunLengthMethod::recursive_doubling);
    return sums_of(run_extraction(lengths, block), block);
}

std::vector<Stream> tree_of(const Stream& inv, int block) {
    Stream valid;
    for (const float flag : inv)
        valid.push_back(1.0f - flag);
    return up_sweep(valid, log2_exact(block));
}

/// `text` padded with empty texels.
Stream padded(std::string_view text, std::size_t size) {
    Stream stream = test::payload_of(text);
    stream.resize(size, empty_element);
    return stream;
}

/// The number of steps of the forward search from output c, in the block at `first`.
int steps_of_chain(const Stream& run_sums, std::size_t first, std::size_t c) {
    int steps = 0;
    float current = run_sums[first + c];
    for (;;) {
        const float next = run_sums[first + c + static_cast<std::size_t>(current)];
        if (next == current)
            return steps;
        current = next;
        ++steps;
    }
}

int longest_chain(const Stream& inv, int block) {
    const auto block_size = static_cast<std::size_t>(block);
    const Stream sums = run_sums_of(inv, block);
    int longest = 0;
    for (std::size_t first = 0; first < sums.size(); first += block_size) {
        const std::size_t count = block_size - static_cast<std::size_t>(sums[first + block_size - 1]);
        for (std::size_t c = 0; c < count; ++c)
            longest = std::max(longest, steps_of_chain(sums, first, c));
    }
    return longest;
}

/// The proven bound of the forward search, which allows the shader a loop of fixed length. Let m survivors
/// lie beyond the position that a chain has reached, including the one sought: its next step passes the rest
/// of the run there and m more elements. The first element after a run is valid, so m shrinks with every
/// step; a step that starts on a valid element may leave m unchanged, but then the step that led there was
/// longer by one. Counted from the end, the steps are at least 1, 1, 2, 3 .. elements long, and all lie in
/// one block.
double chain_bound(int block) {
    return std::sqrt(2.0 * block) + 1;
}

} // namespace

TEST_CASE("Horn's search packs the example of 16 elements in order") {
    const Stream inv = test::inv_of(test::sixteen);
    Trace trace;
    const Stream packed = horn_search(test::payload_of(test::sixteen), inv, sums_of(inv, 16), 16, &trace);
    CHECK(packed == padded("abcdef", 16));
    CHECK(test::names_of(trace) == test::PassList{{pass::search, 0}});
    CHECK(trace.passes()[0].values == packed);
}

TEST_CASE("Jumping Jack fills the holes of the example of 16 elements from behind") {
    const Stream inv = test::inv_of(test::sixteen);
    // Output 0 jumps 0 15 6; output 3 jumps 3 14 7 12 8 11 9 10; output 4 jumps 4 13; a, b and c are in
    // place.
    CHECK(jj_search(test::payload_of(test::sixteen), inv, sums_of(inv, 16), 16) == padded("dabefc", 16));
}

TEST_CASE("The forward search over run lengths packs the example of 16 elements in order") {
    const Stream sums = run_sums_of(test::inv_of(test::sixteen), 16);
    CHECK(sums == Stream{1, 1, 1, 3, 3, 3, 3, 6, 6, 6, 6, 8, 8, 8, 10, 10});
    CHECK(rlz_search(test::payload_of(test::sixteen), sums, 16) == padded("abcdef", 16));
}

TEST_CASE("The forward search of the example of 16 elements finds the displacements of the specification") {
    const Stream sums = run_sums_of(test::inv_of(test::sixteen), 16);
    Stream positions(16);
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = static_cast<float>(i);
    Stream displacements = rlz_search(positions, sums, 16);
    displacements.resize(6);
    for (std::size_t c = 0; c < displacements.size(); ++c)
        displacements[c] -= static_cast<float>(c);
    CHECK(displacements == Stream{1, 1, 3, 3, 6, 8});
}

TEST_CASE("The descent of the binary tree of the specification finds output 4 at index 5") {
    const auto tree = tree_of(test::inv_of("a.bcdef."), 8);
    const Stream positions{0, 1, 2, 3, 4, 5, 6, 7};
    const Stream found = bt_search(positions, tree, 8);
    CHECK(found == Stream{0, 2, 3, 4, 5, 6, empty_element, empty_element});
    CHECK(found[4] == 5.0f);
    CHECK(bt_search(test::payload_of("a.bcdef."), tree, 8) == padded("abcdef", 8));
}

TEST_CASE("The searches pack every block on its own") {
    const Stream payload = test::payload_of(".a.bcdef....g...");
    const Stream inv = test::inv_of(".a.bcdef....g...");
    const Stream ordered{'a', 'b', -1, -1, 'c', 'd', 'e', 'f', -1, -1, -1, -1, 'g', -1, -1, -1};
    CHECK(horn_search(payload, inv, sums_of(inv, 4), 4) == ordered);
    CHECK(rlz_search(payload, run_sums_of(inv, 4), 4) == ordered);
    CHECK(bt_search(payload, tree_of(inv, 4), 4) == ordered);
    const Stream jumped{'b', 'a', -1, -1, 'c', 'd', 'e', 'f', -1, -1, -1, -1, 'g', -1, -1, -1};
    CHECK(jj_search(payload, inv, sums_of(inv, 4), 4) == jumped);
}

TEST_CASE("The forward search moves on at most sqrt(2b) times in all patterns of 16 elements") {
    CHECK(longest_chain(test::all_patterns_of_16(), 16) <= chain_bound(16));
}

TEST_CASE("The forward search moves on at most sqrt(2b) times in random blocks of every size") {
    for (int block = 32; block <= max_block; block *= 2) {
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            for (const double density : {0.05, 0.3, 0.5, 0.7, 0.95}) {
                for (const test::Distribution distribution :
                     {test::Distribution::scattered, test::Distribution::runs}) {
                    INFO("seed " << seed << ", block " << block << ", density " << density
                                 << ", distribution " << static_cast<int>(distribution));
                    const auto size = static_cast<std::size_t>(4 * block);
                    const Stream inv = test::make_inv(size, density, distribution, seed);
                    CHECK(longest_chain(inv, block) <= chain_bound(block));
                }
            }
        }
    }
}

TEST_CASE("Runs that shorten by one come near the bound of the forward search and keep it") {
    for (int block = 32; block <= max_block; block *= 2) {
        // Runs of n, n - 1 .. 1 invalid elements, each followed by a valid one, and the rest of the block
        // valid.
        int n = 0;
        while ((n + 1) * (n + 2) / 2 + n + 1 <= block)
            ++n;
        Stream inv;
        for (int length = n; length > 0; --length) {
            inv.insert(inv.end(), static_cast<std::size_t>(length), 1.0f);
            inv.push_back(0.0f);
        }
        inv.resize(static_cast<std::size_t>(block), 0.0f);
        INFO("block " << block << ", longest run " << n);
        const int longest = longest_chain(inv, block);
        CHECK(longest >= n - 1);
        CHECK(longest <= chain_bound(block));
    }
}

} // namespace scanline::raster::reference::search_test
