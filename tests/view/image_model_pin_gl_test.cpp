// A pinned element of a compacted picture, followed by every algorithm.
#include "image_model_fixture.h"

#include <algorithm>
#include <map>

namespace scanline::view::compaction::image::image_model_pin_gl_test {

using cases::ModelTest;

TEST_CASE_METHOD(ModelTest, "a pinned element is followed to its place by every algorithm") {
    const auto fact = [&](std::string_view key) {
        const std::vector<Setting> facts = model->stage.pinned()->facts;
        const auto found = std::ranges::find(facts, key, &Setting::key);
        return found == facts.end() ? std::string("none") : found->value;
    };
    model->set("block", "64");
    start();
    const ValueImage& source = *model->source();
    const auto is_valid = [&](std::int64_t i) { return source.values[static_cast<std::size_t>(i)] == 255; };
    std::map<std::pair<raster::Algorithm, std::int64_t>, std::pair<std::string, std::string>> places;
    for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
        model->set("algorithm", to_string(algorithm));
        settle();
        model->transport.last();
        settle();
        const RunRecord& record = *model->a()->record;
        for (const std::int64_t element : {0, 1, 2, 3, 63, 64, 3333, 3334, 3335, 6998, 6999}) {
            CAPTURE(to_string(algorithm), element);
            model->set("pinned", std::to_string(element));
            model->update();
            REQUIRE(model->stage.pinned());
            CHECK(fact("pixel") ==
                  "x " + std::to_string(element % 100) + ", y " + std::to_string(element / 100));
            CHECK(fact("value") == (is_valid(element) ? "255, valid" : "0, invalid"));
            const auto place = std::ranges::find(*record.output, static_cast<float>(element));
            CHECK(
                fact("stream") ==
                (is_valid(element) ? "place " + std::to_string(place - record.output->begin()) : "removed"));
            places[{algorithm, element}] = {fact("stream"), fact("search")};
            if (fact("discriminate") != "none")
                CHECK(fact("discriminate") == (is_valid(element) != marks_invalid(record) ? "1" : "0"));
            if (!raster::is_blockwise(algorithm))
                continue;
            const std::int64_t begin = element / 64 * 64,
                               end = std::min<std::int64_t>(begin + 64, source.size());
            std::int64_t before = 0, all = 0;
            for (std::int64_t i = begin; i < end; ++i) {
                all += is_valid(i);
                before += i < element && is_valid(i);
            }
            CHECK(fact("block") ==
                  std::to_string(element / 64) + ", place " + std::to_string(element - begin));
            CHECK_THAT(fact("block-scan"), Catch::Matchers::StartsWith(std::to_string(all) + "  "));
            if (record.monotonic)
                CHECK(fact("search") ==
                      (is_valid(element) ? "place " + std::to_string(before) + " of the block" : "removed"));
            if (algorithm == raster::Algorithm::horn)
                CHECK_THAT(fact("prefix-sum"), Catch::Matchers::EndsWith(std::to_string(
                                                   element - begin + 1 - before - is_valid(element))));
            // And back: what lies in its place came from it.
            for (const PaneContents& contents : model->step().panes(true)) {
                if (const auto texel = contents.texel_of(element); texel && contents.picture.compacted)
                    CHECK(contents.element_of(*texel) == element);
            }
        }
    }
    // What survivors carry says nothing of where they come from, and changes nothing of where they go.
    model->set("payload", "value");
    for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
        model->set("algorithm", to_string(algorithm));
        settle();
        model->transport.last();
        settle();
        for (const std::int64_t element : {0, 3333, 3334, 3335, 6999}) {
            CAPTURE(to_string(algorithm), element);
            model->set("pinned", std::to_string(element));
            model->update();
            CHECK(fact("stream") == places.at({algorithm, element}).first);
            CHECK(fact("search") == places.at({algorithm, element}).second);
            for (const PaneContents& contents : model->step().panes(true)) {
                if (const auto texel = contents.texel_of(element); texel && contents.picture.compacted)
                    CHECK(contents.element_of(*texel) == element);
            }
        }
    }
    model->stage.unpin();
    model->update();
    CHECK_FALSE(model->stage.pinned());
    model->set("pinned", "7000"); // the picture has no such element
    model->update();
    CHECK_FALSE(model->stage.pinned());
}

TEST_CASE_METHOD(ModelTest, "the code of a search shows what the last round of its loop has read") {
    constexpr int block = 64;
    model->set("block", std::to_string(block));
    start();
    const ValueImage& source = *model->source();
    const auto is_valid = [&](std::int64_t i) { return source.values[static_cast<std::size_t>(i)] == 255; };
    const auto value = [&](std::string_view part) {
        const auto& lines = model->stage.listing().lines;
        const auto found = std::ranges::find_if(
            lines, [&](const Listing::Line& line) { return line.text.find(part) != std::string::npos; });
        return found == lines.end() ? std::string("none") : found->value;
    };
    using enum raster::Algorithm;
    for (const raster::Algorithm algorithm : {jj, horn, rlz, bt}) {
        model->set("algorithm", to_string(algorithm));
        model->set("pinned", "-1");
        model->transport.first();
        settle();
        while (!model->stage.listing().title.starts_with("Search")) {
            REQUIRE(model->transport.position() + 1 < model->transport.count());
            model->transport.step(1);
            settle();
        }
        CAPTURE(to_string(algorithm));
        // Without a pin, the first that is found.
        CHECK(value("out = stream") != "");
        CHECK(value("out = stream") != "empty");
        for (std::int64_t element = 0; element < source.size(); element += 97) {
            CAPTURE(element);
            model->set("pinned", std::to_string(element));
            settle();
            if (!is_valid(element))
                continue;
            CHECK(value("out = stream") == std::to_string(element));
            std::int64_t removed = 0; // of its block, before it
            for (std::int64_t i = element - element % block; i < element; ++i)
                removed += is_valid(i) ? 0 : 1;
            if (algorithm == jj)
                CHECK(value("while") == "0");
            if (algorithm == horn)
                CHECK(value("sum = sums[") == std::to_string(removed));
            if (algorithm == rlz)
                CHECK((value("a = sums[i + b]").empty() ? value("a = sums[i]") : value("a = sums[i + b]")) ==
                      std::to_string(removed));
            if (algorithm == bt)
                CHECK(value("left = in") == (is_valid(element - element % 2) ? "1" : "0"));
        }
    }
}

TEST_CASE_METHOD(ModelTest, "a pinned element's facts end at the step that is shown, for A and for B") {
    model->set("pinned", "3334");
    model->set("compare", "side-by-side");
    model->set("pass", "2");
    start();
    std::vector<std::string> keys;
    const std::vector<Setting> facts = model->stage.pinned()->facts;
    for (const Setting& one : facts)
        keys.push_back(one.key);
    CHECK(keys == std::vector<std::string>{"pixel", "value", "A block", "A discriminate", "A reduction",
                                           "A stream", "B block", "B discriminate", "B stream"});
}

} // namespace scanline::view::compaction::image::image_model_pin_gl_test
