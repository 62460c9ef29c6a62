// Fails one OpenGL allocation at a time: the error names the bytes, and later calls work.
#include "scanline/compute/arena.h"
#include "scanline/gl/handle.h"
#include "scanline/systems/all.h"
#include "support/gl_test.h"

#include <algorithm>
#include <dlfcn.h>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace scanline::systems::memory_faults_gl_test {

namespace {

/// While in scope, the driver has no memory for one allocation.
class FailingAllocation {
public:
    explicit FailingAllocation(int number) {
        left = number;
        failed = false;
        real_data =
            std::exchange(glBufferData, [](GLenum target, GLsizeiptr bytes, const void* data, GLenum usage) {
                real_data(target, fails() ? too_much : bytes, data, usage);
            });
        if (glBufferStorage)
            real_storage = std::exchange(
                glBufferStorage, [](GLenum target, GLsizeiptr bytes, const void* data, GLbitfield flags) {
                    real_storage(target, fails() ? too_much : bytes, data, flags);
                });
    }
    ~FailingAllocation() {
        left = -1;
        glBufferData = real_data;
        if (glBufferStorage)
            glBufferStorage = real_storage;
    }
    FailingAllocation(const FailingAllocation&) = delete;
    FailingAllocation& operator=(const FailingAllocation&) = delete;

    static bool fails() {
        failed = failed || left == 0;
        return left-- == 0;
    }

    static constexpr GLsizeiptr too_much = GLsizeiptr{1} << 52; ///< the driver itself refuses it
    static inline bool failed = false;

private:
    static inline int left = -1;
    static inline PFNGLBUFFERDATAPROC real_data = nullptr;
    static inline PFNGLBUFFERSTORAGEPROC real_storage = nullptr;
};

class MemoryTest : public test::GlTest {
protected:
    machine::Machine machine{context.capabilities(), {}};

    CheckOutcome run(const Check& check, std::uint64_t turn) {
        const CheckOutcome outcome = check.run(machine, {.seed = turn, .turn = turn, .largest = 300});
        if (machine.has_compute())
            machine.compute().arena().clear();
        return outcome;
    }

    /// Buffers, textures and framebuffers that live.
    static std::string objects() {
        int buffers = 0, textures = 0, framebuffers = 0;
        for (GLuint name = 1; name < 3000; ++name) {
            buffers += glIsBuffer(name);
            textures += glIsTexture(name);
            framebuffers += glIsFramebuffer(name);
        }
        return fmt::format("{} buffers, {} textures, {} framebuffers", buffers, textures, framebuffers);
    }
};

} // namespace

TEST_CASE_METHOD(MemoryTest,
                 "An allocation that fails anywhere is said with its bytes, and the next call is right") {
    int failed = 0;
    for (const System& system : all()) {
        for (const Check& check : system.checks) {
            if (check.needs == Needs::processor || (check.needs != Needs::raster && !machine.has_compute()))
                continue;
            for (std::uint64_t turn = 0; turn < check.covers.size(); ++turn) {
                INFO(check.name << ", turn " << turn);
                run(check, turn); // compiles
                CHECK(run(check, turn).wrong.value_or("") == "");
                const std::string before = objects();
                for (int number = 0;; number += 1 + number / 4) {
                    INFO("allocation " << number);
                    CheckOutcome outcome;
                    {
                        const FailingAllocation failing(number);
                        outcome = run(check, turn);
                    }
                    if (!FailingAllocation::failed)
                        break;
                    ++failed;
                    const std::string said = outcome.wrong.value_or("nothing is said");
                    INFO(said);
                    CHECK(said.find("the GPU has no room for ") != std::string::npos);
                    CHECK(said.find(" bytes: use smaller arrays, or free others first") != std::string::npos);
                    CHECK_FALSE(outcome.refused);
                    context.take_debug_errors(); // the driver's own
                    CHECK(run(check, turn).wrong.value_or("") == "");
                    CHECK(objects() == before);
                }
            }
        }
    }
    CHECK(failed > 200);
}

} // namespace scanline::systems::memory_faults_gl_test

// OpenGL 1.1 has no pointers to functions: this one stands before the driver's.
extern "C" void glTexImage2D(GLenum target, GLint level, GLint format, GLsizei width, GLsizei height,
                             GLint border, GLenum data_format, GLenum type, const void* data) {
    using scanline::systems::memory_faults_gl_test::FailingAllocation;
    static const auto real = reinterpret_cast<decltype(&glTexImage2D)>(dlsym(RTLD_NEXT, "glTexImage2D"));
    if (!FailingAllocation::fails())
        return real(target, level, format, width, height, border, data_format, type, data);
    const scanline::gl::Buffer none = scanline::gl::Buffer::create();
    glBindBuffer(GL_COPY_WRITE_BUFFER, none.id());
    glBufferData(GL_COPY_WRITE_BUFFER, FailingAllocation::too_much, nullptr, GL_STATIC_DRAW);
}
