// Tables as people have them, read and asked: skylines, cubes and points against loops over the values that
// were written.
#include "fuzz.h"
#include "random_tables.h"

#include "scanline/cube/question.h"
#include "scanline/data/table.h"
#include "scanline/kdtree/tree.h"
#include "scanline/kdtree/verify.h"
#include "scanline/points/points_file.h"
#include "scanline/skyline/table_query.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <map>
#include <numeric>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using Kinds = RandomColumn::Kind;
using tables::Relation;

std::size_t number_of(const RandomTable& table, const RandomColumn& column) {
    return static_cast<std::size_t>(&column - table.columns.data());
}

bool holds(Relation relation, Wide a, Wide b) {
    switch (relation) {
    case Relation::equal: return a == b;
    case Relation::not_equal: return a != b;
    case Relation::less: return a < b;
    case Relation::less_equal: return a <= b;
    case Relation::greater: return a > b;
    case Relation::greater_equal: break;
    }
    return a >= b;
}

constexpr std::array relations{Relation::equal,      Relation::not_equal, Relation::less,
                               Relation::less_equal, Relation::greater,   Relation::greater_equal};

/// A condition as text, and the rows that meet it.
struct RandomCondition {
    std::string text;
    std::vector<bool> met;
};

RandomCondition number_condition(const RandomTable& table, const RandomColumn& column, Random& random) {
    const Relation relation = pick(random, relations);
    std::vector<Wide> values;
    for (const std::optional<Wide>& number : column.numbers)
        if (number)
            values.push_back(*number);
    if (values.empty())
        return {{}, std::vector<bool>(table.rows, true)};
    const Wide limit = pick(random, values);
    std::string value = plain_text(limit, column.decimals);
    if (table.reading.numbers.decimal_comma) // as the table writes numbers
        std::ranges::replace(value, '.', ',');
    RandomCondition made{fmt::format("\"{}\"{}\"{}\"", column.name, to_string(relation), value), {}};
    for (const std::optional<Wide>& number : column.numbers)
        made.met.push_back(number ? holds(relation, *number, limit) : relation == Relation::not_equal);
    return made;
}

/// A range of years, or of months of a year, which both ends belong to.
RandomCondition date_condition(const RandomTable& table, const RandomColumn& column, Random& random) {
    using namespace std::chrono;
    const bool has_values =
        std::ranges::any_of(column.dates, [](const auto& date) { return date.has_value(); });
    if (!has_values)
        return {{}, std::vector<bool>(table.rows, true)};
    const int first = 2018 + random.between(0, 3), last = first + random.between(0, 1);
    RandomCondition made{fmt::format("\"{}\"={}..{}", column.name, first, last), {}};
    for (const auto& date : column.dates) {
        const int at = date ? int{year_month_day(floor<days>(*date)).year()} : 0;
        made.met.push_back(at >= first && at <= last);
    }
    return made;
}

void check_skyline(const RandomTable& table, const data::Table& read, Random& random) {
    skyline::TableQuery query{.columns = {}, .reading = table.reading, .drop_nan = true};
    std::vector<const RandomColumn*> columns;
    std::vector<bool> is_max;
    for (const RandomColumn& column : table.columns)
        if (column.kind == Kinds::number && columns.size() < 3) {
            columns.push_back(&column);
            is_max.push_back(one_in(random, 2));
            query.columns.push_back({number_of(table, column),
                                     is_max.back() ? skyline::Direction::max : skyline::Direction::min});
        }
    const bool by_date = one_in(random, 2);
    const RandomColumn& of = table.column(by_date ? Kinds::date : Kinds::number, random);
    const RandomCondition condition =
        of.kind == Kinds::date ? date_condition(table, of, random) : number_condition(table, of, random);
    if (!condition.text.empty())
        query.where.push_back(condition.text);

    std::vector<std::uint32_t> candidates, expected;
    for (std::uint32_t row = 0; row < table.rows; ++row)
        if (condition.met[row] && std::ranges::none_of(columns, [&](const RandomColumn* column) {
                return column->is_missing(row);
            }))
            candidates.push_back(row);
    const auto value = [&](std::size_t c, std::uint32_t row) {
        const Wide number = *columns[c]->numbers[row];
        return is_max[c] ? -number : number;
    };
    for (const std::uint32_t row : candidates) {
        const bool is_dominated = std::ranges::any_of(candidates, [&](std::uint32_t other) {
            bool better = false;
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (value(c, other) > value(c, row))
                    return false;
                better = better || value(c, other) < value(c, row);
            }
            return better;
        });
        if (!is_dominated)
            expected.push_back(row);
    }
    const skyline::TableAnswer found = skyline::answer(read, query, [](double, const std::string&) {});
    require(found.rows == expected,
            fmt::format("the skyline of {} columns where {} has rows {}, not {}", columns.size(),
                        condition.text, fmt::join(found.rows, " "), fmt::join(expected, " ")));
}

struct Cell {
    std::int64_t count = 0, present = 0;
    Wide sum = 0;
    std::optional<Wide> least{}, greatest{};
};

/// What a cube should show of a value.
std::string shown_value(const RandomColumn& column, std::size_t row) {
    using namespace std::chrono;
    if (column.is_missing(row))
        return "";
    switch (column.kind) {
    case Kinds::number: return plain_text(*column.numbers[row], column.decimals);
    case Kinds::date:
        return std::to_string(unsigned{year_month_day(floor<days>(*column.dates[row])).month()});
    case Kinds::text: break;
    }
    return *column.texts[row];
}

/// Text of a value as the oracle has it: numbers are shown as first written.
std::string normal_text(const RandomColumn& column, const std::string& shown,
                        const tables::Reading& reading) {
    if (column.kind != Kinds::number || shown.empty())
        return shown;
    return tables::text_of(tables::read_cell(shown, reading.numbers).value());
}

void check_average(const std::string& found, const Cell& cell, int decimals) {
    __extension__ using Quad = __float128;
    Quad unit = 1;
    for (int i = 0; i < decimals; ++i)
        unit *= 10;
    const Quad exact = static_cast<Quad>(cell.sum) / (static_cast<Quad>(cell.present) * unit);
    const double value = std::strtod(found.c_str(), nullptr), nearest = static_cast<double>(exact);
    require(value == nearest, fmt::format("an average is {}, not {}", value, nearest));
}

void check_cube(const RandomTable& table, const data::Table& read, Random& random) {
    const RandomColumn& dimension = pick(random, table.columns);
    const RandomColumn& number = table.column(Kinds::number, random);
    const std::string name = dimension.kind == Kinds::date ? dimension.name + ".month" : dimension.name;
    const std::string measure = number.name + ":sum";
    cube::Cube made;
    try {
        made = cube::make_cube(
            read, {.dimensions = {name},
                   .measures = {measure, number.name + ":min", number.name + ":max", number.name + ":avg"},
                   .reading = table.reading});
    } catch (const Error& error) {
        // 64 bits hold numbers with a sign, or whole ones without.
        Wide low = 0, high = 0;
        for (const std::optional<Wide>& value : number.numbers) {
            low = std::min(low, value.value_or(0));
            high = std::max(high, value.value_or(0));
        }
        require(high >= Wide{1} << 63 && (low < 0 || number.decimals > 0) &&
                    std::string_view(error.what()).find("64 bits do not hold") != std::string_view::npos,
                error.what());
        return;
    }
    std::map<std::string, Cell> right;
    for (std::size_t row = 0; row < table.rows; ++row) {
        Cell& cell = right[shown_value(dimension, row)];
        ++cell.count;
        if (const std::optional<Wide>& value = number.numbers[row]) {
            ++cell.present;
            cell.sum += *value;
            cell.least = std::min(cell.least.value_or(*value), *value);
            cell.greatest = std::max(cell.greatest.value_or(*value), *value);
        }
    }
    const std::string text = fmt::format("\"{}\"=*", name);
    const cube::Question question = parse_question(made, text);
    cube::Groups groups = answer(made.tree, std::array<cube::Query, 1>{question}).front();
    const cube::AnswerTable answer = answer_table(made, question, groups);
    require(answer.rows.size() == right.size(),
            fmt::format("{} has {} groups, not {}", text, answer.rows.size(), right.size()));
    const auto value_text = [&](const std::optional<Wide>& value) {
        return value ? plain_text(*value, number.decimals) : "";
    };
    std::optional<Wide> last;
    for (const std::vector<std::string>& row : answer.rows) {
        const std::string key = normal_text(dimension, row[0], table.reading);
        require(right.contains(key), fmt::format("{} has a group {}", text, key));
        const Cell& cell = right[key];
        require(row[1] == std::to_string(cell.count),
                fmt::format("{}: {} has {} rows, not {}", text, key, row[1], cell.count));
        if (cell.present == 0) {
            require(row[2].empty() && row[5].empty(), "a group of missing values has a sum");
            continue;
        }
        const std::string sum = tables::text_of(tables::read_decimal(row[2]).value());
        require(sum == plain_text(cell.sum, number.decimals),
                fmt::format("{}: the sum of {} is {}", text, key, row[2]));
        require(row[3] == value_text(cell.least) && row[4] == value_text(cell.greatest),
                fmt::format("{}: {} is from {} to {}", text, key, row[3], row[4]));
        check_average(row[5], cell, number.decimals);
    }
    // Groups ascend: missing values, then numbers by value.
    if (dimension.kind == Kinds::number)
        for (std::size_t i = 1; i < answer.rows.size(); ++i)
            require(i == 1 && answer.rows[0][0].empty()
                        ? true
                        : *tables::read_cell(answer.rows[i - 1][0], table.reading.numbers) <
                              *tables::read_cell(answer.rows[i][0], table.reading.numbers),
                    "groups are out of order");
}

/// Points of the columns of numbers, and a tree of them.
void check_points(const RandomTable& table, const fs::path& path) {
    points::PointsReading reading{.drop_missing = true, .cells = table.reading};
    std::vector<const RandomColumn*> columns;
    for (const RandomColumn& column : table.columns)
        if (column.kind == Kinds::number) {
            columns.push_back(&column);
            reading.columns.push_back(column.name);
        }
    const auto is_held = [](const RandomColumn& column, Wide number) {
        const std::string text = plain_text(number, column.decimals);
        return text.find('.') != std::string::npos ||
               plain_text(static_cast<Wide>(nearest_double(number, column.decimals)), 0) == text;
    };
    std::vector<double> right;
    bool are_held = true, are_all_held = true; // those of rows that are dropped, too
    for (std::size_t row = 0; row < table.rows; ++row) {
        const bool is_dropped = std::ranges::any_of(
            columns, [row](const RandomColumn* column) { return column->is_missing(row); });
        for (const RandomColumn* const column : columns) {
            if (column->is_missing(row))
                continue;
            const bool held = is_held(*column, *column->numbers[row]);
            are_all_held = are_all_held && held;
            are_held = are_held && (held || is_dropped);
            if (!is_dropped)
                right.push_back(nearest_double(*column->numbers[row], column->decimals));
        }
    }
    points::FilePoints found;
    try {
        found = points::read_points(path, reading);
    } catch (const Error& error) {
        require(!are_all_held, error.what());
        return;
    }
    require(are_held, "a whole number that no coordinate holds is rounded");
    std::visit(
        [&](const auto& cloud) {
            require(std::ranges::equal(cloud.coordinates, right), "a coordinate is not that of the table");
            if (const auto wrong = verify(kdtree::build(cloud.points()), cloud.points()))
                throw Fault(*wrong);
        },
        found.points);
}

class TableCases : public Kind {
public:
    void run(Random& random, const fs::path& folder) override {
        const RandomTable table(random, one_in(random, 10) ? 200 : 25);
        put(folder / "table.csv", table.text(random));
        const auto read = data::read_table(folder / "table.csv");
        require(read->rows() == table.rows && read->columns() == table.columns.size(),
                fmt::format("the table has {} rows and {} columns", read->rows(), read->columns()));
        for (const RandomColumn& column : table.columns) {
            const std::size_t number = number_of(table, column);
            require(read->names()[number] == column.name, "a name is read as " + read->names()[number]);
            bool is_known = false;
            for (std::size_t row = 0; row < table.rows; ++row)
                is_known = is_known || !column.is_missing(row);
            const tables::Kind kind = type_of(*read, number, table.reading).kind;
            const tables::Kind right = !is_known                      ? tables::Kind::unknown
                                       : column.kind == Kinds::number ? tables::Kind::number
                                       : column.kind == Kinds::date   ? tables::Kind::date
                                                                      : tables::Kind::text;
            require(kind == right, fmt::format("{} is a column of {}, not {}", column.name, to_string(kind),
                                               to_string(right)));
        }
        check_skyline(table, *read, random);
        check_cube(table, *read, random);
        check_points(table, folder / "table.csv");
    }
};

} // namespace

std::unique_ptr<Kind> make_table_cases() {
    return std::make_unique<TableCases>();
}

} // namespace scanline::fuzz
