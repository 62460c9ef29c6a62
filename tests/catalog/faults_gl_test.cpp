// A check that never fails checks nothing: every shader is broken once, and the check must say where.
#include "broken_shaders.h"
#include "scanline/catalog/compaction_case.h"
#include "scanline/core/random.h"
#include "support/gl_test.h"

#include <algorithm>
#include <set>

namespace scanline::catalog {

using raster::Algorithm;
using raster::ConcatenationMethod;
using raster::Payload;
using raster::PrefixSumMethod;
using raster::RunLengthMethod;

namespace {

struct Fault {
    const char* shader;
    const char* right;
    const char* wrong;
    const char* pass; ///< where it shows first
    Algorithm algorithm = Algorithm::bt;
    PrefixSumMethod prefix_sum = PrefixSumMethod::hillis_steele;
    RunLengthMethod run_lengths = RunLengthMethod::recursive_doubling;
    ConcatenationMethod concatenation = ConcatenationMethod::quads;
    Payload payload = Payload::value;
    int block = 16;
};

const std::vector<Fault> faults{
    {"raster/discriminate.frag", ">= u_threshold", "> u_threshold", "discriminate"},
    {"raster/doubling.frag", ">= u_offset", "> u_offset", "doubling", Algorithm::horn},
    {"raster/up_sweep.frag", "left + 1.0", "left", "up-sweep", Algorithm::horn, PrefixSumMethod::blelloch},
    {"raster/down_sweep.frag", "node - 1.0", "node", "down-sweep", Algorithm::horn,
     PrefixSumMethod::blelloch},
    {"raster/down_sweep_leaves.frag", "node - 1.0", "node", "down-sweep 0", Algorithm::horn,
     PrefixSumMethod::blelloch},
    {"raster/run_doubling.frag", "run == u_offset && ", "", "run-doubling", Algorithm::rlz},
    {"raster/run_up_sweep.frag", "run == u_full", "run > 0.0", "run-up-sweep", Algorithm::rlz,
     PrefixSumMethod::hillis_steele, RunLengthMethod::balanced_tree},
    {"raster/run_down_sweep.frag", "? right + run", "? right", "run-down-sweep", Algorithm::rlz,
     PrefixSumMethod::hillis_steele, RunLengthMethod::balanced_tree},
    {"raster/run_shift.frag", "1.0 + fetch(u_sweep, texel)", "1.0", "run-shift", Algorithm::rlz,
     PrefixSumMethod::hillis_steele, RunLengthMethod::balanced_tree},
    {"raster/run_extraction.frag", "texel.x > block_start(texel.x)", "texel.x > 0.5", "run-extraction",
     Algorithm::rlz},
    {"raster/horn_search.frag", "sum > displacement", "sum >= displacement", "search", Algorithm::horn},
    {"raster/jj_search.frag", "start + u_block - fetch", "start + u_block - 1.0 - fetch", "search",
     Algorithm::jj},
    {"raster/rlz_search.frag", "pair < u_max_pairs", "pair < 0", "search", Algorithm::rlz},
    {"raster/bt_search.frag", "rank >= left", "rank > left", "search", Algorithm::bt},
    {"raster/bt_search.frag", "source.y * u_width + source.x", "source.x", "search", Algorithm::bt,
     PrefixSumMethod::hillis_steele, RunLengthMethod::recursive_doubling, ConcatenationMethod::quads,
     Payload::index},
    {"raster/stream_doubling.frag", "before.x < 0.0", "before.x < -1.0", "doubling 1",
     Algorithm::horn_unblocked},
    {"raster/stream_doubling.frag", "before.y >= 0.0", "before.y > 0.0", "doubling",
     Algorithm::horn_unblocked},
    {"raster/horn_unblocked_search.frag", "sum > displacement", "sum >= displacement", "search",
     Algorithm::horn_unblocked},
    {"raster/horn_unblocked_search.frag", "position >= survivors", "position > survivors", "search",
     Algorithm::horn_unblocked},
    {"common/fill_rows.vert", "ceil(survivor_count()", "floor(survivor_count()", "search",
     Algorithm::horn_unblocked},
    {"common/fill_rows.vert", "u_count_bias + dot", "0.5 * u_count_bias + dot", "search",
     Algorithm::horn_unblocked},
    {"raster/histopyramid_level.frag", "child + vec2(0.0, 1.0)", "child + vec2(1.0, 0.0)",
     "histopyramid-level 1", Algorithm::histopyramid},
    {"raster/histopyramid_level.frag", "u_source_origin + child", "child", "histopyramid-level 4",
     Algorithm::histopyramid},
    // Only a texture that is no square has levels that end before the one above.
    {.shader = "raster/histopyramid_level.frag",
     .right = "any(greaterThanEqual(child, u_source_size))",
     .wrong = "child.x >= u_source_size.x",
     .pass = "histopyramid-level",
     .algorithm = Algorithm::histopyramid,
     .block = 256},
    {"raster/histopyramid_search.frag", "rank >= upper", "rank > upper", "search", Algorithm::histopyramid},
    {"raster/histopyramid_search.frag", "counts.r = counts.b", "counts.r = counts.g", "search",
     Algorithm::histopyramid},
    {"raster/histopyramid_search.frag", "source.y * u_width + source.x", "source.x", "search",
     Algorithm::histopyramid, PrefixSumMethod::hillis_steele, RunLengthMethod::recursive_doubling,
     ConcatenationMethod::quads, Payload::index},
    {"raster/block_count.frag", "u_scale * value + u_bias", "u_scale * value + u_bias + 1.0", "block-count"},
    {"raster/row_total.frag", "u_source_width - 1.0", "u_source_width - 2.0", "row-total"},
    {"raster/block_descriptor.frag", "texel.y - 0.5", "texel.y + 0.5", "block-descriptor"},
    {"raster/concatenate.frag", "+ source.x, source.y", "+ source.x + 1.0, source.y", "concatenate"},
    {"raster/concatenate_fetch.vert", "last -= u_stream_size.x", "last = first", "concatenate"},
    {"raster/concatenate_fetch.vert", "last + 0.5 + u_end_bias", "last - 0.5", "concatenate", Algorithm::bt,
     PrefixSumMethod::hillis_steele, RunLengthMethod::recursive_doubling, ConcatenationMethod::lines},
};

/// A thousand greys in two blocks a row, a few of them at the threshold, about half valid, and two runs over
/// many blocks.
CompactionCase make_case() {
    CompactionCase test;
    test.block = 16;
    test.data = "random greys, seed 3";
    Random random(3);
    for (int i = 0; i < 1000; ++i)
        test.values.push_back(i >= 300 && i < 400   ? 10.0f
                              : i >= 500 && i < 700 ? 200.0f + static_cast<float>(i % 50)
                                                    : static_cast<float>(random.between(0, 255)));
    return test;
}

CompactionCase case_for(const Fault& fault) {
    CompactionCase test = make_case();
    test.options.algorithm = fault.algorithm;
    test.options.prefix_sum = fault.prefix_sum;
    test.options.run_lengths = fault.run_lengths;
    test.options.concatenation = fault.concatenation;
    test.options.payload = fault.payload;
    test.block = fault.block;
    return test;
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "A right compaction is found right, with its passes and without") {
    raster::Engine engine(context.capabilities());
    for (const Fault& fault : faults) {
        const CompactionCase test = case_for(fault);
        INFO(describe(test));
        CHECK(check(engine, test, true).value_or("") == "");
        CHECK(check(engine, test, false).value_or("") == "");
        CHECK(engine.observer() == nullptr);
    }
}

TEST_CASE_METHOD(test::GlTest, "A fault in any shader is found, and the passes say where it began") {
    for (const Fault& fault : faults) {
        INFO(fault.shader << ": " << fault.right << " -> " << fault.wrong);
        test::BrokenShaders shaders;
        shaders.replace(fault.shader, fault.right, fault.wrong);
        raster::Engine engine = shaders.make_engine(context.capabilities());
        const CompactionCase test = case_for(fault);
        const auto with_passes = check(engine, test, true);
        CHECK(engine.observer() == nullptr);
        REQUIRE(with_passes);
        CHECK_THAT(*with_passes, Catch::StartsWith(std::string("pass ") + fault.pass));
        // The result alone gives it away too.
        CHECK(check(engine, test, false).value_or("") != "");
    }
}

TEST_CASE_METHOD(test::GlTest, "The faults touch every fragment shader of the compaction") {
    // Not on the way of a compaction with vertex texture fetch: the copy, the constant and the vertices as a
    // texture.
    std::set<std::string> untouched;
    for (const std::string& name : gl::ShaderStore::standard().names())
        if (name.starts_with("raster/") && name.ends_with(".frag"))
            untouched.insert(name);
    for (const Fault& fault : faults)
        untouched.erase(fault.shader);
    CHECK(untouched ==
          std::set<std::string>{"raster/constant.frag", "raster/copy.frag", "raster/span_vertices.frag"});
}

TEST_CASE_METHOD(test::GlTest,
                 "Texels behind the last survivor are found where something was drawn to them") {
    test::BrokenShaders shaders;
    shaders.replace("raster/concatenate_fetch.vert", "last + 0.5 + u_end_bias", "last + 1.5");
    raster::Engine engine = shaders.make_engine(context.capabilities());
    // All but the first block full up to the end of the last row: what lies past a block is elsewhere empty
    // or drawn over.
    CompactionCase test;
    test.block = 16;
    test.values.assign(1024, 200.0f);
    std::fill_n(test.values.begin(), 16, 0.0f);
    test.options.concatenation = ConcatenationMethod::lines;
    CHECK(check(engine, test, false).value_or("") == "texels behind the last survivor were drawn to");
}

TEST_CASE_METHOD(test::GlTest,
                 "Where lines are off by a pixel, automatic concatenation draws quads and is right") {
    test::BrokenShaders shaders;
    shaders.replace("raster/concatenate_fetch.vert", "last + 0.5 + u_end_bias", "last - 0.5");
    raster::Engine engine = shaders.make_engine(context.capabilities());
    CompactionCase test = make_case();
    test.options.concatenation = ConcatenationMethod::automatic;
    CHECK(check(engine, test, true).value_or("") == "");
    CHECK_FALSE(engine.lines_exact());
}

} // namespace scanline::catalog
