#include "npy_elements.h"

#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <limits>

namespace scanline::data {
namespace {

struct ElementInfo {
    ElementType type;
    std::string_view name;
    std::string_view code; ///< as in 'descr', after the byte order
    std::size_t size;
};

constexpr std::array elements{
    ElementInfo{ElementType::u8, "uint8", "u1", 1},
    ElementInfo{ElementType::i8, "int8", "i1", 1},
    ElementInfo{ElementType::u16, "uint16", "u2", 2},
    ElementInfo{ElementType::i16, "int16", "i2", 2},
    ElementInfo{ElementType::u32, "uint32", "u4", 4},
    ElementInfo{ElementType::i32, "int32", "i4", 4},
    ElementInfo{ElementType::u64, "uint64", "u8", 8},
    ElementInfo{ElementType::i64, "int64", "i8", 8},
    ElementInfo{ElementType::f32, "float32", "f4", 4},
    ElementInfo{ElementType::f64, "float64", "f8", 8},
    ElementInfo{ElementType::boolean, "bool", "b1", 1},
    ElementInfo{ElementType::f16, "float16", "f2", 2},
    ElementInfo{ElementType::datetime, "datetime64", "M8", 8},
    ElementInfo{ElementType::unicode, "str", "U", 4},
    ElementInfo{ElementType::bytes, "bytes", "S", 1},
};

const ElementInfo& info(ElementType type) {
    return *std::ranges::find(elements, type, &ElementInfo::type);
}

struct UnitInfo {
    DateUnit unit;
    std::string_view code;
    std::int64_t per_year; ///< roughly; from days on, 365 times those of a day
};

constexpr std::int64_t seconds_per_year = 365 * 86'400;
constexpr std::array units{
    UnitInfo{DateUnit::year, "[Y]", 1},
    UnitInfo{DateUnit::month, "[M]", 12},
    UnitInfo{DateUnit::week, "[W]", 52},
    UnitInfo{DateUnit::day, "[D]", 365},
    UnitInfo{DateUnit::hour, "[h]", 365 * 24},
    UnitInfo{DateUnit::minute, "[m]", 365 * 1440},
    UnitInfo{DateUnit::second, "[s]", seconds_per_year},
    UnitInfo{DateUnit::millisecond, "[ms]", seconds_per_year * 1'000},
    UnitInfo{DateUnit::microsecond, "[us]", seconds_per_year * 1'000'000},
    UnitInfo{DateUnit::nanosecond, "[ns]", seconds_per_year * 1'000'000'000},
};

const UnitInfo& info(DateUnit unit) {
    return *std::ranges::find(units, unit, &UnitInfo::unit);
}

bool is_text(ElementType type) {
    return type == ElementType::unicode || type == ElementType::bytes;
}

/// What follows a type's code: "[ns]", "5" or nothing.
std::string suffix_of(const NpyLayout& layout) {
    if (layout.type == ElementType::datetime)
        return std::string(info(layout.unit).code);
    return is_text(layout.type) ? std::to_string(layout.characters) : "";
}

std::int64_t quotient_rounded_down(std::int64_t dividend, std::int64_t divisor) {
    return dividend / divisor - (dividend % divisor < 0 ? 1 : 0);
}

std::string date_text(std::int64_t count, DateUnit unit) {
    if (count == std::numeric_limits<std::int64_t>::min())
        return "NaT";
    const auto& [same, code, per_year] = info(unit);
    constexpr std::int64_t most_years = 30'000; // std::chrono knows no more
    if (std::abs(count / per_year) > most_years)
        return fmt::format("{}{}", count, code);
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

std::string_view to_string(ElementType type) {
    return info(type).name;
}

std::size_t size_of(ElementType type) {
    return info(type).size;
}

std::optional<NpyLayout> layout_of_code(std::string_view code) {
    const auto found = std::ranges::find_if(
        elements, [code](const ElementInfo& element) { return code.starts_with(element.code); });
    if (found == elements.end())
        return std::nullopt;
    NpyLayout layout{found->type, {}};
    const std::string_view suffix = code.substr(found->code.size());
    if (layout.type == ElementType::datetime) {
        const auto unit = std::ranges::find(units, suffix, &UnitInfo::code);
        if (unit == units.end())
            return std::nullopt;
        layout.unit = unit->unit;
    } else if (is_text(layout.type)) {
        std::uint32_t characters = 0; // NumPy has no larger elements
        std::from_chars(suffix.data(), suffix.data() + suffix.size(), characters);
        layout.characters = characters;
    }
    return suffix == suffix_of(layout) ? std::optional(layout) : std::nullopt;
}

std::string descr_of(const NpyLayout& layout) {
    return fmt::format("{}{}{}", size_of(layout.type) == 1 ? '|' : '<', info(layout.type).code,
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
