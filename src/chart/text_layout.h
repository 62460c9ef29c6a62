#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::chart {

/// The approximate width of a line of text, in the unit of the font size. The reader's font is not known:
/// this is the width in DejaVu Sans, one of the widest.
double text_width(std::string_view utf8, double font_size);

/// Returns the width of a line of text.
using TextRuler = std::function<double(std::string_view utf8)>;

/// The text in lines of at most that width, broken at spaces, and inside words that are too long. Text beyond
/// at_most lines (at least 1) becomes an ellipsis. Empty text has no lines.
std::vector<std::string> wrap_text(std::string_view text, double width, const TextRuler& ruler,
                                   std::size_t at_most);

/// The height at which a label should be, and its own height.
struct Wish {
    double middle = 0, height = 0;
};

/// Middles for the labels, from the top, that do not overlap and are as near as possible to the wishes,
/// within [top, bottom] if that has room for all.
std::vector<double> spread(std::span<const Wish> wishes, double top, double bottom);

} // namespace scanline::chart
