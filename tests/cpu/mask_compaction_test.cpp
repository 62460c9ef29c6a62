#include "scanline/cpu/mask_compaction.h"

#include "mask_kernels.h"
#include "placed_array.h"
#include "scanline/core/random.h"
#include "support/error_message.h"
#include "support/first_difference.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace scanline::cpu::mask_compaction_test {

using test::first_difference;
using test::PlacedArray;

namespace {

// Noise, with stretches of all valid or all invalid values.
std::vector<std::uint8_t> any_mask(std::int64_t size, Random& random) {
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < mask.size();) {
        const std::uint64_t kind = random.below(3);
        for (const std::size_t end = std::min(mask.size(), i + 1 + random.below(500)); i < end; ++i)
            mask[i] = static_cast<std::uint8_t>(kind == 0 ? random.below(256) : kind == 1 ? 255 : 0);
    }
    return mask;
}

std::vector<std::uint32_t> expected_of(const std::vector<std::uint8_t>& mask, const MaskThreshold& valid) {
    std::vector<std::uint32_t> kept;
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if ((mask[i] >= valid.least) != valid.negate)
            kept.push_back(static_cast<std::uint32_t>(i));
    }
    return kept;
}

// Describes the fault of a compaction's result; empty if there is none.
std::string fault(const MaskCompaction& compact, const std::vector<std::uint8_t>& mask,
                  const MaskThreshold& valid) {
    PlacedArray<std::uint32_t> output(std::vector<std::uint32_t>(mask.size(), 55), 3);
    const std::size_t count = compact(std::span<const std::uint8_t>(mask), valid, output.span());
    std::vector<std::uint32_t> kept = output.values();
    if (count > kept.size())
        return "more are kept than there are";
    kept.resize(count);
    return output.intact() ? first_difference(kept, expected_of(mask, valid))
                           : "what lies beside has changed";
}

} // namespace

TEST_CASE("A mask of every size is compacted to the positions that copy_if keeps") {
    constexpr std::uint64_t seed = 711;
    Random random(seed);
    std::vector<std::int64_t> sizes = test::stream_sizes(seed, 2);
    for (const std::int64_t size : {262'143, 262'144, 500'009}) // several threads
        sizes.push_back(size);
    for (const int threads : {1, 2, 5}) {
        const MaskCompaction compact(threads);
        for (const std::int64_t size : sizes) {
            const MaskThreshold valid{.least = random.between(0, 256), .negate = random.below(2) == 0};
            INFO("seed " << seed << ", " << size << " values, " << threads << " threads, least "
                         << valid.least << ", negated " << valid.negate);
            CHECK(fault(compact, any_mask(size, random), valid) == "");
        }
    }
}

TEST_CASE("Every threshold of a mask takes the values from it on, or negated those below") {
    std::vector<std::uint8_t> mask(1000);
    for (std::size_t i = 0; i < mask.size(); ++i)
        mask[i] = static_cast<std::uint8_t>(i);
    const MaskCompaction compact;
    for (const int least : {-5, 0, 1, 127, 128, 129, 255, 256, 1000}) {
        for (const bool negate : {false, true}) {
            INFO("least " << least << ", negated " << negate);
            CHECK(fault(compact, mask, {least, negate}) == "");
        }
    }
}

TEST_CASE("A part of a mask is written where its valid values have room, its positions counted from before") {
    constexpr std::uint64_t seed = 712;
    Random random(seed);
    for (const std::int64_t size : {1, 100, 3001}) {
        const std::vector<std::uint8_t> mask = any_mask(size, random);
        std::vector<std::uint32_t> expected = expected_of(mask, {});
        for (std::uint32_t& position : expected)
            position += 1'000'000;
        INFO("seed " << seed << ", " << size << " values");
        CHECK(count_valid(mask.data(), mask.size(), {}) == expected.size());
        for (const std::size_t offset : {0u, 5u}) {
            PlacedArray<std::uint32_t> output(std::vector<std::uint32_t>(expected.size(), 55), offset);
            CHECK(keep_valid(mask.data(), mask.size(), {}, 1'000'000, output.span().data()) ==
                  expected.size());
            CHECK(first_difference(output.values(), expected) == "");
            CHECK(output.intact());
        }
    }
}

TEST_CASE("The worked example of a mask's compaction comes out right") {
    const std::vector<std::uint8_t> a{3, 1, 7, 0, 4};
    std::vector<std::uint32_t> b(5);
    CHECK(MaskCompaction(2)(std::span(a), {.least = 3}, b) == 3);
    b.resize(3);
    CHECK(b == std::vector<std::uint32_t>{0, 2, 4});
}

TEST_CASE("A mask is not compacted into too little room") {
    const std::vector<std::uint8_t> mask(5);
    std::vector<std::uint32_t> kept(4);
    CHECK(test::usage_message([&] { MaskCompaction()(std::span(mask), {}, kept); }) ==
          "compact: there is room for 4 of 5 values: make room for all of them");
    CHECK(test::usage_message([] { MaskCompaction(0); }) ==
          "a team of 0 threads cannot be: it has 1 to 1024");
}

} // namespace scanline::cpu::mask_compaction_test
