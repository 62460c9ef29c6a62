#include "raster_fixture.h"

#include <array>

namespace scanline::raster::select_table_gl_test {

using test::Stream;

TEST_CASE_METHOD(test::RasterTest, "The select table has the places of the set bits of every 16-bit number",
                 "[drivers]") {
    const gl::StateGuard guard;
    const StreamTexture& table = engine.select_table();
    REQUIRE(table.width() == 4096);
    REQUIRE(table.height() == 256);
    Stream expected;
    for (unsigned number = 0; number < 65'536; ++number) {
        std::array<float, 16> places{};
        std::size_t found = 0;
        for (unsigned bit = 0; bit < 16; ++bit)
            if ((number & 1u << bit) != 0)
                places[found++] = static_cast<float>(bit);
        expected.insert(expected.end(), places.begin(), places.end());
    }
    const Stream texels = read(table);
    CHECK(test::difference(texels, expected) == "");
    // The example of the description: texels (96 .. 98, 1) for 0x0106.
    CHECK(Stream(texels.begin() + 4096 + 96, texels.begin() + 4096 + 99) == Stream{1, 2, 8});
}

TEST_CASE_METHOD(test::RasterTest, "Where textures are too small for the select table, packed says so",
                 "[drivers]") {
    gl::Capabilities capabilities = context.capabilities();
    capabilities.max_texture_size = 2048;
    Engine small(capabilities);
    const StreamLayout layout = make_stream_layout(100, 16, small.max_side());
    try {
        const Compactor compactor(small, layout, {.algorithm = Algorithm::packed, .discriminator = {}});
        FAIL("no error");
    } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::no_opengl);
        CHECK(error.what() == "packed compaction needs textures of 4096 x 256, " + capabilities.renderer +
                                  " has at most 2048: use another algorithm, driver or device");
    }
}

} // namespace scanline::raster::select_table_gl_test
