// A pane with a real worker, and without an OpenGL to draw with.
#include "scenes/compaction/image/pane.h"
#include "support/patience.h"

#include <catch2/catch_all.hpp>

#include <optional>
#include <string>

namespace scanline::view::compaction::image::pane_gl_test {

namespace {

/// Contents of one pixel; counts how often they are painted.
PaneContents contents_of(const std::string& key, std::atomic<int>& painted) {
    PaneContents contents;
    contents.title = contents.key = key;
    contents.paint = [&painted] {
        ++painted;
        return Painted{TiledPicture({1, 1, {rgba(1, 2, 3)}}), ColourScale::grey, {}};
    };
    return contents;
}

class PaneTest {
public:
    void show(const PaneContents& contents) { pane.update(worker, contents, std::nullopt); }
    void settle(const PaneContents& contents) {
        show(contents);
        REQUIRE(worker.finish(scanline::test::patience));
        show(contents);
    }

    std::atomic<int> painted = 0;
    PaneContents a = contents_of("a", painted), b = contents_of("b", painted), c = contents_of("c", painted);
    Worker worker{{}};
    Pane pane;
};

} // namespace

TEST_CASE_METHOD(PaneTest, "a pane keeps its picture until the next one is there") {
    show(a);
    CHECK(pane.busy());
    CHECK(pane.behind());
    CHECK_FALSE(pane.uploading());
    CHECK(pane.painted() == nullptr);
    settle(a);
    CHECK_FALSE(pane.busy());
    CHECK_FALSE(pane.behind());
    show(b);
    CHECK(pane.behind());
    CHECK(pane.wanted().title == "b");
    CHECK(pane.shown().title == "a");
    settle(b);
    CHECK(pane.shown().title == "b");
    settle(b);
    CHECK(painted == 2);
}

TEST_CASE_METHOD(PaneTest, "flipping between two pictures is at once, and asks for nothing") {
    settle(a);
    settle(b);
    for (int i = 0; i < 3; ++i) {
        for (const PaneContents* contents : {&a, &b}) {
            show(*contents);
            CHECK(pane.shown().title == contents->title);
            CHECK_FALSE(pane.behind());
            CHECK_FALSE(pane.busy());
        }
    }
    CHECK(painted == 2);
    // What was asked for in between does not come late.
    show(c);
    settle(a);
    CHECK(pane.shown().title == "a");
}

TEST_CASE_METHOD(PaneTest, "of several pictures asked for the last is shown") {
    settle(a);
    show(b);
    show(c);
    settle(c);
    CHECK(pane.shown().title == "c");
    show(b);
    settle(c); // which has never left
    CHECK(pane.shown().title == "c");
}

TEST_CASE_METHOD(PaneTest, "contents that cannot be painted keep the picture, unless they say why") {
    settle(a);
    PaneContents waiting = b;
    waiting.paint = nullptr;
    settle(waiting);
    CHECK(pane.shown().title == "a");
    CHECK(pane.behind());
    waiting.message = "its snapshot is larger than the cap";
    show(waiting);
    CHECK_FALSE(pane.behind());
}

} // namespace scanline::view::compaction::image::pane_gl_test
