#include "scanline/raster/pass_reader.h"

#include "raster_fixture.h"

#include <numeric>

namespace scanline::raster::pass_reader_gl_test {

TEST_CASE_METHOD(test::RasterTest, "A pass reader reads a rectangle of a texture, row by row") {
    const StreamLayout layout{.size = 32, .block = 2, .width = 8, .height = 4};
    test::Stream values(32);
    std::iota(values.begin(), values.end(), 0.0f);
    const StreamTexture texture = make_filled(layout, values);
    const PassReader reader;
    const auto read = [&](int x, int y, int width, int height) {
        return reader.read({"values", texture.texture(), x, y, width, height, 1});
    };
    CHECK(read(0, 0, 8, 4) == values);
    CHECK(read(2, 1, 3, 2) == std::vector<float>{10, 11, 12, 18, 19, 20});
    CHECK(read(7, 3, 1, 1) == std::vector<float>{31});
}

TEST_CASE_METHOD(test::RasterTest, "A pass reader reads all four channels of a texture that has them") {
    const StreamTexture texture = engine.make_vectors(4, 2);
    {
        const gl::StateGuard guard;
        engine.clear(texture);
    }
    CHECK(PassReader().read({"vectors", texture.texture(), 1, 0, 2, 2, 4}) ==
          std::vector<float>(16, empty_element));
}

} // namespace scanline::raster::pass_reader_gl_test
