#include "scenes/compaction/image/pane.h"

#include "scanline/raster/passes.h"

#include <catch2/catch_all.hpp>
#include <limits>

namespace scanline::view::compaction::image::pane_contents_test {

namespace {

constexpr float empty = raster::empty_element;

/// A picture of 6 x 3 elements in blocks of 4, in a texture of 8 x 3, compacted by bt: made by hand.
std::shared_ptr<const RunRecord> make_record(bool monotonic = true) {
    auto source = std::make_shared<ValueImage>();
    source->name = "small";
    source->width = 6;
    source->height = 3;
    source->values.assign(18, 0.0f);
    for (const std::size_t valid : {1u, 5u, 6u, 13u})
        source->values[valid] = 255;
    RunRecord record;
    record.spec = {source, {}, 4};
    record.spec.options.payload = raster::Payload::index;
    record.layout = {18, 4, 8, 3};
    record.survivors = 4;
    record.monotonic = monotonic;
    auto output = std::vector<float>(24, empty);
    const std::vector<float> in_order{1, 5, 6, 13}, in_another{1, 6, 5, 13};
    std::ranges::copy(monotonic ? in_order : in_another, output.begin());
    record.output = std::make_shared<const std::vector<float>>(output);
    record.elements = record.output;
    const auto add = [&](const char* stage, const char* pass, int number, const char* name, int width,
                         int height) {
        TraceStep step;
        step.stage = stage;
        step.pass = pass;
        step.step = number;
        step.output.name = name;
        step.output.width = width;
        step.output.height = height;
        record.steps.push_back(step);
    };
    add("discriminate", "discriminate", 0, "flags", 8, 3);
    add("reduction", "up-sweep", 1, "tree", 4, 3);
    add("search", "search", 0, "compacted", 8, 3);
    add("block-scan", "block-count", 0, "counts", 4, 2);
    add("concatenation", "concatenate", 0, "stream", 8, 3);
    return std::make_shared<const RunRecord>(std::move(record));
}

Texels texels_of(std::vector<float> values) {
    return std::make_shared<const std::vector<float>>(std::move(values));
}

PaneContents source_of(const std::shared_ptr<const RunRecord>& record) {
    return source_contents(record->spec.source, *record, {});
}

// Block by block at its left: 1 | 5 6 | . | 13 | . | .
PaneContents blocks_of(const std::shared_ptr<const RunRecord>& record) {
    std::vector<float> blocks(24, empty);
    blocks[0] = 1;
    blocks[4] = 5;
    blocks[5] = 6;
    blocks[12] = 13;
    return pass_contents(record, 2, texels_of(blocks), "A 1");
}

std::string label(float value, std::size_t characters) {
    return texel_label(value, [characters](const std::string& text) { return text.size() <= characters; });
}

} // namespace

TEST_CASE("an element is found in panes of every shape, and every texel knows its element") {
    const auto record = make_record();
    const PaneContents source = source_of(record), blocks = blocks_of(record),
                       stream = stream_contents(record, "A 1"),
                       flags = pass_contents(record, 0, nullptr, "A 1"),
                       tree = pass_contents(record, 1, nullptr, "A 1");
    CHECK(source.texel_of(13) == glm::ivec2(1, 2));
    CHECK(flags.texel_of(13) == glm::ivec2(5, 1));
    CHECK(tree.texel_of(13) == glm::ivec2(2, 1));
    CHECK(blocks.texel_of(13) == glm::ivec2(4, 1));
    CHECK(stream.texel_of(13) == glm::ivec2(3, 0));

    CHECK(source.element_of({1, 2}) == 13);
    CHECK(flags.element_of({5, 1}) == 13);
    CHECK(tree.element_of({2, 1}) == 12);
    CHECK(blocks.element_of({4, 1}) == 13);
    CHECK(stream.element_of({3, 0}) == 13);
}

TEST_CASE("a place in a pane is on a texel up to its last row and column, and on none beside them") {
    const PaneContents blocks = blocks_of(make_record()); // 8 x 3
    CHECK(blocks.texel_at({0, 0}) == glm::ivec2(0, 0));
    CHECK(blocks.texel_at({7.9, 2.9}) == glm::ivec2(7, 2));
    for (const glm::dvec2 beside : {glm::dvec2(-0.1, 0), {0, -0.1}, {8, 0}, {0, 3}})
        CHECK_FALSE(blocks.texel_at(beside));
}

TEST_CASE("what was not valid is nowhere in the result, and empty texels and padding are no elements") {
    const auto record = make_record();
    const PaneContents blocks = blocks_of(record), stream = stream_contents(record, "A 1");
    for (const std::int64_t element : {0, 4, 12, 17}) {
        CHECK_FALSE(blocks.texel_of(element));
        CHECK_FALSE(stream.texel_of(element));
    }
    CHECK_FALSE(stream.element_of({4, 0}));
    CHECK_FALSE(blocks.element_of({1, 0}));
    CHECK_FALSE(pass_contents(record, 0, nullptr, "A 1").element_of({2, 2})); // the 18th of 18
}

TEST_CASE("an element is found in a result that is in another order within its blocks") {
    const PaneContents stream = stream_contents(make_record(false), "A 1");
    CHECK(stream.texel_of(6) == glm::ivec2(1, 0));
    CHECK(stream.texel_of(5) == glm::ivec2(2, 0));
    CHECK_FALSE(stream.texel_of(7));
}

TEST_CASE("read-outs give place, element, block and value") {
    const auto record = make_record();
    CHECK(read_out(source_of(record), {1, 2}) == "x 1, y 2 · element 13 · block 3 · value 255 · valid");
    CHECK(read_out(source_of(record), {0, 0}) == "x 0, y 0 · element 0 · block 0 · value 0 · invalid");
    const PaneContents tree = pass_contents(record, 1, texels_of(std::vector<float>(12, 2.0f)), "A 1");
    CHECK(read_out(tree, {2, 1}) == "x 2, y 1 · elements 12 .. 13 · block 3 · value 2");
    CHECK(read_out(blocks_of(record), {4, 1}) == "x 4, y 1 · place 12 · block 3 · element 13");
    CHECK(read_out(blocks_of(record), {1, 0}) == "x 1, y 0 · place 1 · empty");
    CHECK(read_out(stream_contents(record, "A 1"), {3, 0}) == "x 3, y 0 · place 3 · element 13");
    CHECK(read_out(pass_contents(record, 3, texels_of(std::vector<float>(8, 7.0f)), "A 1"), {1, 1}) ==
          "x 1, y 1 · texel 5 · value 7");
    // Not there yet: what can be said without it.
    CHECK(read_out(pass_contents(record, 1, nullptr, "A 1"), {0, 0}) ==
          "x 0, y 0 · elements 0 .. 1 · block 0");
}

TEST_CASE("panes say how their texels lie where the picture's rows are not the stream's") {
    const auto record = make_record();
    CHECK(rows_text(source_of(record)) == "rows of 6, the stream's have 8");
    CHECK(rows_text(stream_contents(record, "A 1")) == "rows of 8, the picture's have 6");
    CHECK(rows_text(pass_contents(record, 1, nullptr, "A 1")) == "2 x 1 elements a texel");
    CHECK(rows_text(pass_contents(record, 3, nullptr, "A 1")) == "8 texels, not in the stream's places");
}

TEST_CASE("contents without snapshots cannot be painted yet, and others are told apart by their keys") {
    const auto record = make_record();
    CHECK_FALSE(pass_contents(record, 1, nullptr, "A 1").paint);
    CHECK(blocks_of(record).paint);
    CHECK(pass_contents(record, 1, nullptr, "A 1").key != pass_contents(record, 2, nullptr, "A 1").key);
    CHECK(pass_contents(record, 1, nullptr, "A 1").key != pass_contents(record, 1, nullptr, "A 2").key);
    CHECK(source_contents(record->spec.source, *record, {100, false}).key !=
          source_contents(record->spec.source, *record, {100, true}).key);
}

TEST_CASE("differences are painted of the same shapes, and a message says where they are not") {
    const auto record = make_record();
    const PaneContents flags = pass_contents(record, 0, texels_of(std::vector<float>(24, 1.0f)), "A 1"),
                       tree = pass_contents(record, 1, texels_of(std::vector<float>(12, 1.0f)), "B 1");
    CHECK(difference_contents(flags, flags).paint);
    CHECK(difference_contents(flags, flags).message.empty());
    const PaneContents other = difference_contents(flags, tree);
    CHECK_FALSE(other.paint);
    CHECK_THAT(other.message, Catch::Matchers::ContainsSubstring("A writes 8 x 3, B writes 4 x 3"));
    // Blocks and the stream that they are joined to have one shape, and other places.
    CHECK_THAT(difference_contents(blocks_of(record), stream_contents(record, "B 1")).message,
               Catch::Matchers::ContainsSubstring("cannot be compared"));
    const PaneContents waiting = difference_contents(flags, pass_contents(record, 0, nullptr, "B 1"));
    CHECK_FALSE(waiting.paint);
    CHECK(waiting.message.empty());
}

TEST_CASE("streams that lie in rows of other lengths are compared place by place") {
    const auto record = make_record();
    auto narrow = *record;
    narrow.layout = {18, 4, 4, 5};
    std::vector<float> output(20, empty);
    std::ranges::copy(std::vector<float>{1, 5, 7, 13, 17}, output.begin());
    narrow.output = texels_of(output);
    narrow.steps.back().output.width = 4;
    narrow.steps.back().output.height = 5;
    const PaneContents a = stream_contents(record, "A 1"),
                       b = stream_contents(std::make_shared<const RunRecord>(narrow), "B 1");
    const auto first_pixels = [](const PaneContents& contents) {
        REQUIRE(contents.paint);
        std::vector<Rgba> pixels = contents.paint().pixels.tiles().front().pixels.front().pixels;
        pixels.resize(6);
        return pixels;
    };
    const Rgba same = colour_of(Difference::same), other = colour_of(Difference::other);
    CHECK(first_pixels(difference_contents(a, b)) ==
          std::vector<Rgba>{same, same, other, same, colour_of(Difference::only_b), 0});
    CHECK(first_pixels(difference_contents(b, a)) ==
          std::vector<Rgba>{same, same, other, same, colour_of(Difference::only_a), 0});
}

TEST_CASE("streams say whether they differ, or only their order") {
    const std::vector<float> stream{1, 5, 6, 13, empty}, moved{6, 1, 5, 13, empty}, other{1, 5, 7, 13, empty};
    CHECK(difference_note(stream, stream) == "no difference");
    CHECK(difference_note(stream, moved) == "the same set in another order");
    CHECK(difference_note(stream, other) == "1 places differ");
}

TEST_CASE("a texel of the counts stands for its block") {
    const auto record = make_record();
    const PaneContents counts = pass_contents(record, 3, nullptr, "A 1");
    for (const std::int64_t element : {0, 3, 4, 13, 17}) {
        const auto texel = counts.texel_of(element);
        REQUIRE(texel);
        CHECK(counts.element_of(*texel) == element / 4 * 4);
    }
}

TEST_CASE("passes of which there is one have no number, levels have theirs, 0 too") {
    TraceStep step;
    step.pass = raster::pass::search;
    CHECK(pass_name(step) == "search");
    step.pass = raster::pass::down_sweep;
    CHECK(pass_name(step) == "down-sweep 0");
    step.pass = raster::pass::doubling;
    step.step = 3;
    CHECK(pass_name(step) == "doubling 3");
}

TEST_CASE("labels have as many decimals as fit") {
    CHECK(label(0.1f + 0.2f, 5) == "0.3");
    CHECK(label(123.456f, 5) == "123.5");
    CHECK(label(123.456f, 4) == "123");
    CHECK(label(0.123456f, 20) == "0.123456");
    CHECK(label(-1.5f, 4) == "-1.5");
    CHECK(label(-1.5f, 3) == "-2");
    CHECK(label(42, 10) == "42");
}

TEST_CASE("a label whose whole part does not fit is left out, not cut") {
    CHECK(label(700'000, 5).empty());
    CHECK(label(-10, 2).empty());
    CHECK(label(7, 0).empty());
}

TEST_CASE("large positions are printed with all digits") {
    CHECK(label(16'777'215, 8) == "16777215");
}

TEST_CASE("zeros have no sign, and what is no number says so") {
    CHECK(label(-0.0f, 5) == "0");
    CHECK(label(-0.0001f, 3) == "0");
    CHECK(label(std::numeric_limits<float>::quiet_NaN(), 3) == "nan");
    CHECK(label(std::numeric_limits<float>::infinity(), 2).empty());
}

TEST_CASE("read-outs have the shortest decimal that is the same float") {
    CHECK(value_text(0.1f) == "0.1");
    CHECK(value_text(16'777'215) == "16777215");
    CHECK(value_text(-0.0f) == "0");
    CHECK(scale_text(-1.9999717f) == "-2");
    CHECK(scale_text(4'194'303) == "4194303");
}

} // namespace scanline::view::compaction::image::pane_contents_test
