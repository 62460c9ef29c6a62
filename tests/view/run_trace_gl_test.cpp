// A trace replays to what ran: for every algorithm and method.
#include "scenes/compaction/run_trace.h"

#include "raster_fixture.h"
#include "support/fake_clock.h"
#include "support/patience.h"

namespace scanline::view::compaction::run_trace_gl_test {

namespace {

using raster::Algorithm;

/// A worker without a thread, on the OpenGL of a test.
class TestContext final : public WorkerContext {
public:
    explicit TestContext(const gl::Capabilities& current)
        : machine_(current, {.timer = gl::TimerKind::wall_clock, .clock = time_.clock()}) {}

    machine::Machine& machine() override { return machine_; }
    bool cancelled() const override { return cancelled_after-- <= 0; }
    void progress(double fraction, const std::string&) override {
        fractions.push_back(fraction);
        if (makes_error)
            glEnable(GL_TEXTURE_2D_ARRAY); // which is no capability
    }
    void note(const std::string&) override {}

    mutable int cancelled_after = 1'000'000; ///< questions that are answered with no
    std::vector<double> fractions;
    bool makes_error = false; ///< at each progress

private:
    scanline::test::FakeClock time_{std::chrono::milliseconds(1)};
    machine::Machine machine_;
};

CompactionSpec make_spec(const raster::CompactionOptions& options, std::int64_t size, int block,
                         std::uint64_t seed) {
    auto source = std::make_shared<ValueImage>();
    source->name = "random";
    source->width = static_cast<int>(size);
    source->height = 1;
    source->values = scanline::test::values_for(scanline::test::make_inv(
        static_cast<std::size_t>(size), 0.4, scanline::test::Distribution::scattered, seed));
    return {source, options, block};
}

/// Every algorithm with every combination of the methods that it takes; sizes that are multiples of nothing.
std::vector<CompactionSpec> all_specs(std::uint64_t seed) {
    std::vector<CompactionSpec> specs;
    for (const Algorithm algorithm : enumerators<raster::Algorithm>) {
        for (const auto prefix_sum : enumerators<raster::PrefixSumMethod>) {
            for (const auto run_lengths : enumerators<raster::RunLengthMethod>) {
                if (algorithm != Algorithm::rlz && run_lengths != raster::RunLengthMethod::automatic)
                    continue;
                raster::CompactionOptions options;
                options.algorithm = algorithm;
                options.prefix_sum = prefix_sum;
                options.run_lengths = run_lengths;
                options.payload = raster::Payload::index;
                for (const auto& [size, block] : {std::pair{997, 16}, {5000, 128}})
                    specs.push_back(make_spec(options, size, block, seed));
            }
        }
    }
    return specs;
}

std::string describe(const CompactionSpec& spec) {
    const raster::CompactionOptions& options = spec.options;
    return fmt::format("{}, prefix sum {}, run lengths {}, {} elements, block {}",
                       to_string(options.algorithm), to_string(options.prefix_sum),
                       to_string(options.run_lengths), spec.source->size(), spec.block);
}

std::vector<int> all_steps(const RunRecord& record) {
    std::vector<int> steps(record.steps.size());
    std::iota(steps.begin(), steps.end(), 0);
    return steps;
}

/// A record's snapshots in the form of the recorder behind the tests of passes.
std::vector<scanline::test::TracedPass> as_passes(const RunRecord& record, const Snapshots& snapshots) {
    std::vector<scanline::test::TracedPass> passes;
    for (const auto& [index, texels] : snapshots) {
        const TraceStep& step = record.steps[static_cast<std::size_t>(index)];
        passes.push_back({step.pass, step.step, *texels, step.output.channels});
    }
    return passes;
}

class RunTraceTest : public scanline::test::RasterTest {
protected:
    TestContext worker{context.capabilities()};

    RecordedRun record_everything(const CompactionSpec& spec) {
        auto run = record_run(worker, spec, {});
        REQUIRE(run);
        run->snapshots = capture(worker, *run->record, all_steps(*run->record));
        return std::move(*run);
    }
};

} // namespace

TEST_CASE_METHOD(RunTraceTest, "a trace has exactly the passes that ran, and what they wrote") {
    for (const CompactionSpec& spec : all_specs(11)) {
        INFO(describe(spec) << ", seed 11");
        const RecordedRun run = record_everything(spec);
        const RunRecord& record = *run.record;
        const std::vector<scanline::test::TracedPass> found = as_passes(record, run.snapshots);

        const Compaction direct = compact(record.layout, spec.options, spec.source->values);
        CHECK(scanline::test::difference(std::span(found), std::span(direct.trace.passes())) == "");

        scanline::test::Trace twin;
        raster::reference::compact(spec.source->values, record.layout, spec.options, &twin);
        scanline::test::Trace traced;
        for (const scanline::test::TracedPass& pass : found)
            traced.add(pass);
        CHECK(scanline::test::difference(traced, twin) == "");
    }
}

TEST_CASE_METHOD(RunTraceTest, "a snapshot that is made again equals the one that was kept") {
    for (const CompactionSpec& spec : all_specs(12)) {
        INFO(describe(spec) << ", seed 12");
        const RecordedRun run = record_everything(spec);
        for (const auto& [step, texels] : run.snapshots) {
            CAPTURE(step);
            const Snapshots again = capture(worker, *run.record, std::array{step});
            REQUIRE(again.size() == 1);
            CHECK(scanline::test::difference(*again.at(step), *texels) == "");
        }
    }
}

TEST_CASE_METHOD(RunTraceTest, "snapshots taken while recording equal those that are made again") {
    for (const CompactionSpec& spec : all_specs(13)) {
        INFO(describe(spec) << ", seed 13");
        const auto run = record_run(worker, spec, std::array{0, 3, 1'000'000});
        REQUIRE(run);
        REQUIRE(run->snapshots.size() == 2);
        for (const auto& [step, texels] : run->snapshots)
            CHECK(scanline::test::difference(*capture(worker, *run->record, std::array{step}).at(step),
                                             *texels) == "");
    }
}

TEST_CASE_METHOD(RunTraceTest, "the last snapshot and the result are the survivors of std::copy_if") {
    for (const CompactionSpec& spec : all_specs(14)) {
        INFO(describe(spec) << ", seed 14");
        const RecordedRun run = record_everything(spec);
        const RunRecord& record = *run.record;
        std::vector<float> elements(record.output->begin(), record.output->begin() + record.survivors);
        std::vector<float> last = *run.snapshots.rbegin()->second;
        std::vector<float> expected = scanline::test::survivors_of(spec.source->values, spec.options);
        REQUIRE(last.size() == static_cast<std::size_t>(record.layout.padded_size()));
        CHECK(std::ranges::all_of(last.begin() + static_cast<std::ptrdiff_t>(expected.size()), last.end(),
                                  [](float texel) { return texel == raster::empty_element; }));
        last.resize(expected.size());
        CHECK(scanline::test::difference(last, elements) == "");
        CHECK(record.monotonic == scanline::test::keeps_order(spec.options.algorithm));
        if (!record.monotonic)
            std::ranges::sort(elements);
        CHECK(scanline::test::difference(elements, expected) == "");
    }
}

TEST_CASE_METHOD(RunTraceTest, "the steps know their stages, textures and work") {
    raster::CompactionOptions options;
    options.algorithm = Algorithm::bt;
    const auto run = record_run(worker, make_spec(options, 1000, 64, 1), {});
    REQUIRE(run);
    const std::vector<TraceStep>& steps = run->record->steps;
    REQUIRE(steps.size() > 8);
    CHECK(steps[0].stage == "discriminate");
    CHECK(steps[0].inputs.size() == 1);
    CHECK(steps[0].inputs[0].name == "values");
    CHECK(steps[0].output.name == "flags");
    CHECK(steps[0].items == 1024);
    CHECK(steps[0].fetches == 1024);
    CHECK(steps[1].stage == "reduction");
    CHECK(steps[1].inputs[0].handle == steps[0].output.handle);
    CHECK(steps[1].output.width == run->record->layout.width / 2);
    CHECK(steps[2].inputs[0].handle == steps[1].output.handle);
    CHECK(steps[7].pass == "search");
    CHECK_FALSE(steps[7].fetches.has_value());
    CHECK(steps.back().stage == "concatenation");

    const scanline::Work work = work_of(std::span(steps).first(2));
    CHECK(work.passes == 2);
    CHECK(work.items == 1024 + 512);
    CHECK(work.fetches == 1024 + 2 * 512);
    CHECK(work.uncounted_passes == 0);
    CHECK(work_of(steps).uncounted_passes > 0);
}

TEST_CASE_METHOD(RunTraceTest, "every pass and every stage is timed") {
    for (const Algorithm algorithm : enumerators<raster::Algorithm>) {
        raster::CompactionOptions options;
        options.algorithm = algorithm;
        INFO(to_string(algorithm));
        auto run = record_run(worker, make_spec(options, 3000, 32, 1), {});
        REQUIRE(run);
        const auto times = time_run(worker, *run->record);
        REQUIRE(times);
        std::vector<std::string> stages;
        for (const TraceStep& step : run->record->steps) {
            if (stages.empty() || stages.back() != step.stage)
                stages.push_back(step.stage);
        }
        std::vector<std::string> timed;
        for (const machine::Stage& stage : times->stages.stages)
            timed.push_back(stage.name);
        CHECK(timed == stages);
        // A stage and a pass are between two looks at a clock that goes on by 1 ms at each.
        CHECK(times->stages.milliseconds == static_cast<double>(stages.size()));
        CHECK(times->passes == std::vector<double>(run->record->steps.size(), 1));

        RunTrace trace(std::move(*run), 1 << 20);
        CHECK_FALSE(trace.milliseconds(0));
        trace.times = times;
        CHECK(trace.milliseconds(0) == times->passes[0]);
        CHECK_FALSE(trace.milliseconds(1000));
    }
}

TEST_CASE_METHOD(RunTraceTest, "a cancelled job ends early with what it has") {
    raster::CompactionOptions options;
    options.algorithm = Algorithm::horn;
    const CompactionSpec spec = make_spec(options, 2000, 64, 1);
    const auto run = record_run(worker, spec, {});
    REQUIRE(run);

    worker.cancelled_after = 4;
    const Snapshots some = capture(worker, *run->record, all_steps(*run->record));
    CHECK(some.size() == 3);
    worker.cancelled_after = 0;
    CHECK(capture(worker, *run->record, std::array{0}).empty());
    CHECK_FALSE(record_run(worker, spec, {}));
    worker.cancelled_after = 1;
    CHECK_FALSE(time_run(worker, *run->record));
    CHECK(worker.machine().raster().observer() == nullptr);
}

TEST_CASE_METHOD(RunTraceTest, "capturing says how far it is") {
    const auto run = record_run(worker, make_spec({}, 2000, 64, 1), {});
    REQUIRE(run);
    worker.fractions.clear();
    capture(worker, *run->record, std::array{0, 2});
    CHECK(worker.fractions == std::vector<double>{0.5, 0.5, 1.0});
}

TEST_CASE_METHOD(RunTraceTest, "the snapshots of a trace stay within its cap") {
    raster::CompactionOptions options;
    options.algorithm = Algorithm::horn;
    for (const std::int64_t cap : {0, 5'000, 100'000, 10'000'000}) {
        CAPTURE(cap);
        auto run = record_run(worker, make_spec(options, 4000, 64, 1), std::array{0, 2, 5});
        REQUIRE(run);
        RunTrace trace(std::move(*run), cap);
        CHECK(trace.snapshots.bytes() <= cap);
        CHECK((cap < 10'000'000 || trace.snapshots.kept() == 3));
        const std::vector<int> more = trace.snapshots.spread();
        for (auto& [step, texels] : capture(worker, *trace.record, more))
            trace.snapshots.add(step, std::move(texels));
        CHECK(trace.snapshots.bytes() <= cap);
        std::int64_t held = 0;
        for (int step = 0; step < trace.snapshots.count(); ++step) {
            if (const Texels texels = trace.snapshots.use(step))
                held += static_cast<std::int64_t>(texels->size() * sizeof(float));
        }
        CHECK(held == trace.snapshots.bytes());
        CHECK((cap < 10'000'000 || trace.snapshots.kept() == trace.snapshots.count()));
    }
}

TEST_CASE("a spec's block is for the algorithms that compact blocks, the others take their own") {
    const auto layout = [](Algorithm algorithm, int block) {
        raster::CompactionOptions options;
        options.algorithm = algorithm;
        return layout_of(make_spec(options, 5000, block, 1), 16384);
    };
    CHECK(layout(Algorithm::horn, 64).block == 64);
    CHECK(layout(Algorithm::horn, 1024).block == 1024);
    CHECK(layout(Algorithm::packed, 64).block == layout(Algorithm::packed, 1024).block);
    CHECK(layout(Algorithm::packed, 64).width == layout(Algorithm::packed, 1024).width);
}

TEST_CASE_METHOD(RunTraceTest, "a temporal auto cannot be traced, and the error says what can") {
    raster::CompactionOptions options;
    options.algorithm = Algorithm::automatic;
    options.automatic.adaption = raster::Adaption::temporal;
    CHECK_THROWS_WITH(record_run(worker, make_spec(options, 100, 16, 1), {}),
                      Catch::Matchers::ContainsSubstring("temporal") &&
                          Catch::Matchers::ContainsSubstring("choose global or regional"));
}

TEST_CASE("a trace is recorded by a worker's jobs") {
    Worker worker({});
    raster::CompactionOptions options;
    options.payload = raster::Payload::index;
    const CompactionSpec spec = make_spec(options, 1000, 16, 3);
    std::optional<RecordedRun> run;
    const Ticket ticket =
        worker.post("recording", [&run, spec](WorkerContext& context) -> Worker::Completion {
            auto recorded = record_run(context, spec, std::array{0});
            return [&run, recorded = std::move(recorded)] { run = recorded; };
        });
    REQUIRE(worker.finish(scanline::test::patience));
    REQUIRE(run);
    CHECK(run->snapshots.size() == 1);
    std::vector<float> elements = *run->record->output;
    elements.resize(static_cast<std::size_t>(run->record->survivors));
    CHECK(elements == scanline::test::survivors_of(spec.source->values, options));
}

TEST_CASE_METHOD(RunTraceTest, "what OpenGL reports of a capture that ends early is an error") {
    raster::CompactionOptions options;
    options.algorithm = Algorithm::horn;
    const auto run = record_run(worker, make_spec(options, 997, 16, 3), {});
    REQUIRE(run);
    worker.makes_error = true;
    CHECK_THROWS_WITH(capture(worker, *run->record, std::array{1}),
                      Catch::Matchers::ContainsSubstring("reading passes"));
    context.take_debug_errors();
}

} // namespace scanline::view::compaction::run_trace_gl_test
