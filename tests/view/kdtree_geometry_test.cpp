#include "scenes/kdtree/geometry.h"

#include "scanline/kdtree/tree.h"

#include <catch2/catch_all.hpp>
#include <glm/geometric.hpp>

namespace scanline::view::kdtree_scene::geometry_test {

namespace {

// The six points of textbooks: root (5, 4), below it (2, 3) and (7, 2).
const std::vector<float> textbook{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};

const Box wide{{0, 0, 0}, {10, 5, 1}};

void check_at(const glm::dvec2& is, double x, double y) {
    CHECK(is.x == Catch::Approx(x).margin(1e-9));
    CHECK(is.y == Catch::Approx(y).margin(1e-9));
}

} // namespace

TEST_CASE("Bounds have some room around the points, also where all are alike") {
    const Box bounds = bounds_of({textbook, 2});
    CHECK(bounds.low[0] == Catch::Approx(2 - 0.28));
    CHECK(bounds.high[0] == Catch::Approx(9 + 0.28));
    CHECK(bounds.low[1] == Catch::Approx(1 - 0.24));
    CHECK(bounds.high[1] == Catch::Approx(7 + 0.24));
    const std::vector<float> alike{5, 400, 5, 400};
    const Box narrow = bounds_of({alike, 2});
    CHECK(narrow.low[0] == 4);
    CHECK(narrow.high[0] == 6);
    CHECK(narrow.low[1] == 396);
    CHECK(narrow.high[1] == 404);
}

TEST_CASE("A node's cell is what all splits above leave of the bounds") {
    const kdtree::Tree<float> tree = kdtree::build<float>({textbook, 2});
    const Box bounds{{0, 0, 0}, {10, 10, 1}};
    const std::vector<Cell> cells = cells_of(tree, bounds, 3);
    REQUIRE(cells.size() == 6);
    for (std::size_t i = 0; i < cells.size(); ++i)
        CHECK(cells[i].node == static_cast<std::int64_t>(i));
    CHECK(cells[2].box == bounds);
    CHECK(cells[2].axis == 0);
    CHECK(cells[2].split == 5);
    CHECK(cells[0].box == Box{{0, 0, 0}, {5, 10, 1}});
    CHECK(cells[0].axis == 1);
    CHECK(cells[0].split == 3);
    CHECK(cells[1].box == Box{{0, 3, 0}, {5, 10, 1}});
    CHECK(cells[5].box == Box{{5, 2, 0}, {10, 10, 1}});
    // Every point lies in its cell.
    for (const Cell& cell : cells) {
        for (int axis = 0; axis < 2; ++axis) {
            const auto at = static_cast<double>(tree.points()[cell.node][axis]);
            CHECK((cell.box.low[axis] <= at && at <= cell.box.high[axis]));
        }
    }
    const std::vector<Cell> upper = cells_of(tree, bounds, 2);
    REQUIRE(upper.size() == 3);
    for (const Cell& cell : cells) {
        const Cell alone = cell_of(tree, bounds, cell.node);
        CHECK(alone.subtree == cell.subtree);
        CHECK(alone.node == cell.node);
        CHECK(alone.box == cell.box);
    }
}

TEST_CASE("Units keep the proportions of the bounds, but for those too thin to be seen") {
    const Frame plane(wide, 2);
    CHECK(plane.half().x == 1);
    CHECK(plane.half().y == 0.5);
    CHECK(plane.half().z == 0);
    const Frame thin({{0, 0, 0}, {10, 0.5, 1}}, 3);
    CHECK(thin.half().y == 1);
    CHECK(thin.half().z == Catch::Approx(0.1));
    const std::vector<float> point{10, 0};
    CHECK(plane.unit(place_of(point)).x == 1);
    CHECK(plane.unit(place_of(point)).y == -0.5);
    CHECK(plane.fraction({1, -0.5, 0}) == glm::dvec3(1, 0, 0.5));
    CHECK(plane.fraction({9, 0, 0})[0] == 1);
}

TEST_CASE("The plane is as large as it fits, with y upward, and leads back from the screen") {
    const PlaneMap map(Frame(wide, 2), {100, 50}, {300, 250});
    check_at(map.low(), 100, 100);
    check_at(map.high(), 300, 200);
    check_at(map.to_screen({-1, -0.5, 0}), 100, 200);
    check_at(map.to_screen({1, 0.5, 0}), 300, 100);
    const glm::dvec3 back = map.to_unit(map.to_screen({0.3, -0.2, 0}));
    CHECK(back.x == Catch::Approx(0.3));
    CHECK(back.y == Catch::Approx(-0.2));
}

} // namespace scanline::view::kdtree_scene::geometry_test
