#include "raster_fixture.h"
#include "scanline/raster/prefix_sum.h"

namespace scanline::raster::tree_gl_test {

using test::Stream;

namespace {

bool overlap(const Area& a, const Area& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width;
}

/// The run of ones at the left end of every node of `size` leaves, from the definition.
Stream runs_at_left_ends(const Stream& leaves, std::size_t size) {
    Stream runs;
    for (std::size_t first = 0; first < leaves.size(); first += size) {
        std::size_t length = 0;
        while (length < size && leaves[first + length] == 1.0f)
            ++length;
        runs.push_back(static_cast<float>(length));
    }
    return runs;
}

} // namespace

TEST_CASE("The levels of a tree lie side by side inside the two textures") {
    for (int width = 2; width <= 16384; width *= 2) {
        const StreamLayout layout{
            .size = width, .block = std::min(width, max_block), .width = width, .height = 3};
        for (int level = 1; level <= layout.levels(); ++level) {
            const Area area = up_sweep_area(layout, level);
            INFO("width " << width << ", level " << level);
            CHECK(area.x >= 0);
            CHECK(area.x + area.width <= width);
            CHECK(area.width == width >> level);
            CHECK(area.height == layout.height);
            for (int other = level + 2; other <= layout.levels(); other += 2)
                CHECK_FALSE(overlap(area, up_sweep_area(layout, other)));
        }
    }
}

TEST_CASE("The levels of a row of 16 lie where the drawing of the header has them") {
    const StreamLayout layout{.size = 16, .block = 16, .width = 16, .height = 1};
    const auto at = [&](int level) {
        return std::array{up_sweep_texture(level), up_sweep_area(layout, level).x,
                          up_sweep_area(layout, level).width};
    };
    CHECK(at(1) == std::array{1, 0, 8});
    CHECK(at(3) == std::array{1, 8, 2});
    CHECK(at(2) == std::array{0, 0, 4});
    CHECK(at(4) == std::array{0, 4, 1});
}

TEST_CASE("A down-sweep writes over nothing that it still has to read") {
    for (int block = min_block; block <= max_block; block *= 2) {
        const StreamLayout layout{.size = block, .block = block, .width = block, .height = 1};
        for (int level = layout.levels() - 1; level >= 0; --level) {
            INFO("block " << block << ", level " << level);
            const Area target = down_sweep_area(layout, level);
            CHECK(target.x + target.width <= block);
            // The parents lie in the other texture; only this level and lower ones are still needed.
            if (level < layout.levels() - 1)
                CHECK(down_sweep_texture(level) != down_sweep_texture(level + 1));
            for (int needed = level; needed >= 1; --needed)
                CHECK((up_sweep_texture(needed) != down_sweep_texture(level) ||
                       !overlap(target, up_sweep_area(layout, needed))));
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "The trees of sums are those of the CPU twin at every level") {
    constexpr std::uint64_t seed = 301;
    const UpSweep up_sweep(engine, TreeNode::sum);
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        INFO(test::to_string(layout) << ", seed " << turn);
        const Stream leaves = test::flags_for(layout, turn++);
        const StreamTexture source = make_filled(layout, leaves);
        const StreamPair tree = make_poisoned_pair(layout);
        const auto found = trace_of([&] { up_sweep(layout, source, tree, layout.levels()); });
        reference::Trace twin;
        const std::vector<Stream> levels = reference::up_sweep(leaves, layout.levels(), &twin);
        CHECK(test::difference(found, twin) == "");
        // All levels are intact after the last pass.
        for (int level = 1; level <= layout.levels(); ++level) {
            const Stream kept =
                engine.read(tree.textures[up_sweep_texture(level)], up_sweep_area(layout, level));
            CHECK(test::difference(kept, levels[static_cast<std::size_t>(level)]) == "");
        }
    }
}

TEST_CASE_METHOD(test::RasterTest, "The trees of run lengths hold the run at the left end of every node") {
    constexpr std::uint64_t seed = 302;
    const UpSweep up_sweep(engine, TreeNode::run_length);
    std::uint64_t turn = seed;
    for (const StreamLayout& layout : test::stage_layouts(seed)) {
        INFO(test::to_string(layout) << ", seed " << turn);
        const Stream leaves = test::flags_for(layout, turn++);
        const StreamTexture source = make_filled(layout, leaves);
        const StreamPair tree = make_poisoned_pair(layout);
        const auto found = trace_of([&] { up_sweep(layout, source, tree, layout.levels()); });
        REQUIRE(found.passes().size() == static_cast<std::size_t>(layout.levels()));
        for (int level = 1; level <= layout.levels(); ++level) {
            INFO("level " << level);
            const Stream expected = runs_at_left_ends(leaves, std::size_t{1} << level);
            CHECK(test::difference(test::values_of(found, pass::run_up_sweep, level), expected) == "");
        }
    }
}

} // namespace scanline::raster::tree_gl_test
