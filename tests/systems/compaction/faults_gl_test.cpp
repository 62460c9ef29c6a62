// A check that never fails checks nothing: every shader is broken once, and the check must say where.
#include "scanline/core/random.h"
#include "scanline/raster/auto_model.h"
#include "scanline/systems/compaction_case.h"
#include "support/broken_shaders.h"
#include "support/gl_test.h"

#include <algorithm>
#include <memory>
#include <set>

namespace scanline::systems::faults_gl_test {

using raster::Algorithm;
using raster::ConcatenationMethod;
using raster::Payload;
using raster::PrefixSumMethod;
using raster::RunLengthMethod;

namespace {

/// What a case compacts.
enum class Elements {
    greys, ///< a few of them at the threshold, about half valid, and two runs over many blocks
    solid, ///< greys before and behind a run of 17,000 valid elements
    pair,  ///< greys before, between and behind two runs of 14,000 valid elements
    gaps,  ///< four full groups of 16 and one with a single survivor in turns, half a group behind the
           ///< output's
};

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
    int size = 1000;
    Elements elements = Elements::greys;
    raster::AutoOptions automatic{};
    bool changes_result = true; ///< else the passes alone tell
    bool software = true;       ///< the engine takes the driver for a software renderer
};

/// Auto with nothing else to choose from than packed by regions.
raster::AutoOptions by_regions() {
    return {raster::Adaption::regional,
            {Algorithm::packed},
            std::make_shared<const raster::AutoModel>(
                raster::AutoModel{{{{Algorithm::packed, 0}, 1, 0, 0, 0}}, 0})};
}

/// Auto that looks at a stream and then takes one of two.
raster::AutoOptions by_looking(raster::Adaption adaption = raster::Adaption::global) {
    return {adaption,
            {Algorithm::horn, Algorithm::bt},
            std::make_shared<const raster::AutoModel>(raster::AutoModel{
                {{{Algorithm::horn, 16}, 1, 0, 0, 0}, {{Algorithm::bt, 16}, 0.1, 0, 1, 0}}, 0})};
}

/// A fault that shows where the output is drawn by regions.
Fault region_fault(const char* shader, const char* right, const char* wrong, const char* pass,
                   Elements elements = Elements::solid, Payload payload = Payload::value) {
    return {.shader = shader,
            .right = right,
            .wrong = wrong,
            .pass = pass,
            .algorithm = Algorithm::automatic,
            .payload = payload,
            .block = 256,
            .size = 40'000,
            .elements = elements,
            .automatic = by_regions()};
}

/// The same on hardware.
Fault hardware_region_fault(const char* shader, const char* right, const char* wrong, const char* pass,
                            Elements elements = Elements::solid) {
    Fault fault = region_fault(shader, right, wrong, pass, elements);
    fault.software = false;
    return fault;
}

/// A fault of what decides how the stream is compacted, which is right in any way.
Fault survey_fault(const char* shader, const char* right, const char* wrong, const char* pass,
                   const raster::AutoOptions& automatic = by_looking()) {
    return {.shader = shader,
            .right = right,
            .wrong = wrong,
            .pass = pass,
            .algorithm = Algorithm::automatic,
            .size = 10'000,
            .automatic = automatic,
            .changes_result = false};
}

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
    {"common/fill_rows.vert", "mix(reached, 1.0, vertex.y)", "mix(reached, 0.75, vertex.y)", "search",
     Algorithm::packed},
    // Of the first four rows the engine makes sure at its start.
    {"raster/constant.frag", "vec4(u_value)", "vec4(u_value + step(4.0, gl_FragCoord.y))", "search",
     Algorithm::packed},
    {"raster/packed_pack.frag", ">= u_threshold", "> u_threshold", "packed-pack", Algorithm::packed},
    {"raster/packed_pack.frag", "bit *= 2.0", "bit += bit + 1.0 / 256.0", "packed-pack", Algorithm::packed},
    {"raster/packed_pack.frag", "array_texel(first + float(i), u_width)", "array_texel(first, u_width)",
     "packed-pack", Algorithm::packed},
    {.shader = "raster/packed_pack.frag",
     .right = "position + 3.0 * group",
     .wrong = "position + 2.0 * group",
     .pass = "packed-pack",
     .algorithm = Algorithm::packed,
     .block = 256},
    {"raster/packed_sum.frag", "return leaf_count(child)", "return leaf_count(child.rgbr)", "packed-sum 1",
     Algorithm::packed},
    {.shader = "raster/packed_sum.frag",
     .right = "return child.r;",
     .wrong = "return min(child.r, 512.0);",
     .pass = "packed-sum 2",
     .algorithm = Algorithm::packed,
     .size = 20'000},
    {.shader = "raster/packed_node_starts.frag",
     .right = "float(i) >= place",
     .wrong = "float(i) > place",
     .pass = "packed-node-starts",
     .algorithm = Algorithm::packed,
     .size = 20'000},
    {.shader = "raster/packed_node_starts.frag",
     .right = "before(u_level2, u_inverse_heights.y, node)",
     .wrong = "0.0",
     .pass = "packed-node-starts",
     .algorithm = Algorithm::packed,
     .size = 20'000},
    {.shader = "raster/packed_node_starts.frag",
     .right = "before(u_level3, u_inverse_heights.z, node)",
     .wrong = "before(u_level4, u_inverse_heights.w, node)",
     .pass = "packed-node-starts",
     .algorithm = Algorithm::packed,
     .size = 300'000},
    {"raster/packed_leaf_starts.frag", "float(i) >= place", "float(i) > place", "packed-leaf-starts",
     Algorithm::packed},
    {"raster/packed_lookup.frag", "found <= output_position", "found <= output_position + 1.0",
     "packed-lookup", Algorithm::packed},
    // The entries near and far.
    {"raster/packed_lookup.frag", "vec4(GROUP * group + rank, groups.xyz)", "vec4(GROUP * group, groups.xyz)",
     "packed-lookup", Algorithm::packed},
    {"raster/packed_lookup.frag", "vec4(-2.0 - leaf, start, 0.0, FAR)", "vec4(-2.0 - leaf, 0.0, 0.0, FAR)",
     "packed-lookup", Algorithm::packed},
    {"raster/packed_search.frag", "place + entry.x", "entry.x", "search", Algorithm::packed},
    {"raster/packed_search.frag", "rank = output_position - start", "rank = output_position - entry.y",
     "search", Algorithm::packed},
    {.shader = "raster/packed_search.frag",
     .right = "stride *= growth",
     .wrong = "stride *= 0.5",
     .pass = "search",
     .algorithm = Algorithm::packed,
     .size = 500},
    {"raster/packed_search.frag", "rank >= counts.x", "rank > counts.x", "search", Algorithm::packed},
    {"raster/packed_search.frag", "rank >= counts.y", "rank > counts.y", "search", Algorithm::packed},
    {"raster/packed_search.frag", "found = rank < counts.z", "found = rank <= counts.z", "search",
     Algorithm::packed},
    {.shader = "raster/packed_search.frag",
     .right = "floor(texel.x * (1.0 / GROUP))",
     .wrong = "floor(texel.x * (0.5 / GROUP))",
     .pass = "search",
     .algorithm = Algorithm::packed,
     .block = 256},
    {"raster/packed_search.frag", "source.y * u_width + source.x", "source.x", "search", Algorithm::packed,
     PrefixSumMethod::hillis_steele, RunLengthMethod::recursive_doubling, ConcatenationMethod::quads,
     Payload::index},
    hardware_region_fault("raster/packed_lookup.frag",
                          "min(groups.x, groups.y) >=", "groups.x >=", "packed-lookup", Elements::gaps),
    hardware_region_fault("raster/packed_lookup.frag",
                          "min(groups.x, groups.y) >=", "groups.y >=", "packed-lookup", Elements::gaps),
    region_fault("raster/packed_search.frag", "float element = entry.x + place", "float element = entry.x",
                 "search"),
    hardware_region_fault("raster/packed_search.frag", "float element = entry.x + place",
                          "float element = entry.x", "search"),
    hardware_region_fault("raster/packed_search.frag", "if (entry.w != RUN)", "if (entry.w == FAR)",
                          "search"),
    region_fault("raster/packed_runs.vert", "last.x - first ==", "last.x - first >=", "search"),
    region_fault("raster/packed_runs.vert", "ROWS * vec2(begin, end)", "ROWS * vec2(begin, end + 1.0)",
                 "search"),
    region_fault("raster/packed_runs.vert", "? stretch.x : stretch.y", "? stretch.x - ROWS : stretch.y",
                 "search"),
    region_fault("raster/packed_runs.vert", "? stretch.x : stretch.y", "? stretch.x : stretch.y + ROWS",
                 "search"),
    region_fault("raster/packed_runs.vert", "vertex.y > 2.5", "vertex.y > 3.5", "search", Elements::pair),
    region_fault("raster/packed_runs.vert", "vertex.y > 2.5", "vertex.y > 1.5", "search", Elements::pair),
    region_fault("raster/packed_runs.vert", "reached = ceil(rows)", "reached = floor(rows)", "search"),
    survey_fault("raster/survey.frag", ">= u_threshold", "> u_threshold", "survey"),
    survey_fault("raster/survey.frag", "abs(flag - before)", "flag - before", "survey"),
    survey_fault("raster/survey.frag", "element >= u_size", "element > u_size", "survey"),
    survey_fault("raster/survey.frag", "texel.y * u_target_width + texel.x", "texel.x", "survey",
                 by_looking(raster::Adaption::temporal)),
    survey_fault("raster/survey_sum.frag", "texel += u_step", "texel += 2.0 * u_step", "survey-sum 1"),
    survey_fault("raster/survey_sum.frag", "texel += u_step", "texel.y += u_step.y", "survey-sum 2",
                 by_looking(raster::Adaption::temporal)),
    {"raster/block_count.frag", "u_scale * value + u_bias", "u_scale * value + u_bias + 1.0", "block-count"},
    {"raster/row_total.frag", "u_source_width - 1.0", "u_source_width - 2.0", "row-total"},
    {"raster/block_descriptor.frag", "texel.y - 0.5", "texel.y + 0.5", "block-descriptor"},
    {"raster/concatenate.frag", "+ source.x, source.y", "+ source.x + 1.0, source.y", "concatenate"},
    {"raster/concatenate_fetch.vert", "last -= u_stream_size.x", "last = first", "concatenate"},
    {"raster/concatenate_fetch.vert", "last + 0.5 + u_end_bias", "last - 0.5", "concatenate", Algorithm::bt,
     PrefixSumMethod::hillis_steele, RunLengthMethod::recursive_doubling, ConcatenationMethod::lines},
};

float element(Elements elements, int i, Random& random) {
    const float valid = 200.0f + static_cast<float>(i % 50);
    const auto grey = static_cast<float>(random.between(0, 255));
    switch (elements) {
    case Elements::greys: return i >= 300 && i < 400 ? 10.0f : i >= 500 && i < 700 ? valid : grey;
    case Elements::solid: return i >= 1000 && i < 18'000 ? valid : grey;
    case Elements::pair: return (i >= 1000 && i < 15'000) || (i >= 20'000 && i < 34'000) ? valid : grey;
    case Elements::gaps: return i < 8 || (i >= 32 && ((i / 16 - 2) % 5 != 4 || i % 16 == 3)) ? valid : 10.0f;
    }
    return grey;
}

CompactionCase make_case(int size = 1000, Elements elements = Elements::greys) {
    CompactionCase test;
    test.block = 16;
    test.data = "made up, seed 3";
    Random random(3);
    for (int i = 0; i < size; ++i)
        test.values.push_back(element(elements, i, random));
    return test;
}

gl::Capabilities capabilities_for(const Fault& fault, const gl::Context& context) {
    gl::Capabilities capabilities = context.capabilities();
    capabilities.software = fault.software;
    return capabilities;
}

CompactionCase case_for(const Fault& fault) {
    CompactionCase test = make_case(fault.size, fault.elements);
    test.options.algorithm = fault.algorithm;
    test.options.prefix_sum = fault.prefix_sum;
    test.options.run_lengths = fault.run_lengths;
    test.options.concatenation = fault.concatenation;
    test.options.payload = fault.payload;
    test.options.automatic = fault.automatic;
    test.block = fault.block;
    return test;
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "A right compaction is found right, with its passes and without") {
    std::set<std::string> tried;
    for (const Fault& fault : faults) {
        const CompactionCase test = case_for(fault);
        if (!tried.insert(describe(test) + (fault.software ? " on software" : " on hardware")).second)
            continue;
        INFO(describe(test));
        raster::Engine engine(capabilities_for(fault, context));
        CHECK(check(engine, test, true).value_or("") == "");
        CHECK(check(engine, test, false).value_or("") == "");
        CHECK(engine.observer() == nullptr);
    }
}

TEST_CASE_METHOD(test::GlTest, "A fault in any shader is found, and the passes say where it began",
                 "[repeat]") {
    for (const Fault& fault : faults) {
        INFO(fault.shader << ": " << fault.right << " -> " << fault.wrong);
        test::BrokenShaders shaders;
        shaders.replace(fault.shader, fault.right, fault.wrong);
        raster::Engine engine = shaders.make_engine(capabilities_for(fault, context));
        const CompactionCase test = case_for(fault);
        const auto with_passes = check(engine, test, true);
        CHECK(engine.observer() == nullptr);
        REQUIRE(with_passes);
        CHECK_THAT(*with_passes, Catch::Matchers::StartsWith(std::string("pass ") + fault.pass));
        // The result alone gives it away too.
        CHECK((check(engine, test, false).value_or("") != "") == fault.changes_result);
    }
}

TEST_CASE_METHOD(test::GlTest, "The faults touch every fragment shader of the compaction") {
    // Not on the way of a compaction with vertex texture fetch: the copy and the vertices as a texture.
    std::set<std::string> untouched;
    for (const std::string& name : gl::ShaderStore::standard().names())
        if (name.starts_with("raster/") && name.ends_with(".frag"))
            untouched.insert(name);
    for (const Fault& fault : faults)
        untouched.erase(fault.shader);
    CHECK(untouched == std::set<std::string>{"raster/copy.frag", "raster/span_vertices.frag"});
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
    CHECK(check(engine, test, false).value_or("") == "texels past the last survivor were written");
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

} // namespace scanline::systems::faults_gl_test
