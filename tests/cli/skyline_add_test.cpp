// New rows for a skyline that was written before.
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"
#include "scanline/data/npz.h"

#include <catch2/catch_all.hpp>

namespace skyline_add_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace {

class SkylineAddTest {
protected:
    std::string path(const char* name) const { return (folder / name).string(); }

    Outcome add(const char* to, const char* rows, const Arguments& more = {}) const {
        Arguments arguments{"skyline", path(to), "--add", path(rows)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, without_opengl());
    }
    std::string added(const char* to, const char* rows, const Arguments& more = {}) const {
        const Outcome outcome = add(to, rows, more);
        INFO(outcome.err);
        CHECK(outcome.exit_code == 0);
        return outcome.out;
    }

    TemporaryFolder folder;
};

} // namespace

TEST_CASE_METHOD(SkylineAddTest,
                 "New rows enter a skyline, dominated ones leave, and texts stay as they are") {
    put(folder / "best.csv", "name,price,rating\n\"Anchor, old\",80,4.5\nBell,060,3\n");
    put(folder / "new.csv",
        "name,price,rating\r\nCrown,50,3\r\n\"D \"\"2\"\"\",90,4.5\r\nEagle, 80 ,4.5\r\n");
    const Arguments best{"--min", "price", "--max", "rating"};
    CHECK(added("best.csv", "new.csv", best) ==
          "name,price,rating\n\"Anchor, old\",80,4.5\nCrown,50,3\nEagle, 80 ,4.5\n");
    CHECK(added("best.csv", "new.csv", {"--min", "price", "--max", "rating", "--keep", "first"}) ==
          "name,price,rating\n\"Anchor, old\",80,4.5\nCrown,50,3\n");
    const std::string report = added(
        "best.csv", "new.csv", {"--min", "price", "--max", "rating", "-o", path("next.csv"), "--stats"});
    CHECK_THAT(report, ContainsSubstring("  added      2 of 3 new rows enter, 1 of 2 stay\n"));
    CHECK_THAT(get(folder / "next.csv"), ContainsSubstring("Crown") && !ContainsSubstring("Bell"));
    const nlohmann::json json = nlohmann::json::parse(added(
        "best.csv", "new.csv", {"--min", "price", "-o", path("next.csv"), "--stats", "--format", "json"}));
    CHECK(json["rows"] == 5);
    CHECK(json["added"] == 3);
    CHECK(json["kept_of_added"] == 1);
    put(folder / "nothing.csv", "name,price,rating\n");
    put(folder / "numbers.csv", "name,price,rating\nBell,60,3\nCrown,50,3\n");
    CHECK(added("nothing.csv", "numbers.csv") == "name,price,rating\nCrown,50,3\n");
}

TEST_CASE_METHOD(SkylineAddTest, "Rows of arrays are added to rows of arrays of the same type") {
    const auto write = [&](const char* name, std::vector<float> values) {
        data::write_npy<float>(folder / name, values, {values.size() / 2, 2});
    };
    write("best.npy", {1, 5, 2, 2});
    write("new.npy", {1, 2, 3, 1});
    added("best.npy", "new.npy", {"-o", path("next.npy")});
    CHECK(data::read_npy(folder / "next.npy") ==
          data::make_npy<float>(std::vector<float>{1, 2, 3, 1}, {2, 2}));
    write("best.npy", {1, 5, 3, 3});
    write("new.npy", {4, 2, 2, 4});
    added("best.npy", "new.npy", {"--sort", "0", "-o", path("next.npy")});
    CHECK(data::read_npy(folder / "next.npy").convert<float>() == std::vector<float>{1, 5, 2, 4, 3, 3, 4, 2});
    const auto write_columns = [&](const char* name, float price) {
        data::write_npz(
            folder / name,
            {{"price", data::make_npy<float>(std::vector<float>{price}, {1})},
             {"id", data::make_npy<std::int64_t>(std::vector<std::int64_t>{std::int64_t{1} << 60}, {1})}});
    };
    write_columns("best.npz", 2);
    write_columns("new.npz", 2);
    added("best.npz", "new.npz", {"--min", "price", "-o", path("next.npz")});
    CHECK(data::read_npz(folder / "next.npz")[1].second.convert<std::int64_t>() ==
          std::vector<std::int64_t>(2, std::int64_t{1} << 60));
}

TEST_CASE_METHOD(SkylineAddTest, "What cannot be added is refused with the first difference") {
    put(folder / "best.csv", "x,y\n1,2\n");
    put(folder / "new.csv", "x,z\n1,2\n");
    put(folder / "bare.csv", "1,2\n");
    put(folder / "long.csv", "x,y,layer\n1,2,1\n");
    put(folder / "marks.csv", "x;y\n1;2\n");
    put(folder / "texts.csv", "x,y\n3,1\n1,none\n");
    put(folder / "holes.csv", "x,y\n3,1\n1,\n");
    data::write_npy<float>(folder / "a.npy", std::vector<float>{1, 2}, {1, 2});
    data::write_npy<std::int32_t>(folder / "b.npy", std::vector<std::int32_t>{1, 2}, {1, 2});
    data::write_npy<float>(folder / "c.npy", std::vector<float>{1, 2}, {2});
    const auto refused = [&](const char* to, const char* rows, int exit_code,
                             const std::vector<std::string>& parts, const Arguments& more = {}) {
        check_refused(add(to, rows, more), exit_code, parts);
    };
    refused("best.csv", "new.csv", 2,
            {"--add: ", "new.csv has column 1 z, where ", "best.csv has y: give both the same columns"});
    refused("best.csv", "bare.csv", 2, {"bare.csv names no columns, and ", "best.csv does"});
    refused("bare.csv", "best.csv", 2, {"best.csv names its columns, and ", "bare.csv does not"});
    refused("best.csv", "long.csv", 2, {"long.csv has 3 columns, and ", "best.csv has 2"});
    refused("best.csv", "marks.csv", 2, {"marks.csv separates its columns by ';', and ", "best.csv by ','"});
    refused("best.csv", "a.npy", 2, {"a.npy holds arrays, and ", "best.csv does not"});
    refused("a.npy", "best.csv", 2, {"best.csv holds text, and "});
    refused("a.npy", "b.npy", 2, {"b.npy has rows of int32, where ", "a.npy has float32: convert it"});
    refused("a.npy", "c.npy", 2, {"c.npy has 1 column, and ", "a.npy has 2"});
    refused("best.csv", "texts.csv", 1,
            {"texts.csv: row 1 (line 3), column 1 (y) is 'none', which is not a number"}, {"--min", "x,y"});
    refused("best.csv", "holes.csv", 1, {"holes.csv: row 1 (line 3), column 1 (y) is empty: write a number"});
    refused("best.csv", "none.csv", 1, {"none.csv"});
    refused("best.csv", "best.csv", 2, {"--layers with --add", "find the layers of the whole table"},
            {"--layers", "2"});
    refused("best.csv", "best.csv", 2, {"--emit ids with --add", "leave out --emit ids"}, {"--emit", "ids"});
    refused("best.csv", "best.csv", 2, {"out.npy cannot take rows of text: write .csv\n"},
            {"-o", path("out.npy")});
    refused("best.csv", "texts.csv", 2, {"texts.csv", "is also the input"}, {"-o", path("texts.csv")});
    CHECK(names_in(folder.path()).size() == 10);
}

} // namespace skyline_add_test
