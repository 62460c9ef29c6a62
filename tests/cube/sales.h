#pragma once
#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/cube/cube.h"
#include "scanline/data/table.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace scanline::cube::test {

inline std::unique_ptr<data::Table> table_of(const std::string& csv) {
    const scanline::test::TemporaryFolder folder;
    return data::read_table(data::test::put(folder / "sales.csv", csv));
}

/// In double quotes, doubled inside, as both CSV and queries have it.
inline std::string in_quotes(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text)
        quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

using SalesRow = std::vector<std::string>; ///< city, when, code, price, weight

/// Rows of a table with all kinds of columns, and what cubes should make of them, without the code under
/// test.
struct Sales {
    std::vector<SalesRow> rows;

    Sales() = default;
    Sales(std::size_t size, Random& random) {
        constexpr std::array cities{
            "Oslo",   "Bergen", "",  "a, b", "x..y", "{q}", "say \"no\"", "\xc3\x86r\xc3\xb8",
            "k=v; w", "*",      "5", "5.",   "\"\"", "..",  "Os"};
        constexpr std::array codes{"7", "7.0", "-3", "1e2", "2.5", "", "12", "100"};
        const int max_digits = random.between(0, 4);
        while (rows.size() < size)
            rows.push_back({cities[random.below(cities.size())], date(random),
                            codes[random.below(codes.size())], number(random.between(0, max_digits), random),
                            random.below(9) == 0 ? "" : number(1, random)});
    }

    std::string csv() const {
        std::string text = "city,when,code,price,weight\n";
        for (const SalesRow& row : rows) {
            for (std::size_t i = 0; i < row.size(); ++i)
                text += (i > 0 ? "," : "") + in_quotes(row[i]);
            text += '\n';
        }
        return text;
    }

    Sales part(std::size_t first, std::size_t last) const {
        Sales taken;
        taken.rows.assign(rows.begin() + static_cast<std::ptrdiff_t>(first),
                          rows.begin() + static_cast<std::ptrdiff_t>(last));
        return taken;
    }

private:
    static std::string date(Random& random) {
        if (random.below(20) == 0)
            return "";
        std::string text = fmt::format("{}-{:02}-{:02}", random.between(1999, 2001), random.between(1, 12),
                                       random.between(1, 28));
        constexpr std::array endings{"", ":59", ":07.25", ":00Z", "+01:00", ":30,5-0930"};
        if (random.below(4) > 0)
            text += fmt::format("{}{:02}:{:02}{}", random.below(2) == 0 ? 'T' : ' ', random.between(0, 23),
                                random.between(0, 59), endings[random.below(endings.size())]);
        return text;
    }

    static std::string number(int digits, Random& random) {
        std::string text = fmt::format("{}", random.between(-999, 999));
        if (digits > 0)
            text += fmt::format(".{:0{}}", random.below(digits == 1 ? 10 : 100), digits);
        return text;
    }
};

/// The text of a dimension's value in a row. Of a dimension of bins, only the edges are taken.
inline std::string value_of_row(const Dimension& dimension, const SalesRow& row) {
    const std::map<std::string, std::size_t> columns{
        {"city", 0}, {"when", 1}, {"code", 2}, {"price", 3}, {"weight", 4}};
    const std::string& cell = row[columns.at(dimension.column)];
    std::array<int, 4> date{}; // year to hour
    std::sscanf(cell.c_str(), "%d-%d-%d%*c%d", &date[0], &date[1], &date[2], &date[3]);
    std::size_t bin = 0;
    switch (dimension.derivation) {
    case tables::Derivation::value:
        // Equal numbers are shown as first written.
        if (dimension.column == "code" && !cell.empty())
            for (std::uint32_t code = 0; code < dimension.dictionary.size(); ++code)
                if (const std::string& text = dimension.dictionary.text(code);
                    !text.empty() && std::stod(text) == std::stod(cell))
                    return text;
        return cell;
    case tables::Derivation::part: {
        constexpr std::array parts{tables::DatePart::year, tables::DatePart::month, tables::DatePart::day,
                                   tables::DatePart::hour};
        const auto part = static_cast<std::size_t>(std::ranges::find(parts, dimension.part) - parts.begin());
        return cell.empty() ? "" : std::to_string(date[part]);
    }
    case tables::Derivation::bin: break;
    }
    if (cell.empty())
        return "";
    while (bin + 2 < dimension.edges.size() && std::stod(cell) >= number_of(dimension.edges[bin + 1]))
        ++bin;
    return fmt::format("{}..{}", number_of(dimension.edges[bin]), number_of(dimension.edges[bin + 1]));
}

/// Millionths, for texts with up to six decimals.
inline std::int64_t millionths(const std::string& text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string decimals = text.substr(std::min(point + 1, text.size()));
    decimals.resize(6, '0');
    return std::stoll(text.substr(0, point) + decimals);
}

} // namespace scanline::cube::test
