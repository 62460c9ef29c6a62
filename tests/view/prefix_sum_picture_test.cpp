#include "scenes/prefix_sum/picture.h"

#include "gui_driver.h"
#include "scenes/prefix_sum/colours.h"
#include "scenes/prefix_sum/comparison.h"
#include "scenes/prefix_sum/setup.h"

#include <catch2/catch_all.hpp>
#include <imgui_internal.h>

namespace scanline::view::prefix_sum::picture_test {

namespace {

/// A picture that fills a window, and what it has answered last.
class PictureWindow {
public:
    explicit PictureWindow(const Setup& setup, int step = 0, ImVec2 size = {560, 470})
        : timeline_(simulate(setup.spec)), step_(step) {
        ImGui::GetIO().DisplaySize = size;
        driver.frames(2);
    }

    Clicked answer{};
    EventId hovered{};
    Pin pin{};
    Motion motion;
    Prediction prediction;
    view::test::GuiDriver driver{[this] { draw(); }, {560, 470}};

private:
    void draw() {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
        ImGui::PopStyleVar();
        const Memory memory = memory_after(timeline_, step_ + 1);
        const ValueRange range = value_range(timeline_);
        const Provenance pinned = trace_of(timeline_, pin);
        const Clicked now = picture_.draw(driver.gui.look(), {.timeline = timeline_,
                                                              .memory = memory,
                                                              .step = step_,
                                                              .op = Operator::sum,
                                                              .range = range,
                                                              .pin = pin,
                                                              .pinned = pinned,
                                                              .motion = motion,
                                                              .prediction = prediction});
        hovered = now.hovered;
        if (now.edit >= 0 || now.seek >= 0 || now.pin)
            answer = now;
        ImGui::End();
    }

    Timeline timeline_;
    int step_;
    Picture picture_;
};

} // namespace

TEST_CASE("A click pins an element, Shift asks for one more, and a right click lets go") {
    const Setup setup; // 16 elements
    PictureWindow window(setup);
    const ImVec2 last{530, 37};
    window.driver.click(last);
    CHECK(window.answer.pin == Pin{Pin::Kind::input, 15});
    CHECK(window.answer.edit == -1);
    ImGui::GetIO().KeyShift = true;
    window.driver.frames(60); // no double click
    window.driver.click(last);
    ImGui::GetIO().KeyShift = false;
    CHECK(window.answer.edit == 15);
    window.driver.click(last, 1);
    CHECK(window.answer.pin == Pin{});
}

TEST_CASE("A click on a cell pins its value, in the last row its prefix sum, on a sum who has left it") {
    Setup setup;
    setup.spec.variant = Variant::hillis_steele;
    const auto pin = [](const Timeline& timeline, const Hit& hit) {
        const Memory memory = memory_after(timeline, static_cast<int>(timeline.steps.size()));
        const ValueRange range = value_range(timeline);
        const Provenance none;
        const Pin nothing;
        Motion motion;
        Prediction prediction;
        return pin_of({timeline, memory, 0, Operator::sum, range, nothing, none, motion, prediction}, hit);
    };
    using Kind = Hit::Kind;
    const Timeline doubling = simulate(setup.spec);
    CHECK(pin(doubling, {Kind::event, {}, {1, 4}}) == Pin{Pin::Kind::event, 4, 1});
    CHECK(pin(doubling, {Kind::event, {}, {3, 4}}) == Pin{Pin::Kind::output, 4});
    CHECK(pin(doubling, {Kind::place, {Space::input, 3}, {}}) == Pin{Pin::Kind::input, 3});
    CHECK(pin(doubling, {}) == Pin{});
    setup.resize(13); // the rest is padding
    CHECK(pin(simulate(setup.spec), {Kind::place, {Space::input, 13}, {}}) == Pin{});
    setup.spec.variant = Variant::scalar1;
    const Timeline threads = simulate(setup.spec);
    const Pin sum = pin(threads, {Kind::place, {Space::sum, sum_index(0, 1)}, {}});
    CHECK(sum.kind == Pin::Kind::event);
    CHECK(sum.index == 1);
    CHECK(pin(threads, {Kind::place, {Space::output, 3}, {}}) == Pin{Pin::Kind::output, 3});
}

TEST_CASE("Partitions that lie side by side have other colours, but for those of the same thread") {
    const Palette& palette = palette_of(Theme::dark);
    for (int lanes = 2; lanes <= max_lanes; ++lanes) {
        for (const bool dilated : {false, true}) {
            Setup setup;
            setup.resize(200);
            setup.spec.variant = Variant::scalar1_p;
            setup.spec.lanes = lanes;
            setup.dilate(dilated ? 1 : 0);
            const Timeline timeline = simulate(setup.spec);
            for (std::size_t t = 1; t < timeline.tiles.size(); ++t) {
                const auto colour = [&](std::size_t tile) {
                    return tile_colour(palette, timeline, static_cast<int>(tile));
                };
                CAPTURE(lanes, dilated, t);
                const bool same = timeline.tiles[t].lane == timeline.tiles[t - 1].lane;
                CHECK((colour(t) == colour(t - 1)) == same);
            }
        }
    }
}

TEST_CASE("The wheel zooms at the mouse also over the elements, and a double click shows all again") {
    const Setup setup; // 16 elements
    PictureWindow window(setup);
    const auto pinned_at = [&](ImVec2 at) {
        window.driver.frames(60); // no double click
        window.answer = {};
        window.driver.click(at);
        return window.answer.pin;
    };
    const ImVec2 place{530, 37};
    REQUIRE(pinned_at(place) == Pin{Pin::Kind::input, 15});
    window.driver.wheel(8);
    CHECK(pinned_at(place) == Pin{Pin::Kind::input, 15});
    CHECK(pinned_at({300, 37})->index > 10);
    window.driver.drag({300, 200}, {500, 200});
    CHECK(pinned_at(place)->index < 15);
    window.driver.click({400, 300});
    window.driver.click({400, 300});
    CHECK(pinned_at(place) == Pin{Pin::Kind::input, 15});
}

TEST_CASE("A click on a step goes there") {
    Setup setup;
    setup.spec.variant = Variant::hillis_steele; // four steps
    PictureWindow window(setup, 3);
    std::vector<int> steps;
    for (float y = 60; y < 470; y += 8) { // nearer clicks would be double ones
        window.answer = {};
        window.driver.click({20, y});
        if (window.answer.seek >= 0 && (steps.empty() || steps.back() != window.answer.seek))
            steps.push_back(window.answer.seek);
    }
    CHECK(steps == std::vector{0, 1, 2, 3});
}

TEST_CASE("A picture of prefix sums has not more vertices than 16 bits can count, however wide it is") {
    // ImGui ends the program where one has.
    for (const Variant variant : enumerators<Variant>) {
        for (const int size : {32, 64, 128, 200, 256}) {
            Setup setup;
            setup.resize(size);
            setup.spec.variant = variant;
            setup.spec.lanes = 16;
            setup.spec.tile = 2;
            CAPTURE(to_string(variant), size);
            const int steps = static_cast<int>(simulate(setup.spec).steps.size());
            for (const float width : {560.0f, 1400.0f, 3400.0f}) {
                PictureWindow window(setup, steps - 1, {width, 1600});
                window.driver.move({100, 37}); // all that takes in one of the first elements
                window.pin = {Pin::Kind::input, 1};
                window.driver.wheel(-8); // all of it
                window.driver.wheel(4);
                window.pin = {Pin::Kind::output, size - 1};
                window.driver.wheel(30);
                window.driver.wheel(-26);
                for (float y = 5; y < 1600; y += 90)
                    window.driver.move({width - 30, y});
                CHECK(ImGui::GetDrawData()->TotalVtxCount > 0);
            }
        }
    }
}

TEST_CASE("The mouse may be anywhere in any picture of prefix sums") {
    for (const Variant variant : enumerators<Variant>) {
        for (const int size : {4, 16, 100, 256}) {
            Setup setup;
            setup.resize(size);
            setup.spec.variant = variant;
            setup.spec.lanes = size == 100 ? 16 : 3;
            setup.spec.stalled = 1;
            setup.spec.seed = static_cast<std::uint64_t>(size);
            CAPTURE(to_string(variant), size);
            const int steps = static_cast<int>(simulate(setup.spec).steps.size());
            PictureWindow window(setup, steps / 2);
            for (float y = 5; y < 470; y += 40) {
                for (float x = 3; x < 560; x += 61)
                    window.driver.move({x, y});
            }
            window.driver.wheel(5);
            window.driver.wheel(-12);
            CHECK(window.answer.edit == -1);
        }
    }
}

TEST_CASE("A click in the comparison chooses the variant that is there") {
    Setup setup;
    const std::vector<Contestant> contestants = compare_variants(setup.spec);
    std::optional<Variant> clicked;
    view::test::GuiDriver* running = nullptr;
    view::test::GuiDriver driver(
        [&] {
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
            ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
            if (const auto now =
                    draw_comparison(running->gui.look(), contestants, setup.spec.lanes, 3, Variant::chained,
                                    [](const Contestant&, EventId) { return false; }))
                clicked = now;
            ImGui::End();
        },
        {560, 470});
    running = &driver;
    driver.frames(2);
    std::vector<Variant> rows;
    for (float y = 70; y < 400; y += 10) {
        clicked.reset();
        driver.click({60, y});
        if (clicked && (rows.empty() || rows.back() != *clicked))
            rows.push_back(*clicked);
    }
    CHECK(rows == std::vector<Variant>(enumerators<Variant>.begin(), enumerators<Variant>.end()));
}

TEST_CASE("A value to be predicted is hidden until it is answered, and a click asks for it") {
    Setup setup;
    setup.spec.variant = Variant::hillis_steele;
    setup.resize(8);
    PictureWindow window(setup, 0);
    const std::vector<Written> written = written_in(simulate(setup.spec), 0, Operator::sum);
    window.prediction.turn(true);
    window.prediction.begin("prefix-sum", 1, written);
    // In the first row below the elements, at their right end.
    ImVec2 at{530, 60};
    for (; at.y < 300 && window.prediction.asked()->cell == 0; at.y += 6)
        window.driver.click(at);
    REQUIRE(window.prediction.asked()->cell == 7);
    CHECK_FALSE(window.answer.pin);
    CHECK(window.hovered == EventId{0, 7});
    CHECK(window.prediction.hides(7));
    window.prediction.answer(written[7].value);
    CHECK(window.prediction.was_right());
    CHECK_FALSE(window.prediction.hides(7));
    window.driver.frames(60); // no double click
    window.driver.click({at.x, at.y - 6});
    CHECK(window.answer.pin == Pin{Pin::Kind::event, 7, 0});
    // Rows that are still to come have no tooltip.
    const auto has_tooltip = [&](float y) {
        window.driver.move({530, y});
        window.driver.frame();
        return ImGui::FindWindowByName("##Tooltip_00") != nullptr &&
               ImGui::FindWindowByName("##Tooltip_00")->WasActive;
    };
    CHECK(has_tooltip(at.y - 6));
    for (float y = at.y + 60; y < 460; y += 20)
        CHECK_FALSE(has_tooltip(y));
}

TEST_CASE("Operands travel to the cells of the current step, and are there after a transition") {
    const Setup setup;
    PictureWindow window(setup, 1);
    const auto vertices = [&](float passed, bool wanted) {
        window.motion.frame(1, passed, wanted);
        window.driver.frame();
        return ImGui::GetDrawData()->TotalVtxCount;
    };
    window.motion.frame(0, 0, true);
    const int moving = vertices(0, true);
    CHECK(window.motion.running());
    int last = moving;
    for (int frame = 0; frame < 5; ++frame)
        last = vertices(Motion::seconds, true);
    CHECK(last < moving);
    CHECK_FALSE(window.motion.running());
}

} // namespace scanline::view::prefix_sum::picture_test
