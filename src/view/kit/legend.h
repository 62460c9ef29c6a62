#pragma once
#include "kit/canvas.h"

#include <functional>
#include <string>
#include <vector>

namespace scanline::view {

/// What the marks of a picture mean, side by side in lines below it. What the lines have no room for is in
/// the tooltip.
///
///     Legend legend(look);
///     legend.square(palette.valid, palette.line, "valid element");
///     legend.draw(area);   // takes its room from the lower end of the area
class Legend {
public:
    /// Draws a mark around a place.
    using Mark = std::function<void(ImDrawList& list, ImVec2 at)>;

    explicit Legend(const Look& look) : look_(look) {}

    const Look& look() const { return look_; }

    void mark(Mark mark, std::string meaning);
    /// A square with a sample of text in it.
    void square(ImU32 fill, ImU32 border, std::string meaning, std::string sample = {}, ImU32 ink = 0);
    /// The ring around what the user has pinned.
    void pinned();
    /// A sentence without a mark.
    void remark(std::string text) { mark({}, std::move(text)); }

    bool empty() const { return keys_.empty(); }
    /// The room below a picture that it takes; less where there is little.
    float height(const Rect& room) const;
    void draw(const Rect& strip) const;

private:
    struct Key {
        Mark mark;
        std::string meaning;
        float width;
    };
    float line_height() const { return look_.fonts.small->FontSize + look_.px(6); }
    /// The number of keys in each line.
    std::vector<std::size_t> lines_of(float width) const;
    void draw_key(ImDrawList& list, const Key& key, ImVec2 at, ImU32 colour) const;

    const Look& look_;
    std::vector<Key> keys_;
};

} // namespace scanline::view
