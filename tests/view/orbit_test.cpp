#include "kit/orbit.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::orbit_test {

namespace {

void check_at(const glm::dvec2& is, double x, double y) {
    CHECK(is.x == Catch::Approx(x).margin(1e-9));
    CHECK(is.y == Catch::Approx(y).margin(1e-9));
}

} // namespace

TEST_CASE("The camera sees what is nearer larger, and turns around z and over the plane") {
    const Camera front(0, 0, {200, 100}, 50);
    check_at(front.see({0, 0, 0}).at, 200, 100);
    check_at(front.see({1, 0, 0}).at, 250, 100);
    check_at(front.see({0, 0, 1}).at, 200, 50);
    const auto near = front.see({0, -1, 0}), far = front.see({0, 1, 0});
    CHECK(near.depth > far.depth);
    CHECK(near.scale > 1);
    CHECK(far.scale < 1);
    // From the right, x goes towards the eye; from above, z does.
    const auto right = Camera(90, 0, {200, 100}, 50).see({1, 0, 0});
    check_at(right.at, 200, 100);
    CHECK(right.depth == Catch::Approx(1));
    const auto above = Camera(0, 90, {200, 100}, 50).see({0, 0, 1});
    check_at(above.at, 200, 100);
    CHECK(above.depth == Catch::Approx(1));
}

TEST_CASE("The camera shows a box in the middle of its area, whatever its side") {
    const Rect area{100, 50, 500, 350};
    for (const double yaw : {0.0, 35.0, 200.0}) {
        const Camera camera = camera_in(area, {.yaw = yaw, .pitch = 30}, {1, 0.5, 1});
        float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
        for (const glm::dvec3& corner : corners_between({-1, -0.5, -1}, {1, 0.5, 1})) {
            const ImVec2 at = camera.at(corner);
            left = std::min(left, at.x);
            right = std::max(right, at.x);
            top = std::min(top, at.y);
            bottom = std::max(bottom, at.y);
            CHECK(area.contains(at.x, at.y));
        }
        CHECK(left + right == Catch::Approx(area.left + area.right));
        CHECK(top + bottom == Catch::Approx(area.top + area.bottom));
    }
}

} // namespace scanline::view::orbit_test
