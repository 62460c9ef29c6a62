#include "random_tables.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace scanline::fuzz {

namespace {

using Column = RandomColumn;

Wide power_of_ten(int exponent) {
    Wide power = 1;
    for (; exponent > 0; --exponent)
        power *= 10;
    return power;
}

std::string digits_of(Wide number) {
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
        number /= 10;
    } while (number > 0);
    return digits;
}

Wide random_units(Random& random, int size) {
    switch (size) {
    case 0: return random.between(-3, 3);
    case 1: return random.between(-2'000'000, 2'000'000);
    // Neighbours beyond 2^53 and near the ends of 64 bits.
    case 2: return (Wide{1} << 53) + random.between(-2, 2);
    case 3: return (Wide{1} << 63) + random.between(-2, 2);
    default: return (Wide{1} << 64) - 1 - random.between(0, 2);
    }
}

std::string in_quotes(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

/// One of the ways to write a number that a reading takes.
std::string spelled(Wide units, int decimals, const tables::NumberForm& form, Random& random) {
    std::string digits = digits_of(units < 0 ? -units : units);
    digits.insert(0, static_cast<std::size_t>(std::max(0, decimals + 1 - static_cast<int>(digits.size()))),
                  '0');
    std::string whole = digits.substr(0, digits.size() - static_cast<std::size_t>(decimals)),
                part = digits.substr(digits.size() - static_cast<std::size_t>(decimals));
    while (!part.empty() && part.back() == '0' && one_in(random, 2))
        part.pop_back();
    if (one_in(random, 6))
        part += '0';
    const char point = form.decimal_comma ? ',' : '.';
    if (form.thousands && one_in(random, 2))
        for (int at = static_cast<int>(whole.size()) - 3; at > 0; at -= 3)
            whole.insert(static_cast<std::size_t>(at), 1, form.decimal_comma ? '.' : ',');
    else if (one_in(random, 8) && part.empty() && whole.size() > 1 && whole.size() < 16 &&
             !form.decimal_comma) {
        const std::string mantissa = whole.substr(0, 1) + "." + whole.substr(1);
        return fmt::format("{}{}e{}", units < 0 ? "-" : "", mantissa, whole.size() - 1);
    }
    std::string text = part.empty() ? whole : whole + point + part;
    if (units < 0)
        text = "-" + text;
    else if (one_in(random, 10))
        text = "+" + text;
    if (form.loose && one_in(random, 3))
        text = one_in(random, 2) ? "\xc2\xa3" + text : text + " %";
    return text;
}

std::string missing_text(const tables::Reading& reading, Random& random) {
    constexpr std::array texts{"", "NA", "N/A", "null", "NULL", "None", "NaN", "\\N", "#N/A", "nan"};
    if (!reading.missing.empty() && one_in(random, 3))
        return reading.missing.front();
    return pick(random, texts);
}

Column random_column(std::size_t number, std::size_t rows, Random& random) {
    constexpr std::array kinds{Column::Kind::number, Column::Kind::number, Column::Kind::date,
                               Column::Kind::text};
    constexpr std::array formats{"%Y-%m-%d", "%Y-%m-%dT%H:%M:%S", "%Y/%m/%d",
                                 "%d.%m.%Y", "%b %d %Y",          "%Y-%m-%d %H:%M"};
    constexpr std::array texts{"Oslo", "Bergen", "a b",       "x;y", "p,q", "say \"no\"",
                               "12",   "Nan",    "tab\there", "1-2", "007"};
    Column column{.name = fmt::format("{}{}", one_in(random, 8) ? "a, b" : "col", number),
                  .kind = number == 0 ? Column::Kind::number : pick(random, kinds)};
    const std::uint64_t missing = one_in(random, 2) ? 0 : 2 + random.below(11);
    const auto is_missing = [&] { return missing > 0 && one_in(random, missing); };
    column.decimals = random.between(0, 3);
    const int size = random.between(0, 4);
    column.format = pick(random, formats);
    for (std::size_t row = 0; row < rows; ++row)
        switch (column.kind) {
        case Column::Kind::number:
            column.numbers.push_back(is_missing()
                                         ? std::nullopt
                                         : std::optional(random_units(random, one_in(random, 4) ? 0 : size)));
            break;
        case Column::Kind::date: {
            const std::chrono::sys_days day{std::chrono::year{2019 + random.between(0, 2)} /
                                            random.between(1, 12) / random.between(1, 28)};
            const bool has_time = column.format.find("%H") != std::string::npos;
            const bool has_seconds = column.format.find("%S") != std::string::npos;
            std::chrono::sys_seconds at = day;
            if (has_time)
                at += std::chrono::minutes(random.between(0, 1439));
            if (has_seconds)
                at += std::chrono::seconds(random.between(0, 59));
            column.dates.push_back(is_missing() ? std::nullopt : std::optional(at));
            break;
        }
        case Column::Kind::text:
            column.texts.push_back(is_missing() ? std::nullopt
                                                : std::optional<std::string>(pick(random, texts)));
            break;
        }
    // One cell decides that the column is text.
    if (column.kind == Column::Kind::text && rows > 0)
        column.texts[static_cast<std::size_t>(random.below(rows))] = "Oslo";
    return column;
}

} // namespace

bool RandomColumn::is_missing(std::size_t row) const {
    switch (kind) {
    case Kind::number: return !numbers[row];
    case Kind::date: return !dates[row];
    case Kind::text: break;
    }
    return !texts[row];
}

RandomTable::RandomTable(Random& random, std::size_t max_rows) : rows(random.below(max_rows + 1)) {
    constexpr std::string_view separators = ",;\t|";
    separator = pick(random, separators);
    reading.numbers = {one_in(random, 4), one_in(random, 4), one_in(random, 4)};
    if (one_in(random, 3))
        reading.missing = {"-"};
    const std::size_t size = 1 + random.below(6);
    for (std::size_t number = 0; number < size; ++number)
        columns.push_back(random_column(number, rows, random));
}

std::string RandomTable::text(Random& random) const {
    constexpr std::array line_ends{"\n", "\r\n", "\r"};
    const std::string line_end = pick(random, line_ends);
    const bool quotes_all = one_in(random, 4);
    std::string text = one_in(random, 6) ? "\xef\xbb\xbf" : "";
    const auto add = [&](const std::string& cell, std::size_t number, bool may_be_blank) {
        const bool needs =
            cell.find_first_of(",;\t|\"\r\n") != std::string::npos || (!may_be_blank && cell.empty());
        text += (number > 0 ? std::string(1, separator) : "") +
                (needs || quotes_all || one_in(random, 9) ? in_quotes(cell) : cell);
    };
    for (std::size_t number = 0; number < columns.size(); ++number)
        add(columns[number].name, number, false);
    text += line_end;
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t number = 0; number < columns.size(); ++number) {
            const RandomColumn& column = columns[number];
            std::string cell;
            if (column.is_missing(row))
                cell = missing_text(reading, random);
            else if (column.kind == RandomColumn::Kind::number)
                cell = spelled(*column.numbers[row], column.decimals, reading.numbers, random);
            else if (column.kind == RandomColumn::Kind::date)
                cell = fmt::format(fmt::runtime("{:" + column.format + "}"), *column.dates[row]);
            else
                cell = *column.texts[row];
            add(cell, number, columns.size() > 1);
        }
        text += line_end;
    }
    return text;
}

const RandomColumn& RandomTable::column(RandomColumn::Kind kind, Random& random) const {
    std::vector<const RandomColumn*> all;
    for (const RandomColumn& column : columns)
        if (column.kind == kind)
            all.push_back(&column);
    return all.empty() ? columns.front() : *pick(random, all);
}

std::string plain_text(Wide units, int decimals) {
    Wide magnitude = units < 0 ? -units : units;
    while (decimals > 0 && magnitude % 10 == 0) {
        magnitude /= 10;
        --decimals;
    }
    const Wide unit = power_of_ten(decimals);
    std::string text = (units < 0 ? "-" : "") + digits_of(magnitude / unit);
    if (decimals > 0) {
        const std::string part = digits_of(magnitude % unit);
        text += "." + std::string(static_cast<std::size_t>(decimals) - part.size(), '0') + part;
    }
    return text;
}

double nearest_double(Wide units, int decimals) {
    const std::string text = plain_text(units, decimals);
    return std::strtod(text.c_str(), nullptr);
}

} // namespace scanline::fuzz
