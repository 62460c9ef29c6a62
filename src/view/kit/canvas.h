#pragma once
#include "kit/look.h"

#include <cfloat>
#include <functional>
#include <glm/vec2.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

/// A rectangle of the screen, in pixels.
struct Rect {
    float left = 0, top = 0, right = 0, bottom = 0;

    static Rect of(ImVec2 low, ImVec2 size) { return {low.x, low.y, low.x + size.x, low.y + size.y}; }

    float width() const { return right - left; }
    float height() const { return bottom - top; }
    float middle_x() const { return (left + right) / 2; }
    float middle_y() const { return (top + bottom) / 2; }
    ImVec2 low() const { return {left, top}; }
    ImVec2 high() const { return {right, bottom}; }
    ImVec2 size() const { return {width(), height()}; }
    bool contains(float x, float y) const { return x >= left && x < right && y >= top && y < bottom; }
    bool contains(const Rect& other) const {
        return left <= other.left && top <= other.top && other.right <= right && other.bottom <= bottom;
    }
    bool overlaps(const Rect& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    Rect moved(ImVec2 by) const { return {left + by.x, top + by.y, right + by.x, bottom + by.y}; }
    /// True if a straight line passes through.
    bool is_crossed_by(ImVec2 from, ImVec2 to) const;
    /// Smaller by this much on each side.
    Rect inset(float x, float y) const { return {left + x, top + y, right - x, bottom - y}; }
    Rect inset(float by) const { return inset(by, by); }
};

inline ImVec2 pixel(const glm::dvec2& at) {
    return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

void fill(ImDrawList& list, const Rect& rect, ImU32 colour, float rounding = 0);
void outline(ImDrawList& list, const Rect& rect, ImU32 colour, float rounding = 0, float thickness = 1);

/// Lines across a rectangle, from the bottom left to the top right. pitch: from one to the next.
void hatch(ImDrawList& list, const Rect& rect, float pitch, ImU32 colour, float thickness);

/// Bytes of a text that are measured and drawn: more than a line of a screen has room for.
inline constexpr std::size_t longest_line = 8192;

float width_of(const ImFont* font, std::string_view text);
/// The largest font in which a text fits, or null. Only in large rooms it is that of headings.
const ImFont* fitting_font(const Look& look, ImVec2 room, std::string_view text);
/// Writes a line of text whose left end (x = 0), middle (0.5) or right end (1) is at at.x, with its top at
/// at.y.
void write(ImDrawList& list, const ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float x = 0);
/// Writes a line in a rectangle, aligned from left (x = 0) to right (1), if it fits; returns true if it does.
/// plate: the colour behind the text, which hides the lines there; 0 for none.
bool write_inside(ImDrawList& list, const ImFont* font, const Rect& rect, ImU32 colour, std::string_view text,
                  float x = 0.5f, ImU32 plate = 0);
/// The longest prefix of a text that fits, with three dots if anything is missing; empty if not even one
/// character fits. Multi-byte characters stay whole. fits: true for a text if it is for longer ones; asked
/// for a few, hardly longer than what fits.
std::string elided(const std::string& text, const std::function<bool(const std::string&)>& fits);
/// Writes elided() text. Returns its width.
float write_cut(ImDrawList& list, const ImFont* font, ImVec2 at, float room, ImU32 colour,
                const std::string& text);
/// A dim paragraph in the middle of a rectangle, wrapped `margin` from its sides.
void write_message(ImDrawList& list, const Look& look, const Rect& rect, const std::string& text,
                   float margin);
/// The same in the rest of the window.
void write_message(const Look& look, const std::string& text);

/// A curve that leaves and enters vertically, with an arrow head. leave, enter: length of the straight parts,
/// negative is upwards; head: its size, 0 for none; segments: 0 for ImGui's choice.
void arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float leave, float enter, ImU32 colour, float thickness,
           float head, int segments = 0);
void arrow_head(ImDrawList& list, ImVec2 tip, bool down, float length, ImU32 colour);

/// A coloured square and its meaning. Returns where the next key begins, key_width() to the right.
float draw_key(ImDrawList& list, const Look& look, ImVec2 at, ImU32 colour, std::string_view text);
float key_width(const Look& look, std::string_view text);

/// True if the mouse is over this part of the current window.
bool is_hovered(const Rect& rect);
/// The mouse is a hand over the last item.
void show_clickable();
/// The mouse is a hand.
void show_clickable_here();
void wrapped_tooltip(const std::string& text);

/// Finds room for labels beside points: they cover nothing taken, and no line if another place is free.
class LabelPlaces {
public:
    /// within: where labels may be; by default anywhere.
    explicit LabelPlaces(const Rect& within = {-FLT_MAX, -FLT_MAX, FLT_MAX, FLT_MAX}) : within_(within) {}

    void take(const Rect& rect) { taken_.push_back(rect); }
    void avoid(ImVec2 from, ImVec2 to) { lines_.emplace_back(from, to); }
    /// Reserves room for a label of this size and returns its top left; none if there is no room. away:
    /// pixels by which it stands farther off the point than others.
    std::optional<ImVec2> find(ImVec2 point, ImVec2 size, const Look& look, float away = 0);

private:
    Rect within_;
    std::vector<Rect> taken_;
    std::vector<std::pair<ImVec2, ImVec2>> lines_;
};

} // namespace scanline::view
