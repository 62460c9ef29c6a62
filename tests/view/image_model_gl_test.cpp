// The logic of the scene of a compacted picture with a real worker: what runs, what its panes show, and that
// the cap holds.
#include "image_model_fixture.h"
#include "read_code.h"

#include "scanline/data/image.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <fstream>
#include <map>

namespace scanline::view::compaction::image::image_model_gl_test {

namespace {

using cases::ModelTest;
using Titles = std::vector<std::string>;

} // namespace

TEST_CASE_METHOD(ModelTest, "it starts with the hand: the result, the times, all snapshots") {
    start();
    REQUIRE(model->a());
    CHECK(model->source()->name == "hand");
    const RunRecord& record = *model->a()->record;
    CHECK(record.survivors == std::ranges::count(model->source()->values, 255.0f));
    CHECK(model->a()->times);
    CHECK(model->a()->snapshots.kept() == static_cast<int>(record.steps.size()));
    CHECK(model->transport.count() == static_cast<int>(record.steps.size()) + 1);
    CHECK(model->b() == nullptr);
    CHECK(titles() == Titles{"Source", "Pass", "Blocks"});
    const std::vector<PaneContents> panes = model->step().panes(true);
    CHECK(panes[0].paint);
    CHECK(panes[1].message == "no pass has run yet");
    CHECK(panes[2].message == "made by step 10, search");
    CHECK(model->stage.step_text() == "input: 7000 elements");
}

TEST_CASE_METHOD(ModelTest, "results are there from the step on that makes them") {
    start();
    for (int position = 0; position < model->transport.count(); ++position) {
        CAPTURE(position);
        model->transport.seek(position);
        settle();
        const PaneContents result = model->step().panes(true).back();
        CHECK(result.message.empty() == (position >= 10));
        CHECK((result.title == "Result") == (position + 1 == model->transport.count()));
    }
}

TEST_CASE_METHOD(ModelTest, "every pass of two variants is on their line, in its order") {
    start();
    std::vector<std::vector<TraceStep>> runs;
    for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
        model->set("algorithm", to_string(algorithm));
        settle();
        runs.push_back(model->a()->steps());
        // Every pass has a sentence and code.
        for (int step = 0; step < static_cast<int>(runs.back().size()); ++step) {
            CAPTURE(to_string(algorithm), step);
            CHECK_FALSE(sentence_of(*model->a()->record, step).empty());
            for (const std::optional<std::int64_t> element :
                 {std::optional<std::int64_t>(), {3333}, {3334}}) {
                const Listing listing = listing_of(*model->a(), step, element);
                INFO(listing.title);
                CHECK_FALSE(listing.current.empty());
                const ReadCode code(listing);
                CHECK(code.has_result);
                if (code.out == "sum" && !code.loops)
                    CHECK(code.number_of("sum") == code.number_of(code.result));
            }
        }
    }
    for (const auto& a : runs) {
        for (const auto& b : runs) {
            const TimeLine line(a, b);
            std::array<int, 2> next{0, 0};
            for (int position = 1; position < line.count(); ++position) {
                for (const std::size_t run : {0u, 1u}) {
                    const int step = line.at(position).steps[run].value_or(-1);
                    REQUIRE((step == next[run] || step == next[run] - 1));
                    next[run] = step + 1;
                    const auto& passes = run == 0 ? a : b;
                    if (line.stage_at(position).passes[run] > 0)
                        REQUIRE(passes[static_cast<std::size_t>(step)].stage == line.stage_at(position).name);
                }
            }
            CHECK(next == std::array{static_cast<int>(a.size()), static_cast<int>(b.size())});
        }
    }
}

TEST_CASE_METHOD(ModelTest, "the panes follow the transport, and the result is joined in the end") {
    start();
    model->transport.seek(4);
    settle();
    CHECK(titles() == Titles{"Source", "Up-sweep 3", "Blocks"});
    CHECK_THAT(model->stage.step_text(), Catch::Matchers::StartsWith("reduction, pass 3 of 8: up-sweep 3, "));
    CHECK_THAT(model->step().sentence(), Catch::Matchers::ContainsSubstring("among 8 elements"));
    model->transport.last();
    settle();
    CHECK(titles() == Titles{"Source", "Result"});
}

TEST_CASE_METHOD(ModelTest, "a step that makes the result shows it once, in one of two panes") {
    start();
    for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
        model->set("algorithm", to_string(algorithm));
        settle();
        const auto& steps = model->a()->steps();
        for (int position = 0; position < model->transport.count(); ++position) {
            CAPTURE(to_string(algorithm), position);
            model->transport.seek(position);
            settle();
            const bool searches =
                raster::is_blockwise(algorithm) && position > 0 &&
                steps[static_cast<std::size_t>(position) - 1].stage == raster::stage::search;
            const bool last = position + 1 == model->transport.count();
            const std::vector<PaneContents> panes = model->step().panes(true);
            REQUIRE(panes.size() == (searches || last ? 2 : 3));
            if (!searches && !last)
                continue;
            // It is what the pass has written.
            const Texels written = model->a()->snapshots.peek(position - 1);
            REQUIRE(written);
            REQUIRE(panes.back().texels);
            CHECK(*written == *panes.back().texels);
            CHECK(panes.back().title == (last ? "Result" : "Blocks"));
        }
    }
}

TEST_CASE_METHOD(ModelTest, "a second variant stands in the same stage, and can take the first's place") {
    model->set("algorithm", "horn");
    model->set("prefix-sum", "hillis-steele");
    model->set("b-algorithm", "bt");
    model->set("compare", "side-by-side");
    start();
    model->set("pass", "13"); // behind the input, the flags and the tree of B, which has eight levels
    settle();
    REQUIRE(model->b());
    CHECK(model->step().title() == "prefix-sum, pass 4 of 8: doubling 4");
    CHECK(model->step().panes(true)[4].detail == "has no prefix-sum");
    CHECK_THAT(model->step().sentence(), Catch::Matchers::EndsWith("B: has no prefix-sum."));
    CHECK(titles(true) ==
          Titles{"Source", "A  Doubling 4", "A  Blocks", "Difference", "B  Up-sweep 8", "B  Blocks"});
    CHECK(titles(false) == Titles{"A  Doubling 4", "A  Blocks", "B  Up-sweep 8", "B  Blocks"});
    model->set("flip", "on");
    settle();
    CHECK(titles(false) == Titles{"B  Up-sweep 8", "B  Blocks", "B  Up-sweep 8", "B  Blocks"});
    model->set("compare", "off");
    settle();
    CHECK(titles() == Titles{"Source", "B  Up-sweep 8", "B  Blocks"});
    model->set("flip", "off");
    settle();
    CHECK(model->b() == nullptr);
    CHECK(titles() == Titles{"Source", "Doubling 4", "Blocks"});
}

TEST_CASE_METHOD(ModelTest, "blocks are compared with blocks and streams with streams") {
    model->set("b-algorithm", "histopyramid");
    model->set("compare", "difference");
    start();
    model->transport.seek(1);
    settle();
    CHECK(titles() ==
          Titles{"A  Discriminate", "B  Discriminate", "Difference", "A  Result", "B  Result", "Difference"});
    model->transport.last();
    settle();
    const auto panes = model->step().panes(true);
    CHECK(panes.back().message.empty());
    REQUIRE(panes.back().paint);
    // It goes through the picture in the order of Z.
    CHECK(panes.back().paint().note == "the same set in another order");
}

TEST_CASE_METHOD(ModelTest, "flags are drawn and compared by what they mean") {
    model->set("b-algorithm", "jj");
    model->set("compare", "difference");
    model->set("pass", "1");
    start();
    const auto panes = model->step().panes(true);
    const auto first_tile = [](const PaneContents& contents) {
        return contents.paint().pixels.tiles().front().pixels.front().pixels;
    };
    REQUIRE(panes[0].title == "A  Discriminate");
    REQUIRE(panes[1].title == "B  Discriminate");
    CHECK(*panes[0].texels != *panes[1].texels); // 1 where valid, 1 where invalid
    CHECK(first_tile(panes[0]) == first_tile(panes[1]));
    CHECK(panes[2].paint().range == ValueRange{0, 1});
    for (const Rgba pixel : first_tile(panes[2]))
        REQUIRE(pixel == first_tile(panes[2]).front());
}

TEST_CASE_METHOD(ModelTest, "a change of the threshold runs again at once and stays at its pass") {
    start();
    model->transport.seek(5);
    const std::int64_t before = model->a()->record->survivors;
    for (int threshold = 1; threshold <= 50; ++threshold)
        model->set("threshold", std::to_string(threshold)); // each gives up the one before
    model->set("negate", "true");
    settle();
    CHECK(model->a()->record->survivors == model->source()->size() - before);
    CHECK(model->transport.position() == 5);
}

TEST_CASE_METHOD(ModelTest, "unless a threshold is set, it is the usual one of the picture") {
    data::write_png(file("deep.png"), data::GreyImage{4, 1, 65535, {0, 200, 32767, 32768}});
    model->open(file("deep.png"));
    settle();
    CHECK(model->a()->record->survivors == 1);
    model->set("threshold", "200");
    settle();
    CHECK(model->a()->record->survivors == 3);
    model->set("threshold", "auto");
    settle();
    CHECK(model->a()->record->survivors == 1);
}

TEST_CASE_METHOD(ModelTest, "with another algorithm the transport stays at the pass that corresponds") {
    start();
    const auto& steps = model->a()->steps();
    const auto search = std::ranges::find(steps, "search", &TraceStep::pass) - steps.begin();
    model->transport.seek(static_cast<int>(search) + 1);
    model->set("algorithm", "rlz");
    settle();
    CHECK(model->a()->steps()[static_cast<std::size_t>(*model->step().step(false))].pass == "search");
}

TEST_CASE_METHOD(ModelTest, "a pass that is asked for before there is a trace is shown when it is there") {
    model->set("pass", "6");
    start();
    CHECK(model->transport.position() == 6);
    model->set("pass", "2");
    CHECK(model->transport.position() == 2);
}

TEST_CASE_METHOD(ModelTest, "a file that cannot be read is reported, and everything stays as it was") {
    start();
    const auto* source = model->source();
    const std::vector<Setting> before = model->stage.settings();
    std::ofstream(file("empty.png")).flush();
    data::write_png(file("wide.png"), data::Image(max_side() + 1, 2));
    for (const char* name : {"empty.png", "wide.png", "missing.png", "."}) {
        CAPTURE(name);
        model->open(file(name));
        settle();
        model->set("image", file(name).string());
        settle();
        REQUIRE(errors.size() == 2);
        CHECK_THAT(errors[0], Catch::Matchers::ContainsSubstring(name));
        CHECK(errors[1] == errors[0]);
        errors.clear();
        CHECK(model->source() == source);
        const std::vector<Setting> after = model->stage.settings();
        for (std::size_t i = 0; i < before.size(); ++i)
            CHECK(after[i].value == before[i].value);
    }
}

TEST_CASE_METHOD(ModelTest, "a file is opened, and opened again when it has changed") {
    start();
    data::write_png(file("a.png"), data::constant_image(30, 20, 255));
    model->open(file("a.png"));
    settle();
    CHECK(model->a()->record->survivors == 600);
    data::write_png(file("a.png"), data::constant_image(10, 20, 255));
    model->open(file("a.png"));
    settle();
    CHECK(model->a()->record->survivors == 200);
}

TEST_CASE_METHOD(ModelTest,
                 "a picture of the session before that is gone is reported, and the hand takes its place") {
    model->set("image", "/nowhere/gone.png");
    start();
    REQUIRE(log().entries().size() == 1);
    CHECK(log().entries()[0].severity == Severity::warning);
    CHECK_THAT(log().entries()[0].text, Catch::Matchers::ContainsSubstring("/nowhere/gone.png"));
    CHECK(model->source()->name == "hand");
    CHECK(model->a() != nullptr);
    CHECK(model->setup().image == "hand");
}

TEST_CASE_METHOD(ModelTest,
                 "of several pictures asked for the last is shown, whole unless a zoom is asked for") {
    start();
    model->set("zoom", "2");
    model->set("image", "bunny");
    model->set("image", file("bunny.png").string());
    settle();
    CHECK(model->source()->name == "bunny.png");
    CHECK(model->setup().view.fitted());
    model->set("image", "hand");
    model->set("zoom", "3");
    settle();
    CHECK(model->source()->name == "hand");
    CHECK(model->setup().view.scale() == 3);
    const auto* hand = model->source();
    model->set("image", "bunny");
    model->set("image", "hand");
    CHECK_FALSE(model->busy());
    settle();
    CHECK(model->source() == hand);
}

TEST_CASE_METHOD(ModelTest, "pictures of one pixel and of one row run by every algorithm") {
    start();
    for (const auto& [width, height] : {std::pair{1, 1}, {300, 1}, {1, 300}}) {
        data::write_png(file("thin.png"), data::constant_image(width, height, 255));
        model->open(file("thin.png"));
        for (const raster::Algorithm algorithm : enumerators<raster::Algorithm>) {
            CAPTURE(width, height, to_string(algorithm));
            model->set("algorithm", to_string(algorithm));
            settle();
            CHECK(model->a()->record->survivors == std::int64_t{width} * height);
            model->transport.last();
            settle();
            for (const PaneContents& contents : model->step().panes(true)) {
                REQUIRE(contents.paint);
                CHECK_FALSE(contents.paint().pixels.tiles().empty());
            }
        }
    }
}

TEST_CASE_METHOD(ModelTest, "the cap holds where far less fits than there is, and what is shown is there") {
    data::write_png(file("large.png"), data::bernoulli_mask(3000, 3000, 0.5, 3));
    model->set("algorithm", "horn");
    model->set("prefix-sum", "hillis-steele");
    model->set("cap", "128");
    start();
    model->open(file("large.png"));
    settle();
    const int count = model->transport.count();
    CHECK(model->a()->snapshots.kept() < count);
    for (const int position : {count - 1, 1, 8, 4, 9, 5}) {
        CAPTURE(position);
        model->transport.seek(position);
        settle();
        CHECK(model->step().panes(true)[1].paint);
    }
}

TEST_CASE_METHOD(ModelTest, "two variants share the cap") {
    data::write_png(file("large.png"), data::bernoulli_mask(1700, 1700, 0.5, 4));
    for (const char* key : {"algorithm", "b-algorithm"})
        model->set(key, "horn");
    for (const char* key : {"block", "b-block"})
        model->set(key, "4096");
    model->set("prefix-sum", "blelloch");
    model->set("cap", "128");
    start();
    model->open(file("large.png"));
    settle();
    const std::int64_t alone = model->snapshot_bytes();
    model->set("compare", "side-by-side");
    settle();
    // Each would need more than half of it.
    CHECK(alone > model->setup().cap_bytes() / 2);
    CHECK(model->snapshot_bytes() > model->setup().cap_bytes() / 2);
}

TEST_CASE_METHOD(ModelTest, "what does not fit into half of the cap beside what is more important says so") {
    data::write_png(file("large.png"), data::bernoulli_mask(3000, 3000, 0.5, 5));
    for (const char* key : {"algorithm", "b-algorithm"})
        model->set(key, "horn");
    for (const char* key : {"block", "b-block"})
        model->set(key, "4096");
    model->set("cap", "128");
    model->set("compare", "side-by-side");
    start();
    model->open(file("large.png"));
    settle();
    model->transport.seek(model->transport.count() - 2); // the output is emptied; blocks are still shown
    settle();
    const std::vector<PaneContents> panes = model->step().panes(true);
    REQUIRE(panes.size() == 6);
    CHECK(panes[1].texels);
    CHECK(panes[1].message.empty());
    CHECK(panes[2].title == "A  Blocks");
    CHECK_FALSE(panes[2].texels);
    CHECK_THAT(panes[2].message, Catch::Matchers::ContainsSubstring("cap"));
    CHECK_THAT(panes[3].message, Catch::Matchers::ContainsSubstring("cap"));
    model->set("cap", "256");
    settle();
    CHECK(model->step().panes(true)[2].texels);
    CHECK(model->step().panes(true)[2].message.empty());
}

} // namespace scanline::view::compaction::image::image_model_gl_test
