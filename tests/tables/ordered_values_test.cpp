#include "scanline/tables/ordered_values.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/data/npz.h"

#include <cmath>
#include <numeric>

namespace scanline::tables::ordered_values_test {

using Catch::Matchers::ContainsSubstring;
using data::test::error_of;
using Rows = std::vector<std::uint32_t>;

namespace {

Rows all_rows(const data::Table& table) {
    Rows rows(table.rows());
    std::iota(rows.begin(), rows.end(), 0u);
    return rows;
}

class OrderedValuesTest {
protected:
    std::unique_ptr<data::Table> table(const std::string& csv) const {
        return data::read_table(data::test::put(folder / "a.csv", csv));
    }
    static OrderedNumbers read(const data::Table& table, const Reading& reading = {},
                               const std::optional<Decimal>& step = {}, std::size_t column = 0) {
        CancelPoll poll;
        return ordered_numbers(table, column, all_rows(table), reading, step, {table.rows(), poll});
    }
    static Rows sorted(const data::Table& table, const std::vector<std::string>& columns,
                       const Reading& reading = {}) {
        std::vector<SortColumn> parsed;
        for (const std::string& column : columns)
            parsed.push_back(parse_sort_column("--sort", table, column));
        return sorted_rows(table, all_rows(table), parsed, reading, {});
    }

    scanline::test::TemporaryFolder folder;
};

} // namespace

TEST_CASE_METHOD(OrderedValuesTest, "Numbers with doubles of their own are these, and others are ranks") {
    const OrderedNumbers few = read(*table("x\n0.30\n3e1\nNA\n-inf\n9007199254740992\n"));
    CHECK(!few.are_ranks);
    CHECK(few.values[0] == 0.3);
    CHECK(few.values[1] == 30);
    CHECK(std::isnan(few.values[2]));
    CHECK(few.values[3] == -std::numeric_limits<double>::infinity());
    CHECK(few.values[4] == 0x1p53);

    const OrderedNumbers wide = read(*table("x\n9007199254740993\nnan\n9007199254740992\n1\n"
                                            "9007199254740993.0\n1e400\n-1e400\n0.1\n0.10000000000000001\n"));
    CHECK(wide.are_ranks);
    CHECK(std::isnan(wide.values[1]));
    CHECK((wide.values[0] == 5 && wide.values[2] == 4 && wide.values[3] == 3 && wide.values[4] == 5));
    CHECK((wide.values[5] == 6 && wide.values[6] == 0 && wide.values[7] == 1 && wide.values[8] == 2));
}

TEST_CASE_METHOD(OrderedValuesTest,
                 "A column's numbers are those read with its type, and other columns have none") {
    const auto texts = table("a,b,c,d,e\nNA,1,2024-01-01,02134,-\n9007199254740993,2,2024-01-02,5,1\n"
                             "-0,x,2024-01-03,6,\n9007199254740992,3,2024-01-04,7,2.50\n");
    const Reading dashes{.missing = {"-"}};
    const std::vector<Kind> kinds{Kind::number, Kind::text, Kind::date, Kind::text, Kind::number};
    const std::vector<std::size_t> columns{0, 1, 2, 3, 4};
    const std::vector<TypedNumbers> all = typed_numbers(*texts, columns, dashes, {});
    for (const std::size_t column : columns) {
        INFO("column " << column);
        const TypedNumbers& found = all[column];
        CHECK(found.type.kind == kinds[column]);
        CHECK(found.type.example == type_of(*texts, column, dashes).example);
        const std::vector<double> expected =
            found.type.kind == Kind::number ? read(*texts, dashes, {}, column).values : std::vector<double>();
        CHECK(std::ranges::equal(found.numbers, expected, [](double a, double b) {
            return a == b || (std::isnan(a) && std::isnan(b));
        }));
    }
    CHECK(typed_numbers(*texts, columns, {.texts = {"a"}}, {})[0].type.kind == Kind::text);
}

TEST_CASE_METHOD(OrderedValuesTest,
                 "Integers of 64 bits in arrays keep their order, and floats their values") {
    constexpr std::int64_t exact = std::int64_t{1} << 53;
    data::write_npz(
        folder / "a.npz",
        {{"i", data::make_npy<std::int64_t>(std::vector{-exact - 1, -exact, exact - 1}, {3})},
         {"u", data::make_npy<std::uint64_t>(std::vector<std::uint64_t>{~0ull, ~0ull - 1, 3}, {3})},
         {"f", data::make_npy<float>(std::vector{0.1f, NAN, -0.0f}, {3})}});
    const auto table = data::read_table(folder / "a.npz");
    CHECK(read(*table, {}, {}, 0).values == std::vector<double>{0, 1, 2});
    CHECK(read(*table, {}, {}, 1).values == std::vector<double>{2, 1, 0});
    const OrderedNumbers floats = read(*table, {}, {}, 2);
    CHECK(floats.values[0] == double{0.1f});
    CHECK(std::isnan(floats.values[1]));
    CHECK(floats.values[2] == 0);
    CHECK(read(*table, {}, parse_step("s", "0.1"), 2).values[0] == 1);
}

TEST_CASE_METHOD(OrderedValuesTest, "A number that is named missing is missing, in text and in arrays") {
    const Reading reading{.missing = {"-999"}};
    CHECK(std::isnan(read(*table("x\n-999\n1\n"), reading).values[0]));
    data::write_npy<std::int16_t>(folder / "a.npy", std::vector<std::int16_t>{-999, 1}, {2, 1});
    const OrderedNumbers numbers = read(*data::read_table(folder / "a.npy"), reading);
    CHECK(std::isnan(numbers.values[0]));
    CHECK(numbers.values[1] == 1);
}

TEST_CASE_METHOD(OrderedValuesTest, "Steps are counted by the digits of the file") {
    const auto steps = [&](const char* cell, const char* step) {
        return read(*table(std::string("x\n") + cell + "\n"), {}, parse_step("s", step)).values.front();
    };
    CHECK(steps("0.3", "0.1") == 3);
    CHECK(steps("0.299999999999999999999", "0.1") == 2);
    CHECK(steps("-0.3", "0.1") == -3);
    CHECK(steps("-0.31", "0.1") == -4);
    CHECK(steps("7", "2.5") == 2);
    CHECK(steps("inf", "0.1") == std::numeric_limits<double>::infinity());
    CHECK_THAT(error_of([&] { steps("1e300", "0.3"); }),
               ContainsSubstring("row 0 (line 2), column 0 (x) is more than 10^38 steps of 0.3"));
    for (const char* step : {"0", "-1", "x", "inf", "1000000000000001"})
        CHECK_THAT(
            error_of([&] { parse_step("--epsilon x", step); }, ErrorKind::usage),
            ContainsSubstring(std::string("--epsilon x: '") + step + "' is not a number greater than 0"));
}

TEST_CASE_METHOD(OrderedValuesTest, "Rows are sorted by value, missing ones last, equal ones as they were") {
    const auto mixed = table("n,d,t,m:desc\n10,3.2.2024,b,1\nNA,1.12.2023,,2\n9,NA,a,4\n10.0,25.1.2024,B,3\n"
                             "inf,3.2.2024,a,0\n");
    CHECK(sorted(*mixed, {"n"}) == Rows{2, 0, 3, 4, 1});
    CHECK(sorted(*mixed, {"n:desc"}) == Rows{4, 0, 3, 2, 1});
    CHECK(sorted(*mixed, {"n:asc", "t"}) == Rows{2, 3, 0, 4, 1});
    CHECK(sorted(*mixed, {"d"}) == Rows{1, 3, 0, 4, 2});
    CHECK(sorted(*mixed, {"t", "n"}) == Rows{3, 2, 4, 0, 1});
    CHECK(sorted(*mixed, {"m:desc"}) == Rows{4, 0, 1, 3, 2});
    CHECK(sorted(*mixed, {"m:desc:desc"}) == Rows{2, 3, 1, 0, 4});
    CHECK(sorted(*mixed, {}) == Rows{0, 1, 2, 3, 4});
    CHECK_THAT(error_of([&] { sorted(*mixed, {"x:desc"}); }, ErrorKind::usage),
               ContainsSubstring("--sort x: "));
    CHECK_THAT(error_of([&] { sorted(*table("d\n1/2/2024\n2/1/2024\n"), {"d"}); }, ErrorKind::usage),
               ContainsSubstring("several formats fit the dates of d: choose one by --date-format"));
    CHECK(sorted(*table("n\n9007199254740993\n9007199254740992\n"), {"n"}) == Rows{1, 0});
    CHECK(sorted(*table("n,t\n1,\n2,NA\n3,10\n4,9\n"), {"t"}, {.texts = {"t"}}) == Rows{2, 3, 1, 0});
}

TEST_CASE_METHOD(OrderedValuesTest, "A cell is a double if that is its number, or the nearest one") {
    const auto cells = table("x\n9007199254740993\n-18446744073709551617\n18446744073709551617\n"
                             "9007199254740993e0\n1e-400\nNA\n");
    const auto refusal = [&](std::size_t row) { return error_of([&] { double_in(*cells, row, 0, {}); }); };
    CHECK_THAT(refusal(0), ContainsSubstring("is 9007199254740993, which float64 does not hold"));
    CHECK(double_in(*cells, 1, 0, {}) == -0x1p64);
    CHECK(double_in(*cells, 2, 0, {}) == 0x1p64);
    CHECK(double_in(*cells, 3, 0, {}) == 0x1p53);
    CHECK_THAT(refusal(4), ContainsSubstring("is 1e-400, which double precision cannot hold"));
    CHECK(double_in(*cells, 5, 0, {}) == std::nullopt);
    data::write_npy<float>(folder / "a.npy", std::vector{NAN, 0.1f}, {2, 1});
    CHECK(double_in(*data::read_table(folder / "a.npy"), 0, 0, {}) == std::nullopt);
}

TEST_CASE("A plain cell is the double nearest to it, and other text is none") {
    const auto expect = [](const std::string& cell) {
        CAPTURE(cell);
        const std::optional<double> number = plain_double(cell, {});
        REQUIRE(number == std::strtod(cell.c_str(), nullptr));
        CHECK(std::signbit(*number) == cell.starts_with('-'));
    };
    for (const char* cell :
         {"0", "-0", "5.", ".5", "-.5", "007", "0.1", "0.000000000000001", "999999999999999",
          "9999999999999999", "9007199254740993", "0.30000000000000004", "1e22", "-2.5E-3"})
        expect(cell);
    for (const char* cell :
         {"", "-", ".", "-.", "+1", "1.2.3", "1-", "--1", "1 ", "x", "nan", "inf", "1e400"})
        CHECK(plain_double(cell, {}) == std::nullopt);
    CHECK(plain_double("1", {.missing = {"?"}}) == std::nullopt);
    CHECK(plain_double("1", {.numbers = {.thousands = true}}) == std::nullopt);
    Random random(1);
    for (int i = 0; i < 20'000; ++i) {
        std::string cell = random.below(2) == 0 ? "-" : "";
        const std::size_t digits = 1 + random.below(18), point = random.below(20);
        for (std::size_t d = 0; d < digits; ++d)
            cell += (d == point ? "." : "") + std::string(1, static_cast<char>('0' + random.below(10)));
        expect(cell);
    }
}

} // namespace scanline::tables::ordered_values_test
