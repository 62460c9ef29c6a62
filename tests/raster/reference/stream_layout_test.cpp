#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/raster/stream_layout.h"
#include "support/sizes.h"

#include <catch2/catch_all.hpp>

namespace stream_layout_test {

using namespace scanline;
using namespace scanline::raster;

namespace {

/// Checks the kind and the text of a layout's error.
void check_error(std::int64_t size, int block, int max_texture_size, ErrorKind kind,
                 const std::string& text) {
    try {
        make_stream_layout(size, block, max_texture_size);
        FAIL("no error for size " << size << ", block " << block << ", texture " << max_texture_size);
    } catch (const Error& error) {
        CHECK(error.kind() == kind);
        CHECK(error.what() == text);
    }
}

} // namespace

TEST_CASE("Ten elements in blocks of four lie in three rows of one block") {
    const StreamLayout layout = make_stream_layout(10, 4, 16384);
    CHECK(layout == StreamLayout{.size = 10, .block = 4, .width = 4, .height = 3});
    CHECK(layout.padded_size() == 12);
    CHECK(layout.blocks() == 3);
    CHECK(layout.blocks_per_row() == 1);
    CHECK(layout.levels() == 2);
    CHECK(layout.stream_levels() == 4);
}

TEST_CASE("A layout holds its stream in whole blocks, without an empty row, near to a square") {
    constexpr std::uint64_t seed = 7;
    std::vector<std::int64_t> sizes = test::stream_sizes(seed);
    sizes.insert(sizes.end(), {1 << 20, (1 << 24) - 1, 1 << 24});
    for (const std::int64_t size : sizes) {
        for (int block = min_block; block <= max_block; block *= 2) {
            INFO("seed " << seed << ", size " << size << ", block " << block);
            const StreamLayout layout = make_stream_layout(size, block, 16384);
            CHECK(layout.size == size);
            CHECK(layout.block == block);
            CHECK(1 << layout.levels() == block);
            CHECK(std::int64_t{1} << layout.stream_levels() == power_of_two_ceiling(layout.padded_size()));
            CHECK(is_power_of_two(layout.width));
            CHECK(layout.width >= block);
            CHECK(layout.padded_size() >= size);
            CHECK((layout.height == 1 || layout.padded_size() - size < layout.width));
            CHECK(layout.height <= layout.width);
            const std::int64_t half = layout.width / 2;
            CHECK((layout.width == block || half * half < size));
        }
    }
}

TEST_CASE("A stream of no elements gets one row of padding") {
    CHECK(make_stream_layout(0, 256, 16384) ==
          StreamLayout{.size = 0, .block = 256, .width = 256, .height = 1});
}

TEST_CASE("A stream that fills the largest texture has a layout") {
    CHECK(make_stream_layout(4096, 2, 64) ==
          StreamLayout{.size = 4096, .block = 2, .width = 64, .height = 64});
    CHECK(make_stream_layout(max_stream_size, 2, 4096) ==
          StreamLayout{.size = max_stream_size, .block = 2, .width = 4096, .height = 4096});
    CHECK(make_stream_layout(max_stream_size, 4096, 4096) ==
          StreamLayout{.size = max_stream_size, .block = 4096, .width = 4096, .height = 4096});
}

TEST_CASE("A block that is no power of two from 2 to 4096 is refused with the range") {
    for (const int block : {3, 0, 1, -4, 8192}) {
        INFO("block " << block);
        check_error(100, block, 16384, ErrorKind::usage,
                    "block size " + std::to_string(block) +
                        " is not a power of two from 2 to 4096: choose one, for example 256");
    }
    CHECK_NOTHROW(check_block(2));
    CHECK_NOTHROW(check_block(4096));
}

TEST_CASE("A stream over the exact floats is refused with the limit") {
    check_error(
        max_stream_size + 1, 256, 16384, ErrorKind::failure,
        "a stream of 16777217 elements is over the limit of 16777216 (positions are floats, exact to 2^24): "
        "compact it in parts or scale the image down");
}

TEST_CASE("A stream that does not fit into the texture is refused with the size it needs") {
    check_error(4097, 2, 64, ErrorKind::failure,
                "a stream of 4097 elements in blocks of 2 needs a texture of 64 x 65, this OpenGL has at "
                "most 64 x 64: "
                "scale the image down or choose a smaller block");
    check_error(10, 128, 64, ErrorKind::failure,
                "a stream of 10 elements in blocks of 128 needs a texture of 128 x 1, this OpenGL has at "
                "most 64 x 64: "
                "scale the image down or choose a smaller block");
}

} // namespace stream_layout_test
