#include "scanline/skyline/table_query.h"

#include "data/files.h"
#include "random_table.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/data/npy.h"
#include "scanline/skyline/generate.h"
#include "scanline/skyline/reference/oracles.h"

#include <catch2/catch_all.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::skyline::table_query_test {

using namespace test;

namespace {

using Rows = std::vector<std::uint32_t>;

TableAnswer ask(const std::string& csv, const TableQuery& query,
                const std::vector<std::string>& conditions = {}) {
    const scanline::test::TemporaryFolder folder;
    const auto table = data::read_table(data::test::put(folder / "a.csv", csv));
    TableQuery whole = query;
    whole.where = conditions;
    return answer(*table, whole, [](double, const std::string&) {});
}

} // namespace

TEST_CASE("Filters, groups, layers, directions, grids and duplicates are those of their definitions") {
    const scanline::test::TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 90; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        RandomTable table(random);
        TableQuery& query = table.query;
        if (random.below(3) != 0)
            query.layers = random.between(1, 4);
        query.options.algorithm = enumerators<Algorithm>[random.below(6)];
        if (query.columns.size() > 3 && query.options.algorithm == Algorithm::sweep)
            query.options.algorithm = Algorithm::bnl;
        if (random.below(3) == 0)
            query.device = in_place_of_device(random.between(0, 30));
        const auto rows = data::read_table(
            data::test::put(folder / fmt::format("{}.csv", seed), table.grow(random.below(60))));
        const TableAnswer found = answer(*rows, query, [](double, const std::string&) {});
        CHECK(rows->csv_rows({.rows = found.rows, .layers = found.layers}) == table.expected());
    }
}

TEST_CASE("A skyline that new rows are added to is that of the whole table, after every addition") {
    const scanline::test::TemporaryFolder folder;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        RandomTable table(random);
        std::string best = table.grow(0);
        for (int addition = 0; addition < 7; ++addition) {
            CAPTURE(addition);
            // Files of their own, since some systems flush those that are written again.
            const auto read = [&](const char* name, const std::string& text) {
                return data::read_table(
                    data::test::put(folder / fmt::format("{}-{}-{}.csv", name, seed, addition), text));
            };
            const auto both =
                data::join_tables("--add", read("best", best), read("new", table.grow(random.below(25))));
            best =
                both->csv_rows({.rows = answer(*both, table.query, [](double, const std::string&) {}).rows});
            REQUIRE(best == table.expected());
        }
    }
}

TEST_CASE("Layers are those of their definition, found by bisection or one by one, also of large skylines") {
    const auto show = [](double) {};
    for (const int dimensions : {1, 2, 3, 5, 8}) {
        CAPTURE(dimensions);
        // Seven values make ties; in eight columns the skyline is too large for a bisection.
        const auto table = generate(Kind::anticorrelated, 1200, dimensions, 5);
        std::vector<float> values = table.coordinates;
        if (dimensions < 8)
            for (float& value : values)
                value = std::round(value * 6);
        const Keys keys = keys_of<float>(points::Points<float>{values, dimensions});
        std::vector<Row> rows;
        for (std::int64_t i = 0; i < keys.size(); ++i)
            rows.emplace_back(keys[i], keys[i] + dimensions);
        for (const Duplicates keep : {Duplicates::all, Duplicates::first}) {
            const Layers by_default = find_layers(keys, 2, {.keep = keep}, show);
            CHECK((by_default.of_row == layers_by_definition(rows, 2, keep)));
            CHECK(by_default.how.starts_with("bisection") == (dimensions < 8));
            const Layers anew = find_layers(keys, 2, {.algorithm = Algorithm::sfs, .keep = keep}, show);
            CHECK((anew.of_row == by_default.of_row));
            CHECK(anew.how == "sfs, as asked, once for each layer");
            CHECK(anew.counters.dominance_tests > 0);
            CHECK(anew.counters.mask_tests == 0);
            const Layers by_masks =
                find_layers(keys, 2, {.algorithm = Algorithm::sky_align, .keep = keep}, show);
            CHECK((by_masks.of_row == by_default.of_row));
            CHECK(by_masks.counters.mask_tests > 0);
        }
    }
}

TEST_CASE("Conditions go by the values of their columns: numbers, dates, texts and missing ones") {
    const std::string csv = "x,name,when\n1,a,2020-03-01\n2,b,2021-01-01\n10,1.0,2021-12-31\n3,,NA\n";
    const TableQuery all{.columns = {{0, Direction::min}}};
    const auto kept = [&](const std::vector<std::string>& conditions) {
        return ask(csv, all, conditions).rows;
    };
    CHECK(kept({"x>=2"}) == Rows{1});
    CHECK(kept({"x>2"}) == Rows{3});
    CHECK(kept({"x > 2", "x!=3"}) == Rows{2});
    CHECK(kept({"x<3", "x!=1"}) == Rows{1});
    CHECK(kept({"0<=0"}).empty());
    CHECK(kept({"x<=1"}) == Rows{0});
    CHECK(kept({"x<1"}).empty());
    CHECK(kept({"x==10.0"}) == Rows{2});
    CHECK(kept({"x>10"}).empty());
    CHECK(kept({"x={10,3}"}) == Rows{3});
    CHECK(kept({"x=2..9"}) == Rows{1});
    CHECK(kept({"name=b"}) == Rows{1});
    CHECK(kept({"name=1.0"}) == Rows{2});
    CHECK(kept({"name={1.0,b}"}) == Rows{1});
    CHECK(kept({"name=1"}).empty());
    CHECK(kept({"name=\"\""}) == Rows{3});
    CHECK(kept({"name!={a,\"\"}"}) == Rows{1});
    CHECK(kept({"when=2021"}) == Rows{1});
    CHECK(kept({"when=2021-02..2021"}) == Rows{2});
    CHECK(kept({"when!=2020..2021"}) == Rows{3});
    const auto refusal = [&](const char* condition) {
        return data::test::error_of([&] { kept({condition}); }, ErrorKind::usage);
    };
    CHECK_THAT(refusal("y=1"), Catch::Matchers::ContainsSubstring("--where y: "));
    CHECK_THAT(refusal("x=a"),
               Catch::Matchers::ContainsSubstring("--where x=a: x has numbers, and 'a' is not"));
    CHECK_THAT(refusal("x=<3"), Catch::Matchers::ContainsSubstring("=< is not a relation"));
    CHECK_THAT(refusal("name<3"),
               Catch::Matchers::ContainsSubstring("--where name<3: name has text, such as 'a'"));
}

TEST_CASE("Whole numbers of 64 bits and float32 are compared exactly in conditions, keys and groups") {
    const std::string ids = "id,v\n9007199254740992,3\n9007199254740993,2\n9007199254740994,1\n";
    const TableQuery least{.columns = {{0, Direction::min}}};
    CHECK(ask(ids, {.columns = {{1}}}, {"id<=9007199254740992"}).rows == Rows{0});
    CHECK(ask(ids, {.columns = {{1}}}, {"id=9007199254740993"}).rows == Rows{1});
    CHECK(ask(ids, {.columns = {{0, Direction::max}}}).rows == Rows{2});
    CHECK(ask(ids, {.columns = {{0}, {1}}}).rows == Rows{0, 1, 2});
    CHECK(ask("x\n18446744073709551615\n18446744073709551614\n", least).rows == Rows{1});

    const scanline::test::TemporaryFolder folder;
    data::write_npz(
        folder / "a.npz",
        {{"f", data::make_npy<float>(std::vector{0.1f, 0.2f, -0.0f, 0.0f}, {4})},
         {"i", data::make_npy<std::int64_t>(
                   std::vector<std::int64_t>{3, 4, (std::int64_t{1} << 53) + 1, 1l << 53}, {4})}});
    const auto table = data::read_table(folder / "a.npz");
    const auto rows = [&](TableQuery query) {
        return answer(*table, query, [](double, const std::string&) {}).rows;
    };
    CHECK(rows({.columns = {{1}}, .where = {"f=0.1"}}) == Rows{0});
    CHECK(rows({.columns = {{1}}, .where = {"f>0", "f<=0.1"}}) == Rows{0});
    CHECK(rows({.columns = {{1}}, .where = {"f=0.1..0.1"}}) == Rows{0});
    CHECK(rows({.columns = {{1}}, .where = {"f=0"}}) == Rows{3});
    CHECK(rows({.columns = {{1}}, .diff = 0}) == Rows{0, 1, 3});
    CHECK(ask("x,g\n2,3\n1,3.00\n3,NA\n4,nan\n", {.columns = {{0}}, .diff = 1}).rows == Rows{1, 2});
}

TEST_CASE("A grid goes by the digits of the file, and so does a cell of one value") {
    const std::string csv = "price,stars\n0.30,2\n0.25,3\n0.3,1\n";
    TableQuery query{.columns = {{0, Direction::max, tables::read_decimal("0.1")}, {1, Direction::max}}};
    // 0.3 / 0.1 is 2.9999999999999996 in binary.
    CHECK(ask(csv, query).rows == Rows{0, 1});
    query.columns.pop_back();
    CHECK(ask(csv, query).rows == Rows{0, 2});
}

TEST_CASE("Only rows that are asked for need numbers, and others may be dropped and counted") {
    const std::string csv = "x,y,name\n1,,a\n2,nan,b\n3,3,c\n4,2,d\n";
    TableQuery query{.columns = {{0, Direction::min}, {1, Direction::min}}};
    CHECK(ask(csv, query, {"x>=3"}).rows == Rows{2, 3});
    const auto refusal = [&](const std::vector<std::string>& conditions) {
        return data::test::error_of([&] { ask(csv, query, conditions); });
    };
    CHECK_THAT(refusal({}),
               Catch::Matchers::ContainsSubstring(
                   "row 0 (line 2), column 1 (y) is empty: write a number, leave the column out, or leave "
                   "such rows out with --nan drop"));
    CHECK_THAT(refusal({"x>1"}),
               Catch::Matchers::ContainsSubstring(
                   "row 1 (line 3), column 1 (y) is 'nan', a missing value: write a number, leave the column "
                   "out, or leave such rows out with --nan drop"));
    CHECK(ask(csv, query, {"y<4"}).rows == Rows{2, 3});
    query.drop_nan = true;
    const TableAnswer dropped = ask(csv, query);
    CHECK(dropped.rows == Rows{2, 3});
    CHECK(dropped.dropped == 2);
    CHECK(dropped.filtered == 4);
    CHECK(ask(csv, query, {"y=\"\""}).dropped == 2);
    CHECK_THAT(
        data::test::error_of([&] { ask(csv, {.columns = {{2}}}, {"x>1"}); }),
        Catch::Matchers::ContainsSubstring("row 1 (line 3), column 2 (name) is 'b', which is not a number"));
    query.reading = {.missing = {"3"}};
    CHECK(ask(csv, query).rows == Rows{3});
}

TEST_CASE("A skyline of nothing is nothing, and numbers of all sizes are compared exactly") {
    const TableQuery query{.columns = {{0, Direction::min}}};
    CHECK(ask("x\n", query).rows.empty());
    CHECK(ask("x\n1\n", query, {"x>1"}).rows.empty());
    CHECK(!ask("x\n", query).layers);
    CHECK(ask("x\n1\n", {.columns = {{0}}, .layers = 2}, {"x>1"}).layers == Rows{});
    CHECK(ask("x\n16777217\n0\n-0\n", query).rows == Rows{1, 2});
    CHECK(ask("x\n16777218\n16777217\n", query).rows == Rows{1});
    CHECK(ask("x\n0.3\n0.30000000000000004\n", query).rows == Rows{0});
    CHECK(ask("x\n3000000001\n3000000000\n", query).rows == Rows{1});
    CHECK(ask("x\n-2147483648\n-2147483647\n", query).rows == Rows{0});
    CHECK(ask("x\n-inf\n-1e308\n", query).rows == Rows{0});
}

TEST_CASE("Large groups are for the GPU, and the report names the way of the largest") {
    TableQuery query{.columns = {{0, Direction::min}}, .diff = 1};
    const std::string csv = "x,group\n1,a\n2,a\n3,a\n4,b\n5,c\n6,c\n";
    query.device = in_place_of_device(3);
    CHECK(ask(csv, query).how.empty());
    query.device->min_rows = 4;
    CHECK(ask(csv, query).how.starts_with("sweep: "));
    query.layers = 2;
    query.device->min_rows = 0;
    CHECK(ask(csv, query).how.empty());
}

TEST_CASE("Arrays of the types of keys have the skyline of the same numbers in double precision") {
    const scanline::test::TemporaryFolder folder;
    // float32 holds its multiples, and their bits are numbers in another order.
    constexpr int step = 1 << 20;
    for (std::uint64_t seed = 100; seed < 130; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t rows = random.below(200), columns = 1 + random.below(5);
        std::vector<std::int32_t> values(rows * columns);
        for (std::int32_t& value : values)
            value = random.between(-9, 9) * step;
        TableQuery query{.columns = {}};
        for (std::size_t column = 0; column < columns; ++column)
            if (query.columns.empty() || random.below(3) != 0)
                query.columns.push_back({column, random.below(2) == 0 ? Direction::min : Direction::max,
                                         random.below(6) == 0
                                             ? std::optional(tables::normal_decimal(4 * step, 0))
                                             : std::nullopt});
        if (random.below(4) == 0)
            query.diff = random.below(columns);
        if (random.below(4) == 0)
            query.where.push_back(fmt::format("0<={}", 3 * step));
        if (random.below(3) == 0)
            query.layers = 2;
        const auto found = [&]<class T>(T /*type*/) {
            const std::vector<T> elements(values.begin(), values.end());
            const auto file = folder / fmt::format("{}-{}.npy", seed, typeid(T).name());
            data::write_npy<T>(file, elements, {rows, columns});
            const TableAnswer answered =
                answer(*data::read_table(file), query, [](double, const std::string&) {});
            CHECK((!query.where.empty() || answered.filtered == static_cast<std::int64_t>(rows)));
            return std::pair(answered.rows, answered.layers);
        };
        const auto expected = found(double{});
        CHECK((found(float{}) == expected));
        CHECK((found(std::int32_t{}) == expected));
        CHECK((found(std::int64_t{}) == expected));
    }
}

TEST_CASE("A NaN in an array is refused with its place, or its row is left out") {
    const scanline::test::TemporaryFolder folder;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    data::write_npy<float>(folder / "a.npy", std::vector<float>{1, 2, 0, nan, 3, 1}, {3, 2});
    const auto table = data::read_table(folder / "a.npy");
    TableQuery query{.columns = {{0, Direction::min}}};
    const auto rows = [&] { return answer(*table, query, [](double, const std::string&) {}).rows; };
    CHECK(rows() == Rows{1});
    query.columns.push_back({1, Direction::min});
    CHECK_THAT(data::test::error_of([&] { rows(); }),
               Catch::Matchers::ContainsSubstring("row 1, column 1 is 'nan', a missing value: write"));
    query.drop_nan = true;
    CHECK(rows() == Rows{0, 2});
}

TEST_CASE("The progress of a query goes from nothing to all, within a search too") {
    const scanline::test::TemporaryFolder folder;
    const auto points = generate(Kind::anticorrelated, 20'000, 4, 9);
    data::write_npy<float>(folder / "a.npy", points.coordinates, {20'000, 4});
    const auto table = data::read_table(folder / "a.npy");
    TableQuery query{.columns = {{0}, {1}, {2}, {3}}};
    query.options.cpu.threads = 1; // only the calling thread shows progress
    const auto parts_of = [&] {
        std::vector<double> parts;
        answer(*table, query, [&](double part, const std::string&) { parts.push_back(part); });
        CHECK(std::ranges::is_sorted(parts));
        CHECK(parts.front() == 0);
        CHECK(parts.back() == 1);
        return parts;
    };
    CHECK(parts_of().size() > 10);
    query.layers = 3;
    query.options.algorithm = Algorithm::box_tree;
    CHECK(parts_of().size() > 30);
}

} // namespace scanline::skyline::table_query_test
