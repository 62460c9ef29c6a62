#include "run_on_ranks.h"

#include "scanline/core/random.h"
#include "scanline/data/npz.h"

#include <array>

namespace scanline::mpi_cube_test {

using namespace test;

namespace {

/// A table of text, dates, numbers and missing values.
std::string sales(std::size_t rows, std::uint64_t seed) {
    Random random(seed);
    constexpr std::array cities{"Oslo", "Bergen", "\"a, b\"", "", "x;y"},
        prices{"1", "2.50", "1e1", "NA", "-3"};
    std::string text = "city,when,code,price\n";
    while (rows-- > 0)
        text += fmt::format("{},{:02}.{:02}.2024,{},{}\n", cities[random.below(cities.size())],
                            random.between(1, 28), random.between(1, 12), random.below(50),
                            prices[random.below(prices.size())]);
    return text;
}

class CubeOverRanks {
protected:
    std::string put(const std::string& name, const std::string& text) const {
        data::write_file(folder_ / name, text);
        return path(name);
    }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    void check_build(int ranks, const std::string& table, const Arguments& options = {}) const {
        Arguments build{"cube", "build", table, "--backend", "cpu"};
        build.insert(build.end(), options.begin(), options.end());
        check_alike(ranks, build, folder_, "cube");
    }

    const Arguments plan_{"--dims",     "city,when.month,code,price",
                          "--measures", "price:avg,price:min,:count,code:sum",
                          "--bin",      "price:3"};
    const TemporaryFolder folder_;
};

} // namespace

TEST_CASE_METHOD(CubeOverRanks, "Ranks build the cube of one process, byte for byte", "[repeat]") {
    const std::string table = put("sales.csv", sales(500, 7300));
    for (const int ranks : {1, 2, 5, 8})
        check_build(ranks, table, plan_);
    check_build(3, table, {"--dims", "code,city", "--bin", "code:7:quantiles", "--path", "city"});
    check_build(3, put("none.csv", sales(0, 7301)), plan_);
    check_build(5, put("few.csv", sales(2, 7302)), plan_);
    check_build(3,
                put(
                    "equal.csv", "x,y\n" +
                                     [] {
                                         std::string rows;
                                         for (int row = 0; row < 40; ++row)
                                             rows += "7,7\n";
                                         return rows;
                                     }()),
                {"--dims", "x,y", "--measures", "x:sum,y:max"});
    const std::vector<std::int64_t> keys{3, 1, 3, 2, 1, 3};
    data::write_npz(folder_ / "a.npz", {{"k", data::make_npy<std::int64_t>(keys, {6})}});
    check_build(2, path("a.npz"), {"--dims", "k", "--measures", "k:sum"});
}

TEST_CASE_METHOD(CubeOverRanks, "Rank 0 reports what all have built") {
    const std::string table = put("sales.csv", sales(100, 7310));
    Arguments build{"cube", "build", table, "-o", path("a.cube"), "--backend", "cpu"};
    build.insert(build.end(), plan_.begin(), plan_.end());
    const Outcome alone = run(build), together = run_on_ranks(3, build);
    CHECK(together.out == alone.out);
    CHECK_THAT(together.err, Catch::Matchers::ContainsSubstring(alone.err)); // beside MPI's own
    build.insert(build.end(), {"--stats", "--format", "json"});
    const std::string stats = run_on_ranks(3, build).out;
    CHECK(stats.find("\"rows\": 100,") != stats.npos);
    CHECK(stats.find("\"ranks\": 3") != stats.npos);
}

TEST_CASE_METHOD(CubeOverRanks, "Ranks answer queries as one process does", "[repeat]") {
    const std::string table = put("sales.csv", sales(300, 7320)), cube = path("sales.cube");
    Arguments build{"cube", "build", table, "-o", cube};
    build.insert(build.end(), plan_.begin(), plan_.end());
    REQUIRE(run(build).exit_code == 0);
    std::string batch = "# cells and groups\n";
    for (int code = 0; code < 30; ++code)
        batch += fmt::format("code={}\ncity=*, when.month={}\n", code, code % 12 + 1);
    check_alike(3, {"cube", "query", cube, "--batch", put("batch.txt", batch)}, folder_, "");
    check_alike(3, {"cube", "query", cube, "city=*, code=*; top 5 by price:avg"}, folder_, "answer.csv");
    check_alike(2, {"cube", "query", cube, "city=*, when.month=*", "--pivot", "city"}, folder_, "pivot.csv");
    for (const int ranks : {2, 5})
        check_alike(ranks, {"cube", "rollup", cube, "--sets", "3"}, folder_, "sets.csv");
    check_alike(3, {"cube", "rollup", cube, "--having", "2"}, folder_, "");
}

TEST_CASE_METHOD(CubeOverRanks, "Ranks describe a cube, add rows, list and export them as one process does",
                 "[repeat]") {
    const std::string table = put("sales.csv", sales(300, 7330)), cube = path("sales.cube");
    Arguments build{"cube", "build", table, "-o", cube};
    build.insert(build.end(), plan_.begin(), plan_.end());
    REQUIRE(run(build).exit_code == 0);
    check_alike(3, {"cube", "rows", cube, "city=Oslo, code=3..20"}, folder_, "rows.csv");
    check_alike(2, {"cube", "rows", cube, "city=Oslo"}, folder_, "rows.npy");
    check_alike(5, {"cube", "rows", cube, "city=Oslo, code=47, when.month=1"}, folder_, "");
    check_alike(3, {"cube", "export", cube}, folder_, "nodes.csv");
    check_alike(5, {"cube", "export", cube}, folder_, "nodes.npz");
    const std::string added = put("added.csv", sales(40, 7331) + "Paris,01.02.2024,99,1e3\n"),
                      copy = path("copy.cube");
    check_alike(3, {"cube", "info", cube}, folder_, "");
    for (const int ranks : {2, 5}) {
        data::write_file(copy, data::read_file(cube));
        data::write_file(path("alone.cube"), data::read_file(cube));
        const Outcome alone = run({"cube", "update", path("alone.cube"), added}),
                      together = run_on_ranks(ranks, {"cube", "update", copy, added});
        INFO(together.err);
        CHECK(together.out == alone.out);
        CHECK((data::read_file(copy) == data::read_file(path("alone.cube"))));
    }
}

TEST_CASE_METHOD(CubeOverRanks, "What ranks find wrong with a cube is said once, and nothing is written",
                 "[repeat]") {
    const std::string table = put("sales.csv", "city,price\nOslo,1\nOslo,2\nBergen,x\nOslo,3\n");
    const std::string cube = path("a.cube");
    check_said_once({"cube", "info", table}, 1, "cannot read ");
    check_said_once({"cube", "build", table, "-o", cube, "--dims", "city", "--measures", "price:sum"}, 1,
                    "row 2 (line 4), column 1 (price) is 'x'");
    check_said_once({"cube", "build", table, "-o", cube, "--dims", "town"}, 2, "cube build: dimension town");
    CHECK(!std::filesystem::exists(cube));
    REQUIRE(run({"cube", "build", table, "-o", cube, "--dims", "city"}).exit_code == 0);
    check_said_once({"cube", "query", cube, "town=Oslo"}, 2, "no dimension is called town");
    check_said_once({"cube", "update", cube, put("other.csv", "town\nOslo\nOslo\n")}, 2,
                    "cube update: dimension city");
    check_said_once({"cube", "rows", cube, "city=*"}, 2, "rows have no groups");
}

} // namespace scanline::mpi_cube_test
