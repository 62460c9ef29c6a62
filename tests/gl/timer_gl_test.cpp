#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"
#include "support/fake_clock.h"
#include "support/patience.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <algorithm>
#include <chrono>
#include <thread>
#include <tuple>

namespace timer_gl_test {

using namespace scanline;
using namespace scanline::gl;

namespace {

// A headless context has no framebuffer of its own to draw into.
class Target {
public:
    Target() {
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 64, 64, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    }

private:
    Texture texture_ = Texture::create();
    Framebuffer framebuffer_ = Framebuffer::create();
};

/// wait(milliseconds): takes at least that long.
template <class Wait>
std::vector<StageTimer::Stage> time_two_stages(StageTimer& timer, Wait wait) {
    {
        const StageScope scope(&timer, "short");
        wait(1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    {
        const StageScope scope(&timer, "long");
        wait(20);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    return timer.take();
}

void sleep(int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

} // namespace

TEST_CASE("the timer that is chosen is the wall clock on a software renderer and the query on hardware") {
    const Context context = Context::headless();
    ProgramCache programs(ShaderStore::standard());
    if (context.capabilities().software) {
        CHECK(choose_timer(programs) == TimerKind::wall_clock);
    } else {
        // Other processes may interfere with the two clocks, but not forever.
        CHECK(test::eventually([&] { return choose_timer(programs) == TimerKind::gl_query; }));
        CHECK(test::eventually([&] { return timer_query_agrees(programs); }));
    }
    check_errors("choosing a timer");
}

TEST_CASE("the trial of the query ends soon, makes no error and leaves the state as it was") {
    ContextRequest request;
    request.debug = true;
    Context context = Context::headless(request);
    ProgramCache programs(ShaderStore::standard());
    glViewport(1, 2, 3, 4);
    // Each draw takes longer than the one before: the first compiles, then come 1 ms and 2 ms, and 4 ms
    // suffices for three trials.
    int looks = 0;
    timer_query_agrees(programs, [&looks] {
        const int drawing = looks / 2, ended = looks++ % 2;
        return std::chrono::milliseconds(100 * drawing + ended * std::min(1 << std::max(drawing - 1, 0), 4));
    });
    CHECK(looks % 2 == 0);
    CHECK(looks / 2 > 4);
    CHECK(looks / 2 <= 4 + 3);
    CHECK(programs.size() == 1);

    GLint viewport[4] = {};
    glGetIntegerv(GL_VIEWPORT, viewport);
    CHECK(viewport[0] == 1);
    CHECK(viewport[3] == 4);
    GLint framebuffer = -1;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &framebuffer);
    CHECK(framebuffer == 0);
    check_errors("trying the timer query");
    CHECK(context.take_debug_errors().empty());
}

TEST_CASE("the wall clock times each stage, in the order in which they ran") {
    const Context context = Context::headless();
    const Target target;
    test::FakeClock time;
    StageTimer scripted(TimerKind::wall_clock, time.clock());
    StageTimer timer(TimerKind::wall_clock);
    CHECK(timer.kind() == TimerKind::wall_clock);
    const std::vector<StageTimer::Stage> exact =
        time_two_stages(scripted, [&time](int milliseconds) { time.pass(milliseconds); });
    const std::vector<StageTimer::Stage> stages = time_two_stages(timer, sleep);
    REQUIRE(exact.size() == 2);
    REQUIRE(stages.size() == 2);
    for (const auto& [index, name, milliseconds] : {std::tuple{0u, "short", 1.0}, {1u, "long", 20.0}}) {
        CHECK(exact[index].name == name);
        CHECK(exact[index].milliseconds == milliseconds);
        CHECK(stages[index].name == name);
        // A sleep may take longer, but never shorter.
        CHECK(stages[index].milliseconds >= milliseconds);
    }
    CHECK(timer.take().empty());
    check_errors("timing stages");
}

TEST_CASE("the query times each stage, in the order in which they ran, again and again") {
    Context context = Context::headless();
    REQUIRE(context.capabilities().timer_query);
    const Target target;
    StageTimer timer(TimerKind::gl_query);
    CHECK(timer.kind() == TimerKind::gl_query);
    for (int round = 0; round < 3; ++round) {
        const Stopwatch watch(steady_time);
        const std::vector<StageTimer::Stage> stages = time_two_stages(timer, sleep);
        const double all = watch.milliseconds();
        REQUIRE(stages.size() == 2);
        CHECK(stages[0].name == "short");
        CHECK(stages[1].name == "long");
        // A software renderer may report anything from zero to the time since boot. A GPU's clock may run
        // slightly faster than this one.
        for (const StageTimer::Stage& stage : stages) {
            CHECK(stage.milliseconds >= 0);
            CHECK((context.capabilities().software || stage.milliseconds < 2 * all));
        }
    }
    CHECK(timer.take().empty());
    check_errors("timing stages");
}

TEST_CASE("a span that an error has left open ends with the next one, or with its timer") {
    const Context context = Context::headless();
    const Target target;
    for (const TimerKind kind : {TimerKind::gl_query, TimerKind::wall_clock}) {
        {
            SpanTimer timer(kind);
            timer.begin("left open");
            timer.begin("whole");
            timer.end();
            const std::vector<TimedSpan> spans = timer.take();
            REQUIRE(spans.size() == 2);
            CHECK(spans[1].name == "whole");
            timer.begin("dropped");
            timer.drop();
            CHECK(timer.take().empty());
            timer.begin("left open");
        }
        SpanTimer next(kind);
        next.begin("next");
        next.end();
        CHECK(next.take().size() == 1);
        CHECK(glGetError() == GLenum{GL_NO_ERROR});
    }
}

TEST_CASE("a pass timer times each pass, in the order in which they ran") {
    const Context context = Context::headless();
    const Target target;
    test::FakeClock time;
    PassTimer timer(TimerKind::wall_clock, time.clock());
    const auto draw = [&](std::string_view name, double milliseconds) {
        Pass pass;
        pass.name = name;
        timer.pass_begins(pass);
        time.pass(milliseconds);
        glClear(GL_COLOR_BUFFER_BIT);
        timer.pass_ends(pass);
    };
    timer.stage_begins("both");
    draw("up-sweep", 20);
    draw("search", 0.5);
    timer.stage_ends("both");
    const std::vector<TimedSpan> passes = timer.take();
    REQUIRE(passes.size() == 2);
    CHECK(passes[0].name == "up-sweep");
    CHECK(passes[1].name == "search");
    CHECK(passes[0].milliseconds == 20);
    CHECK(passes[1].milliseconds == 0.5);
    CHECK(timer.take().empty());
    check_errors("timing passes");
}

} // namespace timer_gl_test
