#pragma once
#include "scanline/core/named.h"

namespace scanline::view {

enum class PanelMode {
    automatic, ///< open if there is room
    open,
    closed
};
constexpr auto table_of(PanelMode) {
    using enum PanelMode;
    return named<PanelMode>({{automatic, "auto"}, {open, "open"}, {closed, "closed"}});
}

/// What the inspector shows.
enum class InspectorTab { settings, step, shader, numbers };
constexpr auto table_of(InspectorTab) {
    using enum InspectorTab;
    return named<InspectorTab>({{settings, "set"}, {step, "step"}, {shader, "shader"}, {numbers, "numbers"}});
}
using scanline::to_string;

/// How the user has set up a side panel.
struct SidePanel {
    PanelMode mode = PanelMode::automatic;
    double width = 0; ///< at scale 1; 0: the usual one

    friend bool operator==(const SidePanel&, const SidePanel&) = default;
};

/// Widths at scale 1.
struct Columns {
    static constexpr float rail = 24; ///< of a collapsed panel
    static constexpr float min_middle = 320, min_list = 140, min_inspector = 220;
    /// Of the middle, for the inspector and the list to open by themselves.
    static constexpr float default_middle = 400, roomy_middle = 580;

    float list = rail, inspector = rail;
    bool list_open = false, inspector_open = false;
};

/// Divides the window between the list of scenes, the middle and the inspector. In a narrow window the list
/// collapses first, then the inspector, unless the user has opened them; no panel takes more than is left
/// when the middle has `min_middle`, or the panel its own least width.
Columns columns_of(float window, const SidePanel& list, const SidePanel& inspector);

/// Opens or collapses a panel. is_open: its state now. If the new state is also the automatic one
/// (usually_open), the panel follows the window's size again.
void toggle(SidePanel& panel, bool is_open, bool usually_open);

} // namespace scanline::view
