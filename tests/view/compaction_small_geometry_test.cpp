#include "scenes/compaction/small/canvas.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::small::geometry_test {

TEST_CASE("Cells of all rows lie beside and below one another, inside of the sheet, and are found again") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        for (const int size : {8, 50, 256}) {
            for (const float scale : {1.0f, 2.0f}) {
                Setup setup;
                setup.set_size(size);
                setup.set_density(0.5);
                setup.set_block(8);
                setup.algorithm = algorithm;
                INFO(to_string(algorithm) << ", " << size << " elements, scale " << scale);
                const Model model(setup);
                const Geometry geometry(model, scale, 560 * scale, 470 * scale);
                const std::size_t last = model.rows().size() - 1;
                for (std::size_t r = 0; r <= last; ++r) {
                    const std::size_t channels = model.rows()[r].channels;
                    float right = geometry.label_width();
                    for (std::size_t i = 0; i < model.rows()[r].cells.size(); ++i) {
                        const Rect box = geometry.cell({r, i});
                        if (i % channels == 0) {
                            CHECK(box.left >= right);
                            right = box.right;
                        } else {
                            CHECK(box.top >= geometry.cell({r, i - 1}).bottom - 0.01f);
                        }
                        CHECK(box.right <= geometry.width());
                        CHECK(box.bottom <= geometry.height());
                        CHECK(geometry.cell_at(box.middle_x(), box.middle_y(), last) == CellId{r, i});
                    }
                    if (r > 0)
                        CHECK(geometry.row(r).top > geometry.row(r - 1).bottom);
                }
            }
        }
    }
}

TEST_CASE("Cells shrink to a least width, and from then on the sheet is wider than the room") {
    Setup setup;
    setup.set_size(16);
    const Model few(setup);
    CHECK(Geometry(few, 1, 2000, 600).width() < 2000);
    CHECK(Geometry(few, 1, 600, 600).width() <= 600);
    setup.set_size(256);
    const Model many(setup);
    CHECK(Geometry(many, 1, 600, 600).width() > 600);
    CHECK(Geometry(many, 1, 600, 600).cell({0, 0}).width() ==
          Geometry(many, 1, 100, 600).cell({0, 0}).width());
}

TEST_CASE("Rows move closer where there is little height, and keep a least distance") {
    const Model model((Setup()));
    const float low = Geometry(model, 1, 800, 100).height(), high = Geometry(model, 1, 800, 4000).height();
    CHECK(low > 100);
    CHECK(high > low);
    CHECK(high < 2000);
    const float between = (low + high) / 2;
    CHECK(Geometry(model, 1, 800, between).height() == Catch::Approx(between));
}

TEST_CASE("Nodes are centred over their leaves, blocks are apart") {
    Setup setup;
    setup.apply(Preset::two_blocks);
    setup.algorithm = raster::Algorithm::bt;
    const Model model(setup);
    const Geometry geometry(model, 1, 800, 600);
    CHECK(geometry.cell({2, 0}).middle_x() ==
          Catch::Approx((geometry.cell({1, 0}).middle_x() + geometry.cell({1, 1}).middle_x()) / 2));
    CHECK(geometry.cell({4, 1}).middle_x() ==
          Catch::Approx((geometry.cell({1, 8}).middle_x() + geometry.cell({1, 15}).middle_x()) / 2));
    CHECK(geometry.blocks() == 2);
    CHECK(geometry.cell({1, 8}).left - geometry.cell({1, 7}).right > 5);
    CHECK(geometry.cell({1, 7}).left == geometry.cell({1, 6}).right);
    CHECK(geometry.block(1).left == geometry.cell({0, 8}).left);
    CHECK(geometry.block(1).right == geometry.cell({0, 15}).right);
}

TEST_CASE("Rows that are not shown yet have no cells under the mouse") {
    const Model model((Setup()));
    const Geometry geometry(model, 1, 800, 600);
    const Rect box = geometry.cell({3, 4});
    CHECK(geometry.cell_at(box.middle_x(), box.top + 1, 3) == CellId{3, 4});
    CHECK_FALSE(geometry.cell_at(box.middle_x(), box.top + 1, 2));
    CHECK_FALSE(geometry.cell_at(1, 1, 3));
}

} // namespace scanline::view::compaction::small::geometry_test
