#include "scanline/skyline/table_query.h"

#include "data/files.h"
#include "definition.h"
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
    for (const std::string& condition : conditions)
        whole.where.push_back(parse_condition("--where", *table, condition));
    return answer(*table, whole, [](double, const std::string&) {});
}

// Stands in for a GPU.
DeviceFinder in_place_of_device(Duplicates keep, std::int64_t least_rows) {
    return {[keep](const Keys& keys, const SettledHook& progress) {
                progress(keys.size(), keys.size());
                return find(keys, {.algorithm = Algorithm::sfs, .keep = keep});
            },
            "a GPU", least_rows};
}

} // namespace

TEST_CASE("Filters, groups, layers, directions, grids and duplicates are those of their definitions") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const auto size = static_cast<std::size_t>(random.below(60));
        const int columns = random.between(1, 4);
        TableQuery query;
        for (int column = 0; column < columns; ++column)
            query.columns.push_back({static_cast<std::size_t>(column),
                                     random.below(2) == 0 ? Direction::min : Direction::max,
                                     random.below(3) == 0 ? 1.5 : 0});
        const auto group_column = static_cast<std::size_t>(columns);
        if (random.below(2) == 0)
            query.diff = group_column;
        if (random.below(3) != 0)
            query.layers = random.between(1, 4);
        query.options.keep = random.below(2) == 0 ? Duplicates::all : Duplicates::first;
        query.options.algorithm = all_algorithms[random.below(6)];
        if (columns > 3 && query.options.algorithm == Algorithm::sweep)
            query.options.algorithm = Algorithm::bnl;
        if (random.below(3) == 0)
            query.device = in_place_of_device(query.options.keep, random.between(0, 30));
        const bool filtered = random.below(2) == 0;

        std::string csv = "a,b,c,d,group\n";
        csv = csv.substr(0, 2 * static_cast<std::size_t>(columns)) + "group\n";
        std::vector<std::vector<Row>> rows(3);
        std::vector<Rows> ids(3);
        for (std::uint32_t i = 0; i < size; ++i) {
            Row row;
            for (int column = 0; column < columns; ++column) {
                // Ties, negative numbers, and decimals that float32 does not hold.
                const double value = random.between(-3, 3) + (random.below(4) == 0 ? 0.1 : 0.0);
                csv += fmt::format("{},", value);
                const QueryColumn& asked = query.columns[static_cast<std::size_t>(column)];
                const double compared = asked.epsilon > 0 ? std::floor(value / 1.5) : value;
                row.push_back(asked.direction == Direction::min ? compared : -compared);
            }
            const std::size_t group = random.below(3);
            csv += fmt::format("g{}\n", group);
            if (filtered && group == 1)
                continue;
            const std::size_t part = query.diff ? group : 0;
            rows[part].push_back(row);
            ids[part].push_back(i);
        }
        std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
        for (std::size_t part = 0; part < rows.size(); ++part) {
            const Rows layers = layers_by_definition(
                rows[part], static_cast<std::uint32_t>(query.layers.value_or(1)), query.options.keep);
            for (std::size_t i = 0; i < layers.size(); ++i)
                if (layers[i] > 0)
                    expected.emplace_back(ids[part][i], query.layers ? layers[i] : 0);
        }
        std::ranges::sort(expected);
        const TableAnswer result =
            ask(csv, query, filtered ? std::vector<std::string>{"group!=g1"} : std::vector<std::string>{});
        std::vector<std::string> found, wanted;
        for (std::size_t i = 0; i < result.rows.size(); ++i)
            found.push_back(
                fmt::format("row {} of layer {}", result.rows[i], query.layers ? result.layers[i] : 0));
        for (const auto& [row, layer] : expected)
            wanted.push_back(fmt::format("row {} of layer {}", row, layer));
        CHECK(found == wanted);
        CHECK(result.layers.empty() == (!query.layers || expected.empty()));
    }
}

TEST_CASE(
    "Layers are those of their definition by bisection and anew, large skylines and many columns included") {
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
            CHECK(anew.how == "sfs, as asked, for each layer anew");
        }
    }
}

TEST_CASE("Conditions compare numbers as numbers, and texts only for equality") {
    const std::string csv = "x,name\n1,a\n2,b\n10,1.0\n3,\n";
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
    CHECK(kept({"x>=10"}) == Rows{2});
    CHECK(kept({"x>10"}).empty());
    CHECK(kept({"name=b"}) == Rows{1});
    CHECK(kept({"name=1"}) == Rows{2});
    CHECK(kept({"name="}) == Rows{3});
    CHECK(kept({"name!=a"}) == Rows{1});
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
                   "row 1 (line 3), column 1 (y) is not a number (NaN): correct it, leave the column "
                   "out, or leave such rows out with --nan drop"));
    query.drop_nan = true;
    const TableAnswer dropped = ask(csv, query);
    CHECK(dropped.rows == Rows{2, 3});
    CHECK(dropped.dropped == 2);
    CHECK(dropped.filtered == 4);
    CHECK(ask(csv, query, {"y<3"}).dropped == 2);
    CHECK_THAT(
        data::test::error_of([&] { ask(csv, query, {"name<3"}); }),
        Catch::Matchers::ContainsSubstring("row 0 (line 2), column 2 (name) is 'a', which is no number"));
}

TEST_CASE("A skyline of nothing is nothing, and numbers of all sizes are compared exactly") {
    const TableQuery query{.columns = {{0, Direction::min}}};
    CHECK(ask("x\n", query).rows.empty());
    CHECK(ask("x\n1\n", query, {"x>1"}).rows.empty());
    CHECK(ask("x\n16777217\n0\n-0\n", query).rows == Rows{1, 2});
    CHECK(ask("x\n16777218\n16777217\n", query).rows == Rows{1});
    CHECK(ask("x\n0.3\n0.30000000000000004\n", query).rows == Rows{0});
    CHECK(ask("x\n3000000001\n3000000000\n", query).rows == Rows{1});
    CHECK(ask("x\n-2147483648\n-2147483647\n", query).rows == Rows{0});
    CHECK(ask("x\n-inf\n-1e308\n", query).rows == Rows{0});
}

TEST_CASE("Large groups are for the GPU, and the report names the way of the largest") {
    TableQuery query{.columns = {{0, Direction::min}}, .diff = 1};
    const std::string csv = "x,group\n1,a\n2,a\n3,a\n4,b\n5,b\n";
    query.device = in_place_of_device(Duplicates::all, 3);
    CHECK(ask(csv, query).how == "a GPU");
    query.device->least_rows = 4;
    CHECK(ask(csv, query).how.starts_with("sweep: "));
    query.layers = 2;
    query.device->least_rows = 0;
    CHECK(ask(csv, query).how == "a GPU");
}

TEST_CASE("Arrays of the types of keys have the skyline of the same numbers in double precision") {
    const scanline::test::TemporaryFolder folder;
    for (std::uint64_t seed = 100; seed < 130; ++seed) {
        CAPTURE(seed);
        Random random(seed);
        const std::size_t rows = random.below(200), columns = 1 + random.below(5);
        std::vector<std::int32_t> values(rows * columns);
        for (std::int32_t& value : values)
            value = random.between(-9, 9);
        TableQuery query{.columns = {}};
        for (std::size_t column = 0; column < columns; ++column)
            if (query.columns.empty() || random.below(3) != 0)
                query.columns.push_back({column, random.below(2) == 0 ? Direction::min : Direction::max});
        if (random.below(3) == 0)
            query.layers = 2;
        const auto found = [&]<class T>(T /*type*/) {
            const std::vector<T> elements(values.begin(), values.end());
            data::write_npy<T>(folder / "a.npy", elements, {rows, columns});
            const TableAnswer answered =
                answer(*data::read_table(folder / "a.npy"), query, [](double, const std::string&) {});
            CHECK(answered.filtered == static_cast<std::int64_t>(rows));
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
               Catch::Matchers::ContainsSubstring("row 1, column 1 is not a number (NaN): correct it"));
    query.drop_nan = true;
    CHECK(rows() == Rows{0, 2});
}

TEST_CASE("The progress of a query goes from nothing to all, within a search too") {
    const scanline::test::TemporaryFolder folder;
    const auto points = generate(Kind::anticorrelated, 20'000, 4, 9);
    data::write_npy<float>(folder / "a.npy", points.coordinates, {20'000, 4});
    const auto table = data::read_table(folder / "a.npy");
    TableQuery query{.columns = {{0}, {1}, {2}, {3}}};
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
