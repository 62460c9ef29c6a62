#include "cells.h"

#include "scanline/core/text.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

struct Date {
    int year = 0, month = 0, day = 0, hour = 0;
};

/// Reads an ISO 8601 date.
class DateReader {
public:
    explicit DateReader(std::string_view text) : rest_(text) {}

    std::optional<Date> read() {
        const bool is_read = read_day() && (rest_.empty() || (read_time() && read_offset() && rest_.empty()));
        return is_read ? std::optional(date_) : std::nullopt;
    }

private:
    bool take(char c) {
        if (!rest_.starts_with(c))
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    // Takes a number of that many digits, from least to most.
    bool take_number(std::size_t digits, int least, int most, int& number) {
        if (rest_.size() < digits)
            return false;
        number = 0;
        for (; digits > 0; --digits) {
            if (rest_.front() < '0' || rest_.front() > '9')
                return false;
            number = number * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        return number >= least && number <= most;
    }

    bool read_day() {
        return take_number(4, 0, 9999, date_.year) && take('-') && take_number(2, 1, 12, date_.month) &&
               take('-') && take_number(2, 1, days_of_month(), date_.day);
    }

    int days_of_month() const {
        constexpr std::array days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
        const bool is_leap = date_.year % 4 == 0 && (date_.year % 100 != 0 || date_.year % 400 == 0);
        constexpr int february = 2;
        return days[static_cast<std::size_t>(date_.month - 1)] + (date_.month == february && is_leap);
    }

    bool read_time() {
        int unused = 0;
        if (!(take('T') || take(' ')) || !take_number(2, 0, 23, date_.hour) || !take(':') ||
            !take_number(2, 0, 59, unused))
            return false;
        if (!take(':'))
            return true;
        constexpr int leap_second = 60;
        if (!take_number(2, 0, leap_second, unused))
            return false;
        if (!take('.') && !take(','))
            return true;
        bool has_digits = false;
        while (take_number(1, 0, 9, unused))
            has_digits = true;
        return has_digits;
    }

    bool read_offset() {
        int unused = 0;
        if (rest_.empty() || take('Z'))
            return true;
        if ((!take('+') && !take('-')) || !take_number(2, 0, 23, unused))
            return false;
        return rest_.empty() || (take(':'), take_number(2, 0, 59, unused));
    }

    std::string_view rest_;
    Date date_;
};

bool is_normal(Decimal number) {
    constexpr int least = -300, most = 300;
    return number.units == 0 || (number.exponent > least && magnitude_of(number) < most);
}

} // namespace

std::optional<Decimal> number_in(const data::Table& table, std::size_t row, std::size_t column) {
    if (const auto decimal = read_decimal(table.text(row, column)); decimal && is_normal(*decimal))
        return decimal;
    const std::optional<double> number = table.number(row, column);
    if (number && !std::isfinite(*number))
        throw table.cell_error(
            row, column,
            fmt::format("is '{}', which is not a finite number: correct it, or leave the column out",
                        printable(table.text(row, column))));
    return number ? std::optional(decimal_of(*number)) : std::nullopt;
}

std::string_view to_string(Derivation derivation) {
    switch (derivation) {
    case Derivation::value: return "value";
    case Derivation::year: return "year";
    case Derivation::month: return "month";
    case Derivation::day: return "day";
    case Derivation::hour: return "hour";
    case Derivation::bin: return "bin";
    }
    return "";
}

std::optional<std::string> date_part(std::string_view text, Derivation part) {
    const std::optional<Date> date = DateReader(text).read();
    if (!date)
        return std::nullopt;
    return std::to_string(part == Derivation::year    ? date->year
                          : part == Derivation::month ? date->month
                          : part == Derivation::day   ? date->day
                                                      : date->hour);
}

std::string date_part_in(const data::Table& table, std::size_t row, std::size_t column, Derivation part) {
    const std::string text = table.text(row, column);
    if (text.empty())
        return {};
    if (std::optional<std::string> read = date_part(text, part))
        return *std::move(read);
    throw table.cell_error(
        row, column,
        fmt::format("is '{}', which is not a date: write 2026-11-25 or 2026-11-25T13:05:09",
                    printable(text)));
}

} // namespace scanline::cube
