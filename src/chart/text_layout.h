#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::chart {

/// About how wide a line of text is, in the unit of the font size. The reader's font is not known: this is
/// that of DejaVu Sans, one of the widest.
double text_width(std::string_view utf8, double font_size);

/// How wide a line of text is.
using TextRuler = std::function<double(std::string_view utf8)>;

/// The text in lines of at most that width, broken at spaces, and inside words that are too long. What does
/// not go into at_most lines (at least 1) ends with an ellipsis. No text is no line.
std::vector<std::string> wrap_text(std::string_view text, double width, const TextRuler& ruler,
                                   std::size_t at_most);

/// A label that wants to stand at a height, and how much of it it needs.
struct Wish {
    double middle = 0, height = 0;
};

/// The middles of labels, in their order from the top, that do not overlap and are as near as can be to what
/// they wish, within [top, bottom] where that has room for all.
std::vector<double> spread(std::span<const Wish> wishes, double top, double bottom);

} // namespace scanline::chart
