#include "shell/side_panel.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::side_panel_test {

namespace {

constexpr SidePanel usual{}, open{.mode = PanelMode::open}, closed{.mode = PanelMode::closed};

float middle(float window, const Columns& columns) {
    return window - columns.list - columns.inspector;
}

} // namespace

TEST_CASE("Both panels are open in usual windows, and narrower in narrow ones") {
    const Columns wide = columns_of(1280, usual, usual), narrow = columns_of(1100, usual, usual);
    CHECK(wide.list == 208);
    CHECK(wide.inspector == 324);
    CHECK(narrow.list == 180);
    CHECK(narrow.inspector == 288);
}

TEST_CASE("Where there is no room the list collapses first, then the inspector") {
    const Columns small = columns_of(1024, usual, usual);
    CHECK_FALSE(small.list_open);
    CHECK(small.list == Columns::rail);
    CHECK(small.inspector_open);
    CHECK(middle(1024, small) >= Columns::roomy_middle);
    const Columns smallest = columns_of(640, usual, usual);
    CHECK_FALSE(smallest.list_open);
    CHECK_FALSE(smallest.inspector_open);
}

TEST_CASE("What the user opens or collapses stays so") {
    CHECK(columns_of(640, open, usual).list_open);
    CHECK_FALSE(columns_of(1280, closed, usual).list_open);
    CHECK_FALSE(columns_of(1280, usual, closed).inspector_open);
    // A collapsed inspector leaves room for the list.
    CHECK(columns_of(1024, usual, closed).list_open);
}

TEST_CASE("Chosen widths leave the middle its room") {
    const Columns columns = columns_of(1280, {.width = 5000}, {.width = 1});
    CHECK(columns.inspector == Columns::min_inspector);
    CHECK(middle(1280, columns) == Columns::min_middle);
    CHECK(columns_of(1280, {.width = 250}, {.width = 400}).list == 250);
}

TEST_CASE("A panel toggled twice is left to the room again") {
    SidePanel panel;
    toggle(panel, true, true);
    CHECK(panel.mode == PanelMode::closed);
    toggle(panel, false, true);
    CHECK(panel.mode == PanelMode::automatic);
    toggle(panel, false, false);
    CHECK(panel.mode == PanelMode::open);
    toggle(panel, true, false);
    CHECK(panel.mode == PanelMode::automatic);
}

} // namespace scanline::view::side_panel_test
