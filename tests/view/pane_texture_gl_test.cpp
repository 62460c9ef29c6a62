#include "scenes/compaction/image/pane.h"

#include "scanline/core/random.h"
#include "scanline/gl/state_guard.h"
#include "support/gl_state.h"
#include "support/gl_test.h"

namespace scanline::view::compaction::image::pane_texture_gl_test {

namespace {

std::shared_ptr<const TiledPicture> random_picture(int width, int height, std::uint64_t seed) {
    Random random(seed);
    PixelLevel base{width, height, {}};
    for (int i = 0; i < width * height; ++i)
        base.pixels.push_back(static_cast<Rgba>(random.next()));
    return std::make_shared<const TiledPicture>(base);
}

bool has_level(GLuint texture, GLint level, const PixelLevel& size) {
    const gl::StateGuard guard;
    std::vector<Rgba> pixels(size.pixels.size());
    glBindTexture(GL_TEXTURE_2D, texture);
    glGetTexImage(GL_TEXTURE_2D, level, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    return pixels == size.pixels;
}

void check_tiles(const PaneTexture& texture, const TiledPicture& picture) {
    REQUIRE(texture.tiles().size() == picture.tiles().size());
    for (std::size_t i = 0; i < picture.tiles().size(); ++i) {
        const PaneTexture::Tile& found = texture.tiles()[i];
        const TiledPicture::Tile& expected = picture.tiles()[i];
        CAPTURE(i);
        CHECK(found.x == expected.x);
        CHECK(found.y == expected.y);
        CHECK(found.width == expected.pixels.front().width);
        CHECK(found.height == expected.pixels.front().height);
        for (std::size_t level = 0; level < expected.pixels.size(); ++level)
            CHECK(has_level(found.texture.id(), static_cast<GLint>(level), expected.pixels[level]));
    }
}

} // namespace

TEST_CASE_METHOD(scanline::test::GlTest,
                 "a texture has every level of every tile, in as many turns as it takes") {
    for (const auto& [width, height] : {std::pair{1, 1}, {7, 5}, {1300, 700}}) {
        CAPTURE(width, height);
        const auto picture = random_picture(width, height, 1);
        PaneTexture texture(picture);
        std::size_t turns = 1;
        while (!texture.update(std::chrono::microseconds(0))) {
            CHECK(texture.tiles().empty());
            CHECK(texture.uploading());
            REQUIRE(++turns < 1000);
        }
        CHECK_FALSE(texture.uploading());
        CHECK(turns == picture->tiles().size());
        check_tiles(texture, *picture);
    }
}

TEST_CASE_METHOD(scanline::test::GlTest, "an upload leaves the state of OpenGL as it was, however unusual") {
    const auto picture = random_picture(600, 20, 2);
    PaneTexture texture(picture);
    {
        const scanline::test::UnusualState unusual(context.capabilities(), 0);
        const scanline::test::GlState before = scanline::test::read_state(context.capabilities());
        while (!texture.update(std::chrono::microseconds(0))) {
        }
        CHECK(scanline::test::read_state(context.capabilities()) == before);
    }
    check_tiles(texture, *picture);
}

TEST_CASE_METHOD(scanline::test::GlTest,
                 "a texture that was moved is the same, and none has nothing to upload") {
    const auto picture = random_picture(8, 8, 3);
    PaneTexture texture(picture);
    PaneTexture other = std::move(texture);
    REQUIRE(other.update(std::chrono::seconds(1)));
    check_tiles(other, *picture);
    PaneTexture none;
    CHECK(none.update());
    CHECK(none.tiles().empty());
}

} // namespace scanline::view::compaction::image::pane_texture_gl_test
