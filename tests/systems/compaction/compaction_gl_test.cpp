// What the catalog says of the algorithms, held against the algorithms.
#include "scanline/core/pass_observer.h"
#include "scanline/raster/compactor.h"
#include "scanline/raster/passes.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compaction_case.h"
#include "support/gl_test.h"

#include <algorithm>
#include <utility>

namespace scanline::systems::compaction_gl_test {

namespace {

bool accepts(raster::Engine& engine, raster::Algorithm algorithm, int block, bool sm3_limits) {
    raster::CompactionOptions options;
    options.algorithm = algorithm;
    options.sm3_limits = sm3_limits;
    try {
        raster::Compactor(engine, raster::make_stream_layout(1000, block, 4096), options);
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::usage);
        return false;
    }
    return true;
}

} // namespace

TEST_CASE_METHOD(test::GlTest, "The block sizes of every entry are those that its algorithm takes") {
    raster::Engine engine(context.capabilities());
    for (const CompactionEntry& entry : compaction_algorithms()) {
        for (int block = raster::min_block; block <= raster::max_block; block *= 2) {
            INFO(entry.name << ", block " << block);
            CHECK(accepts(engine, entry.value, block, false) ==
                  (block >= raster::min_block && block <= raster::max_block));
            CHECK(accepts(engine, entry.value, block, true) == (block <= entry.sm3_max_block));
        }
    }
}

TEST_CASE_METHOD(test::GlTest,
                 "Every entry says of order, blocks, prefix sums and run lengths what its algorithm does") {
    raster::Engine engine(context.capabilities());
    const raster::StreamLayout layout = raster::make_stream_layout(1000, 64, 4096);
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, std::vector<float>(1000, 200.0f));
    for (const CompactionEntry& entry : compaction_algorithms()) {
        INFO(entry.name);
        // The passes of a stage with one method and with another: 0 where there is no such stage.
        const auto passes = [&](std::string_view stage, const raster::CompactionOptions& options) {
            raster::Compactor compact(engine, layout, options);
            CHECK(compact.monotonic() == raster::keeps_order(entry.value));
            CHECK((compact.blockwise() != nullptr) == entry.blockwise);
            WorkCounter counter;
            engine.set_observer(&counter);
            compact(stream);
            engine.set_observer(nullptr);
            const auto found = std::ranges::find(counter.stages(), stage, &WorkCounter::Stage::name);
            return found == counter.stages().end() ? 0 : found->work.passes;
        };
        raster::CompactionOptions doubling, tree;
        doubling.algorithm = tree.algorithm = entry.value;
        doubling.prefix_sum = raster::PrefixSumMethod::hillis_steele;
        tree.prefix_sum = raster::PrefixSumMethod::blelloch;
        doubling.run_lengths = raster::RunLengthMethod::recursive_doubling;
        tree.run_lengths = raster::RunLengthMethod::balanced_tree;
        for (const auto& [stage, takes] : {std::pair{raster::stage::prefix_sum, entry.prefix_sums},
                                           {raster::stage::run_lengths, entry.run_lengths}}) {
            INFO(stage);
            CHECK((passes(stage, doubling) != passes(stage, tree)) == takes);
        }
    }
}

} // namespace scanline::systems::compaction_gl_test
