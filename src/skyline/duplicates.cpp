#include "duplicates.h"

#include "scanline/skyline/result.h"

#include <algorithm>
#include <compare>

namespace scanline::skyline {

std::string_view to_string(Duplicates duplicates) {
    return duplicates == Duplicates::all ? "all" : "first";
}

void keep_first(const Keys& keys, std::vector<std::uint32_t>& ids, CancelPoll& poll) {
    const auto compare = [&](std::uint32_t a, std::uint32_t b) {
        return std::lexicographical_compare_three_way(keys[a], keys[a] + keys.dimensions, keys[b],
                                                      keys[b] + keys.dimensions);
    };
    cancellable_sort(
        ids.begin(), ids.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            const auto order = compare(a, b);
            return order != 0 ? order < 0 : a < b;
        },
        poll);
    const auto equal = [&](std::uint32_t a, std::uint32_t b) { return compare(a, b) == 0; };
    ids.erase(std::unique(ids.begin(), ids.end(), equal), ids.end());
    std::ranges::sort(ids);
}

} // namespace scanline::skyline
