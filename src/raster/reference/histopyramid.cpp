#include "reference/run_pass.h"
#include "scanline/core/bits.h"
#include "scanline/raster/passes.h"
#include "scanline/raster/reference/stages.h"

#include <algorithm>
#include <array>

namespace scanline::raster::reference {

namespace {

/// The columns of a level, 0 for the elements.
std::size_t columns(const StreamLayout& layout, std::size_t level) {
    return divide_rounding_up<std::size_t>(static_cast<std::size_t>(layout.width), std::size_t{1} << level);
}

std::size_t rows(const StreamLayout& layout, std::size_t level) {
    return divide_rounding_up<std::size_t>(static_cast<std::size_t>(layout.height), std::size_t{1} << level);
}

float texel_sum(const Stream& level, std::size_t texel) {
    return level[4 * texel] + level[4 * texel + 1] + level[4 * texel + 2] + level[4 * texel + 3];
}

/// The levels over the flags of valid elements: result[k - 1] is level k, RGBA texels row by row.
std::vector<Stream> histopyramid_level(const Stream& valid, const StreamLayout& layout, Trace* trace) {
    const int levels = log2_exact(power_of_two_ceiling(std::max(layout.width, layout.height)));
    std::vector<Stream> pyramid;
    for (std::size_t level = 1; level <= static_cast<std::size_t>(levels); ++level) {
        const std::size_t width = columns(layout, level), below = columns(layout, level - 1);
        const auto count = [&](std::size_t x, std::size_t y) {
            if (x >= below || y >= rows(layout, level - 1))
                return 0.0f;
            return level == 1 ? valid[y * below + x] : texel_sum(pyramid.back(), y * below + x);
        };
        Stream texels = run_pass(
            trace, pass::histopyramid_level, static_cast<int>(level), 4 * width * rows(layout, level),
            [&](std::size_t i) {
                const std::size_t texel = i / 4, child = i % 4;
                return count(2 * (texel % width) + child % 2, 2 * (texel / width) + child / 2);
            },
            4);
        pyramid.push_back(std::move(texels));
    }
    return pyramid;
}

/// The survivors in Z-order.
Stream histopyramid_search(const Stream& payload, const std::vector<Stream>& pyramid,
                           const StreamLayout& layout, Trace* trace) {
    return run_pass(trace, pass::search, 0, payload.size(), [&](std::size_t i) {
        if (i >= to_index(texel_sum(pyramid.back(), 0)))
            return empty_element;
        std::size_t rank = i, x = 0, y = 0;
        for (std::size_t level = pyramid.size(); level > 0; --level) {
            const std::size_t texel = y * columns(layout, level) + x;
            std::size_t child = 0;
            // The rank is below the sum of the four counts, so this ends at the last of them.
            for (; rank >= to_index(pyramid[level - 1][4 * texel + child]); ++child)
                rank -= to_index(pyramid[level - 1][4 * texel + child]);
            x = 2 * x + child % 2;
            y = 2 * y + child / 2;
        }
        return payload[y * static_cast<std::size_t>(layout.width) + x];
    });
}

} // namespace

Stream histopyramid(std::span<const float> values, const Stream& payload, const StreamLayout& layout,
                    const Discriminator& discriminator, bool /*regional*/, Trace* trace) {
    const Stream valid = discriminate(values, layout, discriminator, Mark::valid, trace);
    const std::vector<Stream> pyramid = histopyramid_level(valid, layout, trace);
    Stream elements = histopyramid_search(payload, pyramid, layout, trace);
    elements.resize(to_index(texel_sum(pyramid.back(), 0)));
    return elements;
}

} // namespace scanline::raster::reference
