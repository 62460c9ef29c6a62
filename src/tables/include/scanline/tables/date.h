#pragma once
#include "scanline/core/named.h"

#include <array>
#include <bitset>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::tables {

/// A time of the Gregorian calendar as it was written: years 0 to 9999. Time zones are never converted, so
/// 13:05+02:00 and 13:05Z both are 13:05. Ordered by time.
struct Date {
    int year = 0, month = 1, day = 1;
    int hour = 0, minute = 0, second = 0, nanosecond = 0;

    auto operator<=>(const Date&) const = default;
};

enum class DatePart { year, quarter, month, year_month, week, date, day, weekday, hour, minute };
constexpr auto table_of(DatePart) {
    using enum DatePart;
    return named<DatePart>({{year, "year"},
                            {quarter, "quarter"},
                            {month, "month"},
                            {year_month, "year-month"},
                            {week, "week"},
                            {date, "date"},
                            {day, "day"},
                            {weekday, "weekday"},
                            {hour, "hour"},
                            {minute, "minute"}});
}
using scanline::to_string;

/// A part of a date as text. Numbers have no leading zeros, except within "year-month" and "date". Weeks are
/// those of ISO 8601, so the first days of January may be in week 52 or 53, and the last of December in
/// week 1. Weekdays are numbered from 1, Monday, to 7.
///
///     for 2024-07-03 13:05: year "2024", quarter "3", month "7", year-month "2024-07", week "27",
///         date "2024-07-03", day "3", weekday "3", hour "13", minute "5"
std::string part_of(const Date& date, DatePart part);

/// The time that a text names: "2024-07" names all of July. Both ends belong to it.
struct DateSpan {
    Date first, last;

    bool operator==(const DateSpan&) const = default;
};

/// One way to write dates. A format is "iso" or a pattern of directives and other characters, which stand for
/// themselves; a space stands for one or more:
///
///     %Y year, 4 digits                       %H hour, 0 to 23
///     %y year, 2 digits: 69 to 99 are 19xx    %I hour, 1 to 12, with %p
///     %m month, 1 to 12                       %p AM, PM, am, p.m. ...
///     %b %B month, in English                 %M minute    %S second
///     %d day of the month                     %f fraction of a second
///     %j day of the year, 3 digits            %z Z, +02, +0200 or +02:00
///     %G year, %V week, %u weekday of ISO     %% percent sign
///     %a %A weekday, in English
///
/// Months, days and hours may lack the leading zero unless digits adjoin: "%d.%m.%Y" reads "3.4.2024". Names
/// are whole or their first three letters or more, in any case, and may end with a full stop. A weekday must
/// be that of the date.
///
/// After a day, a format without hours also reads a time, after "T" or spaces: 13, 13:05, 13:05:09,
/// 13:05:09.5 (or with a comma), 1305, 130509 or 1:05 PM, and an offset. Offsets are checked, then ignored.
/// 24:00 is the next day's 0:00, and a leap second is the last nanosecond of its minute. Digits of a fraction
/// after the ninth are ignored.
///
/// "iso" reads 2024-07-03, 2024-07, 2024-W27-3, 2024W273, 2024-W27 (its Monday) and 2024-185. The form
/// without hyphens, 20240703, is the format %Y%m%d, since such texts may be plain numbers.
class DateFormat {
public:
    /// Returns the format with this pattern, as `--date-format` takes it. Errors: usage, if a directive is
    /// unknown, two give the same (%m and %b), or one is missing: a day needs a month, a month a year.
    ///
    ///     DateFormat::parse("%d.%m.%y").read("3.4.24") == Date{2024, 4, 3}
    static DateFormat parse(std::string_view pattern);

    /// Text from which parse() makes the same format.
    const std::string& pattern() const { return pattern_; }

    /// Reads a whole text; none if it is not such a date, or the calendar has no such day.
    ///
    ///     DateFormat::parse("iso").read("2024-07-03T13:05:09Z") == Date{2024, 7, 3, 13, 5, 9}
    ///     DateFormat::parse("iso").read("2023-02-29") == std::nullopt
    std::optional<Date> read(std::string_view text) const;

private:
    explicit DateFormat(std::string_view pattern) : pattern_(pattern) {}

    std::string pattern_;
};

/// Finds the format of a column from its texts. It knows iso; %Y/%m/%d and %Y%m%d; %d.%m.%Y; day or month
/// first with "/" or "-"; "Jan 1 2000", "January 1, 2000" and "1 Jan 2000", also after a weekday; 1-Jan-2000.
///
///     DateSniffer sniffer;
///     sniffer.add("03/04/2024"); // candidates(): %d/%m/%Y and %m/%d/%Y
///     sniffer.add("03/25/2024"); // candidates(): %m/%d/%Y
class DateSniffer {
public:
    DateSniffer();

    /// Rules out the formats that do not read this text. After the first text that is no date at all, this
    /// returns at once.
    void add(std::string_view text);
    /// The same for all texts of another.
    void add(const DateSniffer& other);

    /// Whether a format reads all texts so far.
    bool fits() const { return fitting_.any(); }
    /// Those formats, a bit each.
    std::uint32_t fitting() const { return static_cast<std::uint32_t>(fitting_.to_ulong()); }

    /// Those formats, the first of any that read all texts as the same dates. More than one: the column is
    /// ambiguous.
    std::vector<DateFormat> candidates() const;

private:
    static constexpr std::size_t formats = 16;

    std::bitset<formats> fitting_;
    std::array<std::bitset<formats>, formats> alike_; // [i]: those before i that read all texts as i does
};

/// Returns the time that a person means by a text in this format or the start of an ISO date; none if it is
/// neither. "2020" is the year, "2020-03" the month, "2020-W05" the week, "2020-03-05" the day, and so on to
/// the second; a second with a fraction is that instant.
///
///     span_of("2020-02", format) == DateSpan{{2020, 2, 1}, {2020, 2, 29, 23, 59, 59, 999999999}}
std::optional<DateSpan> span_of(std::string_view text, const DateFormat& format);

} // namespace scanline::tables
