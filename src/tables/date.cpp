#include "scanline/tables/date.h"

#include "scanline/core/choice.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <span>

namespace scanline::tables {

namespace {

using std::chrono::days;
using std::chrono::sys_days;

constexpr int last_nanosecond = 999'999'999;

std::chrono::year_month_day calendar_of(const Date& date) {
    return std::chrono::year(date.year) / date.month / date.day;
}

sys_days day_of(const Date& date) {
    return calendar_of(date);
}

Date date_of(sys_days day) {
    const std::chrono::year_month_day calendar(day);
    return {static_cast<int>(calendar.year()), static_cast<int>(static_cast<unsigned>(calendar.month())),
            static_cast<int>(static_cast<unsigned>(calendar.day()))};
}

int weekday_of(sys_days day) {
    return static_cast<int>(std::chrono::weekday(day).iso_encoding());
}

sys_days monday_of(sys_days day) {
    return day - days(weekday_of(day) - 1);
}

// An ISO year begins with the week of 4 January.
sys_days first_monday(int iso_year) {
    return monday_of(day_of({iso_year, 1, 4}));
}

int week_of(sys_days day) {
    const sys_days monday = monday_of(day);
    const int iso_year = date_of(monday + days(3)).year;
    return static_cast<int>((monday - first_monday(iso_year)).count()) / 7 + 1;
}

// What directives read: first the units of time.
enum class Field { year, month, week, day, hour, minute, second, fraction, weekday, half, offset };
constexpr std::size_t fields = static_cast<std::size_t>(Field::offset) + 1;

struct Directive {
    Field field{};
    int fewest = 0, most = 0; // digits; 0 unless a number
    int least = 0, greatest = 0;
};

constexpr std::string_view letters = "YymbBdjGVuaAHIpMSfz%"; // of all directives

constexpr auto directives = [] {
    std::array<Directive, 128> all{};
    all['Y'] = all['G'] = {Field::year, 4, 4, 0, 9999};
    all['y'] = {Field::year, 2, 2, 0, 99};
    all['m'] = {Field::month, 1, 2, 1, 12};
    all['b'] = all['B'] = {Field::month};
    all['d'] = {Field::day, 1, 2, 1, 31};
    all['j'] = {Field::day, 3, 3, 1, 366};
    all['V'] = {Field::week, 2, 2, 1, 53};
    all['u'] = {Field::weekday, 1, 1, 1, 7};
    all['a'] = all['A'] = {Field::weekday};
    all['H'] = {Field::hour, 1, 2, 0, 24};
    all['I'] = {Field::hour, 1, 2, 1, 12};
    all['p'] = {Field::half};
    all['M'] = {Field::minute, 2, 2, 0, 59};
    all['S'] = {Field::second, 2, 2, 0, 60};
    all['f'] = {Field::fraction};
    all['z'] = {Field::offset};
    return all;
}();

const Directive& directive_of(char letter) {
    return directives[static_cast<unsigned char>(letter)];
}

bool is_name(char letter) {
    return std::string_view("bBaA").find(letter) != std::string_view::npos;
}

// Directives with these letters need one of `needed`.
struct Rule {
    std::string_view letters, needed;
};
constexpr std::array rules{Rule{"mbBj", "Yy"}, Rule{"d", "mbB"},    Rule{"G", "V"}, Rule{"V", "G"},
                           Rule{"uaA", "djV"}, Rule{"HI", "djuaA"}, Rule{"I", "p"}, Rule{"p", "I"},
                           Rule{"M", "HI"},    Rule{"S", "M"},      Rule{"f", "S"}};

constexpr std::string_view iso = "iso";
constexpr std::array iso_patterns{"%Y-%m-%d", "%Y-%m", "%Y-%j", "%G-W%V-%u", "%GW%V%u", "%G-W%V"};

constexpr std::array built_in_patterns{"iso",          "%Y/%m/%d",    "%Y%m%d",        "%d.%m.%Y",
                                       "%d/%m/%Y",     "%m/%d/%Y",    "%d-%m-%Y",      "%m-%d-%Y",
                                       "%b %d %Y",     "%d %b %Y",    "%b %d, %Y",     "%d-%b-%Y",
                                       "%a, %d %b %Y", "%a %d %b %Y", "%a, %b %d, %Y", "%a %b %d %Y"};

constexpr auto month_names =
    std::to_array<std::string_view>({"january", "february", "march", "april", "may", "june", "july", "august",
                                     "september", "october", "november", "december"});
constexpr auto weekday_names = std::to_array<std::string_view>(
    {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"});

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

struct DateReading {
    Date date;
    Field unit; // the finest that was read, from year to fraction
};

/// Reads a text by one pattern.
class PatternReader {
public:
    explicit PatternReader(std::string_view text) : rest_(text) { values_.fill(unset); }

    std::optional<DateReading> read(std::string_view pattern) {
        const bool is_read =
            take_pattern(pattern) && (rest_.empty() || (has_day() && !has(Field::hour) && take_time()));
        return is_read && rest_.empty() ? result() : std::nullopt;
    }

private:
    static constexpr int unset = -1;

    int& value(Field field) { return values_[static_cast<std::size_t>(field)]; }
    bool has(Field field) { return value(field) != unset; }
    int value_or(Field field, int other) { return has(field) ? value(field) : other; }

    bool has_day() { return has(Field::day) || (has(Field::week) && has(Field::weekday)); }

    bool at_digit() const { return !rest_.empty() && is_digit(rest_.front()); }

    bool take(char c) {
        if (!rest_.starts_with(c))
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    bool take_spaces() {
        const std::size_t before = rest_.size();
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), before));
        return rest_.size() < before;
    }

    bool take_pattern(std::string_view pattern) {
        for (bool follows_number = false; !pattern.empty();) {
            const char literal = pattern.front();
            if (literal != '%' || pattern[1] == '%') {
                if (literal == ' ' ? !take_spaces() : !take(literal))
                    return false;
                pattern.remove_prefix(literal == '%' ? 2 : 1);
                follows_number = false;
                continue;
            }
            const char letter = pattern[1];
            pattern.remove_prefix(2);
            const bool precedes_number = pattern.starts_with('%') && directive_of(pattern[1]).most > 0;
            if (!take_directive(letter, follows_number || precedes_number))
                return false;
            if (is_name(letter) && !pattern.starts_with('.'))
                take('.');
            follows_number = directive_of(letter).most > 0;
        }
        return true;
    }

    bool take_directive(char letter, bool is_fixed = false) {
        const Directive& directive = directive_of(letter);
        int& number = value(directive.field);
        if (directive.most > 0) {
            const bool is_read =
                take_number(is_fixed ? directive.most : directive.fewest, directive.most, number);
            constexpr int first_of_1900s = 69;
            const int century = letter != 'y' ? 0 : number < first_of_1900s ? 2000 : 1900;
            number += century;
            return is_read && number - century >= directive.least && number - century <= directive.greatest;
        }
        switch (directive.field) {
        case Field::month: return take_name(month_names, number);
        case Field::weekday: return take_name(weekday_names, number);
        case Field::half: return take_half(number);
        case Field::fraction: return take_fraction(number);
        default: return take_offset();
        }
    }

    bool take_number(int fewest, int most, int& number) {
        int digits = 0;
        for (number = 0; digits < most && at_digit(); ++digits) {
            number = number * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        return digits >= fewest;
    }

    bool take_name(std::span<const std::string_view> names, int& number) {
        const auto is_letter = [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; };
        const std::string_view word(rest_.begin(), std::ranges::find_if_not(rest_, is_letter));
        const auto found = std::ranges::find_if(names, [&](std::string_view name) {
            return std::ranges::equal(word, name.substr(0, word.size()), {}, lower);
        });
        constexpr std::size_t fewest_letters = 3;
        if (word.size() < fewest_letters || found == names.end())
            return false;
        rest_.remove_prefix(word.size());
        number = static_cast<int>(found - names.begin()) + 1;
        return true;
    }

    bool take_half(int& half) {
        const bool is_morning = take('a') || take('A');
        if (!is_morning && !take('p') && !take('P'))
            return false;
        half = !is_morning;
        take('.');
        const bool is_read = take('m') || take('M');
        take('.');
        return is_read;
    }

    bool take_fraction(int& nanosecond) {
        const std::size_t before = rest_.size();
        nanosecond = 0;
        for (int unit = 100'000'000; at_digit(); unit /= 10) {
            nanosecond += unit * (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        return rest_.size() < before;
    }

    bool take_offset() {
        if (take('Z'))
            return true;
        int hours = 0, minutes = 0;
        if ((!take('+') && !take('-')) || !take_number(2, 2, hours))
            return false;
        const bool has_minutes = take(':') || at_digit();
        return hours < 24 && (!has_minutes || (take_number(2, 2, minutes) && minutes < 60));
    }

    bool take_time() {
        if (!take('T') && !take_spaces())
            return false;
        const bool is_compact = rest_.size() > 2 && std::ranges::all_of(rest_.substr(0, 3), is_digit);
        if (!take_directive('H', is_compact))
            return false;
        if (is_compact || take(':')) {
            if (!take_directive('M'))
                return false;
            const bool has_second = is_compact ? at_digit() : take(':');
            if (has_second && (!take_directive('S') || ((take('.') || take(',')) && !take_directive('f'))))
                return false;
        }
        if (rest_.empty())
            return true;
        take_spaces();
        if (rest_.find_first_of("Z+-") != 0) {
            if (!take_half(value(Field::half)))
                return false;
            if (rest_.empty())
                return true;
            take_spaces();
        }
        return take_offset();
    }

    std::optional<DateReading> result() {
        Date date{value(Field::year), value_or(Field::month, 1), value_or(Field::day, 1)};
        bool exists = true;
        if (has(Field::week)) {
            const sys_days monday = first_monday(date.year) + std::chrono::weeks(value(Field::week) - 1);
            exists = week_of(monday) == value(Field::week);
            date = date_of(monday + days(value_or(Field::weekday, 1) - 1));
        } else {
            if (has(Field::month))
                exists = calendar_of(date).ok();
            else
                date = date_of(day_of({date.year}) + days(date.day - 1));
            exists = exists && date.year == value(Field::year) &&
                     (!has(Field::weekday) || weekday_of(day_of(date)) == value(Field::weekday));
        }
        if (!exists || !set_time(date) || date.year > 9999)
            return std::nullopt;
        Field unit = Field::fraction;
        while (!has(unit) && !(unit == Field::day && has_day()))
            unit = static_cast<Field>(static_cast<int>(unit) - 1);
        return DateReading{date, unit};
    }

    bool set_time(Date& date) {
        int hour = value_or(Field::hour, 0);
        if (has(Field::half)) {
            if (hour < 1 || hour > 12)
                return false;
            hour = hour % 12 + 12 * value(Field::half);
        }
        date.minute = value_or(Field::minute, 0);
        date.second = value_or(Field::second, 0);
        date.nanosecond = value_or(Field::fraction, 0);
        if (hour == 24) {
            const bool is_midnight = date.minute + date.second + date.nanosecond == 0;
            date = date_of(day_of(date) + days(1));
            return is_midnight;
        }
        date.hour = hour;
        if (date.second == 60) {
            date.second = 59;
            date.nanosecond = last_nanosecond;
        }
        return true;
    }

    std::string_view rest_;
    std::array<int, fields> values_;
};

std::optional<DateReading> read_text(std::string_view text, std::string_view pattern) {
    if (pattern != iso)
        return PatternReader(text).read(pattern);
    for (const std::string_view form : iso_patterns)
        if (const auto reading = PatternReader(text).read(form))
            return reading;
    return std::nullopt;
}

Date end_of(const DateReading& reading) {
    const auto [date, unit] = reading;
    const auto month = std::chrono::year(date.year) / (unit == Field::year ? 12 : date.month);
    const sys_days day = unit <= Field::month  ? sys_days(month / std::chrono::last)
                         : unit == Field::week ? day_of(date) + days(6)
                                               : day_of(date);
    Date last = date_of(day);
    last.hour = unit < Field::hour ? 23 : date.hour;
    last.minute = unit < Field::minute ? 59 : date.minute;
    last.second = unit < Field::second ? 59 : date.second;
    last.nanosecond = unit < Field::fraction ? last_nanosecond : date.nanosecond;
    return last;
}

// "%m, %b or %B"
std::string list_directives(std::string_view all) {
    return listed(names_of(all, [](char letter) { return std::string{'%', letter}; }), "or");
}

} // namespace

std::string part_of(const Date& date, DatePart part) {
    switch (part) {
    case DatePart::year: return std::to_string(date.year);
    case DatePart::quarter: return std::to_string((date.month + 2) / 3);
    case DatePart::month: return std::to_string(date.month);
    case DatePart::year_month: return fmt::format("{:04}-{:02}", date.year, date.month);
    case DatePart::week: return std::to_string(week_of(day_of(date)));
    case DatePart::date: return fmt::format("{:04}-{:02}-{:02}", date.year, date.month, date.day);
    case DatePart::day: return std::to_string(date.day);
    case DatePart::weekday: return std::to_string(weekday_of(day_of(date)));
    case DatePart::hour: return std::to_string(date.hour);
    case DatePart::minute: return std::to_string(date.minute);
    }
    return "";
}

DateFormat DateFormat::parse(std::string_view pattern) {
    if (pattern == iso)
        return DateFormat(pattern);
    const auto refuse = [&](const std::string& why) {
        throw usage_error(fmt::format("--date-format '{}': {}", printable(pattern), why));
    };
    std::string given;
    for (std::size_t at = pattern.find('%'); at != pattern.npos; at = pattern.find('%', at + 2)) {
        const std::string_view directive = pattern.substr(at, 2);
        if (directive == "%%")
            continue;
        if (directive.size() < 2 || letters.find(directive[1]) == letters.npos)
            refuse(
                fmt::format("{} is no directive: write {}", printable(directive), list_directives(letters)));
        for (const char other : given)
            if (directive_of(other).field == directive_of(directive[1]).field)
                refuse(fmt::format("%{} and {} give the same: keep one", other, directive));
        given += directive[1];
    }
    constexpr std::string_view years = "YyG";
    if (given.find_first_of(years) == given.npos)
        refuse("a date needs " + list_directives(years) + ", or write iso");
    for (const Rule& rule : rules)
        if (const std::size_t at = given.find_first_of(rule.letters);
            at != given.npos && given.find_first_of(rule.needed) == given.npos)
            refuse(fmt::format("%{} needs {}", given[at], list_directives(rule.needed)));
    return DateFormat(pattern);
}

std::optional<Date> DateFormat::read(std::string_view text) const {
    const auto reading = read_text(text, pattern_);
    return reading ? std::optional(reading->date) : std::nullopt;
}

DateSniffer::DateSniffer() {
    static_assert(built_in_patterns.size() == formats);
    fitting_.set();
    for (auto& alike : alike_)
        alike.set();
}

void DateSniffer::add(std::string_view text) {
    if (!fits())
        return;
    std::array<std::optional<DateReading>, formats> readings;
    for (std::size_t i = 0; i < formats; ++i)
        fitting_[i] = fitting_[i] && (readings[i] = read_text(text, built_in_patterns[i]));
    for (std::size_t i = 0; i < formats; ++i)
        for (std::size_t j = 0; fitting_[i] && j < i; ++j)
            if (fitting_[j] && readings[i]->date != readings[j]->date)
                alike_[i].reset(j);
}

void DateSniffer::add(const DateSniffer& other) {
    fitting_ &= other.fitting_;
    for (std::size_t i = 0; i < formats; ++i)
        alike_[i] &= other.alike_[i];
}

std::vector<DateFormat> DateSniffer::candidates() const {
    std::vector<DateFormat> found;
    std::bitset<formats> before;
    for (std::size_t i = 0; i < formats; ++i) {
        if (fitting_[i] && (before & alike_[i]).none())
            found.push_back(DateFormat::parse(built_in_patterns[i]));
        before[i] = fitting_[i];
    }
    return found;
}

std::optional<DateSpan> span_of(std::string_view text, const DateFormat& format) {
    for (const std::string_view pattern : {std::string_view(format.pattern()), std::string_view("%Y"), iso})
        if (const auto reading = read_text(text, pattern))
            return DateSpan{reading->date, end_of(*reading)};
    return std::nullopt;
}

} // namespace scanline::tables
