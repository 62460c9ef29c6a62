#pragma once
#include "kit/canvas.h"
#include "kit/legend.h"
#include "kit/motion.h"
#include "kit/prediction.h"
#include "kit/zoom.h"
#include "scenes/prefix_sum/trace.h"
#include "scenes/prefix_sum/words.h"

#include <optional>
#include <vector>

namespace scanline::view::prefix_sum {

/// The item under the mouse.
struct Hit {
    enum class Kind { nothing, place, event, step };
    Kind kind = Kind::nothing;
    Place place{};   ///< an input, an output or a sum; a tile's aggregate
    EventId event{}; ///< a step without an index

    friend bool operator==(const Hit&, const Hit&) = default;
};

/// The layout of the picture of a timeline. At the top is a band that only moves sideways, if there is
/// room for it beside the rows: the elements, the stretches, if there are several, the tiles, if they
/// publish, the outputs, the sums that threads exchange, the names of the lanes. Below it is one row per
/// step; at its left a gutter with the step's name. All lengths in pixels.
class Layout {
public:
    struct Room {
        Rect area;        ///< on the screen
        float scale = 1;  ///< of the display
        float gutter = 0; ///< width of the steps' names
        float zoom = 1;   ///< of columns and rows; band and gutter stay readable
    };

    Layout(const Timeline& timeline, const Room& room);

    /// The part of the area in which columns and rows are seen.
    Rect canvas() const {
        return {room_.area.left + room_.gutter, band_stays_ ? band_bottom() : room_.area.top,
                room_.area.right, room_.area.bottom};
    }
    /// All columns and rows.
    Rect contents() const { return Rect::of(origin_, {usable_ + 2 * margin_, rows_height_}); }
    /// Moves columns and rows; before, they begin where the canvas does.
    void place(ImVec2 origin) { origin_ = origin; }
    /// What to reveal, so that a step and some rows around it are seen beside the map; before the first step,
    /// the top.
    Rect around(int step) const;

    // Screen pixels.
    Rect cell(Place place) const;    ///< in the band: an input, an output, a sum, or a tile
    Rect stretch(int stretch) const; ///< a bracket under its elements
    Rect lane_name(int lane) const;
    Rect event(int step, const LaneStep& lane) const;
    Rect step(int step) const;     ///< its row, from left edge to right edge
    float barrier(int step) const; ///< y of the line before it

    float gutter() const { return room_.gutter; }
    float band_top() const { return band_stays_ ? room_.area.top : origin_.y; }
    float band_bottom() const { return band_top() + band_height_; }
    bool has_outputs() const { return !timeline_.lane_per_element(); }
    bool has_stretches() const { return timeline_.stretches.size() > 1; }
    /// True if the band has cells of this kind.
    bool shows(Space space) const;
    float column_width() const { return usable_ / static_cast<float>(timeline_.columns); }
    float element_width() const { return usable_ / static_cast<float>(timeline_.input.size()); }

    float row_height() const { return cell_height_; }
    float row_pitch() const { return pitch_; } ///< without barriers

    Hit hit(float x, float y) const;

private:
    Rect elements(const Tile& tile, float top, float height) const;
    Rect column(int index, float top, float height) const;
    float left() const { return origin_.x + margin_; }
    float row_top(int step) const { return origin_.y + tops_[static_cast<std::size_t>(step)]; }

    const Timeline& timeline_;
    Room room_;
    float margin_ = 0;
    float usable_ = 0; ///< width of all columns
    bool band_stays_ = true;
    ImVec2 origin_;
    float input_top_ = 0, stretch_top_ = 0, tile_top_ = 0, output_top_ = 0, sum_top_ = 0, names_top_ = 0,
          band_height_ = 0;
    float band_cell_ = 0, cell_height_ = 0, pitch_ = 0;
    std::vector<Place> places_; ///< places with cells in the band
    std::vector<float> tops_;   ///< of the rows' cells, from the first column's top
    float rows_height_ = 0;
};

/// Input of the picture of one timeline.
struct PictureOf {
    const Timeline& timeline;
    const Memory& memory; ///< after the current step
    int step = 0;         ///< the current step; -1: before the first
    Operator op = Operator::sum;
    const ValueRange& range;
    const Pin& pin;
    const Provenance& pinned; ///< the provenance of the pin
    Motion& motion;
    Prediction& prediction; ///< of the values of the current step, see written_in()

    /// The access that a cell of the band shows; null if nothing has been written.
    const Access* at(Place place) const {
        return place.space == Space::aggregate ? memory.find_tile(place.index) : memory.find(place);
    }
};

/// What the marks of the picture mean.
void add_legend(Legend& legend, const Timeline& timeline);

/// What a click on it pins; none if nothing can be pinned there.
Pin pin_of(const PictureOf& of, const Hit& hit);

/// Draws a whole picture into the current window.
void paint(const Look& look, const PictureOf& of, const Layout& layout, const Provenance& hovered);

/// The result of a click.
struct Clicked {
    int edit = -1; ///< the element to add 1 to; -1: none
    int seek = -1; ///< the step to go to; -1: none
    std::optional<Pin> pin{};
    EventId hovered{}; ///< of the current step, under the mouse
};

/// Draws a timeline and its current step into the rest of the window. Its only state is what is shown of it.
class Picture {
public:
    Clicked draw(const Look& look, const PictureOf& of);

private:
    Zoom zoom_;
    std::pair<int, std::size_t> followed_{-2, 0}; ///< the step, and of how many; none yet
};

} // namespace scanline::view::prefix_sum
