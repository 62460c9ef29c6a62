#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace scanline::test {

namespace detail {

template <class T>
bool same_bits(const T& a, const T& b) {
    if constexpr (std::is_same_v<T, float>)
        return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
    else
        return a == b;
}

template <class T>
std::string element_text(const T& value) {
    if constexpr (std::is_same_v<T, float>)
        return fmt::format("{} ({:#010x})", value, std::bit_cast<std::uint32_t>(value));
    else
        return fmt::format("{}", value);
}

} // namespace detail

/// Describes the first difference of two arrays, floats bit by bit; empty if they are equal.
template <class T>
std::string first_difference(std::span<const T> found, std::span<const T> expected) {
    if (found.size() != expected.size())
        return fmt::format("{} elements in place of {}", found.size(), expected.size());
    const auto at = std::mismatch(found.begin(), found.end(), expected.begin(), detail::same_bits<T>);
    if (at.first == found.end())
        return "";
    return fmt::format("element {} of {} is {} in place of {}", at.first - found.begin(), found.size(),
                       detail::element_text(*at.first), detail::element_text(*at.second));
}
template <class T>
std::string first_difference(const std::vector<T>& found, const std::vector<T>& expected) {
    return first_difference(std::span<const T>(found), std::span<const T>(expected));
}

} // namespace scanline::test
