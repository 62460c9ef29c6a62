// Skylines of tables from files, compared with every row against every other.
#include "comparisons.h"
#include "fuzz.h"
#include "makers.h"
#include "skyline/random_table.h"

#include "scanline/data/npy.h"

#include <array>
#include <concepts>
#include <limits>

namespace scanline::fuzz {

namespace {

namespace fs = std::filesystem;
using data::ElementType;
using test::Arguments;

/// The command that asks a query of a file, by any algorithm.
Arguments line_for(const skyline::TableQuery& query, const std::string& input, const std::string& output,
                   Random& random) {
    constexpr std::array algorithms{"auto", "box-tree", "sky-align", "sfs", "bnl"};
    Arguments line{"skyline", input, "-o", output, "--algorithm", pick(random, algorithms)};
    const auto add = [&line](const char* option, const std::string& value) {
        line.insert(line.end(), {option, value});
    };
    for (const skyline::QueryColumn& column : query.columns) {
        add(column.direction == skyline::Direction::max ? "--max" : "--min", std::to_string(column.column));
        if (column.epsilon)
            add("--epsilon", fmt::format("{}={}", column.column, tables::text_of(*column.epsilon)));
    }
    for (const std::string& condition : query.where)
        add("--where", condition);
    if (query.diff)
        add("--diff", std::to_string(*query.diff));
    if (query.layers)
        add("--layers", std::to_string(*query.layers));
    if (query.drop_nan)
        add("--nan", "drop");
    add("--keep", std::string(to_string(query.options.keep)));
    if (one_in(random, 4))
        add("--threads", std::to_string(random.between(1, 3)));
    return line;
}

void require_rows(bool right, const Arguments& line) {
    require(right, line_of(line) + ": the rows are not those of brute force");
}

/// Text, to which rows are added.
void compare_text(Random& random, const fs::path& folder) {
    skyline::test::RandomTable table(random);
    if (one_in(random, 2))
        table.query.layers = random.between(1, 3);
    put(folder / "a.csv", table.grow(random.below(one_in(random, 10) ? 500 : 60)));
    Arguments line = line_for(table.query, "a.csv", "found.csv", random);
    run_well_in(folder, line);
    require_rows(get(folder / "found.csv") == table.expected(), line);
    if (table.query.layers)
        return;
    put(folder / "new.csv", table.grow(random.below(60)));
    line = line_for(table.query, "found.csv", "next.csv", random);
    line.insert(line.end(), {"--add", "new.csv"});
    run_well_in(folder, line);
    require_rows(get(folder / "next.csv") == table.expected(), line);
}

double random_cell(Random& random) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    constexpr std::array special{
        -0.0,     0.1,      0.30000000000000004, 0.3, 16777217.0, 3e9, 1e300, 1e-40, 5e-324, -1e-300,
        infinity, -infinity};
    return one_in(random, 6) ? pick(random, special) : random.between(-4, 4);
}

template <class T>
std::string rounded_to(std::vector<double>& cells) {
    std::vector<T> elements;
    for (double& cell : cells) {
        if (!std::floating_point<T>)
            cell = std::abs(cell) < 1e9 ? std::round(cell) : 7;
        elements.push_back(static_cast<T>(cell));
        cell = static_cast<double>(elements.back());
    }
    return raw_bytes(elements);
}

/// An array of any type, some of whose columns take part.
void compare_array(Random& random, const fs::path& folder) {
    const std::size_t columns = 1 + random.below(one_in(random, 10) ? 31 : 5), rows = random.below(90);
    std::vector<double> cells(columns * rows);
    for (double& cell : cells)
        cell = random_cell(random);
    constexpr std::array types{ElementType::f32, ElementType::f64, ElementType::i32, ElementType::i64};
    const ElementType type = pick(random, types);
    const std::string bytes = type == ElementType::f32   ? rounded_to<float>(cells)
                              : type == ElementType::f64 ? rounded_to<double>(cells)
                              : type == ElementType::i32 ? rounded_to<std::int32_t>(cells)
                                                         : rounded_to<std::int64_t>(cells);
    put(folder / "a.npy", npy_file(type, {rows, columns}, bytes));
    skyline::TableQuery query;
    query.options.keep = pick(random, enumerators<skyline::Duplicates>);
    std::vector<skyline::test::Row> keys(rows);
    for (std::size_t column = 0; column < columns; ++column) {
        if (column > 0 && one_in(random, 5))
            continue;
        const bool is_max = one_in(random, 2);
        query.columns.push_back({column, is_max ? skyline::Direction::max : skyline::Direction::min});
        for (std::size_t row = 0; row < rows; ++row)
            keys[row].push_back(is_max ? -cells[row * columns + column] : cells[row * columns + column]);
    }
    const Arguments line = line_for(query, "a.npy", "ids.npy", random);
    run_well_in(folder, line);
    const auto layers = skyline::test::layers_by_definition(keys, 1, query.options.keep);
    std::vector<std::uint32_t> expected;
    for (std::uint32_t row = 0; row < rows; ++row)
        if (layers[row] > 0)
            expected.push_back(row);
    require_rows(data::read_npy(folder / "ids.npy").convert<std::uint32_t>() == expected, line);
}

} // namespace

void compare_skyline(Random& random, const fs::path& folder) {
    if (one_in(random, 2))
        compare_text(random, folder);
    else
        compare_array(random, folder);
}

} // namespace scanline::fuzz
