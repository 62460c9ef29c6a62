#include "scanline/cube/cube.h"

#include "sales.h"
#include "support/error_message.h"

#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::rank_cube_test {

using namespace test;
using ranks::Communicator;
using scanline::test::error_message;

namespace {

/// A table, and how a cube is made of it: at once, or by adding its rows to a cube of old ones.
struct Made {
    std::string names;
    CubePlan plan;
    std::optional<std::string> old{};

    Cube operator()(const std::string& rows, ranks::Communicator* ranks = nullptr) const {
        const CubeOptions options{.cpu = {.threads = 1}, .ranks = ranks};
        const auto table = table_of(names + rows);
        if (!old)
            return make_cube(*table, plan, options);
        Cube cube = make_cube(*table_of(names + *old), plan);
        add_rows(cube, *table, options);
        return cube;
    }
};

data::NpzArrays arrays_of(const Cube& cube, bool is_first_rank = true) {
    data::NpzArrays all;
    for (const auto& [name, layout, bytes] : cube_arrays(cube, is_first_rank).parts)
        all.emplace_back(name, data::NpyArray{layout, {bytes.begin(), bytes.end()}});
    return all;
}

/// The arrays of a cube that ranks make, each of its own rows.
data::NpzArrays arrays_of(const Made& made, const std::vector<std::string>& parts) {
    std::vector<data::NpzArrays> of_ranks(parts.size());
    ranks::run_on_threads(static_cast<int>(parts.size()), [&](Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        of_ranks[rank] = arrays_of(made(parts[rank], &ranks), rank == 0);
    });
    data::NpzArrays all = of_ranks.front();
    for (std::size_t rank = 1; rank < of_ranks.size(); ++rank)
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& [name, further] = of_ranks[rank][i];
            REQUIRE(name == all[i].first);
            all[i].second.shape.front() += further.shape.front();
            all[i].second.bytes.insert(all[i].second.bytes.end(), further.bytes.begin(), further.bytes.end());
        }
    return all;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts)
        all += part;
    return all;
}

/// The first array of the ranks' cube that is not that of one process.
std::string difference(const Made& made, const std::vector<std::string>& parts) {
    const data::NpzArrays right = arrays_of(made(joined(parts))), found = arrays_of(made, parts);
    for (std::size_t i = 0; i < right.size(); ++i)
        if (found[i] != right[i])
            return right[i].first;
    return found.size() == right.size() ? "" : "number of arrays";
}

/// A column with this many rows on each rank.
std::vector<std::string> lines_of(const std::vector<std::vector<std::string>>& cells) {
    std::vector<std::string> parts;
    for (const std::vector<std::string>& of_rank : cells) {
        std::string& part = parts.emplace_back();
        for (const std::string& cell : of_rank)
            part += in_quotes(cell) + '\n';
    }
    return parts;
}

} // namespace

TEST_CASE("Ranks build the cube of one process, and add rows to it") {
    const std::string names = "city,when,code,price,weight\n";
    for (std::uint64_t seed = 1; seed <= 90; ++seed) {
        Random random(seed);
        constexpr std::array sizes{1, 2, 3, 5, 8};
        std::vector<std::string> parts(static_cast<std::size_t>(sizes[seed % sizes.size()]));
        const Sales sales(random.below(seed % 10 == 0 ? 2000 : 40), random);
        std::size_t begin = 0;
        const auto next = [&](std::size_t end) {
            return sales.part(std::exchange(begin, end), end).csv().substr(names.size());
        };
        const auto some = [&] { return begin + random.below(sales.rows.size() - begin + 1); };
        Made made{
            names,
            {.dimensions = {"city", "when.month", "code", "when.hour", "weight", "price"},
             .measures = {"price:avg", "price:min", ":count", "price:sum", "weight:max"},
             .path = seed % 2 == 0 ? std::vector<std::string>{"code", "city"} : std::vector<std::string>(),
             .bins = {"weight:9", "price:5:quantiles"},
             .reading = {.texts = {"city"}}}};
        if (seed > 60)
            made.old = next(some());
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i] = next(i + 1 < parts.size() ? some() : sales.rows.size());
        INFO("seed " << seed << ", " << sales.rows.size() << " rows on " << parts.size() << " ranks");
        try {
            made(joined(parts));
        } catch (const Error& error) { // old rows without numbers to bin
            REQUIRE(made.old);
            CHECK_THAT(error.what(), Catch::Matchers::ContainsSubstring("cannot be binned"));
            continue;
        }
        CHECK(difference(made, parts) == "");
    }
}

TEST_CASE("Ranks join nodes that several of them have a part of") {
    const CubePlan plan{.dimensions = {"a", "b", "c", "d", "e"}, .measures = {"c:sum", "c:min", "e:max"}};
    for (const int equal : {1, 2, 5}) { // rows of all ranks are equal in the last of five columns, or in all
        for (std::uint64_t seed = 1; seed <= 20; ++seed) {
            Random random(seed);
            std::vector<std::string> parts(8);
            for (std::string& part : parts)
                for (std::uint64_t rows = random.below(4); rows > 0; --rows)
                    for (int column = 0; column < 5; ++column)
                        part +=
                            std::to_string(column < equal ? 7 : random.below(3)) + (column < 4 ? "," : "\n");
            INFO(equal << " equal columns, seed " << seed);
            CHECK(difference({"a,b,c,d,e\n", plan}, parts) == "");
        }
    }
    CHECK(difference({"a,b,c,d,e\n", plan}, {"", "", ""}) == "");
    CHECK(difference({"a,b,c,d,e\n", plan}, {"", "1,2,3,4,5\n", ""}) == "");
}

TEST_CASE("A rank without rows has the type of the others' arrays") {
    const std::vector<std::vector<std::int64_t>> parts{{}, {5, -1}, {5}};
    std::vector<tables::ColumnType> types(parts.size());
    ranks::run_on_threads(static_cast<int>(parts.size()), [&](Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        const auto table = data::make_table({{"x", parts[rank]}});
        const CubePlan plan{.dimensions = {"x"}, .reading = {.numbers = {.thousands = true}}};
        types[rank] = make_cube(*table, plan, {.ranks = &ranks}).dimensions[0].type;
    });
    for (const tables::ColumnType& type : types) {
        CHECK(type.kind == tables::Kind::number);
        CHECK(!type.numbers.thousands); // which elements do not have
    }
}

TEST_CASE("The type of a column is that of all ranks' cells") {
    const auto check = [](const std::vector<std::vector<std::string>>& cells, CubePlan plan = {{"x"}}) {
        const std::vector<std::string> parts = lines_of(cells);
        INFO(joined(parts));
        CHECK(difference({"x\n", plan}, parts) == "");
        CHECK(difference({"x\n", plan, joined(parts)}, parts) == "");
    };
    check({{"1", "2.0"}, {"2", "1e0"}});
    check({{"1", "2"}, {"x", "2"}});
    check({{"", "NA"}, {"007", "7"}});
    check({{"03/04/2024"}, {"NA"}, {"03/25/2024", "03/04/2024"}});
    check({{"NA"}, {"-"}, {}}, {.dimensions = {"x"}, .reading = {.missing = {"-"}}});
    const CubePlan months{{"x.month"}};
    check({{"03/04/2024"}, {"NA"}, {"03/25/2024", "03/04/2024"}}, months);
    check({{}, {"2024-02-01", "2024-01-01"}, {"2024-01-01", ""}}, months);
    const CubePlan bins{.dimensions = {"x"}, .bins = {"x:4"}},
        quantiles{.dimensions = {"x"}, .bins = {"x:4:quantiles"}};
    for (const CubePlan& plan : {bins, quantiles}) {
        check({{"1", "9.5"}, {"NA", "3"}, {}, {"5"}}, plan);
        check({{"NA"}, {}}, plan);
        check({{}, {"5"}, {"5", "NA"}}, plan);
    }
    // Sums of more words, finer units, missing values and doubles on one rank alone.
    const CubePlan numbers{{"x"}, {"x:sum", "x:avg"}}, extremes{{"x"}, {"x:min", "x:max"}};
    check({{"1", "2"}, {"0.25"}, {"9223372036854775807", "NA"}}, numbers);
    check({{"1", "2"}, {"0.25"}, {"1e300", "NA"}}, extremes);
    check({{"1"}, {"18446744073709551615"}}, extremes);
}

TEST_CASE("What one rank finds wrong is an error on all, and names the row that one process would name") {
    const auto message = [](const std::vector<std::string>& parts, const CubePlan& plan,
                            ErrorKind kind = ErrorKind::failure) {
        return error_message(kind, [&] {
            ranks::run_on_threads(static_cast<int>(parts.size()), [&](Communicator& ranks) {
                make_cube(*table_of("x,y\n" + parts[static_cast<std::size_t>(ranks.rank())]), plan,
                          {.ranks = &ranks});
            });
        });
    };
    using Catch::Matchers::ContainsSubstring;
    using Catch::Matchers::StartsWith;
    CHECK_THAT(message({"1,2\n", "1,3\n1,a\n", "b,b\n"}, {{"x"}, {"y:sum"}}),
               StartsWith("rank 1: ") && ContainsSubstring("row 1 (line 3), column 1 (y) is 'a'"));
    const std::string day_first = "01.02.2024,1\n", iso = "2024-02-01,1\n";
    CHECK_THAT(
        message({day_first, day_first, day_first + iso}, {{"x.month"}}),
        StartsWith("rank 2: ") &&
            ContainsSubstring("row 1 (line 3), column 0 (x) is '2024-02-01', which is not a date like"));
    CHECK_THAT(message({day_first, iso, iso + day_first}, {{"x.month"}}),
               StartsWith("rank 1: ") && ContainsSubstring("row 0 (line 2), column 0 (x) is '2024-02-01'"));
    CHECK_THAT(message({"01/02/2024,1\n", "02/03/2024,1\n"}, {{"x.month"}}, ErrorKind::usage),
               StartsWith("x.month: the dates of x fit %d/%m/%Y and %m/%d/%Y"));
    CHECK(message({"1,2\n", "1,1e300\n", "1,1e-300\n"}, {{"x"}, {"y:sum"}}) ==
          "cube build: measure y:sum: its exact sum may need more than 127 bits, in units of 10^-300: round "
          "the "
          "column, or leave the measure out");
    CHECK_THAT(message({"1,2\n", "", ""}, {{"z"}}, ErrorKind::usage),
               ContainsSubstring("cube build: dimension z"));
}

} // namespace scanline::cube::rank_cube_test
