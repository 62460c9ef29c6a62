#include "scenes/compaction/image/pane.h"

#include "scanline/core/random.h"

#include <array>
#include <catch2/catch_all.hpp>
#include <glm/geometric.hpp>

namespace scanline::view::compaction::image::pane_view_test {

namespace {

const PaneFrame frame{{100, 50}, {400, 300}, {2048, 1024}};

void check_near(glm::dvec2 found, glm::dvec2 expected, double margin = 1e-6) {
    CHECK(found.x == Catch::Approx(expected.x).margin(margin));
    CHECK(found.y == Catch::Approx(expected.y).margin(margin));
}

constexpr float gap = 10, chrome = 50;

std::vector<Rect> arrange(int count, int columns, float width, float height) {
    return arrange_panes(count, columns, Rect::of({5, 7}, {width, height}), gap);
}

int best(glm::vec2 contents, float width, float height) {
    return best_columns(std::vector(3, contents), Rect::of({5, 7}, {width, height}), gap, chrome);
}

} // namespace

TEST_CASE("a fitted view shows all contents of all panes, in their middle") {
    PaneView view;
    const std::array frames{frame, PaneFrame{{0, 0}, {100, 500}, {1000, 1000}}};
    view.resolve(frames);
    CHECK(view.fitted());
    CHECK(view.scale() == Catch::Approx(0.1));
    for (const PaneFrame& one : frames) {
        check_near(view.to_screen(one, 0.5 * one.contents), one.min + 0.5 * one.size);
        for (const glm::dvec2 corner : {glm::dvec2(0), one.contents}) {
            const glm::dvec2 at = view.to_screen(one, corner) - one.min;
            CHECK(at.x >= -1e-9);
            CHECK(at.y >= -1e-9);
            CHECK(at.x <= one.size.x + 1e-9);
            CHECK(at.y <= one.size.y + 1e-9);
        }
    }
}

TEST_CASE("a fitted view follows the size of the panes, another one keeps its scale") {
    PaneView view;
    view.resolve(std::array{frame});
    const double before = view.scale();
    PaneFrame larger = frame;
    larger.size *= 2;
    view.resolve(std::array{larger});
    CHECK(view.scale() == Catch::Approx(2 * before));
    view.zoom_to(3);
    view.resolve(std::array{frame});
    CHECK(view.scale() == 3);
    CHECK_FALSE(view.fitted());
    view.fit();
    view.resolve(std::array{frame});
    CHECK(view.scale() == Catch::Approx(before));
}

TEST_CASE("screen and contents are each other's inverse") {
    PaneView view;
    view.zoom_to(7.5);
    view.move_to({0.3, 0.8});
    check_near(view.to_screen(frame, view.to_contents(frame, {123.25, 77})), {123.25, 77});
    check_near(view.to_contents(frame, frame.min + 0.5 * frame.size), glm::dvec2(0.3, 0.8) * frame.contents);
}

TEST_CASE("what lies under the cursor stays there when it zooms") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        PaneView view;
        view.zoom_to(0.5 + random.unit());
        view.move_to({0.3 + 0.4 * random.unit(), 0.3 + 0.4 * random.unit()});
        const glm::dvec2 cursor = frame.min + glm::dvec2(random.unit(), random.unit()) * frame.size;
        const glm::dvec2 held = view.to_contents(frame, cursor);
        const double factor = 1 + 3 * random.unit();
        const double before = view.scale();
        view.zoom_at(frame, cursor, factor);
        CHECK(view.scale() == Catch::Approx(before * factor));
        check_near(view.to_contents(frame, cursor), held);
    }
}

TEST_CASE("dragging moves the contents by as many pixels as the mouse") {
    PaneView view;
    view.zoom_to(4);
    const glm::dvec2 element(1000, 500);
    const glm::dvec2 before = view.to_screen(frame, element);
    view.pan(frame, {30, -12});
    check_near(view.to_screen(frame, element), before + glm::dvec2(30, -12));
}

TEST_CASE("a fitted view that is dragged is none any more") {
    PaneView view;
    view.resolve(std::array{frame});
    view.pan(frame, {-30, 0});
    CHECK_FALSE(view.fitted());
    const glm::dvec2 centre = view.centre();
    view.resolve(std::array{frame});
    check_near(view.centre(), centre);
    CHECK(centre.x > 0.5);
}

TEST_CASE("the contents are never lost: the middle stays inside, and scales have limits") {
    PaneView view;
    view.zoom_to(10);
    view.pan(frame, {1e7, 1e7});
    check_near(view.centre(), {0, 0});
    view.zoom_to(1e9);
    CHECK(view.scale() == PaneView::largest_scale);
    view.zoom_to(0);
    CHECK(view.scale() == PaneView::smallest_scale);
}

TEST_CASE("panes whose contents have other shapes show the same fraction of them") {
    PaneView view;
    view.zoom_to(2);
    view.move_to({0.25, 0.5});
    PaneFrame other = frame;
    other.min = {600, 50};
    other.contents = {600, 400};
    check_near(view.to_contents(other, other.min + 0.5 * other.size), {150, 200});
}

TEST_CASE("a pinned element stays in sight in all panes, and moves to the same place in them") {
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        PaneFrame source = frame, result = frame;
        result.min.x += 410;
        const glm::dvec2 fraction(random.unit(), random.unit());
        source.pin = fraction * source.contents;
        result.pin = glm::dvec2(random.unit(), random.unit()) * result.contents;
        const std::array frames{source, result};
        PaneView view;
        view.resolve(frames, fraction);
        const auto place = [&](const PaneFrame& one) { return view.to_screen(one, *one.pin) - one.min; };
        const glm::dvec2 held = place(source);
        glm::dvec2 last = place(result);
        for (int turn = 0; turn < 40; ++turn) {
            view.zoom_at(turn % 2 == 0 ? source : result,
                         source.min + glm::dvec2(random.unit()) * source.size, 1.1);
            view.resolve(frames, fraction);
            check_near(place(source), held);
            const glm::dvec2 now = place(result);
            CHECK(glm::distance(now, last) < 120); // without a jump
            CHECK(glm::clamp(now, glm::dvec2(0), frame.size) == now);
            last = now;
        }
        check_near(place(result), held);
        // Out of sight, it no longer holds the view.
        view.pan(source, {2000, 2000});
        const glm::dvec2 cursor = source.min + 0.3 * source.size;
        const glm::dvec2 under = view.to_contents(source, cursor);
        view.zoom_at(source, cursor, 0.9);
        check_near(view.to_contents(source, cursor), under);
    }
}

TEST_CASE("a zoom that is asked for before there is a pin holds it, too") {
    PaneFrame pinned = frame;
    pinned.pin = glm::dvec2(0.1, 0.9) * frame.contents;
    PaneView view, fitted;
    fitted.resolve(std::array{pinned}, glm::dvec2(0.1, 0.9));
    view.zoom_to(9);
    view.resolve(std::array{pinned}, glm::dvec2(0.1, 0.9));
    check_near(view.to_screen(pinned, *pinned.pin), fitted.to_screen(pinned, *pinned.pin));
    view.move_to({0.4, 0.25}); // as a session does
    view.resolve(std::array{pinned}, glm::dvec2(0.1, 0.9));
    check_near(view.centre(), {0.4, 0.25});
}

TEST_CASE("three panes stand side by side in a wide room and under each other in a narrow one") {
    CHECK(best({64, 64}, 920, 400) == 3);
    CHECK(best({64, 64}, 300, 1000) == 1);
    CHECK(best({64, 64}, 560, 620) == 2);
    const auto wide = arrange(3, 3, 920, 400);
    REQUIRE(wide.size() == 3);
    CHECK(wide[0].width() == 300);
    CHECK(wide[2].left == 5 + 2 * 310);
    CHECK(wide[2].top == 7);
    const auto narrow = arrange(3, 1, 300, 1000);
    CHECK(narrow[0].width() == 300);
    CHECK(narrow[2].left == 5);
}

TEST_CASE("wide contents stand under each other, high ones side by side") {
    CHECK(best({4000, 500}, 740, 600) == 1);
    CHECK(best({500, 4000}, 740, 600) == 3);
    CHECK(best({1, 1}, 1, 1) >= 1);
}

TEST_CASE("a last row of fewer panes fills its width") {
    const auto rects = arrange(3, 2, 410, 410);
    CHECK(rects[0].width() == 200);
    CHECK(rects[2].width() == 410);
    CHECK(rects[2].left == 5);
    CHECK(rects[2].top == 7 + 210);
}

TEST_CASE("panes never overlap and stay inside of their room") {
    for (int count = 1; count <= 6; ++count) {
        for (int columns = 1; columns <= 3; ++columns) {
            for (const float width : {300.0f, 560.0f, 1300.0f}) {
                CAPTURE(count, columns, width);
                const auto rects = arrange(count, columns, width, 470);
                for (std::size_t i = 0; i < rects.size(); ++i) {
                    const ImVec2 end = rects[i].high();
                    CHECK(rects[i].left >= 5);
                    CHECK(end.x <= 5 + width);
                    CHECK(end.y <= 7 + 470);
                    for (std::size_t j = 0; j < i; ++j) {
                        const ImVec2 other = rects[j].high();
                        CHECK((end.x + gap <= rects[j].left || other.x + gap <= rects[i].left ||
                               end.y + gap <= rects[j].top || other.y + gap <= rects[i].top));
                    }
                }
            }
        }
    }
}

} // namespace scanline::view::compaction::image::pane_view_test
