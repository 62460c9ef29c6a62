#include "run_on_ranks.h"
#include "scanline/core/random.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scanline::mpi_skyline_test {

using namespace test;

namespace {

/// Hotels with ties, empty cells, long numbers, quotes and line ends in texts.
std::string some_hotels(std::size_t rows, std::uint64_t seed) {
    Random random(seed);
    std::string text = "price,rating,city,id,note\n";
    for (std::size_t row = 0; row < rows; ++row)
        text += fmt::format("{}{},{},c{},900719925474099{},\"row {},\n\"\"new\"\"\"\n",
                            random.between(20, 99), random.below(9) == 0 ? ".50" : "",
                            random.below(20) == 0 ? "" : fmt::format("{}", random.between(1, 9)),
                            random.below(3), random.below(10), row);
    return text;
}

std::string put(const TemporaryFolder& folder, const std::string& name, const std::string& text) {
    data::write_file(folder / name, text);
    return (folder / name).string();
}

template <class T>
std::vector<T> some_values(std::size_t size, std::uint64_t seed) {
    Random random(seed);
    std::vector<T> values(size);
    for (T& value : values)
        value = static_cast<T>(random.between(-50, 50)) / static_cast<T>(4);
    return values;
}

} // namespace

TEST_CASE("Ranks write the skyline of a CSV as one process does, byte for byte", "[repeat]") {
    const TemporaryFolder folder;
    const std::string hotels = put(folder, "hotels.csv", some_hotels(400, 7300));
    const auto check = [&](int ranks, const Arguments& options, const std::string& file) {
        Arguments arguments{"skyline", hotels, "--nan", "drop", "--backend", "cpu"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        check_alike(ranks, arguments, folder, file);
    };
    check(3, {"--min", "price,id", "--max", "rating"}, "");
    check(8, {"--min", "price", "--max", "rating", "--diff", "city", "--layers", "3", "--keep", "first"},
          "a.csv");
    check(5,
          {"--min", "price,id", "--epsilon", "price=7.5", "--where", "rating>=3", "--columns", "note,price",
           "--limit", "3"},
          "b.csv");
    check(2, {"--max", "price", "--max", "id", "--emit", "ids", "--layers", "4"}, "c.npy");
    check(3, {"--min", "price,rating,id", "--emit", "ids", "--limit", "7"}, "");
    check(3, {"--ignore", "id"}, "d.csv");
}

TEST_CASE("Ranks write the skyline of arrays as one process does, also where some have no rows") {
    const TemporaryFolder folder;
    const std::string table = (folder / "table.npy").string(), columns = (folder / "columns.npz").string();
    data::write_npy<float>(table, some_values<float>(3000, 7310), {1000, 3});
    const auto x = some_values<double>(500, 7311), y = some_values<double>(500, 7312);
    const std::vector<std::int64_t> offset(500, 7); // a name of arrays that divide others elsewhere
    data::write_npz(columns, {{"x", data::make_npy<double>(x, {500})},
                              {"y", data::make_npy<double>(y, {500})},
                              {"offset", data::make_npy<std::int64_t>(offset, {500})}});
    check_alike(3, {"skyline", table, "--backend", "cpu"}, folder, "ids.npy");
    check_alike(5,
                {"skyline", table, "--max", "0,2", "--emit", "rows", "--columns", "2,0", "--backend", "cpu"},
                folder, "rows.npy");
    check_alike(3, {"skyline", columns, "--emit", "rows", "--layers", "3", "--backend", "cpu"}, folder,
                "layers.npz");
    for (const std::size_t rows : {0u, 2u}) {
        data::write_npy<float>(table, some_values<float>(2 * rows, 7313), {rows, 2});
        check_alike(5, {"skyline", table, "--backend", "cpu"}, folder, fmt::format("{}.npy", rows));
    }
}

TEST_CASE("Ranks sort a skyline as one process does, also if some write no rows") {
    const TemporaryFolder folder;
    const std::string hotels = put(folder, "hotels.csv", some_hotels(300, 7320));
    const auto check = [&](int ranks, const Arguments& options, const std::string& file) {
        Arguments arguments{"skyline", hotels, "--min", "price", "--max", "id", "--backend", "cpu", "--sort"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        check_alike(ranks, arguments, folder, file);
    };
    // Missing ratings come last.
    check(3, {"rating:desc,note", "--layers", "9"}, "");
    check(5, {"price:desc", "--layers", "4", "--limit", "3"}, "few.csv");
    check(2, {"city,rating:desc,id", "--layers", "9", "--emit", "ids", "--limit", "20"}, "ids.npy");
    check(3, {"price", "--where", "price>100"}, "none.csv");
    const std::string equal = (folder / "equal.npz").string();
    data::write_npz(equal, {{"x", data::make_npy<float>(std::vector<float>(7, 1), {7})},
                            {"y", data::make_npy<double>(std::vector<double>(7, 2), {7})}});
    check_alike(5, {"skyline", equal, "--emit", "rows", "--sort", "x:desc", "--backend", "cpu"}, folder,
                "equal-rows.npz");
}

TEST_CASE("Ranks add rows to a skyline as one process does, and count those that enter and stay") {
    const TemporaryFolder folder;
    const std::string best = put(folder, "best.csv", some_hotels(90, 7330)),
                      more = put(folder, "more.csv", some_hotels(40, 7331)),
                      few = put(folder, "few.csv", some_hotels(2, 7332));
    const Arguments add{"skyline", best,     "--add",  more,    "--min", "price", "--max",     "id",
                        "--diff",  "rating", "--keep", "first", "--nan", "drop",  "--backend", "cpu"};
    check_alike(5, add, folder, "");
    const auto counts = [&](Arguments arguments, const auto& run_with) {
        arguments.insert(arguments.end(), {"--stats", "--format", "json", "-o", (folder / "a.csv").string()});
        const auto json = nlohmann::json::parse(run_with(arguments).out);
        return fmt::format("{} {} {}", json["rows"].dump(), json["added"].dump(),
                           json["kept_of_added"].dump());
    };
    CHECK(counts(add, [](const Arguments& all) { return run_on_ranks(3, all); }) ==
          counts(add, [](const Arguments& all) { return run(all); }));
    check_alike(2, {"skyline", few, "--add", best, "--min", "price", "--sort", "id:desc", "--backend", "cpu"},
                folder, "sorted.csv");
    const std::string old = (folder / "old.npy").string(), added = (folder / "added.npy").string();
    data::write_npy<float>(old, some_values<float>(12, 7333), {4, 3});
    data::write_npy<float>(added, some_values<float>(60, 7334), {20, 3});
    check_alike(3, {"skyline", old, "--add", added, "--sort", "0", "--backend", "cpu"}, folder, "rows.npy");
}

TEST_CASE("What ranks find wrong in a table is said once, and its counts are those of all rows") {
    const TemporaryFolder folder;
    const std::string rows = put(folder, "rows.csv", "x,y\n1,9\n2,8\n3,red\n4,6\n"),
                      good = put(folder, "good.csv", "x,y\n1,9\n2,8\n3,\n4,9\n"),
                      days = put(folder, "days.csv", "x,y\n1,2/3/2024\n1,3/2/2024\n1,NA\n"),
                      none = (folder / "none.csv").string();
    check_said_once({"skyline", rows, "-o", none, "--min", "x,y"}, 1,
                    "row 2 (line 4), column 1 (y) is 'red'");
    check_said_once({"skyline", rows, "-o", none, "--min", "z"}, 2, "--min z: ");
    check_said_once({"skyline", days, "-o", none, "--min", "x", "--sort", "y"}, 2,
                    "several formats fit the dates of y");
    check_said_once({"skyline", good, "-o", none, "--add", put(folder, "other.csv", "x,z\n1,9\n")}, 2,
                    "has column 1 z, where");
    CHECK(!std::filesystem::exists(none));
    const Outcome outcome = run_on_ranks(2, {"skyline", good, "--nan", "drop", "--backend", "cpu", "--stats",
                                             "-o", (folder / "best.csv").string()});
    INFO(outcome.out);
    CHECK(outcome.out.starts_with(
        "skyline of 4 rows by min x, min y: 2 kept, 1 left out for missing values\n"));
    CHECK(outcome.out.find("ranks      2, ") != outcome.out.npos);
}

} // namespace scanline::mpi_skyline_test
