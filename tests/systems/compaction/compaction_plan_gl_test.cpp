#include "scanline/core/pass_observer.h"
#include "scanline/raster/pass_reader.h"
#include "scanline/raster/passes.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compaction_plan.h"
#include "support/gl_state.h"
#include "support/gl_test.h"
#include "systems/find_experiment.h"

#include <algorithm>
#include <string>

namespace scanline::systems::compaction_plan_gl_test {

using Catch::Matchers::ContainsSubstring;

namespace {

class CompactionPlanTest : public scanline::test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};

    std::vector<gl::TimerKind> timers() const {
        if (context.capabilities().timer_query)
            return {gl::TimerKind::wall_clock, gl::TimerKind::gl_query};
        WARN("not tried: there is no timer query in " << context.capabilities().version_text);
        return {gl::TimerKind::wall_clock};
    }

    /// The names of the stages that work announces.
    std::vector<std::string> stages_of(const Work& work) {
        WorkCounter counter;
        const ObserverScope scope(engine, &counter);
        work();
        std::vector<std::string> names;
        for (const WorkCounter::Stage& stage : counter.stages())
            names.push_back(stage.name);
        return names;
    }

    /// How many texels the work shades in the stage.
    std::uint64_t items_of(const Work& work) {
        WorkCounter counter;
        const ObserverScope scope(engine, &counter);
        work();
        return counter.total().items;
    }
};

// 5000 elements of which every third is 200, the others 50.
InputStream thirds() {
    InputStream stream;
    for (int i = 0; i < 5000; ++i)
        stream.values.push_back(i % 3 == 0 ? 200.0f : 50.0f);
    stream.seed = 11;
    stream.axes = {{"image", "thirds"}, {"elements", "5000"}};
    return stream;
}

CompactionVariant variant_of(raster::Algorithm algorithm, int block) {
    CompactionVariant variant;
    variant.options.algorithm = algorithm;
    variant.block = block;
    variant.axes = {{"algorithm", std::string(to_string(algorithm))}, {"block", std::to_string(block)}};
    return variant;
}

} // namespace

TEST_CASE_METHOD(CompactionPlanTest,
                 "A group has a variant for each way, with its axes, items, bytes and seed") {
    const std::vector<CompactionVariant> variants{variant_of(raster::Algorithm::bt, 64),
                                                  variant_of(raster::Algorithm::horn, 128)};
    const Group group = compaction_group(engine, thirds(), variants);
    REQUIRE(group.variants.size() == 2);
    CHECK(group.variants[0].axes ==
          AxisValues{{"image", "thirds"}, {"elements", "5000"}, {"algorithm", "bt"}, {"block", "64"}});
    CHECK(group.variants[1].axes ==
          AxisValues{{"image", "thirds"}, {"elements", "5000"}, {"algorithm", "horn"}, {"block", "128"}});
    for (const Variant& variant : group.variants) {
        CHECK(variant.items == 5000);
        CHECK(variant.bytes == (5000 + 1667) * std::int64_t{4});
        CHECK(variant.seed == 11);
        CHECK(variant.skipped.empty());
    }
    CHECK(stages_of(group.variants[0].work) ==
          std::vector<std::string>{"discriminate", "reduction", "search", "block-scan", "concatenation"});
    CHECK(stages_of(group.variants[1].work) ==
          std::vector<std::string>{"discriminate", "prefix-sum", "search", "block-scan", "concatenation"});
    CHECK(stages_of(group.roof) == std::vector<std::string>{"copy"});
    // 128 x 40 texels.
    CHECK(items_of(group.roof) == 5120);
}

TEST_CASE_METHOD(CompactionPlanTest,
                 "The stream's discriminator says what is valid, and so what is written") {
    InputStream stream = thirds();
    stream.discriminator.negate = true;
    CompactionVariant variant = variant_of(raster::Algorithm::bt, 64);
    variant.options.discriminator.threshold = 1e6f;
    const std::vector<CompactionVariant> variants{variant};
    const Group group = compaction_group(engine, stream, variants);
    CHECK(group.variants[0].bytes == (5000 + 3333) * std::int64_t{4});
    raster::TraceRecorder recorder;
    const ObserverScope scope(engine, &recorder);
    group.variants[0].work();
    const auto& first = recorder.trace().passes().front();
    CHECK(first.name == raster::pass::discriminate);
    CHECK(std::ranges::count(first.values, 1.0f) == 3333);
}

TEST_CASE_METHOD(CompactionPlanTest,
                 "What cannot be is skipped with the reason, and the roof is of the first that can") {
    CompactionVariant era = variant_of(raster::Algorithm::jj, 512);
    era.options.sm3_limits = true;
    const std::vector<CompactionVariant> variants{variant_of(raster::Algorithm::bt, 100), era,
                                                  variant_of(raster::Algorithm::bt, 512)};
    const Group group = compaction_group(engine, thirds(), variants);
    REQUIRE(group.variants.size() == 3);
    CHECK_THAT(group.variants[0].skipped, ContainsSubstring("block size 100 is not a power of two"));
    CHECK_THAT(group.variants[1].skipped,
               ContainsSubstring("jj at block size 512") && ContainsSubstring("256"));
    CHECK_FALSE(group.variants[0].work);
    CHECK_FALSE(group.variants[1].work);
    CHECK(group.variants[2].skipped.empty());
    // 512 x 10 texels.
    CHECK(items_of(group.roof) == 5120);

    Plan plan;
    plan.groups.push_back({"", 1, [&] { return compaction_group(engine, thirds(), variants); }});
    const Results results = measure(engine, gl::TimerKind::wall_clock, plan, {.repetitions = 1}, {});
    REQUIRE(results.rows.size() == 3);
    CHECK_FALSE(results.rows[0].measured());
    CHECK_FALSE(results.rows[1].measured());
    CHECK(results.rows[2].measured());
}

TEST_CASE_METHOD(CompactionPlanTest, "A stream over the limit is skipped with the limit") {
    InputStream stream;
    stream.values.resize(static_cast<std::size_t>(raster::max_stream_size) + 1);
    const std::vector<CompactionVariant> variants{variant_of(raster::Algorithm::bt, 64)};
    const Group group = compaction_group(engine, stream, variants);
    CHECK_THAT(group.variants.at(0).skipped, ContainsSubstring("16777217") && ContainsSubstring("16777216"));
    CHECK_FALSE(group.roof);
}

TEST_CASE_METHOD(CompactionPlanTest,
                 "Uploads share a texture where the rows are as wide, whatever the blocks") {
    const InputStream stream = thirds();
    StreamUploads uploads(engine, stream.values);
    const StreamUploads::Upload small = uploads.in_blocks_of(2), medium = uploads.in_blocks_of(64),
                                large = uploads.in_blocks_of(512);
    CHECK(small.texture == medium.texture);
    CHECK(small.texture != large.texture);
    for (const StreamUploads::Upload& upload : {small, medium, large}) {
        CHECK(upload.layout.width == upload.texture->width());
        CHECK(engine.read_front(*upload.texture, 5000) == stream.values);
    }
    CHECK(small.layout.block == 2);
    CHECK(large.layout.block == 512);
    CHECK(uploads.in_blocks_of(512).texture == large.texture);
}

TEST_CASE_METHOD(CompactionPlanTest, "The example of measure.h gives a row") {
    Plan plan{"small", "A small stream", std::string(copy_roof), {}};
    plan.groups.push_back({"zeros", 1, [this] {
                               const std::vector<CompactionVariant> variants(1);
                               return compaction_group(engine, {.values = std::vector<float>(1000)},
                                                       variants);
                           }});
    // As long as the machine takes for it.
    const Results results = measure(engine, gl::TimerKind::wall_clock, plan, {.timeout_seconds = 3600}, {});
    REQUIRE(results.rows.size() == 1);
    CHECK(results.roof == "full-screen copy pass");
    CHECK(results.rows[0].repetitions.size() == 9);
    CHECK(results.rows[0].milliseconds().median > 0);
    CHECK(results.rows[0].bytes == 4000);
}

TEST_CASE_METHOD(CompactionPlanTest, "Every algorithm is measured stage by stage with every timer") {
    std::vector<CompactionVariant> variants;
    variants.reserve(enumerators<raster::Algorithm>.size());
    for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>)
        variants.push_back(variant_of(algorithm, 64));
    Plan plan;
    plan.groups.push_back({"thirds", 1, [&] { return compaction_group(engine, thirds(), variants); }});
    for (const gl::TimerKind timer : timers()) {
        INFO(gl::to_string(timer));
        const scanline::test::GlState before = scanline::test::read_state(context.capabilities());
        const Results results = measure(engine, timer, plan, {.repetitions = 3, .timeout_seconds = 3600}, {});
        CHECK(scanline::test::read_state(context.capabilities()) == before);
        REQUIRE(results.rows.size() == enumerators<raster::Algorithm>.size());
        for (const Row& row : results.rows) {
            INFO(row.axis("algorithm") << " " << row.skipped);
            CHECK(row.repetitions.size() == 3);
            CHECK(row.roof_milliseconds);
            for (const Repetition& repetition : row.repetitions) {
                CHECK(repetition.stages.size() >= 3);
                // Packed discriminates as it packs, and auto chooses it.
                const bool packs = row.axis("algorithm") == "packed" || row.axis("algorithm") == "auto";
                CHECK(repetition.stages.front().name ==
                      (packs ? raster::stage::pack : raster::stage::discriminate));
                // Of the stream as a whole nothing is left to be joined.
                const bool blockwise = systems::find_compaction(row.axis("algorithm")).blockwise;
                CHECK((repetition.stages.back().name == raster::stage::concatenation) == blockwise);
                CHECK(std::ranges::all_of(repetition.stages,
                                          [](const Stage& stage) { return stage.milliseconds >= 0; }));
            }
        }
    }
    CHECK(measure(engine, gl::TimerKind::wall_clock, plan, {}, {}).rows[0].overhead);
}

} // namespace scanline::systems::compaction_plan_gl_test
