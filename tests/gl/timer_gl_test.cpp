#include "scanline/gl/context.h"
#include "scanline/gl/timer.h"

#include <catch2/catch.hpp>

#include <chrono>
#include <thread>

using namespace scanline;
using namespace scanline::gl;

namespace {

// A headless context has nothing to draw into but what one makes.
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

std::vector<StageTimer::Stage> time_two_stages(StageTimer& timer) {
    {
        const StageScope scope(&timer, "short");
        glClear(GL_COLOR_BUFFER_BIT);
    }
    {
        const StageScope scope(&timer, "long");
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        glClear(GL_COLOR_BUFFER_BIT);
    }
    return timer.take();
}

} // namespace

TEST_CASE("the timer that is chosen is the wall clock on a software renderer and the query on hardware") {
    const Context context = Context::headless();
    ProgramCache programs(ShaderStore::standard());
    CHECK(choose_timer(programs) ==
          (context.capabilities().software ? TimerKind::wall_clock : TimerKind::gl_query));
    check_errors("choosing a timer");
}

TEST_CASE("the trial of the query is short, makes no error and leaves the state as it was") {
    ContextRequest request;
    request.debug = true;
    Context context = Context::headless(request);
    ProgramCache programs(ShaderStore::standard());
    glViewport(1, 2, 3, 4);
    const auto begin = std::chrono::steady_clock::now();
    const bool agrees = timer_query_agrees(programs);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK((agrees || context.capabilities().software));
    CHECK(taken.count() < 2.0);
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
    StageTimer timer(TimerKind::wall_clock);
    CHECK(timer.kind() == TimerKind::wall_clock);
    const std::vector<StageTimer::Stage> stages = time_two_stages(timer);
    REQUIRE(stages.size() == 2);
    CHECK(stages[0].name == "short");
    CHECK(stages[1].name == "long");
    CHECK(stages[0].milliseconds > 0);
    CHECK(stages[1].milliseconds >= 20);
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
        const std::vector<StageTimer::Stage> stages = time_two_stages(timer);
        REQUIRE(stages.size() == 2);
        CHECK(stages[0].name == "short");
        CHECK(stages[1].name == "long");
        // A software renderer says anything between nothing and the time since the machine was started.
        for (const StageTimer::Stage& stage : stages) {
            CHECK(stage.milliseconds >= 0);
            CHECK((context.capabilities().software || stage.milliseconds < 1000));
        }
    }
    CHECK(timer.take().empty());
    check_errors("timing stages");
}

TEST_CASE("a pass timer times each pass, in the order in which they ran") {
    const Context context = Context::headless();
    const Target target;
    PassTimer timer(TimerKind::wall_clock);
    const auto draw = [&timer](std::string_view name, std::chrono::milliseconds length) {
        Pass pass;
        pass.name = name;
        timer.pass_begins(pass);
        std::this_thread::sleep_for(length);
        glClear(GL_COLOR_BUFFER_BIT);
        timer.pass_ends(pass);
    };
    timer.stage_begins("both");
    draw("up-sweep", std::chrono::milliseconds(20));
    draw("search", std::chrono::milliseconds(0));
    timer.stage_ends("both");
    const std::vector<TimedSpan> passes = timer.take();
    REQUIRE(passes.size() == 2);
    CHECK(passes[0].name == "up-sweep");
    CHECK(passes[1].name == "search");
    CHECK(passes[0].milliseconds >= 20);
    CHECK(passes[1].milliseconds >= 0);
    CHECK(timer.take().empty());
    check_errors("timing passes");
}
