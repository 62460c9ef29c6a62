#include "gui_driver.h"
#include "scenes/prefix_sum/comparison.h"
#include "scenes/prefix_sum/picture.h"
#include "scenes/prefix_sum/setup.h"
#include "scenes/prefix_sum/words.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::prefix_sum::layout_test {

namespace {

Timeline timeline_of(Variant variant, int size = 16) {
    Setup setup;
    setup.resize(size);
    setup.spec.variant = variant;
    return simulate(setup.spec);
}

// The middle of the smallest window, in pixels.
Layout::Room small_room(float zoom = 1) {
    return {.area = {100, 50, 660, 520}, .scale = 1, .gutter = 90, .zoom = zoom};
}

// Moves an event to the middle.
void move_to(Layout& layout, int step, const LaneStep& lane) {
    const Rect cell = layout.event(step, lane), canvas = layout.canvas(), all = layout.contents();
    layout.place(
        {all.left + canvas.middle_x() - cell.middle_x(), all.top + canvas.middle_y() - cell.middle_y()});
}

} // namespace

TEST_CASE("What is drawn in the picture of prefix sums is what the mouse finds there") {
    for (const Variant variant : enumerators<Variant>) {
        const Timeline timeline = timeline_of(variant);
        CAPTURE(to_string(variant));
        const Layout layout(timeline, small_room());
        const auto at = [&layout](const Rect& rect) { return layout.hit(rect.middle_x(), rect.middle_y()); };
        for (int i = 0; i < timeline.size; ++i) {
            CHECK(at(layout.cell({Space::input, i})) == Hit{Hit::Kind::place, {Space::input, i}, {}});
            if (layout.has_outputs())
                CHECK(at(layout.cell({Space::output, i})) == Hit{Hit::Kind::place, {Space::output, i}, {}});
        }
        for (int t = 0; timeline.publishes && t < static_cast<int>(timeline.tiles.size()); ++t)
            CHECK(at(layout.cell({Space::aggregate, t})) == Hit{Hit::Kind::place, {Space::aggregate, t}, {}});
        for (int turn = 0; turn < timeline.sum_turns(); ++turn) {
            for (int thread = 0; thread < timeline.columns; ++thread) {
                const int index = sum_index(turn, thread);
                CHECK(at(layout.cell({Space::sum, index})) == Hit{Hit::Kind::place, {Space::sum, index}, {}});
            }
        }
        for (const float zoom : {0.5f, 1.0f, 3.0f}) {
            Layout moved(timeline, small_room(zoom));
            for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
                for (int index = 0; index < std::ssize(timeline.step(step).lanes); ++index) {
                    move_to(moved, step, timeline.at({step, index}));
                    const Rect cell = moved.event(step, timeline.at({step, index}));
                    CHECK(moved.hit(cell.middle_x(), cell.middle_y()) ==
                          Hit{Hit::Kind::event, {}, {step, index}});
                }
                CHECK(moved.hit(110, moved.step(step).middle_y()) == Hit{Hit::Kind::step, {}, {step, -1}});
            }
        }
        CHECK(layout.hit(0, 0) == Hit{});
    }
}

TEST_CASE("Every step of prefix sums is moved into sight, and the input to the top") {
    const Timeline timeline = timeline_of(Variant::chained, 64);
    const int steps = static_cast<int>(timeline.steps.size());
    for (const float zoom : {1.0f, 2.5f}) {
        Layout layout(timeline, small_room(zoom));
        REQUIRE(layout.contents().height() > layout.canvas().height());
        view::test::GuiDriver driver([&] {
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({1280, 800});
            ImGui::Begin("window");
            Zoom room;
            room.begin(layout.canvas());
            room.place(layout.contents().size());
            for (const int step : {0, steps - 1, steps / 2, 3, -1}) {
                room.reveal(layout.around(step));
                layout.place(room.place(layout.contents().size()));
                CAPTURE(zoom, step);
                if (step < 0)
                    CHECK(layout.contents().top == layout.canvas().top);
                else
                    CHECK(layout.canvas().contains({layout.canvas().left, layout.step(step).top,
                                                    layout.canvas().right, layout.step(step).bottom}));
            }
            ImGui::End();
        });
        driver.frames(1);
    }
}

TEST_CASE("Rows of prefix sums do not overlap, and nothing stands outside of its columns") {
    for (const Variant variant : enumerators<Variant>) {
        const Timeline timeline = timeline_of(variant, 64);
        const Layout layout(timeline, small_room());
        float bottom = layout.band_bottom();
        for (int step = 0; step < static_cast<int>(timeline.steps.size()); ++step) {
            CAPTURE(to_string(variant), step);
            const TimeStep& time_step = timeline.steps[static_cast<std::size_t>(step)];
            CHECK(layout.step(step).top >= bottom);
            if (time_step.after_barrier)
                CHECK(layout.barrier(step) > bottom + 8); // half of its name
            bottom = layout.step(step).bottom;
            for (const LaneStep& lane : time_step.lanes) {
                CHECK(layout.event(step, lane).left >= 100 + 90);
                CHECK(layout.event(step, lane).right <= 660);
            }
        }
    }
}

TEST_CASE("Many elements are wide enough to be seen, and are more than there is room for") {
    const Timeline timeline = timeline_of(Variant::hillis_steele, 256);
    const Layout layout(timeline, small_room());
    CHECK(layout.element_width() >= 2.5f);
    CHECK(layout.contents().width() > layout.canvas().width());
}

TEST_CASE("What has been moved under the names of the steps is not under the mouse") {
    const Timeline timeline = timeline_of(Variant::chained, 256);
    Layout layout(timeline, small_room());
    const float edge = layout.canvas().left;
    layout.place({edge - 60, layout.canvas().top});
    const float y = layout.cell({Space::input, 0}).middle_y();
    REQUIRE(layout.cell({Space::input, 0}).right < edge - 20);
    CHECK(layout.hit(edge - 20, y) == Hit{});
    CHECK(layout.hit(edge - 20, layout.cell({Space::output, 0}).middle_y()) == Hit{});
    CHECK(layout.hit(edge - 20, layout.cell({Space::aggregate, 0}).middle_y()) == Hit{});
    CHECK(layout.hit(edge + 5, y).kind == Hit::Kind::place);
    CHECK(layout.hit(edge + 5, y).place.space == Space::input);
    CHECK(layout.hit(edge - 20, layout.step(0).middle_y()) == Hit{Hit::Kind::step, {}, {0, -1}});
}

TEST_CASE("Prefix sums are described in words") {
    CHECK(value_text(scan_trace::identity(Operator::min)) == "inf");
    CHECK(value_text(scan_trace::identity(Operator::max)) == "-inf");
    CHECK(value_text(-3) == "-3");
    CHECK(range_text({5, 2, 3}) == "x2");
    CHECK(range_text({5, 0, 3}) == "x0 .. x2");
    CHECK(range_text({0, 0, 0}) == "nothing");
    const Timeline timeline = timeline_of(Variant::simd_v1); // chunks of four
    CHECK(label_text(timeline.steps[0].lanes[1], Operator::sum) == "x4");
    CHECK(label_text(timeline.steps[1].lanes[1], Operator::sum) == "+ x5");
    CHECK(label_text(timeline.steps[1].lanes[1], Operator::max) == "max x5");
    CHECK(details_text(timeline, {1, 1}, Operator::sum) ==
          "pass 1, element 1, lane 1: combine in tile 1\nreads lane 1 = 4\nreads x5 = 1\nwrites y5 = 5\n"
          "writes lane 1 = 5\n5 is the sum of x4 .. x5");
    const Timeline totals = timeline_of(Variant::scan_then_add); // four tiles of four, on four workers
    CHECK(label_text(totals.steps[4].lanes[0], Operator::sum) == "+ A1");
    CHECK(label_text(totals.steps[6].lanes[0], Operator::sum) == "+ y4");
    const ValueRange range = value_range(timeline);
    CHECK(range.input.size() == 1);
    CHECK(range.output == "11");
}

TEST_CASE("What threads leave for each other is described in words") {
    Setup setup;
    setup.spec.variant = Variant::scalar2_p; // two stretches of four partitions of two
    const Timeline timeline = simulate(setup.spec);
    const auto sums_at = [&timeline](std::size_t step, std::size_t thread) -> const LaneStep& {
        return timeline.steps.at(step).lanes.at(thread);
    };
    REQUIRE(timeline.steps[2].name == "stretch 0, sums");
    CHECK(label_text(sums_at(2, 0), Operator::sum) == "sums[0][0 .. 3]");
    CHECK(details_text(timeline, {1, 2}, Operator::sum) ==
          "stretch 0, pass 1, thread 2: combine in partition 2 of stretch 0\nreads lane 2 = 4\nreads x5 = 1\n"
          "writes lane 2 = 5\nwrites sums[0][2] = 5\n5 is the sum of x4 .. x5");
    setup.spec.variant = Variant::scalar1;
    const Timeline alone = simulate(setup.spec);
    REQUIRE(alone.steps[4].name == "sums");
    CHECK(label_text(alone.steps[4].lanes[1], Operator::sum) == "sums[0][0]");
    CHECK(label_text(alone.steps[4].lanes[0], Operator::sum) == "join");
    CHECK(tile_text(alone, 3) == "partition 3");
    CHECK(tile_text(timeline, 5) == "partition 1 of stretch 1");
}

TEST_CASE("The comparison names the best of each column, unless many share it") {
    Setup setup;
    setup.resize(64);
    const std::vector<Contestant> contestants = compare_variants(setup.spec);
    REQUIRE(contestants.size() == enumerators<Variant>.size());
    const auto best = [&](Measure measure) {
        std::vector<Variant> names;
        const std::vector<bool> found = best_of(contestants, measure, setup.spec.lanes);
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i])
                names.push_back(contestants[i].variant);
        }
        return names;
    };
    CHECK(best(Measure::span) == std::vector{Variant::hillis_steele});
    CHECK(best(Measure::traffic) == std::vector{Variant::horizontal, Variant::chained});
    CHECK(best(Measure::waits).empty());
    const Contestant& chained = contestants.back();
    CHECK(text_of(chained, Measure::traffic, setup.spec.lanes) == "2.00");
    CHECK(text_of(contestants.front(), Measure::span, setup.spec.lanes) == "6");
    CHECK(text_of(contestants.front(), Measure::efficiency, setup.spec.lanes) ==
          "17 %"); // 64 in 96 steps of 4
}

TEST_CASE("The best has the least of a measure, of efficiency the most, and at most one beside it") {
    const auto best = [](Measure measure, const std::vector<int>& totals) {
        std::vector<Contestant> contestants(totals.size());
        for (std::size_t i = 0; i < totals.size(); ++i) {
            contestants[i].timeline.size = 8;
            contestants[i].total.work = contestants[i].total.folded_steps = totals[i];
        }
        return best_of(contestants, measure, 1);
    };
    CHECK(best(Measure::work, {9, 8, 16}) == std::vector{false, true, false});
    CHECK(best(Measure::efficiency, {9, 8, 16}) == std::vector{false, true, false});
    CHECK(best(Measure::work, {8, 9, 8}) == std::vector{true, false, true});
    CHECK(best(Measure::work, {8, 8, 9, 8}) == std::vector(4, false));
}

} // namespace scanline::view::prefix_sum::layout_test
