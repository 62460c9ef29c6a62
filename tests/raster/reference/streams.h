#pragma once
#include "scanline/core/random.h"
#include "scanline/raster/reference/stages.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

/// Streams for the tests of the CPU twins.
namespace scanline::test {

using raster::reference::Stream;

/// The worked example of all algorithms: 16 elements, survivors a..f.
inline constexpr std::string_view sixteen = ".ab..cd...e..f..";

/// A stream written as text: letters are its valid elements, dots the others.
inline Stream payload_of(std::string_view text) {
    return {text.begin(), text.end()};
}

inline Stream inv_of(std::string_view text) {
    Stream inv;
    for (const char c : text)
        inv.push_back(c == '.' ? 1.0f : 0.0f);
    return inv;
}

/// The positions of a layout's texture in Z-order, padding included: the four quarters of the enclosing
/// square in turn, left before right and upper before lower, each recursively in the same order.
inline std::vector<std::size_t> z_order(const raster::StreamLayout& layout) {
    const auto width = static_cast<std::size_t>(layout.width),
               height = static_cast<std::size_t>(layout.height);
    std::vector<std::size_t> positions;
    const auto visit = [&](const auto& self, std::size_t x, std::size_t y, std::size_t side) -> void {
        if (x >= width || y >= height)
            return;
        if (side == 1) {
            positions.push_back(y * width + x);
            return;
        }
        const std::size_t half = side / 2;
        self(self, x, y, half);
        self(self, x + half, y, half);
        self(self, x, y + half, half);
        self(self, x + half, y + half, half);
    };
    std::size_t side = 1;
    while (side < width || side < height)
        side *= 2;
    visit(visit, 0, 0, side);
    return positions;
}

/// Every letter passes, a dot does not.
inline constexpr raster::Discriminator letters{.threshold = 'A', .negate = false};

/// All 2^16 patterns of a block of 16 invalid flags, one block after the other.
inline Stream all_patterns_of_16() {
    Stream inv;
    for (std::uint32_t pattern = 0; pattern < 65'536; ++pattern)
        for (int bit = 0; bit < 16; ++bit)
            inv.push_back(static_cast<float>(pattern >> bit & 1u));
    return inv;
}

enum class Distribution {
    scattered, ///< independent elements
    runs,      ///< runs of valid and of invalid elements, up to 100 long
    front,     ///< all valid elements first
    back,      ///< all valid elements last
};
inline constexpr std::array all_distributions{Distribution::scattered, Distribution::runs,
                                              Distribution::front, Distribution::back};

/// Invalid flags; a fraction of about `density` is 0.
inline Stream make_inv(std::size_t size, double density, Distribution distribution, std::uint64_t seed) {
    Random random(seed);
    const auto valid_count = static_cast<std::size_t>(density * static_cast<double>(size));
    std::size_t run_end = 0;
    bool run_valid = false;
    Stream inv;
    for (std::size_t i = 0; i < size; ++i) {
        bool valid = false;
        switch (distribution) {
        case Distribution::scattered: valid = random.unit() < density; break;
        case Distribution::runs:
            if (i == run_end) {
                run_valid = random.unit() < density;
                run_end += random.below(100) + 1;
            }
            valid = run_valid;
            break;
        case Distribution::front: valid = i < valid_count; break;
        case Distribution::back: valid = i >= size - valid_count; break;
        }
        inv.push_back(valid ? 0.0f : 1.0f);
    }
    return inv;
}

/// Distinct values, at least 128 for valid elements and below 128 for invalid ones, so that a misplaced
/// element shows. None is the -1 of an empty texel.
inline Stream values_for(const Stream& inv) {
    Stream values;
    for (std::size_t i = 0; i < inv.size(); ++i)
        values.push_back(inv[i] == 0.0f ? 128.0f + static_cast<float>(i) : 127.5f - static_cast<float>(i));
    return values;
}

/// A pass as announced; prints itself in a failed check.
struct PassName {
    PassName(std::string_view pass_name, int pass_step) : name(pass_name), step(pass_step) {}

    std::string name;
    int step;
    friend bool operator==(const PassName&, const PassName&) = default;
    friend std::ostream& operator<<(std::ostream& stream, const PassName& pass) {
        return stream << pass.name << ' ' << pass.step;
    }
};
using PassList = std::vector<PassName>;

/// The names and steps of a trace, in order.
inline PassList names_of(const raster::reference::Trace& trace) {
    PassList names;
    for (const raster::reference::TracedPass& pass : trace.passes())
        names.emplace_back(pass.name, pass.step);
    return names;
}

} // namespace scanline::test
