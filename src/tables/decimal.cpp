#include "scanline/tables/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>

namespace scanline::tables {

namespace {

__extension__ using Unsigned128 = unsigned __int128;

constexpr auto powers_of_ten = [] {
    std::array<Unsigned128, Decimal::max_digits + 1> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10;
    return powers;
}();

constexpr Unsigned128 max_units = ~Unsigned128{0} >> 1;

/// The largest numbers that scaling by these powers leaves within 127 bits.
constexpr auto max_scaled = [] {
    std::array<Unsigned128, powers_of_ten.size()> most{};
    for (std::size_t i = 0; i < most.size(); ++i)
        most[i] = max_units / powers_of_ten[i];
    return most;
}();

Unsigned128 absolute(Int128 value) {
    return value < 0 ? 0 - static_cast<Unsigned128>(value) : static_cast<Unsigned128>(value);
}

Int128 with_sign(Unsigned128 magnitude, bool negative) {
    return static_cast<Int128>(negative ? 0 - magnitude : magnitude);
}

int digits_in(Unsigned128 number) {
    return static_cast<int>(std::ranges::upper_bound(powers_of_ten, number) - powers_of_ten.begin());
}

std::string text_of_magnitude(Unsigned128 number) {
    std::string text;
    do {
        text += static_cast<char>('0' + static_cast<int>(number % 10));
        number /= 10;
    } while (number != 0);
    std::ranges::reverse(text);
    return text;
}

/// number * 10^places; none beyond 127 bits.
std::optional<Unsigned128> scaled(Unsigned128 number, int places) {
    if (number == 0)
        return number;
    if (places > Decimal::max_digits || number > max_scaled[static_cast<std::size_t>(places)])
        return std::nullopt;
    return number * powers_of_ten[static_cast<std::size_t>(places)];
}

std::optional<int> read_exponent(std::string_view text) {
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    int exponent = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, exponent);
    constexpr int most = 9999;
    const bool is_read = error == std::errc{} && rest == end && std::abs(exponent) <= most;
    return is_read ? std::optional(exponent) : std::nullopt;
}

std::optional<Decimal> read_infinity(std::string_view text, bool negative) {
    const auto is = [text](std::string_view word) {
        return std::ranges::equal(text, word, {}, [](char c) { return c | 0x20; });
    };
    if (!is("inf") && !is("infinity"))
        return std::nullopt;
    return Decimal{negative ? -1 : 1, Decimal::infinite};
}

/// Collects the digits of a number. Trailing zeros count only once another digit follows.
class Digits {
public:
    /// False if there are too many.
    bool add(int digit) {
        if (digit == 0) {
            zeros_ += used_ > 0;
            return true;
        }
        const int places = used_ == 0 ? 1 : zeros_ + 1;
        used_ += places;
        if (used_ > Decimal::max_digits)
            return false;
        units_ = units_ * powers_of_ten[static_cast<std::size_t>(places)] + static_cast<Unsigned128>(digit);
        zeros_ = 0;
        return true;
    }
    Unsigned128 units() const { return units_; }
    int trailing_zeros() const { return zeros_; }

private:
    Unsigned128 units_ = 0;
    int used_ = 0, zeros_ = 0;
};

/// Reads digits with a point that fit 64 bits, as most cells do; none for other text.
std::optional<Decimal> read_short(std::string_view text, bool negative) {
    constexpr std::size_t most = std::numeric_limits<std::int64_t>::digits10;
    if (text.empty() || text == "." || text.size() > most)
        return std::nullopt;
    std::int64_t units = 0;
    int exponent = 0;
    bool has_point = false;
    for (const char c : text) {
        if (c >= '0' && c <= '9') {
            units = units * 10 + (c - '0');
            exponent -= has_point;
        } else if (c == '.' && !has_point) {
            has_point = true;
        } else {
            return std::nullopt;
        }
    }
    if (units == 0)
        return Decimal{};
    for (; units % 10 == 0; ++exponent)
        units /= 10;
    return Decimal{negative ? -units : units, exponent};
}

/// Powers of ten up to this one are doubles.
constexpr int exact_exponent = 22;

/// True if double holds the units and the power of ten.
bool is_exact_in_double(const Decimal& decimal) {
    constexpr Unsigned128 exact = Unsigned128{1} << 53;
    return absolute(decimal.units) <= exact && std::abs(decimal.exponent) <= exact_exponent;
}

} // namespace

std::strong_ordering Decimal::operator<=>(const Decimal& other) const {
    const auto sign = [](const Decimal& decimal) { return (decimal.units > 0) - (decimal.units < 0); };
    if (sign(*this) != sign(other))
        return sign(*this) <=> sign(other);
    if (exponent == other.exponent)
        return units <=> other.units;
    if (is_exact_in_double(*this) && is_exact_in_double(other))
        // Rounding keeps the order, so doubles that differ decide.
        if (const double a = number_of(*this), b = number_of(other); a != b)
            return a < b ? std::strong_ordering::less : std::strong_ordering::greater;
    const Unsigned128 a = absolute(units), b = absolute(other.units);
    const auto by_size = [&]() -> std::strong_ordering {
        if (const auto order = digits_in(a) + exponent <=> digits_in(b) + other.exponent; order != 0)
            return order;
        // They have as many digits before the point, so the shorter one is scaled to the digits of the other.
        const int shift = exponent - other.exponent;
        return shift > 0 ? a * powers_of_ten[static_cast<std::size_t>(shift)] <=> b
                         : a <=> b * powers_of_ten[static_cast<std::size_t>(-shift)];
    };
    return units < 0 ? 0 <=> by_size() : by_size();
}

std::optional<Decimal> read_decimal(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+'))
        text.remove_prefix(1);
    if (const std::optional<Decimal> number = read_short(text, negative))
        return number;
    Digits digits;
    int decimals = 0;
    bool has_digits = false, has_point = false;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        const char c = text[at];
        if (c >= '0' && c <= '9') {
            has_digits = true;
            decimals += has_point;
            if (!digits.add(c - '0'))
                return std::nullopt;
        } else if (c == '.' && !has_point) {
            has_point = true;
        } else if (has_digits && (c == 'e' || c == 'E')) {
            break;
        } else {
            return at == 0 ? read_infinity(text, negative) : std::nullopt;
        }
    }
    const std::optional<int> exponent = at < text.size() ? read_exponent(text.substr(at + 1)) : 0;
    if (!has_digits || !exponent)
        return std::nullopt;
    if (digits.units() == 0)
        return Decimal{};
    return Decimal{with_sign(digits.units(), negative), digits.trailing_zeros() - decimals + *exponent};
}

namespace {

template <class T>
Decimal shortest_decimal(T number) {
    constexpr T most = 0x1p63;
    if (number > -most && number < most && number == std::trunc(number))
        return normal_decimal(static_cast<std::int64_t>(number), 0);
    return read_decimal(fmt::format("{}", number)).value();
}

} // namespace

Decimal decimal_of(double number) {
    return shortest_decimal(number);
}

Decimal decimal_of(float number) {
    return shortest_decimal(number);
}

Decimal decimal_of(std::int64_t number) {
    return normal_decimal(number, 0);
}

Decimal decimal_of(std::uint64_t number) {
    return normal_decimal(static_cast<Int128>(number), 0);
}

double number_of(const Decimal& decimal) {
    const Unsigned128 units = absolute(decimal.units);
    if (is_exact_in_double(decimal)) { // so the result is rounded only once
        constexpr auto powers = [] {
            std::array<double, exact_exponent + 1> all{1};
            for (std::size_t i = 1; i < all.size(); ++i)
                all[i] = all[i - 1] * 10;
            return all;
        }();
        const double power = powers[static_cast<std::size_t>(std::abs(decimal.exponent))];
        const auto number = static_cast<double>(static_cast<std::int64_t>(decimal.units));
        return decimal.exponent < 0 ? number / power : number * power;
    }
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double number = decimal.exponent > 0 ? infinity : 0;
    if (decimal.is_finite()) {
        const std::string text = fmt::format("{}e{}", text_of_magnitude(units), decimal.exponent);
        std::from_chars(text.data(), text.data() + text.size(), number);
    }
    return decimal.units < 0 ? -number : number;
}

bool is_told_by_double(const Decimal& decimal) {
    constexpr Unsigned128 few = powers_of_ten[std::numeric_limits<double>::digits10];
    constexpr int usual = 250;
    if (!decimal.is_finite() || (absolute(decimal.units) < few && std::abs(decimal.exponent) < usual))
        return true;
    return decimal_of(number_of(decimal)) == decimal;
}

Decimal normal_decimal(Int128 units, int exponent) {
    if (units == 0)
        return {};
    const auto shorten = [&exponent](auto whole) {
        for (; whole % 10 == 0; ++exponent)
            whole /= 10;
        return Int128{whole};
    };
    // Divisions of 128 bits take ten times as long.
    const auto low = static_cast<std::int64_t>(units);
    const Int128 shortened = low == units ? shorten(low) : shorten(units);
    return {shortened, exponent};
}

std::string text_of(Int128 integer) {
    return (integer < 0 ? "-" : "") + text_of_magnitude(absolute(integer));
}

std::string text_of(const Decimal& decimal) {
    const std::string_view sign = decimal.units < 0 ? "-" : "";
    if (!decimal.is_finite())
        return fmt::format("{}inf", sign);
    std::string digits = text_of_magnitude(absolute(decimal.units));
    if (decimal.exponent >= 0) {
        digits.append(static_cast<std::size_t>(decimal.exponent), '0');
    } else {
        const auto decimals = static_cast<std::size_t>(-decimal.exponent);
        if (digits.size() <= decimals)
            digits.insert(0, decimals + 1 - digits.size(), '0');
        digits.insert(digits.size() - decimals, 1, '.');
    }
    return fmt::format("{}{}", sign, digits);
}

std::optional<Int128> in_units(const Decimal& decimal, int digits) {
    const int shift = decimal.exponent + digits;
    if (shift < 0)
        return decimal.units == 0 ? std::optional<Int128>(0) : std::nullopt;
    const std::optional<Unsigned128> magnitude = scaled(absolute(decimal.units), shift);
    return magnitude ? std::optional(with_sign(*magnitude, decimal.units < 0)) : std::nullopt;
}

std::optional<Int128> floor_of_ratio(const Decimal& a, const Decimal& b) {
    const int shift = a.exponent - b.exponent;
    const bool negative = a.units < 0;
    const std::optional<Unsigned128> numerator = scaled(absolute(a.units), std::max(shift, 0)),
                                     denominator = scaled(absolute(b.units), std::max(-shift, 0));
    if (!numerator)
        return std::nullopt;
    if (!denominator) // larger than any numerator
        return negative ? -1 : 0;
    const Unsigned128 quotient = *numerator / *denominator;
    return with_sign(quotient + (negative && *numerator % *denominator != 0), negative);
}

double nearest_quotient(Int128 sum, std::int64_t count, int digits) {
    // The digits left out change nothing: a tie between two doubles is m / 2^k, and equals the quotient or
    // differs by at least 1 / (count * 2^k), which is more, as count has at most 31 bits.
    const int most = 40 + std::max(digits, 0);
    const auto divisor = static_cast<Unsigned128>(count);
    Unsigned128 rest = absolute(sum) % divisor;
    std::string text = text_of_magnitude(absolute(sum) / divisor);
    int exponent = -digits;
    for (int i = 0; i < most && rest != 0; ++i, --exponent) {
        rest *= 10;
        text += static_cast<char>('0' + static_cast<int>(rest / divisor));
        rest %= divisor;
    }
    text += fmt::format("e{}", exponent);
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return sum < 0 ? -number : number;
}

} // namespace scanline::tables
