#pragma once
#include "scanline/view/look.h"

#include <span>
#include <utility>

namespace scanline::view {

/// Buttons for round numbers, side by side, with their names; what: "points". Sets `number` where one is
/// pressed.
void number_buttons(const Look& look, std::span<const std::pair<int, const char*>> presets, const char* what,
                    int& number);

} // namespace scanline::view
