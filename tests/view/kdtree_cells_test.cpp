#include "kdtree/geometry.h"

#include "scanline/kdtree/build.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::kdtree_cells_test {

namespace {

// The six points of textbooks: root (5, 4), below it (2, 3) and (7, 2).
const std::vector<float> textbook{2, 3, 5, 4, 9, 6, 4, 7, 8, 1, 7, 2};

} // namespace

TEST_CASE("Bounds have some room around the points, also where all are alike") {
    const KdBox bounds = bounds_of({textbook, 2});
    CHECK(bounds.low[0] == Catch::Approx(2 - 0.28));
    CHECK(bounds.high[0] == Catch::Approx(9 + 0.28));
    CHECK(bounds.low[1] == Catch::Approx(1 - 0.24));
    CHECK(bounds.high[1] == Catch::Approx(7 + 0.24));
    const std::vector<float> alike{5, 400, 5, 400};
    const KdBox narrow = bounds_of({alike, 2});
    CHECK(narrow.low[0] == 4);
    CHECK(narrow.high[0] == 6);
    CHECK(narrow.low[1] == 396);
    CHECK(narrow.high[1] == 404);
}

TEST_CASE("A node's cell is what all splits above leave of the bounds") {
    const kdtree::Tree<float> tree = kdtree::build<float>({textbook, 2});
    const KdBox bounds{{0, 0, 0}, {10, 10, 1}};
    const std::vector<KdCell> cells = cells_of(tree, bounds, 3);
    REQUIRE(cells.size() == 6);
    for (std::size_t i = 0; i < cells.size(); ++i)
        CHECK(cells[i].node == static_cast<std::int64_t>(i));
    CHECK(cells[2].box == bounds);
    CHECK(cells[2].axis == 0);
    CHECK(cells[2].split == 5);
    CHECK(cells[0].box == KdBox{{0, 0, 0}, {5, 10, 1}});
    CHECK(cells[0].axis == 1);
    CHECK(cells[0].split == 3);
    CHECK(cells[1].box == KdBox{{0, 3, 0}, {5, 10, 1}});
    CHECK(cells[5].box == KdBox{{5, 2, 0}, {10, 10, 1}});
    // Every point lies in its cell.
    for (const KdCell& cell : cells) {
        for (int axis = 0; axis < 2; ++axis) {
            const auto at = static_cast<double>(tree.points()[cell.node][axis]);
            CHECK((cell.box.low[axis] <= at && at <= cell.box.high[axis]));
        }
    }
    const std::vector<KdCell> upper = cells_of(tree, bounds, 2);
    REQUIRE(upper.size() == 3);
    CHECK(find_cell(upper, 4) == &upper[2]);
    CHECK(find_cell(upper, 5) == nullptr);
}

} // namespace scanline::view::kdtree_cells_test
