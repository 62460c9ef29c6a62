#include "raster_fixture.h"
#include "scanline/raster/prefix_sum.h"

namespace scanline::raster::prefix_sum_gl_test {

using test::Stream;

TEST_CASE_METHOD(test::RasterTest,
                 "The prefix sums of both methods are those of the CPU twin, pass by pass") {
    constexpr std::uint64_t seed = 201;
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        Stream input = test::flags_for(layout, turn);
        // Every other stream holds larger numbers than flags, like run lengths and block counts.
        Random random(turn);
        if (turn % 2 == 1)
            for (float& value : input)
                value *= static_cast<float>(random.between(0, 4095));
        const StreamTexture source = make_filled(layout, input);
        for (const PrefixSumMethod method : {PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch}) {
            INFO(test::to_string(layout) << ", " << to_string(method) << ", seed " << turn);
            const PrefixSum prefix_sum(engine, layout, method);
            const StreamPair scratch = make_poisoned_pair(layout);
            const StreamTexture* result = nullptr;
            const auto found = trace_of([&] { result = &prefix_sum(source, scratch); });
            reference::Trace twin;
            const Stream expected = reference::prefix_sum(input, layout.block, method, &twin);
            CHECK(test::difference(found, twin) == "");
            CHECK(test::difference(read(*result), expected) == "");
            CHECK((result == &scratch.textures[0] || result == &scratch.textures[1]));
            CHECK(test::difference(read(source), input) == "");
        }
        ++turn;
    }
}

TEST_CASE_METHOD(test::RasterTest, "Automatic prefix sums are those that resolve() names") {
    for (int block = min_block; block <= max_block; block *= 2) {
        const PrefixSum prefix_sum(engine, make_stream_layout(100, block, 16384), PrefixSumMethod::automatic);
        CHECK(prefix_sum.method() == resolve(PrefixSumMethod::automatic, block));
        CHECK(prefix_sum.method() != PrefixSumMethod::automatic);
    }
}

TEST_CASE_METHOD(test::RasterTest, "Prefix sums stay exact up to blocks of 4096 whose elements are 4095") {
    const StreamLayout layout{.size = 8192, .block = 4096, .width = 4096, .height = 2};
    const Stream input(8192, 4095.0f);
    const StreamTexture source = make_filled(layout, input);
    for (const PrefixSumMethod method : {PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch}) {
        const PrefixSum prefix_sum(engine, layout, method);
        const StreamPair scratch = make_poisoned_pair(layout);
        Stream found;
        {
            const gl::StateGuard guard;
            found = read(prefix_sum(source, scratch));
        }
        for (std::size_t i = 0; i < found.size(); ++i)
            if (found[i] != static_cast<float>((i % 4096 + 1) * 4095))
                FAIL_CHECK(to_string(method) << ": element " << i << " is " << found[i]);
    }
}

} // namespace scanline::raster::prefix_sum_gl_test
