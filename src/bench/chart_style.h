#pragma once
#include "svg_document.h"

#include <cstddef>
#include <string>

namespace scanline::bench {

/// How series look, by their place in the list: the colours of Okabe and Ito, which are told apart without
/// colour vision, in an order that alternates dark and light.
std::string series_color(std::size_t place);

/// Whether the colour is used for the second time, so that a bar needs hatching beside it.
bool is_hatched(std::size_t place);

/// A marker of a line chart around its centre: seven shapes, hollow where dashed or the colours repeat.
void draw_marker(SvgDocument& document, std::size_t place, bool dashed, double x, double y);

/// The star that marks the smallest of a group.
void draw_star(SvgDocument& document, double x, double y, double radius);

/// What draw_bar() needs to be defined once in a document.
void define_hatching(SvgDocument& document);

/// A bar, or a part of one, in the colour of its place.
void draw_bar(SvgDocument& document, std::size_t place, double left, double top, double width, double height);

} // namespace scanline::bench
