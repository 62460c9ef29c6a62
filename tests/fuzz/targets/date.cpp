// A format of dates in the first line, a date in the second.
#include "scanline/tables/date.h"
#include "target.h"

#include <chrono>

namespace scanline::fuzz {

const Target date_target{
    "date",
    [](Bytes bytes, Folder) {
        const auto check = [](const tables::Date& date) {
            using namespace std::chrono;
            const year_month_day day(year(date.year), month(static_cast<unsigned>(date.month)),
                                     std::chrono::day(static_cast<unsigned>(date.day)));
            const auto is_in = [](int value, int end) { return value >= 0 && value < end; };
            require(day.ok() && is_in(date.year, 10'000) && is_in(date.hour, 24) && is_in(date.minute, 60) &&
                        is_in(date.second, 60) && is_in(date.nanosecond, 1'000'000'000),
                    "there is no such date");
            for (const tables::DatePart part : enumerators<tables::DatePart>)
                require(!part_of(date, part).empty(), "a date lacks a part");
        };
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        const std::string text = bytes.substr(std::min(end + 1, bytes.size()));
        tables::DateSniffer sniffer;
        sniffer.add(text);
        for (const tables::DateFormat& fitting : sniffer.candidates())
            check(fitting.read(text).value());
        const auto format = tables::DateFormat::parse(bytes.substr(0, end));
        if (const auto read = format.read(text))
            check(*read);
        if (const auto span = span_of(text, format)) {
            check(span->first);
            check(span->last);
            require(span->first <= span->last, "a span of time ends before it begins");
        }
    },
    [] {
        return split_seeds(
            "iso\n2024-07-03T13:05:09.5Z|iso\n2024-W27-3|iso\n2024-185|%d.%m.%Y\n3.4.2024 1:05 PM|%a, %d %b "
            "%y\n"
            "Wed, 3 July 24|%Y%m%d%H%M%S\n20240703240000|%Y/%j %I:%M:%S.%f %p %z\n2024/185 12:59:60.25 a.m. "
            "+02:00|%G-W%V-%u\n2026-W53-7|%m/%d/%Y\n2020-02");
    }};

} // namespace scanline::fuzz
