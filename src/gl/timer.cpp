#include "scanline/gl/timer.h"
#include "current_features.h"
#include "scanline/core/error.h"
#include "scanline/gl/state_guard.h"

#include <GL/glew.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

namespace scanline::gl {
namespace {

double wait_for_milliseconds(const Query& query, std::string_view what) {
    constexpr double longest_seconds = 10;
    const Stopwatch watch(steady_time);
    for (;;) {
        GLint available = GL_FALSE;
        glGetQueryObjectiv(query.id(), GL_QUERY_RESULT_AVAILABLE, &available);
        if (available == GL_TRUE)
            return static_cast<double>(query_result(query.id())) * 1e-6;
        if (watch.seconds() > longest_seconds)
            throw Error(
                fmt::format("the timer query of {} has no result after {} s; the GPU hangs or its work is "
                            "too long for one measurement: make the data smaller",
                            what, longest_seconds));
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

// A square of texels, each of which computes for a given number of rounds.
class Probe {
public:
    Probe(ProgramCache& programs, const Clock& clock)
        : clock_(clock), program_(programs.get({{"common/fill.vert", "common/timer_probe.frag"}, {}})) {
        // Many more tiles than a software renderer has threads: a timer that sees only each thread's last
        // tile must not look right.
        constexpr GLsizei size = 1024;
        glActiveTexture(GL_TEXTURE0);
        glBindTexture(GL_TEXTURE_2D, texture_.id());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size, size, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
        bind_framebuffer(GL_FRAMEBUFFER, framebuffer_.id());
        framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
        glViewport(0, 0, size, size);

        constexpr std::array<GLfloat, 6> triangle{-1, -1, 3, -1, -1, 3};
        glBindBuffer(GL_ARRAY_BUFFER, vertices_.id());
        glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle.data(), GL_STATIC_DRAW);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
        glEnableVertexAttribArray(0);
        glUseProgram(program_->id());
        repetitions_ = program_->uniform("u_repetitions");
    }

    bool usable() const { return check_framebuffer_status(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE; }

    void draw(int repetitions) const {
        glUniform1i(repetitions_, repetitions);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    double wall_milliseconds(int repetitions) const {
        glFinish();
        const Stopwatch watch(clock_);
        draw(repetitions);
        glFinish();
        return watch.milliseconds();
    }

    bool clocks_agree(int repetitions) const {
        glFinish();
        const Stopwatch watch(clock_);
        glBeginQuery(GL_TIME_ELAPSED, query_.id());
        draw(repetitions);
        glEndQuery(GL_TIME_ELAPSED);
        glFinish();
        const double wall = watch.milliseconds();
        const double gpu = wait_for_milliseconds(query_, "the trial of the timer");
        return std::abs(gpu - wall) <= wall / 4;
    }

private:
    const Clock& clock_;
    SharedProgram program_;
    GLint repetitions_ = -1;
    Texture texture_ = Texture::create();
    Framebuffer framebuffer_ = Framebuffer::create();
    Buffer vertices_ = Buffer::create();
    Query query_ = Query::create();
};

// Enough rounds for some milliseconds, so that fixed submission costs are negligible.
int sufficient_repetitions(const Probe& probe) {
    constexpr double enough_milliseconds = 4;
    constexpr int most = 32'768;
    probe.wall_milliseconds(1); // the first draw compiles
    int repetitions = 1;
    for (;;) {
        const double taken = probe.wall_milliseconds(repetitions);
        if (taken >= enough_milliseconds || repetitions >= most)
            return repetitions;
        // Grows in large steps while overhead dominates, and in fitting steps near the end.
        const double missing = enough_milliseconds / std::max(taken, 0.01);
        repetitions = std::min(most, repetitions * std::clamp(static_cast<int>(std::ceil(missing)), 2, 16));
    }
}

} // namespace

bool timer_query_agrees(ProgramCache& programs, const Clock& clock) {
    const Features& features = current_features();
    if (!features.timer_query || (!features.framebuffer_object && !features.framebuffer_object_ext))
        return false;
    GLint bits = 0;
    glGetQueryiv(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
    if (bits == 0)
        return false;

    const StateGuard guard;
    const Probe probe(programs, clock);
    if (!probe.usable())
        return false;
    const int repetitions = sufficient_repetitions(probe);
    constexpr int trials = 3;
    for (int trial = 0; trial < trials; ++trial)
        if (!probe.clocks_agree(repetitions))
            return false;
    return true;
}

TimerKind choose_timer(ProgramCache& programs) {
    if (current_features().software)
        return TimerKind::wall_clock;
    return timer_query_agrees(programs) ? TimerKind::gl_query : TimerKind::wall_clock;
}

void SpanTimer::begin(std::string name) {
    end_open();
    is_open_ = true;
    Running running;
    running.name = std::move(name);
    if (kind_ == TimerKind::wall_clock) {
        running_.push_back(std::move(running));
        glFinish();
        watch_.emplace(clock_);
        return;
    }
    if (spare_.empty()) {
        running.query = Query::create();
    } else {
        running.query = std::move(spare_.back());
        spare_.pop_back();
    }
    running_.push_back(std::move(running));
    glBeginQuery(GL_TIME_ELAPSED, running_.back().query.id());
}

void SpanTimer::end() {
    is_open_ = false;
    if (kind_ == TimerKind::gl_query) {
        glEndQuery(GL_TIME_ELAPSED);
        return;
    }
    glFinish();
    running_.back().milliseconds = watch_->milliseconds();
}

void SpanTimer::drop() {
    end_open();
    running_.clear();
}

std::vector<TimedSpan> SpanTimer::take() {
    std::vector<TimedSpan> spans;
    // Cleared first: after a timeout the pending queries are abandoned, not waited for again.
    for (Running& span : std::exchange(running_, {})) {
        if (kind_ == TimerKind::gl_query) {
            span.milliseconds = wait_for_milliseconds(span.query, fmt::format("'{}'", span.name));
            spare_.push_back(std::move(span.query));
        }
        spans.push_back({std::move(span.name), span.milliseconds});
    }
    return spans;
}

} // namespace scanline::gl
