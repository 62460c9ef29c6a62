#include "scanline/tables/date.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>
#include <chrono>

namespace scanline::tables::date_test {

using Catch::Matchers::EndsWith;
using scanline::test::usage_message;
using std::chrono::sys_days;

std::optional<Date> read(std::string_view pattern, std::string_view text) {
    return DateFormat::parse(pattern).read(text);
}

std::vector<std::string> found(const std::vector<std::string_view>& texts) {
    DateSniffer sniffer;
    for (const std::string_view text : texts)
        sniffer.add(text);
    std::vector<std::string> patterns;
    for (const DateFormat& format : sniffer.candidates())
        patterns.push_back(format.pattern());
    CHECK(sniffer.fits() == !patterns.empty());
    return patterns;
}

TEST_CASE("ISO dates are read in all their forms") {
    const auto [text, date] = GENERATE(
        table<std::string, Date>({{"2012-03-04", {2012, 3, 4}},
                                  {"2012-03", {2012, 3, 1}},
                                  {"2012-064", {2012, 3, 4}},
                                  {"2012-366", {2012, 12, 31}},
                                  {"2012-W09-7", {2012, 3, 4}},
                                  {"2012W097", {2012, 3, 4}},
                                  {"2012-W09", {2012, 2, 27}},
                                  {"2020-W53-7", {2021, 1, 3}},
                                  {"0000-01-01", {0, 1, 1}},
                                  {"9999-12-31 23:59:59", {9999, 12, 31, 23, 59, 59}},
                                  {"2012-03-04T13", {2012, 3, 4, 13}},
                                  {"2012-03-04 13:05", {2012, 3, 4, 13, 5}},
                                  {"2012-03-04T1305", {2012, 3, 4, 13, 5}},
                                  {"2012-064T130509", {2012, 3, 4, 13, 5, 9}},
                                  {"2012-03-04T13:05:09.5", {2012, 3, 4, 13, 5, 9, 500'000'000}},
                                  {"2012-03-04T130509,0000000019", {2012, 3, 4, 13, 5, 9, 1}},
                                  {"2012-03-04T23:30Z", {2012, 3, 4, 23, 30}},
                                  {"2012-03-04T23+02", {2012, 3, 4, 23}},
                                  {"2012-03-04 23:30 -0930", {2012, 3, 4, 23, 30}},
                                  {"2012-03-04T23:30:00+14:00", {2012, 3, 4, 23, 30}},
                                  {"2012-12-31T24:00:00", {2013, 1, 1}},
                                  {"2016-12-31T23:59:60Z", {2016, 12, 31, 23, 59, 59, 999'999'999}}}));
    CAPTURE(text);
    CHECK((read("iso", text) == date));
}

TEST_CASE("Texts that only resemble ISO dates are none") {
    const std::string text = GENERATE(values<std::string>({"",
                                                           "2012",
                                                           "20120304",
                                                           "2012-",
                                                           "2012-3-4x",
                                                           " 2012-03-04",
                                                           "2012-03-04 ",
                                                           "2012-03-04T",
                                                           "2012-03-04T13:",
                                                           "2012-03-04T13:5",
                                                           "2012-03-04T13:05:09.",
                                                           "2012-03-04T25",
                                                           "2012-03-04T13:60",
                                                           "2012-03-04T13:05:61",
                                                           "2012-03-04T24:00:01",
                                                           "9999-12-31T24:00",
                                                           "2012-03-04T13:05+24",
                                                           "2012-03-04T13:05+02:60",
                                                           "2012-03-04T13:05+2",
                                                           "2012-03T13",
                                                           "2012-03-04T13050",
                                                           "2012-03-04 13:05 ",
                                                           "2012-03-04 13:05 PM",
                                                           "2012-03-04 0:05 AM",
                                                           "2012-03-04 1:05 p+02",
                                                           "2012-03-04Z",
                                                           "2012-00-01",
                                                           "2012-13-01",
                                                           "2012-01-00",
                                                           "2012-366x",
                                                           "2011-366",
                                                           "2012-000",
                                                           "2012-W00-1",
                                                           "2021-W53-1",
                                                           "2012-W01-8",
                                                           "9999-W52-7",
                                                           "12-03-04"}));
    CAPTURE(text);
    CHECK(!read("iso", text));
}

TEST_CASE("A day is read if the calendar has it") {
    using namespace std::chrono;
    for (const int y : {0, 1, 4, 1900, 1999, 2000, 2023, 2024, 2100, 9999})
        for (int m = 1; m <= 12; ++m)
            for (const int d : {1, 28, 29, 30, 31}) {
                const std::string text = fmt::format("{:04}-{:02}-{:02}", y, m, d);
                CAPTURE(text);
                const year_month_day day(year(y) / m / d);
                CHECK((read("iso", text) == (day.ok() ? std::optional(Date{y, m, d}) : std::nullopt)));
                if (!day.ok())
                    continue;
                const auto day_of_year = (sys_days(day) - sys_days(year(y) / 1 / 1)).count() + 1;
                CHECK((read("iso", fmt::format("{:04}-{:03}", y, day_of_year)) == Date{y, m, d}));
            }
}

TEST_CASE("ISO weeks of the days about New Year are those of their Thursdays") {
    using namespace std::chrono;
    for (int y = 1996; y <= 2024; ++y)
        for (sys_days day(year(y) / 12 / 28); day <= sys_days(year(y + 1) / 1 / 4); day += days(1)) {
            const auto weekday_number = weekday(day).iso_encoding();
            const sys_days thursday = day + days(4) - days(weekday_number);
            const year_month_day ymd(day);
            const year iso_year = year_month_day(thursday).year();
            const auto week = (thursday - sys_days(iso_year / 1 / 1)).count() / 7 + 1;
            const Date date{static_cast<int>(ymd.year()),
                            static_cast<int>(static_cast<unsigned>(ymd.month())),
                            static_cast<int>(static_cast<unsigned>(ymd.day()))};
            CAPTURE(date.year, date.month, date.day);
            CHECK(part_of(date, DatePart::week) == std::to_string(week));
            CHECK(part_of(date, DatePart::weekday) == std::to_string(weekday_number));
            CHECK((read("iso", fmt::format("{}-W{:02}-{}", static_cast<int>(iso_year), week,
                                           weekday_number)) == date));
        }
}

TEST_CASE("A date has parts") {
    const Date date{24, 7, 3, 13, 5, 9};
    std::string parts;
    for (const DatePart part : enumerators<DatePart>)
        parts += fmt::format("{} {}, ", to_string(part), part_of(date, part));
    CHECK(parts ==
          "year 24, quarter 3, month 7, year-month 0024-07, week 27, date 0024-07-03, day 3, weekday 3, "
          "hour 13, minute 5, ");
    CHECK(part_of({2024, 3, 31}, DatePart::quarter) == "1");
    CHECK(part_of({2024, 4, 1}, DatePart::quarter) == "2");
}

TEST_CASE("The format of a column is found from its texts") {
    using Patterns = std::vector<std::string>;
    CHECK(found({"2012-03-04", "2012-W09-7", "2012-03-04T13:05Z"}) == Patterns{"iso"});
    CHECK(found({"2012/1/31"}) == Patterns{"%Y/%m/%d"});
    CHECK(found({"20120101", "20120101T1305"}) == Patterns{"%Y%m%d"});
    CHECK(found({"03.04.2024", "3.4.2024 9:05"}) == Patterns{"%d.%m.%Y"});
    CHECK(found({"03/04/2024", "01/02/2024"}) == Patterns{"%d/%m/%Y", "%m/%d/%Y"});
    CHECK(found({"03/04/2024", "25/04/2024"}) == Patterns{"%d/%m/%Y"});
    CHECK(found({"3/4/2024 1:05 pm", "4/25/2024 12:00 a.m."}) == Patterns{"%m/%d/%Y"});
    CHECK(found({"03-04-2024", "04-25-2024"}) == Patterns{"%m-%d-%Y"});
    CHECK(found({"Jan 1 2000", "february 29 2000", "SEPT. 3 2000"}) == Patterns{"%b %d %Y"});
    CHECK(found({"January 1, 2000"}) == Patterns{"%b %d, %Y"});
    CHECK(found({"1 Jan 2000", "1  May  2000 13:05:09.5"}) == Patterns{"%d %b %Y"});
    CHECK(found({"1-Jan-2000"}) == Patterns{"%d-%b-%Y"});
    CHECK(found({"Sat, 1 Jan 2000 13:05:09 +0000"}) == Patterns{"%a, %d %b %Y"});
    CHECK(found({"2012-03-04", "2012/03/04"}).empty());
    CHECK(found({"25/04/2024", "04/25/2024"}).empty());
    CHECK(found({"Fri, 1 Jan 2000"}).empty());
    CHECK(found({"pear"}).empty());
    CHECK(found({"Ja 1 2000"}).empty());
    CHECK(found({"12.5"}).empty());
}

TEST_CASE("Formats that read all texts as the same dates are one") {
    CHECK(found({"01/01/2024", "02/02/2024"}) == std::vector<std::string>{"%d/%m/%Y"});
    CHECK(found({"01/01/2024", "02/03/2024"}).size() == 2);
}

TEST_CASE("A date format reads what its directives say") {
    CHECK((read("%d.%m.%y", "3.4.24") == Date{2024, 4, 3}));
    CHECK((read("%y%m%d", "690101") == Date{1969, 1, 1}));
    CHECK((read("%y%m%d", "681231") == Date{2068, 12, 31}));
    CHECK((read("%Y%j", "2024060") == Date{2024, 2, 29}));
    CHECK((read("%d%b%Y:%H:%M:%S", "01JAN2000:13:05:09") == Date{2000, 1, 1, 13, 5, 9}));
    CHECK((read("%b %Y", "Jan. 2000") == Date{2000, 1}));
    CHECK((read("%d.%B.%Y", "1.May.2000") == Date{2000, 5, 1}));
    CHECK((read("%A %d %b %I %p, %Y", "Sat 1 Jan 12 AM, 2000") == Date{2000, 1, 1, 0}));
    CHECK((read("%Y-%m-%d %I:%M %p", "2000-01-01 12:30 pm") == Date{2000, 1, 1, 12, 30}));
    CHECK((read("%H:%M:%S.%f %z 100%% %d/%m/%Y", "13:05:09.25 +02 100% 1/2/2000") ==
           Date{2000, 2, 1, 13, 5, 9, 250'000'000}));
    CHECK(!read("%d/%m/%Y %H", "1/2/2000"));
    CHECK(!read("%d/%m/%Y %H", "1/2/2000 13 14"));
    CHECK(!read("%Y%m%d", "2012011"));
    const std::string pattern = "%d|%m|%Y";
    CHECK(DateFormat::parse(pattern).pattern() == pattern);
}

TEST_CASE("A date format that is wrong is refused") {
    const auto message = [](std::string_view pattern) {
        return usage_message([&] { DateFormat::parse(pattern); });
    };
    CHECK(message("%Y-%Q") == "--date-format '%Y-%Q': %Q is no directive: write %Y, %y, %m, %b, %B, %d, %j, "
                              "%G, %V, %u, %a, %A, %H, "
                              "%I, %p, %M, %S, %f, %z or %%");
    CHECK_THAT(message("%Y%"), EndsWith(" or %%"));
    CHECK(message("%Y %y") == "--date-format '%Y %y': %Y and %y give the same: keep one");
    CHECK(message("dd.mm") == "--date-format 'dd.mm': a date needs %Y, %y or %G, or write iso");
    CHECK(message("%Y %d") == "--date-format '%Y %d': %d needs %m, %b or %B");
    CHECK_THAT(message("%Y %m %d %I"), EndsWith("%I needs %p"));
    CHECK_THAT(message("%Y %H"), EndsWith("%H needs %d, %j, %u, %a or %A"));
}

TEST_CASE("A text names a span of time") {
    const DateFormat format = DateFormat::parse("%d.%m.%Y");
    const auto names = [&](std::string_view text, Date first, Date last) {
        CAPTURE(text);
        CHECK((span_of(text, format) == DateSpan{first, last}));
    };
    constexpr int most = 999'999'999;
    names("2020", {2020, 1, 1}, {2020, 12, 31, 23, 59, 59, most});
    names("1900-02", {1900, 2, 1}, {1900, 2, 28, 23, 59, 59, most});
    names("2020-02", {2020, 2, 1}, {2020, 2, 29, 23, 59, 59, most});
    names("2020-W53", {2020, 12, 28}, {2021, 1, 3, 23, 59, 59, most});
    names("2020-W53-5", {2021, 1, 1}, {2021, 1, 1, 23, 59, 59, most});
    names("2020-03-05", {2020, 3, 5}, {2020, 3, 5, 23, 59, 59, most});
    names("5.3.2020", {2020, 3, 5}, {2020, 3, 5, 23, 59, 59, most});
    names("2020-03-05T13", {2020, 3, 5, 13}, {2020, 3, 5, 13, 59, 59, most});
    names("5.3.2020 13:05", {2020, 3, 5, 13, 5}, {2020, 3, 5, 13, 5, 59, most});
    names("2020-03-05T13:05:09", {2020, 3, 5, 13, 5, 9}, {2020, 3, 5, 13, 5, 9, most});
    names("2020-03-05T13:05:09.5", {2020, 3, 5, 13, 5, 9, 500'000'000}, {2020, 3, 5, 13, 5, 9, 500'000'000});
    CHECK(!span_of("3/5/2020", format));
    CHECK((*read("iso", "2016-12-31T23:59:60") <= span_of("2016", format)->last));
}

} // namespace scanline::tables::date_test
