#include "scenes/compaction/small/canvas.h"
#include "scenes/compaction/small/model.h"
#include "scenes/compaction/time_line.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <set>

namespace scanline::view::compaction::small::comparison_test {

namespace {

Model model_of(raster::Algorithm algorithm, int size = 32) {
    Setup setup(Preset::four_blocks);
    setup.set_size(size);
    setup.algorithm = algorithm;
    return Model(setup);
}

} // namespace

TEST_CASE("Every pass of both algorithms has a place on their line, in its order") {
    for (const raster::Algorithm a : small_algorithms) {
        for (const raster::Algorithm b : small_algorithms) {
            INFO(to_string(a) << " and " << to_string(b));
            const Model one = model_of(a), other = model_of(b);
            const TimeLine line(trace_steps(one), trace_steps(other));
            for (const bool second : {false, true}) {
                const std::size_t passes = (second ? other : one).rows().size() - 1;
                int last = 0;
                for (std::size_t pass = 0; pass < passes; ++pass) {
                    const int position = line.position_of(static_cast<int>(pass), second);
                    REQUIRE(position < line.count());
                    CHECK(position > last);
                    CHECK(line.runs(position, second));
                    CHECK(line.stage_at(position).name == (second ? other : one).rows()[pass + 1].stage);
                    last = position;
                }
            }
        }
    }
}

TEST_CASE("A stage that one of two lacks, or is done with, is told") {
    const Model jj = model_of(raster::Algorithm::jj), bt = model_of(raster::Algorithm::bt);
    const TimeLine line(trace_steps(jj), trace_steps(bt));
    const int reduction = line.position_of(1, true);
    const auto nothing = [](bool) { return std::string(); };
    CHECK(line.sentence(reduction, false, nothing) == "has no reduction.");
    std::vector<TraceStep> fewer = trace_steps(jj);
    fewer.erase(std::ranges::find(fewer, "prefix-sum", &TraceStep::stage));
    const TimeLine longer(fewer, trace_steps(jj));
    const auto& stage = *std::ranges::find(longer.stages(), "prefix-sum", &TimeLine::Stage::name);
    CHECK(longer.sentence(stage.first + stage.count - 1, false, nothing) == "is done with its prefix-sum.");
    CHECK_FALSE(line.runs(reduction, false));
}

TEST_CASE("Results are compared: the same, or the same set in another order") {
    const Model jj = model_of(raster::Algorithm::jj), bt = model_of(raster::Algorithm::bt),
                packed = model_of(raster::Algorithm::packed);
    CHECK(result_note(jj, bt) == "the same set in another order");
    CHECK(result_note(bt, packed) == "no difference");
    Setup other(Preset::four_blocks);
    other.toggle(31);
    CHECK(result_note(jj, Model(other)).ends_with("places differ"));
}

TEST_CASE("Where there is little height, the rows of the stage and what they read stay, others are folded") {
    const Model model = model_of(raster::Algorithm::jj);
    const std::vector<bool> all = layout_that_fits(model, 3, 1, 2000, {}).shown;
    CHECK(std::ranges::count(all, true) == static_cast<std::ptrdiff_t>(model.rows().size()));
    for (std::size_t current = 0; current < model.rows().size(); ++current) {
        INFO("row " << current);
        const std::vector<bool> shown = layout_that_fits(model, current, 1, 100, {}).shown;
        std::set<std::size_t> wanted{0};
        for (std::size_t row = 0; row < model.rows().size(); ++row) {
            if (model.rows()[row].stage != model.rows()[current].stage)
                continue;
            wanted.insert(row);
            wanted.insert(model.rows()[row].sources.begin(), model.rows()[row].sources.end());
        }
        for (std::size_t row = 0; row < model.rows().size(); ++row)
            CHECK(shown[row] == wanted.contains(row));
        // What is folded takes no room, and is not found by the mouse.
        const Geometry geometry(model, 1, 700, 100, 1, {shown, true});
        for (std::size_t row = 0; row < model.rows().size(); ++row)
            CHECK((geometry.row(row).height() > 0) == shown[row]);
    }
}

TEST_CASE("Two algorithms on the stream that the scene opens with fit into half of a usual window each") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        const Model model = model_of(algorithm);
        for (std::size_t row = 0; row < model.rows().size(); ++row) {
            INFO(to_string(algorithm) << ", row " << row);
            const Geometry geometry(model, 1, 748, 238, 1,
                                    layout_that_fits(model, row, 1, 238, {.close = true}));
            CHECK(geometry.height() - geometry.row_gap() <= 238);
            CHECK(geometry.width() <= 748);
        }
    }
}

TEST_CASE("In the lowest windows two algorithms show whole rows: the current one, then those that it reads") {
    for (const raster::Algorithm algorithm : small_algorithms) {
        const Model model = model_of(algorithm);
        for (std::size_t row = 0; row < model.rows().size(); ++row) {
            INFO(to_string(algorithm) << ", row " << row);
            const Layout layout = layout_that_fits(model, row, 2, 135, {.close = true});
            const bool is_tall = model.rows()[row].channels > 1;
            CHECK(layout.shown[row]);
            CHECK((is_tall || Geometry(model, 2, 592, 135, 1, layout).height() <= 135));
            const auto& sources = model.rows()[row].sources;
            const auto shown = std::ranges::count(layout.shown, true);
            const auto read = std::ranges::count_if(
                sources, [&](std::size_t source) { return bool{layout.shown[source]}; });
            CHECK(read == std::min(shown - 1, std::ssize(sources)));
        }
    }
}

} // namespace scanline::view::compaction::small::comparison_test
