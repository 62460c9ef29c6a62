#include "scanline/gl/cancellation_scope.h"

#include "support/gl_test.h"

namespace scanline::gl::cancellation_scope_gl_test {

namespace {

using test::GlTest;

/// An engine, and an observer of its passes.
struct Engine : Observed {
    void run_pass() {
        const Pass pass{"fill", 1, {}, {}, 0, {}};
        if (observer() != nullptr)
            observer()->pass_begins(pass);
        glFlush();
        if (observer() != nullptr)
            observer()->pass_ends(pass);
    }
};

struct Listener : PassObserver {
    int begun = 0, ended = 0;
    void pass_begins(const Pass& /*pass*/) override { ++begun; }
    void pass_ends(const Pass& /*pass*/) override { ++ended; }
};

} // namespace

TEST_CASE_METHOD(GlTest, "A hook is asked before every pass, and ends the work where it says so") {
    Engine engine;
    Listener listener;
    engine.set_observer(&listener);
    int calls = 0;
    {
        // More passes than may be in flight.
        const CancelHook hook = [&calls] { return ++calls == 100; };
        const CancellationScope scope(engine, hook);
        for (int pass = 1; pass < 100 && calls < 99; ++pass)
            engine.run_pass();
        CHECK(listener.begun == listener.ended);
        CHECK_THROWS_AS(
            [&] {
                while (calls < 100)
                    engine.run_pass();
            }(),
            Cancelled);
        // No observer sees a pass that does not run.
        CHECK(listener.begun == listener.ended);
    }
    CHECK(engine.observer() == &listener);
    engine.run_pass();
    CHECK(calls == 100);
}

TEST_CASE_METHOD(GlTest, "Without a hook the engine is left as it is") {
    Engine engine;
    const CancelHook none;
    const CancellationScope scope(engine, none);
    CHECK(engine.observer() == nullptr);
    engine.run_pass();
}

} // namespace scanline::gl::cancellation_scope_gl_test
