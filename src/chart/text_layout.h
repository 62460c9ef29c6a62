#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::chart {

/// The approximate width of a line of text, in the unit of font_size. The reader's font is unknown; uses
/// DejaVu Sans, one of the widest.
double text_width(std::string_view utf8, double font_size);

/// Returns the width of a line of text.
using TextRuler = std::function<double(std::string_view utf8)>;

/// Wraps text to the width: breaks at spaces, and within words that are too long. Replaces text beyond
/// at_most lines (at least 1) by an ellipsis. Empty text has no lines.
std::vector<std::string> wrap_text(std::string_view text, double width, const TextRuler& ruler,
                                   std::size_t at_most);

/// The desired centre of a label, and its height.
struct Wish {
    double middle = 0, height = 0;
};

/// Non-overlapping label centres, from the top, as close as possible to the wishes; within [top, bottom] if
/// all fit.
std::vector<double> spread(std::span<const Wish> wishes, double top, double bottom);

} // namespace scanline::chart
