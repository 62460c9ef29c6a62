#include "scanline/bench/compaction_timing.h"
#include "scanline/core/work_counter.h"
#include "scanline/raster/passes.h"
#include "support/gl_test.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>

namespace scanline::bench {

namespace {

class TimingTest : public test::GlTest {
protected:
    raster::Engine engine{context.capabilities()};
    std::string log; ///< which piece ran, in order

    /// Work without OpenGL: notes its name, announces a stage of so many milliseconds and one of next to
    /// none.
    Work fake(char name, int milliseconds = 0) {
        return [this, name, milliseconds] {
            log += name;
            {
                const StageScope scope(engine.observer(), "long");
                std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            }
            const StageScope scope(engine.observer(), "short");
        };
    }

    std::vector<gl::TimerKind> timers() const {
        if (context.capabilities().timer_query)
            return {gl::TimerKind::wall_clock, gl::TimerKind::gl_query};
        WARN("not tried: there is no timer query in " << context.capabilities().version_text);
        return {gl::TimerKind::wall_clock};
    }
};

std::vector<std::string> names_of(const StageTimes& times) {
    std::vector<std::string> names;
    for (const gl::StageTimer::Stage& stage : times.stages)
        names.push_back(stage.name);
    return names;
}

double sum_of(const StageTimes& times) {
    double sum = 0;
    for (const gl::StageTimer::Stage& stage : times.stages)
        sum += stage.milliseconds;
    return sum;
}

} // namespace

TEST_CASE_METHOD(TimingTest, "Pieces take turns, after one run of each that is not counted") {
    const auto samples =
        time_interleaved(engine, gl::TimerKind::wall_clock, {fake('a'), fake('b'), fake('c')}, 3);
    CHECK(log == "abcabcabcabc");
    REQUIRE(samples.size() == 3);
    for (const auto& repetitions : samples) {
        REQUIRE(repetitions.size() == 3);
        for (const StageTimes& times : repetitions)
            CHECK(names_of(times) == std::vector<std::string>{"long", "short"});
    }
}

TEST_CASE_METHOD(TimingTest, "A sample holds the time of its piece's stages, which add up to its total") {
    const auto samples =
        time_interleaved(engine, gl::TimerKind::wall_clock, {fake('a', 20), fake('b', 1)}, 3);
    for (std::size_t piece = 0; piece < 2; ++piece) {
        for (const StageTimes& times : samples[piece]) {
            CHECK(times.milliseconds == Approx(sum_of(times)));
            // A sleep may take longer, never shorter.
            CHECK(times.stages[0].milliseconds >= (piece == 0 ? 20 : 1));
            CHECK(times.stages[1].milliseconds >= 0);
        }
    }
}

TEST_CASE_METHOD(TimingTest, "No repetitions leave the run before them only") {
    const auto samples = time_interleaved(engine, gl::TimerKind::wall_clock, {fake('a'), fake('b')}, 0);
    CHECK(log == "ab");
    REQUIRE(samples.size() == 2);
    CHECK(samples[0].empty());
    CHECK(samples[1].empty());
}

TEST_CASE_METHOD(TimingTest, "A run that is told to stop keeps the repetitions done so far") {
    int asked = 0;
    const auto samples = time_interleaved(engine, gl::TimerKind::wall_clock, {fake('a'), fake('b')}, 10,
                                          [&asked] { return ++asked <= 3; });
    CHECK(asked == 4);
    CHECK(log == "ababa");
    CHECK(samples[0].size() == 2);
    CHECK(samples[1].size() == 1);
}

TEST_CASE_METHOD(TimingTest, "The engine has its observer back afterwards, also when the work throws") {
    WorkCounter observer;
    engine.set_observer(&observer);
    time_interleaved(engine, gl::TimerKind::wall_clock, {fake('a')}, 1);
    CHECK(engine.observer() == &observer);
    CHECK(observer.stages().empty());
    const Work throws = [] { throw std::runtime_error("the work fails"); };
    CHECK_THROWS_WITH(time_interleaved(engine, gl::TimerKind::wall_clock, {throws}, 1), "the work fails");
    CHECK(engine.observer() == &observer);
    engine.set_observer(nullptr);
}

TEST_CASE_METHOD(TimingTest,
                 "One piece of work is timed as often as asked, and its median repetition returned") {
    const StageTimes times = time_work(engine, gl::TimerKind::wall_clock, fake('a', 2), 5);
    CHECK(log == "aaaaaa");
    CHECK(names_of(times) == std::vector<std::string>{"long", "short"});
    CHECK(times.milliseconds >= 2);
    CHECK(times.milliseconds == Approx(sum_of(times)));
}

TEST_CASE_METHOD(TimingTest,
                 "A compaction is timed stage by stage with every timer, and is right afterwards") {
    const std::vector<float> values(5000, 200.0f);
    const raster::StreamLayout layout = raster::make_stream_layout(5000, 64, 4096);
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, values);
    raster::Compactor compact(engine, layout, {.discriminator = {}});
    for (const gl::TimerKind timer : timers()) {
        INFO(gl::to_string(timer));
        const StageTimes times = time_work(
            engine, timer, [&] { compact(stream); }, 3);
        CHECK(names_of(times) ==
              std::vector<std::string>{"discriminate", "reduction", "search", "block-scan", "concatenation"});
        for (const gl::StageTimer::Stage& stage : times.stages) {
            INFO(stage.name);
            CHECK(stage.milliseconds >= 0);
        }
        CHECK(times.milliseconds == Approx(sum_of(times)));
        CHECK(compact.read_elements() == values);
    }
}

} // namespace scanline::bench
