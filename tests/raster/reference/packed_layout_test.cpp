#include "scanline/raster/packed_layout.h"

#include <algorithm>
#include <catch2/catch_all.hpp>

namespace scanline::raster::packed_layout_test {

namespace {

bool is_rows_of_16(const PackedLayout::Array& array) {
    return array.width == packed_siblings && array.height >= 1;
}

/// True if an array has this many texels and no unused row.
bool covers(const PackedLayout::Array& array, std::int64_t texels) {
    return array.texels() >= texels && array.texels() - texels < array.width;
}

/// The nodes of a level without the padding of its last row.
std::int64_t nodes_over(std::int64_t children) {
    return (children + packed_siblings - 1) / packed_siblings;
}

} // namespace

TEST_CASE("The arrays of packed cover every stream, in a tree of at most four levels below the root") {
    for (const std::int64_t size :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{63}, std::int64_t{64}, std::int64_t{65},
          std::int64_t{1023}, std::int64_t{1024}, std::int64_t{1025}, std::int64_t{1} << 14,
          std::int64_t{1} << 20, (std::int64_t{1} << 20) + 1, max_stream_size}) {
        for (int width = 2; width <= 4096; width *= 2) {
            const auto height = static_cast<int>(std::max<std::int64_t>(1, (size + width - 1) / width));
            const StreamLayout stream{.size = size, .block = 2, .width = width, .height = height};
            INFO("size " << size << ", width " << width);
            const PackedLayout layout = make_packed_layout(stream);
            const std::int64_t elements = stream.padded_size();

            CHECK(covers(layout.leaves, (elements + 63) / 64));
            CHECK(layout.leaves.width == std::max(16, width / 64));
            CHECK(covers(layout.lookup, (elements + 15) / 16));
            // A row of entries covers a row of the output, or several short ones.
            CHECK(16 * layout.lookup.width == std::max(16, width));
            CHECK(layout.short_rows == (width < 64));

            REQUIRE_FALSE(layout.levels.empty());
            CHECK(layout.levels.size() <= 5);
            CHECK(std::ranges::all_of(layout.levels, is_rows_of_16));
            std::int64_t nodes = nodes_over(layout.leaves.texels());
            CHECK(covers(layout.levels.front(), nodes));
            for (std::size_t level = 1; level < layout.levels.size(); ++level) {
                CHECK(nodes > 1);
                nodes = nodes_over(layout.levels[level - 1].texels());
                CHECK(covers(layout.levels[level], nodes));
            }
            CHECK(nodes == 1);
            CHECK(layout.levels.back().height == 1);
        }
    }
}

TEST_CASE("The arrays of 4194304 elements in rows of 2048 are those that are expected") {
    const PackedLayout layout =
        make_packed_layout({.size = 1 << 22, .block = 2, .width = 2048, .height = 2048});
    CHECK(layout.leaves.width == 32);
    CHECK(layout.leaves.height == 2048);
    CHECK(layout.lookup.width == 128);
    CHECK(layout.lookup.height == 2048);
    std::vector<int> heights;
    for (const PackedLayout::Array& level : layout.levels)
        heights.push_back(level.height);
    // 4096, 256, 16 nodes and the root.
    CHECK(heights == std::vector<int>{256, 16, 1, 1});
}

} // namespace scanline::raster::packed_layout_test
