#include "work_times.h"

#include "interrupt.h"

#include <chrono>
#include <string>

namespace scanline::cli {

namespace {

double milliseconds_on_gpu(gl::SpanTimer& timer, const std::function<void()>& work) {
    timer.begin("work");
    work();
    timer.end();
    return timer.take().front().milliseconds;
}

double milliseconds_on_cpu(const std::function<void()>& work) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
}

} // namespace

std::vector<bench::Repetition> time_work(ComputeSession* session, std::string_view stage, int repetitions,
                                         const std::function<void()>& work,
                                         const std::function<void()>& prepare) {
    const auto get_ready = [&prepare] {
        if (prepare)
            prepare();
    };
    if (session || repetitions > 1) {
        get_ready();
        work();
    }
    gl::SpanTimer timer(session ? session->timer() : gl::TimerKind::wall_clock);
    std::vector<bench::Repetition> times;
    for (int i = 0; i < repetitions && !interrupted(); ++i) {
        get_ready();
        const double milliseconds = session ? milliseconds_on_gpu(timer, work) : milliseconds_on_cpu(work);
        times.push_back({{{std::string(stage), milliseconds}}, milliseconds});
    }
    return times;
}

} // namespace scanline::cli
