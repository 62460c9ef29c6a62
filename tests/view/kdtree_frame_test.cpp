#include "kdtree/geometry.h"

#include <catch2/catch_all.hpp>
#include <glm/geometric.hpp>

namespace scanline::view::kdtree_frame_test {

namespace {

const KdBox wide{{0, 0, 0}, {10, 5, 1}};

void check_at(const glm::dvec2& is, double x, double y) {
    CHECK(is.x == Catch::Approx(x).margin(1e-9));
    CHECK(is.y == Catch::Approx(y).margin(1e-9));
}

} // namespace

TEST_CASE("Units keep the proportions of the bounds, but for those too thin to be seen") {
    const KdFrame plane(wide, 2);
    CHECK(plane.half().x == 1);
    CHECK(plane.half().y == 0.5);
    CHECK(plane.half().z == 0);
    const KdFrame thin({{0, 0, 0}, {10, 0.5, 1}}, 3);
    CHECK(thin.half().y == 1);
    CHECK(thin.half().z == Catch::Approx(0.1));
    const std::vector<float> point{10, 0};
    CHECK(plane.unit(place_of(point)).x == 1);
    CHECK(plane.unit(place_of(point)).y == -0.5);
    CHECK(plane.share({1, -0.5, 0}) == glm::dvec3(1, 0, 0.5));
    CHECK(plane.share({9, 0, 0})[0] == 1);
}

TEST_CASE("The plane is as large as it fits, with y upward, and leads back from the screen") {
    const KdPlaneMap map(KdFrame(wide, 2), {100, 50}, {300, 250});
    check_at(map.low(), 100, 100);
    check_at(map.high(), 300, 200);
    check_at(map.to_screen({-1, -0.5, 0}), 100, 200);
    check_at(map.to_screen({1, 0.5, 0}), 300, 100);
    const glm::dvec3 back = map.to_unit(map.to_screen({0.3, -0.2, 0}));
    CHECK(back.x == Catch::Approx(0.3));
    CHECK(back.y == Catch::Approx(-0.2));
}

TEST_CASE("The camera sees what is nearer larger, and turns around z and over the plane") {
    const KdCamera front(0, 0, {200, 100}, 50);
    check_at(front.see({0, 0, 0}).at, 200, 100);
    check_at(front.see({1, 0, 0}).at, 250, 100);
    check_at(front.see({0, 0, 1}).at, 200, 50);
    const auto near = front.see({0, -1, 0}), far = front.see({0, 1, 0});
    CHECK(near.depth > far.depth);
    CHECK(near.scale > 1);
    CHECK(far.scale < 1);
    // From the right, x goes towards the eye; from above, z does.
    const auto right = KdCamera(90, 0, {200, 100}, 50).see({1, 0, 0});
    check_at(right.at, 200, 100);
    CHECK(right.depth == Catch::Approx(1));
    const auto above = KdCamera(0, 90, {200, 100}, 50).see({0, 0, 1});
    check_at(above.at, 200, 100);
    CHECK(above.depth == Catch::Approx(1));
}

} // namespace scanline::view::kdtree_frame_test
