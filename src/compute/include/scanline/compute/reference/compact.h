#pragma once
#include "scanline/core/error.h"

#include <cstdint>
#include <span>
#include <string>

namespace scanline::compute::reference {

/// The CPU twin of CompactIf: writes the elements that a predicate of element and index selects to the front
/// of the output, in order, and returns their number. Elements that do not fit are dropped, but still
/// counted; after the selected elements, the output is unchanged. Input and output must not overlap.
///
///     compact_if<float>(a, b, [](float x, std::uint32_t) { return x > 0; });
template <class T, class Predicate>
std::size_t compact_if(std::span<const T> input, std::span<T> output, Predicate selects) {
    std::size_t selected = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
        if (!selects(input[i], static_cast<std::uint32_t>(i)))
            continue;
        if (selected < output.size())
            output[selected] = input[i];
        ++selected;
    }
    return selected;
}

/// The CPU twin of Compact: the same for the elements whose flag is not 0. Errors: usage unless there are as
/// many flags as elements.
///
///     compact<float>(a, flags, b);   // a: 3 1 7 0 4   flags: 1 0 1 0 1   b: 3 7 4   3 are selected
template <class T>
std::size_t compact(std::span<const T> input, std::span<const std::uint32_t> flags, std::span<T> output) {
    if (flags.size() != input.size())
        throw usage_error("compact: there are " + std::to_string(flags.size()) + " flags for " +
                          std::to_string(input.size()) + " elements: give each its own");
    return compact_if(input, output, [flags](const T&, std::uint32_t i) { return flags[i] != 0; });
}

} // namespace scanline::compute::reference
