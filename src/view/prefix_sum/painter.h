#pragma once
#include "prefix_sum/picture.h"

#include <imgui.h>
#include <string_view>
#include <vector>

namespace scanline::view::prefix_sum {

/// The colour of one of some lanes wherever it is seen. Neighbours differ, and so do the last and the first,
/// whose partitions lie side by side.
ImU32 lane_colour(const Palette& palette, int lane, int lanes);
/// Of a tile: that of the lane which works on it, if that is always the same one. Neighbours differ.
ImU32 tile_colour(const Palette& palette, const Timeline& timeline, int tile);

/// What the mouse points at in the picture: the events and the elements that light up.
struct Traced {
    std::vector<EventId> events; ///< ascending
    Partial elements;            ///< of the input; empty for none
    int element = -1;            ///< events over this one light up; -1: none

    bool has(const Timeline& timeline, EventId event) const;
};
Traced trace(const PictureOf& of, const Hit& hit);

/// The drawing of a picture, piece by piece, into the window at hand.
class Painter {
public:
    Painter(const Look& look, const PictureOf& of, const Layout& layout, const Traced& traced);

    void rows();
    void arrows();
    void band();
    void gutter();

private:
    void barrier_line(int step);
    void cell(int step, int index);
    struct CellColours {
        ImU32 fill, text, label;
    };
    CellColours colours_of(const LaneStep& lane, ImU32 own, bool is_current) const;
    void value_cell(const Rect& rect, const LaneStep& lane, ImU32 own, bool is_current);
    void waiting(const Rect& rect, std::string_view label, ImU32 colour);
    float arrow_density() const;
    void arrow(const Access& read, int step, const LaneStep& lane, ImU32 colour, float thickness);
    void input_cells();
    void output_cells();
    void stretches();
    void tile_chips();
    void sums();
    void lane_names();
    void band_label(const Rect& rect, std::string_view text);
    void mark(const Rect& rect, ImU32 colour, float thickness);
    /// In the middle of the rectangle, where it fits; x from 0 (left) to 1 (right).
    bool text(const Rect& rect, const ImFont* font, ImU32 colour, std::string_view text, float x = 0.5f);
    /// The larger font in which such a value fits into such a width, or null.
    const ImFont* value_font(float width, const std::string& longest) const;
    float share(int value) const; ///< 0 for the least of all values, 1 for the greatest
    ImU32 shade(int value) const;
    // A draw list without offsets has at most 65,536 vertices, so the more there is, the plainer it is: with
    // square corners, coarse curves and no hatching, then with the arrows of the current step alone.
    bool is_crowded() const { return cells_ > 300; }
    bool is_dense() const {
        return of_.timeline.lane_per_element() &&
               (of_.timeline.columns > 64 || layout_.column_width() < look_.px(8));
    }
    float rounding() const { return is_crowded() ? 0 : look_.px(3); }
    Rect inset(Rect rect) const;
    bool visible(const Rect& row) const;
    const TimeStep& current() const { return of_.timeline.steps[static_cast<std::size_t>(of_.step)]; }

    const Look& look_;
    const Palette& palette_;
    const PictureOf& of_;
    const Layout& layout_;
    const Traced& traced_;
    ImDrawList& list_;
    Rect window_;
    const ImFont* event_font_ = nullptr;
    const ImFont* input_font_ = nullptr;
    const ImFont* output_font_ = nullptr;
    std::size_t cells_ = 0;    ///< that can be seen
    int least_ = 0, most_ = 0; ///< of all values, for shades
};

} // namespace scanline::view::prefix_sum
