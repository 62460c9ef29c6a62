// The worked examples from the algorithms' comments: on the GPU, every pass gives exactly these numbers.
#include "algorithms.h"
#include "raster_fixture.h"
#include "scanline/raster/blockwise_compaction.h"
#include "scanline/raster/run_lengths.h"

namespace scanline::raster::worked_examples_gl_test {

using test::Stream;
using test::values_of;

namespace {

const StreamLayout sixteen_layout{.size = 16, .block = 16, .width = 16, .height = 1};
const StreamLayout eight_layout{.size = 8, .block = 8, .width = 8, .height = 1};

CompactionOptions options_for(Algorithm algorithm, PrefixSumMethod prefix_sum,
                              Payload payload = Payload::value) {
    CompactionOptions options;
    options.algorithm = algorithm;
    options.prefix_sum = prefix_sum;
    options.discriminator = test::letters;
    options.payload = payload;
    return options;
}

/// The last pass of prefix sums over blocks of 2^levels.
Stream sums_of(const reference::Trace& trace, PrefixSumMethod method, int levels) {
    return method == PrefixSumMethod::blelloch ? values_of(trace, pass::down_sweep, 0)
                                               : values_of(trace, pass::doubling, levels);
}

constexpr std::array methods{PrefixSumMethod::hillis_steele, PrefixSumMethod::blelloch};

} // namespace

TEST_CASE_METHOD(test::RasterTest, "Horn and Jumping Jack on 16 elements: prefix sums and survivors",
                 "[drivers]") {
    for (const PrefixSumMethod method : methods) {
        for (const Algorithm algorithm : {Algorithm::horn, Algorithm::jj}) {
            INFO(to_string(algorithm) << ", " << to_string(method));
            const Compaction found =
                compact(sixteen_layout, options_for(algorithm, method), test::payload_of(test::sixteen));
            CHECK(values_of(found.trace, pass::discriminate, 0) == test::inv_of(test::sixteen));
            CHECK(sums_of(found.trace, method, 4) == Stream{1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10});
            CHECK(found.elements == test::payload_of(algorithm == Algorithm::jj ? "dabefc" : "abcdef"));
        }
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "Run-lengths of zeros on 16 elements: prefix sums, displacements and survivors",
                 "[drivers]") {
    for (const PrefixSumMethod method : methods) {
        INFO(to_string(method));
        const CompactionOptions options = options_for(Algorithm::rlz, method);
        const Compaction found = compact(sixteen_layout, options, test::payload_of(test::sixteen));
        CHECK(sums_of(found.trace, method, 4) == Stream{1, 1, 1, 3, 3, 3, 3, 6, 6, 6, 6, 8, 8, 8, 10, 10});
        CHECK(found.elements == test::payload_of("abcdef"));
        Stream displacements = compact(sixteen_layout, options_for(Algorithm::rlz, method, Payload::index),
                                       test::payload_of(test::sixteen))
                                   .elements;
        for (std::size_t c = 0; c < displacements.size(); ++c)
            displacements[c] -= static_cast<float>(c);
        CHECK(displacements == Stream{1, 1, 3, 3, 6, 8});
    }
}

TEST_CASE_METHOD(test::RasterTest, "The binary tree on 16 elements: survivors", "[drivers]") {
    const CompactionOptions options = options_for(Algorithm::bt, PrefixSumMethod::automatic);
    CHECK(compact(sixteen_layout, options, test::payload_of(test::sixteen)).elements ==
          test::payload_of("abcdef"));
}

TEST_CASE_METHOD(test::RasterTest,
                 "Horn without blocks on 16 elements: prefix sums go on from row to row, whatever the rows",
                 "[drivers]") {
    for (const int width : {2, 4, 8, 16}) {
        const StreamLayout layout{.size = 16, .block = 2, .width = width, .height = 16 / width};
        INFO(test::to_string(layout));
        const Compaction found =
            compact(layout, options_for(Algorithm::horn_unblocked, PrefixSumMethod::automatic),
                    test::payload_of(test::sixteen));
        CHECK(values_of(found.trace, pass::discriminate, 0) == test::inv_of(test::sixteen));
        CHECK(values_of(found.trace, pass::doubling, 1) ==
              Stream{1, 1, 0, 1, 2, 1, 0, 1, 2, 2, 1, 1, 2, 1, 1, 2});
        CHECK(values_of(found.trace, pass::doubling, 4) ==
              Stream{1, 1, 1, 2, 3, 3, 3, 4, 5, 6, 6, 7, 8, 8, 9, 10});
        CHECK(found.elements == test::payload_of("abcdef"));
    }
}

TEST_CASE_METHOD(test::RasterTest,
                 "HistoPyramid on 4 x 2 elements: every level, and the survivors in Z-order", "[drivers]") {
    const StreamLayout layout{.size = 8, .block = 2, .width = 4, .height = 2};
    const Compaction found = compact(layout, options_for(Algorithm::histopyramid, PrefixSumMethod::automatic),
                                     test::payload_of(".a...b.c"));
    CHECK(values_of(found.trace, pass::discriminate, 0) == Stream{0, 1, 0, 0, 0, 1, 0, 1});
    CHECK(values_of(found.trace, pass::histopyramid_level, 1) == Stream{0, 1, 0, 1, 0, 0, 0, 1});
    CHECK(values_of(found.trace, pass::histopyramid_level, 2) == Stream{2, 1, 0, 0});
    CHECK(found.elements == test::payload_of("abc"));
}

TEST_CASE_METHOD(test::RasterTest, "HistoPyramid on 16 elements in a square: a quarter after the other",
                 "[drivers]") {
    const StreamLayout layout{.size = 16, .block = 2, .width = 4, .height = 4};
    // . a b .
    // . c d .
    // . . e .
    // . f . .
    const Compaction found = compact(layout, options_for(Algorithm::histopyramid, PrefixSumMethod::automatic),
                                     test::payload_of(test::sixteen));
    CHECK(values_of(found.trace, pass::histopyramid_level, 1) ==
          Stream{0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0});
    CHECK(values_of(found.trace, pass::histopyramid_level, 2) == Stream{2, 2, 1, 1});
    CHECK(found.elements == test::payload_of("acbdfe"));
}

TEST_CASE_METHOD(test::RasterTest, "The levels of a HistoPyramid lie beside one another in two textures",
                 "[drivers]") {
    const auto areas_of = [](const StreamLayout& layout) {
        std::vector<std::array<int, 4>> areas;
        for (int level = 1; level <= histopyramid_levels(layout); ++level) {
            const Area area = histopyramid_area(layout, level);
            areas.push_back({area.x, area.y, area.width, area.height});
        }
        return areas;
    };
    using Areas = std::vector<std::array<int, 4>>;
    CHECK(areas_of({.size = 64, .block = 8, .width = 8, .height = 8}) ==
          Areas{{0, 0, 4, 4}, {0, 0, 2, 2}, {0, 4, 1, 1}});
    CHECK(areas_of({.size = 96, .block = 32, .width = 32, .height = 3}) ==
          Areas{{0, 0, 16, 2}, {0, 0, 8, 1}, {0, 2, 4, 1}, {0, 1, 2, 1}, {4, 2, 1, 1}});
    CHECK(areas_of({.size = 2, .block = 2, .width = 2, .height = 1}) == Areas{{0, 0, 1, 1}});
}

TEST_CASE_METHOD(test::RasterTest, "Packed on 128 elements: every pass, whatever the rows", "[drivers]") {
    // Groups of 16: the first has survivors 1 and 2, the second all, the third none, the fourth its last; the
    // fifth its first, the eighth its first and its fifth.
    const std::vector<std::size_t> survivors{1,  2,  16, 17, 18, 19, 20, 21, 22, 23,  24,
                                             25, 26, 27, 28, 29, 30, 31, 63, 64, 112, 116};
    Stream values(128, 0.0f);
    for (const std::size_t i : survivors)
        values[i] = 200.0f;
    // 256 * survivors + bits / 256.
    constexpr float g0 = 512.0f + 6.0f / 256, g1 = 4096.0f + 65'535.0f / 256, g3 = 256.0f + 128.0f,
                    g4 = 256.0f + 1.0f / 256, g7 = 512.0f + 17.0f / 256;
    const auto padded = [](Stream numbers, std::size_t size, float rest) {
        numbers.resize(size, rest);
        return numbers;
    };
    for (int width = 2; width <= 128; width *= 2) {
        const StreamLayout layout{.size = 128, .block = 2, .width = width, .height = 128 / width};
        INFO(test::to_string(layout));
        const Compaction found = compact(
            layout, {.algorithm = Algorithm::packed, .discriminator = {}, .payload = Payload::index}, values);
        CHECK(values_of(found.trace, pass::packed_pack, 0) == padded({g0, g1, 0, g3, g4, 0, 0, g7}, 64, 0));
        // The leaves have 19 and 3: together the root, and the sum before the nodes that follow.
        CHECK(values_of(found.trace, pass::packed_sum, 1) == padded({22}, 16, 0));
        CHECK(values_of(found.trace, pass::packed_node_starts, 0) == padded({0}, 16, 22));
        CHECK(values_of(found.trace, pass::packed_leaf_starts, 0) == padded({0, 19}, 16, 22));
        // Outputs 0 .. 15 come from the first two groups. Output 16 is the survivor of rank 14 in the second,
        // and the last of its entry is more than two groups further: so start at leaf 0.
        CHECK(values_of(found.trace, pass::packed_lookup, 0) ==
              padded({0, g0, g1, 0, -2, 0, 0, -1}, 4 * 8, empty_element));
        CHECK(found.elements == Stream(survivors.begin(), survivors.end()));
    }
}

TEST_CASE_METHOD(test::RasterTest, "Run-lengths of zeros on 8 elements: every stage", "[drivers]") {
    for (const PrefixSumMethod method : methods) {
        for (const RunLengthMethod lengths :
             {RunLengthMethod::recursive_doubling, RunLengthMethod::balanced_tree}) {
            INFO(to_string(method) << ", " << to_string(lengths));
            CompactionOptions options = options_for(Algorithm::rlz, method);
            options.run_lengths = lengths;
            const Compaction found = compact(eight_layout, options, test::payload_of("a..bc..."));
            CHECK(values_of(found.trace, pass::discriminate, 0) == Stream{0, 1, 1, 0, 0, 1, 1, 1});
            const bool tree = lengths == RunLengthMethod::balanced_tree;
            CHECK(values_of(found.trace, tree ? pass::run_shift : pass::run_doubling, tree ? 0 : 3) ==
                  Stream{0, 2, 1, 0, 0, 3, 2, 1});
            CHECK(values_of(found.trace, pass::run_extraction, 0) == Stream{0, 2, 0, 0, 0, 3, 0, 0});
            CHECK(sums_of(found.trace, method, 3) == Stream{0, 2, 2, 2, 2, 5, 5, 5});
            CHECK(found.elements == test::payload_of("abc"));
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "Run lengths by recursive doubling: every pass", "[drivers]") {
    const StreamTexture inv = make_filled(eight_layout, {1, 1, 1, 0, 1, 0, 1, 1});
    const StreamPair scratch = make_poisoned_pair(eight_layout);
    const RunLengths run_lengths(engine, eight_layout, RunLengthMethod::recursive_doubling);
    const auto trace = trace_of([&] { run_lengths(inv, scratch); });
    CHECK(test::names_of(trace) ==
          test::PassList{{pass::run_doubling, 1}, {pass::run_doubling, 2}, {pass::run_doubling, 3}});
    CHECK(values_of(trace, pass::run_doubling, 1) == Stream{2, 2, 1, 0, 1, 0, 2, 1});
    CHECK(values_of(trace, pass::run_doubling, 2) == Stream{3, 2, 1, 0, 1, 0, 2, 1});
    CHECK(values_of(trace, pass::run_doubling, 3) == Stream{3, 2, 1, 0, 1, 0, 2, 1});
}

TEST_CASE_METHOD(test::RasterTest, "Run lengths by the balanced tree: every pass", "[drivers]") {
    const StreamTexture inv = make_filled(eight_layout, {1, 1, 1, 0, 1, 0, 1, 1});
    const StreamPair scratch = make_poisoned_pair(eight_layout);
    const RunLengths run_lengths(engine, eight_layout, RunLengthMethod::balanced_tree);
    const auto trace = trace_of([&] { run_lengths(inv, scratch); });
    CHECK(test::names_of(trace) == test::PassList{{pass::run_up_sweep, 1},
                                                  {pass::run_up_sweep, 2},
                                                  {pass::run_down_sweep, 2},
                                                  {pass::run_down_sweep, 1},
                                                  {pass::run_down_sweep, 0},
                                                  {pass::run_shift, 0}});
    CHECK(values_of(trace, pass::run_up_sweep, 1) == Stream{2, 1, 1, 2});
    CHECK(values_of(trace, pass::run_up_sweep, 2) == Stream{3, 1});
    CHECK(values_of(trace, pass::run_down_sweep, 2) == Stream{1, 0});
    CHECK(values_of(trace, pass::run_down_sweep, 1) == Stream{1, 1, 2, 0});
    CHECK(values_of(trace, pass::run_down_sweep, 0) == Stream{2, 1, 0, 1, 0, 2, 1, 0});
    CHECK(values_of(trace, pass::run_shift, 0) == Stream{3, 2, 1, 0, 1, 0, 2, 1});

    // The compaction needs no root; the full up-sweep gives the run at the left end of the whole block.
    const UpSweep up_sweep(engine, TreeNode::run_length);
    const auto to_root = trace_of([&] { up_sweep(eight_layout, inv, scratch, 3); });
    CHECK(values_of(to_root, pass::run_up_sweep, 3) == Stream{3});
}

TEST_CASE_METHOD(test::RasterTest, "Prefix sums of 8 elements by both methods", "[drivers]") {
    const StreamTexture source = make_filled(eight_layout, {0, 1, 1, 0, 0, 1, 1, 1});
    const StreamPair scratch = make_poisoned_pair(eight_layout);
    for (const PrefixSumMethod method : methods) {
        const PrefixSum prefix_sum(engine, eight_layout, method);
        const gl::StateGuard guard;
        CHECK(read(prefix_sum(source, scratch)) == Stream{0, 1, 2, 2, 2, 3, 4, 5});
    }
}

TEST_CASE_METHOD(test::RasterTest, "The binary tree on 8 elements: every level, and output 4 from index 5",
                 "[drivers]") {
    const Compaction found =
        compact(eight_layout, options_for(Algorithm::bt, PrefixSumMethod::automatic, Payload::index),
                test::payload_of("a.bcdef."));
    CHECK(values_of(found.trace, pass::discriminate, 0) == Stream{1, 0, 1, 1, 1, 1, 1, 0});
    CHECK(values_of(found.trace, pass::up_sweep, 1) == Stream{1, 2, 2, 1});
    CHECK(values_of(found.trace, pass::up_sweep, 2) == Stream{3, 3});
    CHECK(values_of(found.trace, pass::up_sweep, 3) == Stream{6});
    CHECK(found.elements == Stream{0, 2, 3, 4, 5, 6});
    CHECK(found.elements[4] == 5.0f);
}

TEST_CASE_METHOD(test::RasterTest, "Jumping Jack on 8 elements jumps four times for output 0", "[drivers]") {
    const CompactionOptions options = options_for(Algorithm::jj, PrefixSumMethod::automatic);
    CHECK(compact(eight_layout, options, test::payload_of(".ab.c...")).elements == test::payload_of("cab"));
}

TEST_CASE_METHOD(test::RasterTest, "The example of the class Compactor gives 1 2 5", "[drivers]") {
    const std::vector<float> values{0, 255, 255, 0, 0, 255};
    const StreamLayout layout = make_stream_layout(6, 4, engine.capabilities().max_texture_size);
    Compactor compactor(engine, layout, {.discriminator = {}, .payload = Payload::index});
    const StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, values);
    compactor(stream);
    CHECK(compactor.read_elements() == Stream{1, 2, 5});
    CHECK(compactor.blockwise()->read_block_counts() == std::vector<int>{2, 1});
}

} // namespace scanline::raster::worked_examples_gl_test
