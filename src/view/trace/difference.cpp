#include "trace/difference.h"

#include "scanline/raster/passes.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <vector>

namespace scanline::view {

Difference difference_of(float a, float b) {
    if (a == b || (std::isnan(a) && std::isnan(b)))
        return Difference::same;
    if (b == raster::empty_element)
        return Difference::only_a;
    return a == raster::empty_element ? Difference::only_b : Difference::other;
}

std::string difference_note(std::span<const float> a, std::span<const float> b) {
    std::int64_t different = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        different += difference_of(a[i], b[i]) != Difference::same ? 1 : 0;
    if (different == 0)
        return "no difference";
    // By their bits, because what is no number has no order.
    const auto sorted = [](std::span<const float> numbers) {
        std::vector<std::uint32_t> bits(numbers.size());
        std::ranges::transform(numbers, bits.begin(),
                               [](float number) { return std::bit_cast<std::uint32_t>(number); });
        std::ranges::sort(bits);
        return bits;
    };
    return sorted(a) == sorted(b) ? "the same set in another order"
                                  : fmt::format("{} places differ", different);
}

} // namespace scanline::view
