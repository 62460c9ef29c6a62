#include "compaction_image/layout.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::pane_grid_test {

namespace {

constexpr float gap = 10, chrome = 50;

std::vector<Rect> arrange(int count, int columns, float width, float height) {
    return arrange_panes(count, columns, Rect::of({5, 7}, {width, height}), gap);
}

int best(glm::vec2 contents, float width, float height) {
    return best_columns(std::vector(3, contents), Rect::of({5, 7}, {width, height}), gap, chrome);
}

} // namespace

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

} // namespace scanline::view::pane_grid_test
