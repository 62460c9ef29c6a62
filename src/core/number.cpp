#include "scanline/core/number.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <utility>

namespace scanline {

namespace {

constexpr int max_digits = std::numeric_limits<std::uint64_t>::digits10 + 1;

// A number without its sign.
struct Magnitude {
    bool negative = false;
    std::string_view text;
};

Magnitude take_sign(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+'))
        return {text.front() == '-', text.substr(1)};
    return {false, text};
}

bool are_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

template <class T>
std::optional<T> convert(std::string_view text) {
    T number{};
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    return error == std::errc{} && rest == end ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> power_of_two(std::string_view text) {
    constexpr std::string_view base = "2^";
    if (!text.starts_with(base) || !are_digits(text.substr(base.size())))
        return std::nullopt;
    const auto exponent = convert<std::uint64_t>(text.substr(base.size()));
    return exponent && *exponent < 64 ? std::optional(std::uint64_t{1} << *exponent) : std::nullopt;
}

std::optional<int> exponent_of(std::string_view text) {
    const Magnitude exponent = take_sign(text);
    if (!are_digits(exponent.text))
        return std::nullopt;
    const auto magnitude = convert<int>(exponent.text);
    return magnitude && exponent.negative ? -*magnitude : magnitude;
}

// Parsed digit by digit: double cannot hold every 64-bit integer.
std::optional<std::uint64_t> whole_decimal(std::string_view text) {
    const std::size_t e = std::min(text.find_first_of("eE"), text.size());
    const std::optional<int> exponent = e < text.size() ? exponent_of(text.substr(e + 1)) : 0;
    const std::string_view mantissa = text.substr(0, e);
    const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
    const std::string_view fraction = mantissa.substr(std::min(point + 1, mantissa.size()));
    std::string digits = std::string(mantissa.substr(0, point)) + std::string(fraction);
    if (!exponent || !are_digits(digits))
        return std::nullopt;
    if (digits.find_first_not_of('0') == std::string::npos)
        return 0;

    std::int64_t zeros = std::int64_t{*exponent} - static_cast<std::int64_t>(fraction.size());
    for (; zeros < 0 && digits.back() == '0'; ++zeros)
        digits.pop_back();
    if (zeros < 0 || zeros > max_digits)
        return std::nullopt;
    digits.append(static_cast<std::size_t>(zeros), '0');
    return convert<std::uint64_t>(digits);
}

std::optional<double> real_decimal(std::string_view text) {
    // std::from_chars would accept a second sign.
    return text.starts_with('-') ? std::nullopt : convert<double>(text);
}

template <class T, class Number>
std::optional<T> within(Number number, Bounds<T> bounds) {
    if constexpr (std::integral<T>) {
        if (std::cmp_less(number, bounds.least) || std::cmp_greater(number, bounds.most))
            return std::nullopt;
    } else {
        // NaN fails all bounds.
        if (!(number >= bounds.least && number <= bounds.most))
            return std::nullopt;
    }
    return static_cast<T>(number);
}

template <std::integral T>
std::optional<T> read(const Magnitude& number, Bounds<T> bounds) {
    const std::optional<std::uint64_t> power = power_of_two(number.text);
    const std::optional<std::uint64_t> magnitude = power ? power : whole_decimal(number.text);
    if (!magnitude)
        return std::nullopt;
    if (!number.negative || *magnitude == 0)
        return within(*magnitude, bounds);
    constexpr auto max_negative = std::uint64_t{1} << 63;
    if (*magnitude > max_negative)
        return std::nullopt;
    return within(-static_cast<std::int64_t>(*magnitude - 1) - 1, bounds);
}

template <std::floating_point T>
std::optional<T> read(const Magnitude& number, Bounds<T> bounds) {
    const std::optional<std::uint64_t> power = power_of_two(number.text);
    const std::optional<double> magnitude = power ? static_cast<double>(*power) : real_decimal(number.text);
    if (!magnitude)
        return std::nullopt;
    return within(number.negative ? -*magnitude : *magnitude, bounds);
}

} // namespace

template <class T>
std::optional<T> read_number(std::string_view text, Bounds<std::type_identity_t<T>> bounds) {
    return read<T>(take_sign(text), bounds);
}

template <class T>
T parse_number(std::string_view name, std::string_view text, Bounds<std::type_identity_t<T>> bounds) {
    if (const std::optional<T> number = read_number<T>(text, bounds))
        return *number;
    throw usage_error(fmt::format("{}: '{}' is not a {} from {} to {}", name, printable(text),
                                  std::integral<T> ? "whole number" : "number", bounds.least, bounds.most));
}

template std::optional<int> read_number<int>(std::string_view, Bounds<int>);
template std::optional<std::int64_t> read_number<std::int64_t>(std::string_view, Bounds<std::int64_t>);
template std::optional<std::uint64_t> read_number<std::uint64_t>(std::string_view, Bounds<std::uint64_t>);
template std::optional<double> read_number<double>(std::string_view, Bounds<double>);
template int parse_number<int>(std::string_view, std::string_view, Bounds<int>);
template std::int64_t parse_number<std::int64_t>(std::string_view, std::string_view, Bounds<std::int64_t>);
template std::uint64_t parse_number<std::uint64_t>(std::string_view, std::string_view, Bounds<std::uint64_t>);
template double parse_number<double>(std::string_view, std::string_view, Bounds<double>);

} // namespace scanline
