#include "every_scan.h"
#include "scanline/cpu/memory_pass.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

namespace memory_pass_test {

using namespace scanline;
using namespace scanline::cpu;
using namespace scanline::test;

namespace {

/// Around lanes, lines and threads' shares; primes.
std::vector<std::size_t> pass_sizes() {
    std::vector<std::size_t> sizes{0, 1, 2, 3, 127, 1021, 4099};
    for (const std::size_t edge : {4u, 8u, 16u, 32u, 64u, 80u, 1024u})
        sizes.insert(sizes.end(), {edge - 1, edge, edge + 1});
    return sizes;
}

// Whole numbers, so that adding one is exact.
std::vector<float> elements(std::size_t size, Random& random) {
    std::vector<float> values(size);
    std::ranges::generate(values, [&] { return static_cast<float>(random.between(-1000, 1000)); });
    return values;
}

// Describes the fault of a pass over elements at these offsets; empty if there is none.
std::string pass_fault(const MemoryPass& pass, bool in_place, const std::vector<float>& values,
                       std::size_t input_offset, std::size_t output_offset) {
    PlacedArray<float> input(values, input_offset),
        output(std::vector<float>(values.size(), 55.0f), output_offset);
    std::vector<float> expected = values;
    if (in_place)
        std::ranges::for_each(expected, [](float& value) { value += 1; });
    PlacedArray<float>& result = in_place ? input : output;
    pass(input.span(), result.span());
    const std::vector<float> found = result.values();
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] != expected[i])
            return fmt::format("element {} is {}, not {}", i, found[i], expected[i]);
    }
    if (!in_place && input.values() != values)
        return "the input has changed";
    return input.intact() && output.intact() ? "" : "what lies beside has changed";
}

std::string describe_pass(MemoryAccess access, int threads, std::size_t size, std::size_t offset) {
    return fmt::format("{} of {} by {} threads, offset {}", to_string(access), size, threads, offset);
}

std::string error_of(MemoryAccess access, std::span<const float> input, std::span<float> output) {
    const MemoryPass pass(access, 2);
    return usage_message([&] { pass(input, output); });
}

} // namespace

TEST_CASE("A pass goes through every element once and through nothing else, wherever the arrays begin") {
    constexpr std::uint64_t seed = 651;
    Random random(seed);
    for (const MemoryAccess access : enumerators<MemoryAccess>) {
        for (int threads = 1; threads <= 5; ++threads) {
            const MemoryPass pass(access, threads);
            for (const std::size_t size : pass_sizes()) {
                // Threads beyond the processors take turns, which is slow: skip most offsets then.
                const std::size_t every = threads <= 2 ? 1 : 5;
                for (std::size_t offset = static_cast<std::size_t>(threads) % every; offset < 16;
                     offset += every) {
                    INFO("seed " << seed << ", " << describe_pass(access, threads, size, offset));
                    const std::string fault =
                        pass_fault(pass, access == MemoryAccess::increment, elements(size, random), offset,
                                   (7 * offset + 5) % 16);
                    CHECK(fault == "");
                }
            }
        }
    }
}

TEST_CASE("A pass over more than the caches of a thread hold is right") {
    constexpr std::uint64_t seed = 652;
    constexpr std::size_t size = (std::size_t{1} << 20) + 7;
    Random random(seed);
    const std::vector<float> values = elements(size, random);
    for (const MemoryAccess access : enumerators<MemoryAccess>) {
        for (const int threads : {1, 3}) {
            INFO("seed " << seed << ", " << describe_pass(access, threads, size, 3));
            const MemoryPass pass(access, threads);
            CHECK(pass_fault(pass, access == MemoryAccess::increment, values, 3, 0) == "");
        }
    }
}

TEST_CASE("The example of an increment comes out as it says") {
    const MemoryPass pass(MemoryAccess::increment, 2);
    std::vector<float> numbers{3, 1, 7};
    pass(numbers, numbers);
    CHECK(numbers == std::vector<float>{4, 2, 8});
    pass(numbers, numbers);
    CHECK(numbers == std::vector<float>{5, 3, 9});
}

TEST_CASE("Copies keep every bit") {
    const std::vector<float> odd{std::numeric_limits<float>::quiet_NaN(), -0.0f,
                                 std::numeric_limits<float>::denorm_min(),
                                 -std::numeric_limits<float>::infinity()};
    std::vector<float> values;
    for (int i = 0; i < 50; ++i)
        values.insert(values.end(), odd.begin(), odd.end());
    for (const MemoryAccess access : {MemoryAccess::copy, MemoryAccess::streaming_copy}) {
        std::vector<float> copied(values.size());
        MemoryPass(access, 2)(values, copied);
        CHECK(same_bits<float>(copied, values));
    }
}

TEST_CASE("Every access has a name of its own") {
    CHECK(to_string(MemoryAccess::increment) == "increment");
    CHECK(to_string(MemoryAccess::copy) == "copy");
    CHECK(to_string(MemoryAccess::streaming_copy) == "streaming-copy");
}

TEST_CASE("Places and sizes that an access has no use for are errors that say why, and nothing changes") {
    std::vector<float> a{1, 2, 3}, b{4, 5, 6};
    CHECK(error_of(MemoryAccess::increment, a, b) == "increment: the output has to be the input");
    CHECK(error_of(MemoryAccess::copy, a, a) ==
          "copy: the output overlaps the input: give it memory of its own");
    CHECK(error_of(MemoryAccess::streaming_copy, a, a) ==
          "streaming-copy: the output overlaps the input: give it memory of its own");
    const auto all = std::span<float>(a);
    for (const MemoryAccess access : {MemoryAccess::copy, MemoryAccess::streaming_copy})
        CHECK_THAT(error_of(access, all.first(2), all.last(2)),
                   Catch::Matchers::ContainsSubstring("overlaps the input"));
    const auto shorter = std::span<float>(b).first(2);
    for (const MemoryAccess access : {MemoryAccess::copy, MemoryAccess::streaming_copy})
        CHECK(error_of(access, a, shorter) ==
              fmt::format("{}: 2 elements given for the output, 3 needed", to_string(access)));
    CHECK(error_of(MemoryAccess::increment, a, std::span<float>(a).first(2)) ==
          "increment: 2 elements given for the output, 3 needed");
    CHECK(a == std::vector<float>{1, 2, 3});
    CHECK(b == std::vector<float>{4, 5, 6});
}

TEST_CASE("Threads that a team cannot have are refused by a pass too") {
    for (const int threads : {0, -1, 1025}) {
        CHECK(usage_message([&] { const MemoryPass pass(MemoryAccess::copy, threads); }) ==
              fmt::format("a team of {} threads cannot be: it has 1 to 1024", threads));
    }
}

} // namespace memory_pass_test
