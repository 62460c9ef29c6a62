#include "npy_elements.h"

#include "scanline/core/choice.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

namespace scanline::data {

struct DateUnitRow {
    DateUnit value;
    std::string_view name;
    std::int64_t per_year; ///< roughly; from days on, 365 times those of a day
};
constexpr auto table_of(DateUnit) {
    using enum DateUnit;
    constexpr std::int64_t seconds = 365 * 86'400;
    return std::to_array<DateUnitRow>({
        {year, "[Y]", 1},
        {month, "[M]", 12},
        {week, "[W]", 52},
        {day, "[D]", 365},
        {hour, "[h]", 365 * 24},
        {minute, "[m]", 365 * 1440},
        {second, "[s]", seconds},
        {millisecond, "[ms]", seconds * 1'000},
        {microsecond, "[us]", seconds * 1'000'000},
        {nanosecond, "[ns]", seconds * 1'000'000'000},
    });
}

namespace {

bool is_text(ElementType type) {
    return type == ElementType::unicode || type == ElementType::bytes;
}

/// What follows a type's code: "[ns]", "5" or nothing.
std::string suffix_of(const NpyLayout& layout) {
    if (layout.type == ElementType::datetime)
        return std::string(to_string(layout.unit));
    return is_text(layout.type) ? std::to_string(layout.characters) : "";
}

std::int64_t quotient_rounded_down(std::int64_t dividend, std::int64_t divisor) {
    return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

std::string date_text(std::int64_t count, DateUnit unit) {
    if (count == std::numeric_limits<std::int64_t>::min())
        return "NaT";
    const std::int64_t per_year = row_of(unit).per_year;
    constexpr std::int64_t max_years = 30'000; // std::chrono knows no more
    if (std::abs(count / per_year) > max_years)
        return fmt::format("{}{}", count, to_string(unit));
    if (unit == DateUnit::year)
        return fmt::format("{:04}", 1970 + count);
    if (unit == DateUnit::month) {
        const std::int64_t years = quotient_rounded_down(count, 12);
        return fmt::format("{:04}-{:02}", 1970 + years, count - 12 * years + 1);
    }
    const std::int64_t per_day = std::max<std::int64_t>(per_year / 365, 1);
    const std::int64_t days = unit == DateUnit::week ? 7 * count : quotient_rounded_down(count, per_day);
    const std::chrono::year_month_day date(std::chrono::sys_days(std::chrono::days(static_cast<int>(days))));
    std::string text = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                   static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    if (unit <= DateUnit::day)
        return text;
    const std::int64_t rest = count - days * per_day;
    text += fmt::format("T{:02}", rest / (per_day / 24));
    if (unit >= DateUnit::minute)
        text += fmt::format(":{:02}", rest / (per_day / 1440) % 60);
    if (unit >= DateUnit::second)
        text += fmt::format(":{:02}", rest / (per_day / 86'400) % 60);
    if (unit > DateUnit::second)
        text += fmt::format(".{:0{}}", rest % (per_day / 86'400),
                            3 * (static_cast<int>(unit) - static_cast<int>(DateUnit::second)));
    return text;
}

void append_utf8(std::string& text, std::uint32_t code) {
    const auto append = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
    const auto append_rest = [&](int shift) {
        for (; shift >= 0; shift -= 6)
            append(0x80 | (code >> shift & 0x3f));
    };
    if (code < 0x80)
        return append(code);
    if (code < 0x800)
        append(0xc0 | code >> 6);
    else if (code < 0x10000)
        append(0xe0 | code >> 12);
    else
        append(0xf0 | code >> 18);
    append_rest(code < 0x800 ? 0 : code < 0x10000 ? 6 : 12);
}

} // namespace

std::optional<NpyLayout> layout_of_code(std::string_view code) {
    const auto found = std::ranges::find_if(
        rows_of<ElementType>, [code](const ElementTypeRow& row) { return code.starts_with(row.code); });
    if (found == rows_of<ElementType>.end())
        return std::nullopt;
    NpyLayout layout{found->value, {}};
    const std::string_view suffix = code.substr(found->code.size());
    if (layout.type == ElementType::datetime) {
        const auto unit = find_choice(suffix, enumerators<DateUnit>);
        if (!unit)
            return std::nullopt;
        layout.unit = *unit;
    } else if (is_text(layout.type)) {
        std::uint32_t characters = 0; // NumPy has no larger elements
        std::from_chars(suffix.data(), suffix.data() + suffix.size(), characters);
        layout.characters = characters;
    }
    return suffix == suffix_of(layout) ? std::optional(layout) : std::nullopt;
}

std::string descr_of(const NpyLayout& layout) {
    return fmt::format("{}{}{}", size_of(layout.type) == 1 ? '|' : '<', row_of(layout.type).code,
                       suffix_of(layout));
}

float Half::value() const {
    const std::uint32_t sign = bits & 0x8000u, exponent = bits >> 10 & 0x1fu, fraction = bits & 0x3ffu;
    if (exponent == 0x1f)
        return std::bit_cast<float>(sign << 16 | 0x7f800000u | fraction << 13);
    const float magnitude =
        exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                      : std::ldexp(static_cast<float>(fraction | 0x400u), static_cast<int>(exponent) - 25);
    return sign == 0 ? magnitude : -magnitude;
}

std::size_t NpyLayout::element_size() const {
    return size_of(type) * characters;
}

bool NpyLayout::holds_numbers() const {
    return type != ElementType::datetime && !is_text(type);
}

std::string NpyLayout::type_name() const {
    return is_text(type) ? descr_of(*this) : std::string(to_string(type)) + suffix_of(*this);
}

std::string NpyArray::text(std::size_t element) const {
    const std::size_t size = element_size();
    const std::span here = std::span(bytes).subspan(element * size, size);
    if (type == ElementType::datetime)
        return date_text(number_at<std::int64_t>(here, 0), unit);
    if (!is_text(type))
        return with_number_type(*this, [&]<class Stored>(Stored /*type*/) {
            return fmt::format("{}", +number_at<Stored>(here, 0));
        });
    std::string text;
    for (std::size_t i = 0; i < characters; ++i) {
        if (type == ElementType::unicode)
            append_utf8(text, number_at<std::uint32_t>(here, i));
        else
            text += static_cast<char>(here[i]);
    }
    text.resize(text.find_last_not_of('\0') + 1);
    return type == ElementType::unicode ? valid_utf8(text) : text;
}

} // namespace scanline::data
