#include "shell/window_loop.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::frame_pacing_test {

namespace {

/// A turn of the window's loop without an event. Returns whether it has drawn.
bool turn(FramePacing& pacing, bool animating, bool typing) {
    pacing.waited(false, typing);
    return pacing.take(animating);
}

} // namespace

TEST_CASE("An event is answered by three frames, a change by two, and nothing by none") {
    FramePacing pacing;
    for (int i = 0; i < 3; ++i) { // as if it began with one
        CHECK(pacing.wait_seconds(false, false) == 0);
        CHECK(turn(pacing, false, false));
    }
    CHECK_FALSE(turn(pacing, false, false));
    CHECK(pacing.wait_seconds(false, false) == FramePacing::idle_seconds);
    pacing.waited(true, false);
    pacing.changed();
    for (int i = 0; i < 3; ++i)
        CHECK(pacing.take(false));
    CHECK_FALSE(pacing.take(false));
    pacing.changed();
    CHECK(pacing.take(false));
    CHECK(pacing.take(false));
    CHECK_FALSE(pacing.take(false));
}

TEST_CASE("What moves is drawn without a wait, and only as long as it moves") {
    FramePacing pacing;
    for (int i = 0; i < 10; ++i) {
        CHECK(pacing.wait_seconds(true, false) == 0);
        CHECK(turn(pacing, true, false));
    }
    CHECK(pacing.wait_seconds(false, false) == FramePacing::idle_seconds);
    CHECK_FALSE(turn(pacing, false, false));
}

TEST_CASE("A cursor that blinks asks for a frame after each wait, not for one after the other") {
    FramePacing pacing;
    while (turn(pacing, false, false)) {
    }
    for (int i = 0; i < 10; ++i) {
        CHECK(pacing.wait_seconds(false, true) == FramePacing::blinking_seconds);
        CHECK(turn(pacing, false, true));
    }
}

} // namespace scanline::view::frame_pacing_test
