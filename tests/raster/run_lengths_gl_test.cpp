#include "raster_fixture.h"
#include "scanline/raster/run_lengths.h"

namespace scanline::raster::run_lengths_gl_test {

using test::Stream;

TEST_CASE_METHOD(test::RasterTest,
                 "The run lengths of both methods are those of the CPU twin, pass by pass") {
    constexpr std::uint64_t seed = 401;
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        const Stream inv = test::flags_for(layout, turn);
        const StreamTexture source = make_filled(layout, inv);
        for (const RunLengthMethod method :
             {RunLengthMethod::recursive_doubling, RunLengthMethod::balanced_tree}) {
            INFO(test::to_string(layout) << ", " << to_string(method) << ", seed " << turn);
            const RunLengths run_lengths(engine, layout, method);
            const StreamPair scratch = make_poisoned_pair(layout);
            const StreamTexture* result = nullptr;
            const auto found = trace_of([&] { result = &run_lengths(source, scratch); });
            reference::Trace twin;
            const Stream expected = reference::run_lengths(inv, layout.block, method, &twin);
            CHECK(test::difference(found, twin) == "");
            CHECK(test::difference(read(*result), expected) == "");
            CHECK((result == &scratch.textures[0] || result == &scratch.textures[1]));
            CHECK(test::difference(read(source), inv) == "");
        }
        ++turn;
    }
}

TEST_CASE_METHOD(test::RasterTest, "Automatic run lengths are those that resolve() names") {
    for (int block = min_block; block <= max_block; block *= 2) {
        const RunLengths run_lengths(engine, make_stream_layout(100, block, 16384),
                                     RunLengthMethod::automatic);
        CHECK(run_lengths.method() == resolve(RunLengthMethod::automatic, block));
        CHECK(run_lengths.method() != RunLengthMethod::automatic);
    }
}

TEST_CASE_METHOD(test::RasterTest, "RunExtraction keeps the lengths that its CPU twin keeps") {
    constexpr std::uint64_t seed = 402;
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        INFO(test::to_string(layout) << ", seed " << turn);
        const Stream inv = test::flags_for(layout, turn++);
        const Stream lengths = reference::run_lengths(inv, layout.block, RunLengthMethod::balanced_tree);
        const StreamTexture source = make_filled(layout, lengths);
        const RunExtraction extract(engine, layout);
        const StreamPair output = make_poisoned_pair(layout);
        const auto found = trace_of([&] { extract(source, output.textures[0]); });
        reference::Trace twin;
        const Stream expected = reference::run_extraction(lengths, layout.block, &twin);
        CHECK(test::difference(found, twin) == "");
        CHECK(test::difference(read(output.textures[0]), expected) == "");
    }
}

} // namespace scanline::raster::run_lengths_gl_test
