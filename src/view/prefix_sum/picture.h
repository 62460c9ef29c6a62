#pragma once
#include "kit/canvas.h"
#include "prefix_sum/timeline.h"
#include "prefix_sum/words.h"

#include <vector>

namespace scanline::view::prefix_sum {

/// What the mouse is over.
struct Hit {
    enum class Kind { nothing, place, event, step };
    Kind kind = Kind::nothing;
    Place place{};   ///< an input, an output, a sum; of a tile its aggregate
    EventId event{}; ///< of a step without an index

    friend bool operator==(const Hit&, const Hit&) = default;
};

/// Where everything stands in the picture of a timeline. At the top is a band that does not scroll: the
/// elements, the stretches where there are several, the tiles where they publish something, the outputs, what
/// threads leave for each other, the names of the lanes. Below are the steps, a row each; at their left a
/// gutter with their names. All lengths in pixels.
class Layout {
public:
    struct Room {
        Rect area;        ///< on the screen
        float scale = 1;  ///< of the display
        float gutter = 0; ///< width of the steps' names
        float scroll_x = 0, scroll_y = 0;
    };

    Layout(const Timeline& timeline, const Room& room);

    // In pixels of the screen, scrolled.
    Rect cell(Place place) const;    ///< in the band: of an input, an output, a sum, or a tile
    Rect stretch(int stretch) const; ///< a bracket under its elements
    Rect lane_name(int lane) const;
    Rect event(int step, const LaneStep& lane) const;
    Rect step(int step) const;     ///< its row, from the left edge to the right one
    float barrier(int step) const; ///< the height of the line before it

    float gutter() const { return room_.gutter; }
    float band_bottom() const { return room_.area.top + band_height_; }
    bool has_outputs() const { return !timeline_.lane_per_element(); }
    bool has_stretches() const { return timeline_.stretches.size() > 1; }
    /// True if the band has cells of this kind.
    bool shows(Space space) const;
    float column_width() const { return usable_ / static_cast<float>(timeline_.columns); }
    float element_width() const { return usable_ / static_cast<float>(timeline_.input.size()); }

    // Unscrolled, of all there is.
    float content_width() const { return start_ + usable_ + margin_; }
    float content_height() const { return content_height_; }
    /// Where to scroll so that a step can be seen: where it is, if it can be.
    float scroll_for(int step) const;

    Hit hit(float x, float y) const;

private:
    Rect elements(const Tile& tile, float top, float height) const;
    Rect column(int index, float top, float height) const;
    float left() const { return room_.area.left + start_ - room_.scroll_x; }
    float row_top(int step) const { return tops_[static_cast<std::size_t>(step)]; }

    const Timeline& timeline_;
    Room room_;
    float margin_ = 0;
    float start_ = 0;  ///< of the first column, unscrolled, from the left edge
    float usable_ = 0; ///< width of all columns
    float input_top_ = 0, stretch_top_ = 0, tile_top_ = 0, output_top_ = 0, sum_top_ = 0, names_top_ = 0,
          band_height_ = 0;
    float band_cell_ = 0, cell_height_ = 0;
    std::vector<Place> places_; ///< whose cells are in the band
    std::vector<float> tops_;   ///< of the rows' cells, unscrolled, from the top edge
    float content_height_ = 0;
};

/// What the picture of one timeline shows.
struct PictureOf {
    const Timeline& timeline;
    const Memory& memory; ///< after the step at hand
    int step = 0;         ///< the one at hand
    Operator op = Operator::sum;
    const ValueRange& range;

    /// What a cell of the band shows; null where nothing has been written.
    const Access* at(Place place) const {
        return place.space == Space::aggregate ? memory.find_tile(place.index) : memory.find(place);
    }
};

/// What the mouse points at in the picture: the events and the elements that light up.
struct Traced {
    std::vector<EventId> events{}; ///< ascending
    Partial elements{};            ///< of the input; empty for none
    int element = -1;              ///< events over this one light up; -1: none

    bool has(const Timeline& timeline, EventId event) const;
};
Traced trace(const PictureOf& of, const Hit& hit);

/// The colour of a tile: that of the lane which works on it, if that is always the same one. Neighbours
/// differ, and so do the last and the first of the lanes, whose partitions lie side by side.
ImU32 tile_colour(const Palette& palette, const Timeline& timeline, int tile);

/// Draws all of a picture into the window at hand.
void paint(const Look& look, const PictureOf& of, const Layout& layout, const Traced& traced);

/// What the user asks for with the mouse.
struct PictureAnswer {
    int element = -1; ///< whose value is to change, -1: none
    int change = 0;
    int seek = -1; ///< the step to go to, -1: none
};

/// Draws a timeline and its current step into the rest of the window. Remembers only where it has scrolled
/// to.
class Picture {
public:
    PictureAnswer draw(const Look& look, const PictureOf& of);

private:
    void follow(const Layout& layout, const PictureOf& of);

    int followed_step_ = -1;
    std::size_t followed_count_ = 0;
};

} // namespace scanline::view::prefix_sum
