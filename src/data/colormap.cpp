#include "scanline/data/colormap.h"

#include <algorithm>
#include <cmath>

namespace scanline::data {

Rgb viridis(double position) {
    constexpr std::array<Rgb, 9> colors{{{68, 1, 84},
                                         {71, 44, 122},
                                         {59, 81, 139},
                                         {44, 113, 142},
                                         {33, 144, 141},
                                         {39, 173, 129},
                                         {92, 200, 99},
                                         {170, 220, 50},
                                         {253, 231, 37}}};
    const double scaled = std::clamp(position, 0.0, 1.0) * (colors.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(scaled), colors.size() - 2);
    const double part = scaled - static_cast<double>(below);
    Rgb rgb{};
    for (std::size_t channel = 0; channel < rgb.size(); ++channel)
        rgb[channel] = static_cast<std::uint8_t>(
            std::lround((1.0 - part) * colors[below][channel] + part * colors[below + 1][channel]));
    return rgb;
}

} // namespace scanline::data
