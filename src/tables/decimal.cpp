#include "scanline/tables/decimal.h"

#include "scanline/core/number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace scanline::tables {

namespace {

constexpr auto powers_of_ten = [] {
    std::array<std::uint64_t, 20> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10;
    return powers;
}();

constexpr std::uint64_t most_units = std::numeric_limits<std::int64_t>::max();

std::uint64_t absolute(std::int64_t value) {
    return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

std::int64_t with_sign(std::uint64_t magnitude, bool negative) {
    return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

std::optional<int> read_exponent(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    int exponent = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, exponent);
    constexpr int most = 1 << 16;
    const bool is_read = error == std::errc{} && rest == end && std::abs(exponent) < most;
    return is_read ? std::optional(exponent) : std::nullopt;
}

} // namespace

std::optional<Decimal> read_decimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    std::uint64_t magnitude = 0;
    int zeros = 0; // trailing so far
    int decimals = 0;
    bool has_digits = false, has_point = false;
    std::size_t at = 0;
    for (; at < text.size() && text[at] != 'e' && text[at] != 'E'; ++at) {
        if (text[at] == '.' && !has_point) {
            has_point = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9')
            return std::nullopt;
        has_digits = true;
        decimals += has_point;
        if (text[at] == '0') {
            zeros += magnitude > 0;
            continue;
        }
        const auto digit = static_cast<std::uint64_t>(text[at] - '0');
        const auto places = static_cast<std::size_t>(zeros) + 1;
        if (magnitude > 0 &&
            (places >= powers_of_ten.size() || magnitude > (most_units - digit) / powers_of_ten[places]))
            return std::nullopt;
        magnitude = magnitude == 0 ? digit : magnitude * powers_of_ten[places] + digit;
        zeros = 0;
    }
    const std::optional<int> exponent = at < text.size() ? read_exponent(text.substr(at + 1)) : 0;
    if (!has_digits || !exponent)
        return std::nullopt;
    return magnitude == 0 ? Decimal{} : Decimal{with_sign(magnitude, negative), zeros - decimals + *exponent};
}

std::optional<double> finite_number(std::string_view text) {
    constexpr double most = std::numeric_limits<double>::max();
    return read_number<double>(text, {-most, most});
}

Decimal decimal_of(double number) {
    return read_decimal(fmt::format("{}", number)).value();
}

double number_of(Decimal decimal) {
    // Both operands are exact, so the result is rounded only once.
    constexpr std::uint64_t exact = std::uint64_t{1} << 53;
    constexpr int exact_exponent = 22;
    if (absolute(decimal.units) <= exact && std::abs(decimal.exponent) <= exact_exponent) {
        double power = 1;
        for (int i = std::abs(decimal.exponent); i > 0; --i)
            power *= 10;
        const auto units = static_cast<double>(decimal.units);
        return decimal.exponent < 0 ? units / power : units * power;
    }
    const std::string text = fmt::format("{}e{}", decimal.units, decimal.exponent);
    double number = 0;
    const std::errc error = std::from_chars(text.data(), text.data() + text.size(), number).ec;
    if (error == std::errc::result_out_of_range && decimal.exponent > 0)
        return std::copysign(std::numeric_limits<double>::infinity(), static_cast<double>(decimal.units));
    return number;
}

std::string text_of(Decimal decimal) {
    std::string digits = fmt::format("{}", absolute(decimal.units));
    if (decimal.exponent >= 0) {
        if (decimal.units != 0)
            digits.append(static_cast<std::size_t>(decimal.exponent), '0');
    } else {
        const auto decimals = static_cast<std::size_t>(-decimal.exponent);
        if (digits.size() <= decimals)
            digits.insert(0, decimals + 1 - digits.size(), '0');
        digits.insert(digits.size() - decimals, 1, '.');
    }
    return (decimal.units < 0 ? "-" : "") + digits;
}

std::optional<std::int64_t> in_units(Decimal decimal, int digits) {
    const int shift = decimal.exponent + digits;
    const auto places = static_cast<std::size_t>(std::abs(shift));
    const bool is_beyond = places >= powers_of_ten.size();
    std::uint64_t magnitude = absolute(decimal.units);
    if (shift >= 0) {
        if (magnitude > 0 && (is_beyond || magnitude > most_units / powers_of_ten[places]))
            return std::nullopt;
        magnitude = magnitude == 0 ? 0 : magnitude * powers_of_ten[places];
    } else if (is_beyond) {
        magnitude = 0;
    } else {
        const std::uint64_t unit = powers_of_ten[places], rest = magnitude % unit;
        magnitude = magnitude / unit + (rest >= unit - rest);
    }
    if (magnitude > most_units)
        return std::nullopt;
    return with_sign(magnitude, decimal.units < 0);
}

int magnitude_of(Decimal decimal) {
    int magnitude = decimal.exponent;
    for (std::uint64_t rest = absolute(decimal.units); rest >= 10; rest /= 10)
        ++magnitude;
    return magnitude;
}

} // namespace scanline::tables
