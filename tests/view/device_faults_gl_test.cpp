// The visualizer's worker goes on after a GPU was reset, and says in a line that it was, or that it hangs.
#include "kit/worker.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/transfer.h"
#include "scanline/raster/compactor.h"
#include "support/patience.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>
#include <dlfcn.h>
#include <span>
#include <utility>
#include <vector>

namespace scanline::view::device_faults_gl_test {

namespace {

// A hint that nothing else gives marks a context as lost.
constexpr GLenum mark = GL_POLYGON_SMOOTH_HINT;

void lose_context() {
    glHint(mark, GL_NICEST);
}

bool is_lost() {
    GLint hint = 0;
    glGetIntegerv(mark, &hint);
    return hint == GL_NICEST;
}

/// While in scope, no fence is ever reached.
class SilentGpu {
public:
    SilentGpu() {
        real_ = std::exchange(glClientWaitSync,
                              [](GLsync, GLbitfield, GLuint64) -> GLenum { return GL_TIMEOUT_EXPIRED; });
    }
    ~SilentGpu() { glClientWaitSync = real_; }
    SilentGpu(const SilentGpu&) = delete;
    SilentGpu& operator=(const SilentGpu&) = delete;

private:
    PFNGLCLIENTWAITSYNCPROC real_;
};

/// Runs a job three times, the second time with a fault, which it survives or not; returns all that is said.
template <class Job, class Fault>
std::vector<std::string> run_with_fault(Job job, Fault fault, bool survives = false) {
    std::vector<std::string> said;
    const auto say = [&](const std::string& text) { said.push_back(text); };
    Worker worker({.on_error = say, .on_note = say});
    for (const bool faulty : {false, true, false}) {
        int right = 0;
        const Ticket ticket = worker.post("working", [&](WorkerContext& context) -> Worker::Completion {
            if (faulty)
                fault(context.machine(), job);
            else
                job(context.machine());
            return [&] { ++right; };
        });
        CHECK(worker.finish(scanline::test::patience));
        CHECK(right == (faulty && !survives ? 0 : 1));
    }
    return said;
}

void compact_on(machine::Machine& machine) {
    raster::Engine& engine = machine.raster();
    const raster::StreamLayout layout = raster::make_stream_layout(6, 4, engine.max_side());
    raster::Compactor compactor(engine, layout, {});
    const raster::StreamTexture stream = engine.make_stream(layout);
    engine.upload(stream, layout, std::vector<float>{0, 255, 254, 0, 0, 253});
    compactor(stream);
    CHECK(compactor.read_elements() == std::vector<float>{255, 254, 253});
}

void copy_on(machine::Machine& machine) {
    if (machine.has_compute())
        machine.compute();
    const std::vector<std::uint32_t> values{1, 2, 3};
    const std::vector<std::uint32_t> back = compute::DeviceArray<std::uint32_t>(values).download();
    CHECK(back == values);
}

/// Resets the GPU before so many runs of some work.
auto reset_before(int runs) {
    return [runs](machine::Machine& machine, const auto& work) mutable {
        machine.capabilities(); // there is a context
        if (runs-- > 0)
            lose_context();
        work(machine);
    };
}

const std::string
    again = "the GPU was reset: computing again, with a new OpenGL context",
    lost = "the GPU was reset, and all that OpenGL held there is lost: start again, with a new context";

} // namespace

TEST_CASE("After a GPU was reset, every engine computes again with a new context") {
    CHECK(run_with_fault(compact_on, reset_before(1), true) == std::vector{again});
    CHECK(run_with_fault(copy_on, reset_before(1), true) == std::vector{again});
}

TEST_CASE("A GPU that is reset again is said in a line, and the next job runs") {
    CHECK(run_with_fault(compact_on, reset_before(2)) == std::vector{again, lost});
    CHECK(run_with_fault(copy_on, reset_before(2)) == std::vector{again, lost});
}

TEST_CASE("A GPU that does not answer is said in a line, and the copies that follow are right") {
    Worker probe({});
    if (!compute::Transfer::is_offered(probe.capabilities())) {
        WARN("not tried: this OpenGL has no GL_ARB_buffer_storage");
        return;
    }
    const std::vector<std::string> said = run_with_fault(
        [](machine::Machine&) {
            std::vector<std::uint32_t> values(5000, 7), back(5000);
            const compute::DeviceArray<std::uint32_t> array(std::int64_t{5000});
            compute::Transfer transfer({.piece = 4096, .threads = 1});
            transfer.upload(array.view().range(), std::as_bytes(std::span(values)));
            transfer.download(array.view().range(), std::as_writable_bytes(std::span(back)));
            CHECK(back == values);
        },
        [](machine::Machine& machine, const auto& work) {
            const SilentGpu silent;
            work(machine);
        });
    CHECK(said == std::vector<std::string>{
                      "copying to or from the GPU: it did not copy a piece within 10 s: see whether it "
                      "still responds"});
}

} // namespace scanline::view::device_faults_gl_test

// OpenGL 1.1 has no pointers to functions: this one stands before the driver's.
extern "C" GLenum glGetError() {
    static const auto real = reinterpret_cast<GLenum (*)()>(dlsym(RTLD_NEXT, "glGetError"));
    return scanline::view::device_faults_gl_test::is_lost() ? GL_CONTEXT_LOST : real();
}
