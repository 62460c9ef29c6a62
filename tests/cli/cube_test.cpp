#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/core/random.h"
#include "scanline/cube/generate.h"
#include "scanline/data/npy.h"
#include "scanline/data/npz.h"

#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cube_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace {

const char* const sales = "city,product,when,price\n"
                          "Oslo,tea,2026-01-03,4.50\n"
                          "Oslo,coffee,2026-01-04,3.25\n"
                          "Bergen,tea,2026-02-01,4.50\n"
                          "\"Bod, 1\",tea,2026-02-03,5\n"
                          "Oslo,tea,2026-02-03,4.75\n";

class CubeTest {
protected:
    CubeTest() { built({"--dims", "city,product,when.month", "--measures", "price:sum,price:max,:count"}); }

    std::string path(const char* name) const { return (folder / name).string(); }

    Outcome cube(const std::string& what, const Arguments& more) const {
        Arguments arguments{"cube", what};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, without_opengl());
    }
    std::string done(const std::string& what, const Arguments& more) const {
        const Outcome outcome = cube(what, more);
        INFO(outcome.err);
        CHECK(outcome.exit_code == 0);
        CHECK(messages_of(outcome).empty());
        return outcome.out;
    }
    std::string built(Arguments more, const char* name = "sales.cube") const {
        more.insert(more.begin(), {path("sales.csv"), "-o", path(name)});
        return done("build", more);
    }
    std::string found(const Arguments& queries) const {
        Arguments arguments{path("sales.cube")};
        arguments.insert(arguments.end(), queries.begin(), queries.end());
        return done("query", arguments);
    }

    TemporaryFolder folder;
    const std::filesystem::path file = put(folder / "sales.csv", sales);
};

} // namespace

TEST_CASE_METHOD(CubeTest, "A query counts and adds up the rows that meet its conditions") {
    CHECK(found({"city=Oslo, product=tea"}) == "count,price:sum,price:max\n2,9.25,4.75\n");
    CHECK(found({"city=*"}) == "city,count,price:sum,price:max\n"
                               "Bergen,1,4.50,4.5\n\"Bod, 1\",1,5.00,5\nOslo,3,12.50,4.75\n");
    CHECK(found({"product=tea, city=*; top 1 by price:sum"}) ==
          "city,count,price:sum,price:max\nOslo,2,9.25,4.75\n");
    CHECK(found({"city=Bergen, product=coffee"}) == "count,price:sum,price:max\n0,,\n");
    CHECK(found({"city=Bergen, product=coffee, when.month=*"}) == "when.month,count,price:sum,price:max\n");
}

TEST_CASE_METHOD(CubeTest, "The values of a dimension become columns, and the groups of the others rows") {
    CHECK(found({"when.month=*,city=*", "--pivot", "when.month"}) ==
          "city,1 price:sum,1 price:max,1 :count,2 price:sum,2 price:max,2 :count\n"
          "Oslo,7.75,4.5,2,4.75,4.75,1\nBergen,,,,4.50,4.5,1\n\"Bod, 1\",,,,5.00,5,1\n");
}

TEST_CASE_METHOD(CubeTest, "Several queries share one table, each named in its rows") {
    const std::string both = "query,product,when.month,count,price:sum,price:max\n"
                             "product=*,coffee,,1,3.25,3.25\n"
                             "product=*,tea,,4,18.75,5\n"
                             "\"when.month=*,product=coffee\",,1,1,3.25,3.25\n"
                             "city=Oslo,,,3,12.50,4.75\n";
    CHECK(found({"product=*", "when.month=*,product=coffee", "city=Oslo"}) == both);
    put(folder / "queries", "# products\nproduct=*\r\n\n  when.month=*,product=coffee  \ncity=Oslo");
    CHECK(found({"--batch", path("queries")}) == both);
    put(folder / "queries", "city=Oslo");
    CHECK(found({"--batch", path("queries")}) == "query,count,price:sum,price:max\ncity=Oslo,3,12.50,4.75\n");
    CHECK(found({"product=*", "when.month=*,product=coffee", "--batch", path("queries"), "--threads", "2",
                 "-o", path("out.csv")}) == "");
    CHECK(get(folder / "out.csv") == both);
}

TEST_CASE_METHOD(CubeTest, "A report names what answered, and a file takes the table") {
    const Outcome to_output = cube("query", {path("sales.cube"), "product=tea", "city=*", "--stats"});
    CHECK_THAT(to_output.out, StartsWith("query,city,count"));
    CHECK_THAT(to_output.err, StartsWith("2 queries of " + path("sales.cube") +
                                         ": 4 groups\n  answered by  path 1, scan 1\n  reading      "));
    const nlohmann::json json = nlohmann::json::parse(
        found({"when.month=2, product=tea", "--stats", "--format", "json", "-o", path("out.csv")}));
    CHECK(json["queries"] == 1);
    CHECK(json["methods"] == nlohmann::json{{"path", 1}, {"side-links", 0}, {"scan", 0}});
    CHECK(get(folder / "out.csv") == "count,price:sum,price:max\n3,14.25,5\n");
}

TEST_CASE_METHOD(CubeTest, "A roll-up groups by the path or by sets of dimensions") {
    const std::string header = "by,product,when.month,count,price:sum,price:max\n";
    CHECK(done("rollup", {path("sales.cube"), "--dims", "product,when.month"}) ==
          header + ",,,5,22.00,5\nproduct,coffee,,1,3.25,3.25\nproduct,tea,,4,18.75,5\n"
                   "product+when.month,coffee,1,1,3.25,3.25\n"
                   "product+when.month,tea,1,1,4.50,4.5\nproduct+when.month,tea,2,3,14.25,5\n");
    CHECK(done("rollup",
               {path("sales.cube"), "--dims", "product,when.month", "--sets", "1", "--having", "3"}) ==
          header + ",,,5,22.00,5\nproduct,tea,,4,18.75,5\nwhen.month,,2,3,14.25,5\n");
    CHECK(done("rollup", {path("sales.cube")}) == done("export", {path("sales.cube")}));
}

// Counts and sums by std::map of the rows that were generated.
TEST_CASE_METHOD(CubeTest, "All grouping sets of a generated table are those of its rows") {
    run_well({"generate", "cube", "D4C5T300", "--zipf", "0.7", "--seed", "3", "-o", path("rows.csv")});
    const cube::Rows rows = cube::generate({4, 5, 300}, 0.7, 3);
    done("build",
         {path("rows.csv"), "-o", path("rows.cube"), "--dims", "d0,d1,d2,d3", "--measures", "m:sum"});
    std::map<std::string, std::pair<int, std::int64_t>> right;
    for (std::size_t row = 0; row < 300; ++row)
        for (unsigned set = 0; set < 16; ++set) {
            std::string by, values;
            for (std::size_t d = 0; d < 4; ++d) {
                const bool grouped = (set >> d & 1) != 0;
                by += grouped ? fmt::format("{}d{}", by.empty() ? "" : "+", d) : "";
                values += grouped ? fmt::format(",{}", rows.codes[d][row]) : ",";
            }
            auto& [count, sum] = right[by + values];
            ++count;
            sum += rows.measures[0][row];
        }
    std::vector<std::string> expected{"by,d0,d1,d2,d3,count,m:sum"};
    for (const auto& [group, cell] : right)
        expected.push_back(fmt::format("{},{},{}", group, cell.first, cell.second));
    std::vector<std::string> lines =
        lines_of(done("rollup", {path("rows.cube"), "--sets", "4", "--dims", "d0,d1,d2,d3"}));
    std::ranges::sort(lines.begin() + 1, lines.end());
    CHECK(lines == expected);
}

TEST_CASE_METHOD(CubeTest, "The rows behind a cell come back, or their numbers") {
    CHECK(done("rows", {path("sales.cube"), "city=Oslo,product=tea"}) ==
          "city,product,when.month,price\nOslo,tea,1,4.50\nOslo,tea,2,4.75\n");
    done("rows", {path("sales.cube"), "city=Oslo,product=tea", "-o", path("rows.npy")});
    CHECK(data::read_npy(folder / "rows.npy") ==
          data::make_npy<std::uint32_t>(std::vector<std::uint32_t>{0, 4}, {2}));
}

TEST_CASE_METHOD(CubeTest, "An update is the cube of both tables, whatever made it") {
    put(folder / "more.csv", "city,product,when,price\nOslo,mat\xc3\xa9,2027-03-01,7\n");
    const std::string report =
        done("update", {path("sales.cube"), path("more.csv"), "--stats", "--threads", "2"});
    for (const char* part : {"cube of 6 rows, 1 of them added: 14 nodes, 3 of them new\n", "  backend  cpu\n",
                             "  levels   1, 3, 4, 6 nodes\n", "  merge ", "  write "})
        CHECK_THAT(report, ContainsSubstring(part));
    put(folder / "sales.csv", std::string(sales) + "Oslo,mat\xc3\xa9,2027-03-01,7\n");
    built({"--dims", "city,product,when.month", "--measures", "price:sum,price:max,:count", "--path",
           "product,when.month,city"},
          "both.cube");
    CHECK((get(folder / "sales.cube") == get(folder / "both.cube")));
    const nlohmann::json info = nlohmann::json::parse(done("info", {path("sales.cube"), "--format", "json"}));
    CHECK(info["rows"] == 6);
    CHECK(info["nodes"] == 14);
    CHECK(info["path"].size() == 3);
    CHECK(info["path"][1]["name"] == "when.month");
    CHECK(info["path"][1]["derivation"] == "month");
    CHECK(info["path"][0]["values"] == 3);
    CHECK(info["file_bytes"] == std::filesystem::file_size(folder / "sales.cube"));
}

TEST_CASE_METHOD(CubeTest, "A cube is described in text") {
    const std::string text = done("info", {path("sales.cube")});
    for (const char* part : {"sales.cube: cube of 5 rows, ", "  measures  price:sum, price:max, :count\n",
                             "  nodes     11, of 40.7 bytes each in memory\n",
                             "  1      product     value of product  text         2      2\n",
                             "  2      when.month  month of when ", "  3      city "})
        CHECK_THAT(text, ContainsSubstring(part));
    CHECK_THAT(text, !ContainsSubstring("\n  4 "));
}

TEST_CASE_METHOD(CubeTest, "Export writes the arrays of the tree") {
    done("export", {path("sales.cube"), "-o", path("tree.npz")});
    const data::NpzFile tree(folder / "tree.npz");
    CHECK(tree.read("level1_key").convert<int>() == std::vector<int>{0, 1});
    CHECK(tree.read("level1_values0").convert<int>() == std::vector<int>{1875, 325});
    CHECK(tree.read("level2_parent").convert<int>() == std::vector<int>{0, 0, 1});
    CHECK(tree.read("level1_first_child").convert<int>() == std::vector<int>{0, 2, 3});
    CHECK(tree.read("level2_count").convert<int>() == std::vector<int>{1, 3, 1});
    CHECK(tree.read("level2_side_link").convert<int>() == std::vector<int>{0, 2, 1});
    CHECK(tree.read("row_order").convert<int>() == std::vector<int>{0, 4, 2, 3, 1});
    CHECK(tree.read("level2_header_first").convert<int>() == std::vector<int>{0, 2, 3});
    CHECK(tree.read("path").convert<int>() == std::vector<int>{1, 2, 0});
}

TEST_CASE_METHOD(CubeTest, "A table without rows makes a cube without") {
    put(folder / "sales.csv", "city,price\n");
    CHECK(built({"--dims", "city", "--measures", "price:sum"}) == "cube of 0 rows by city: 1 nodes\n");
    CHECK(found({"city=*"}) == "city,count,price:sum\n");
    CHECK(found({""}) == "count,price:sum\n0,\n");
    put(folder / "more.csv", "city,price\nOslo,0.5\n");
    done("update", {path("sales.cube"), path("more.csv")});
    CHECK(found({"city=*"}) == "city,count,price:sum\nOslo,1,0.5\n");
}

TEST_CASE_METHOD(CubeTest, "A GPU writes the same files as the processor", "[gl]") {
    const Arguments plan{"--dims", "city,product,when.month", "--measures", "price:sum,price:max,:count"};
    Arguments build{"cube",           "build",     path("sales.csv"), "-o",
                    path("gpu.cube"), "--backend", "compute",         "--stats"};
    build.insert(build.end(), plan.begin(), plan.end());
    CHECK_THAT(run_well(build), ContainsSubstring("  backend  compute\n") && ContainsSubstring("  copies "));
    CHECK((get(folder / "gpu.cube") == get(folder / "sales.cube")));
    done("update", {path("sales.cube"), path("sales.csv")});
    const nlohmann::json json = run_for_json({"cube", "update", path("gpu.cube"), path("sales.csv"),
                                              "--backend", "compute", "--stats", "--format", "json"});
    CHECK((get(folder / "gpu.cube") == get(folder / "sales.cube")));
    CHECK(json["backend"] == "compute");
    CHECK(json["stages"].contains("merge"));
    CHECK(json["nodes"] == std::vector<int>{1, 2, 3, 5});
}

TEST_CASE_METHOD(CubeTest, "A tree that a driver miscalculates is not written", "[gl]") {
    std::filesystem::create_directories(folder / "shaders" / "cube");
    put(folder / "shaders" / "cube" / "fold.glsl",
        "uvec2 folded(uint fold, uvec2 a, uvec2 b) { return uvec2(7u); }\n"
        "uvec2 identity_of(uint fold) { return uvec2(0u); }\n");
    Setting wrong;
    wrong.environment = {{"SCANLINE_SHADER_DIR", path("shaders")}};
    const std::string before = get(folder / "sales.cube");
    check_refused(
        run({"cube", "update", path("sales.cube"), path("sales.csv"), "--backend", "compute"}, wrong), 4,
        {"cube update: the GPU built a wrong tree", "values of level", "Nothing was written",
         "--backend cpu"});
    CHECK((get(folder / "sales.cube") == before));
}

TEST_CASE_METHOD(CubeTest, "An update that fails or is interrupted leaves the file as it was") {
    const std::string before = get(folder / "sales.cube");
    const auto refused = [&](const char* rows, const std::vector<std::string>& parts) {
        put(folder / "more.csv", rows);
        check_refused(cube("update", {path("sales.cube"), path("more.csv")}), 1, parts);
        CHECK((get(folder / "sales.cube") == before));
    };
    refused("city,product,when,price\nOslo,tea,2026-01-03,4\nOslo,tea,2026-01-03,dear\n",
            {"row 1", "price", "dear"});
    refused("city,product,when,price\nOslo,tea,2026-13-03,4\n", {"row 0", "when", "2026-13-03"});
    // The program waits for rows that never come.
    REQUIRE(mkfifo(path("rows.csv").c_str(), 0600) == 0);
    Program program({"cube", "update", path("sales.cube"), path("rows.csv")}, without_opengl());
    int rows = -1;
    REQUIRE(eventually([&] { return (rows = open(path("rows.csv").c_str(), O_WRONLY | O_NONBLOCK)) >= 0; }));
    program.send(SIGINT);
    check_refused(program.finish(), 128 + SIGINT, {"interrupted: nothing was written"});
    close(rows);
    CHECK((get(folder / "sales.cube") == before));
    put(folder / "sales.cube", before.substr(0, 999));
    check_refused(cube("update", {path("sales.cube"), path("sales.csv")}), 1,
                  {"cannot read " + path("sales.cube"), "no NPZ file"});
    CHECK((get(folder / "sales.cube") == before.substr(0, 999)));
    std::vector<std::string> names = names_in(folder.path());
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"more.csv", "rows.csv", "sales.csv", "sales.cube"});
}

TEST_CASE_METHOD(CubeTest, "What cannot be asked of a cube is refused, and nothing is written") {
    const auto refused = [&](const std::string& what, const Arguments& more, int exit_code,
                             const std::vector<std::string>& parts) {
        INFO(what);
        check_refused(cube(what, more), exit_code, parts);
    };
    const auto not_built = [&](Arguments more, int exit_code, const std::vector<std::string>& parts) {
        more.insert(more.begin(), {path("sales.csv"), "-o", path("new.cube")});
        refused("build", more, exit_code, parts);
    };
    const std::string sold = path("sales.cube"), data = path("sales.csv");
    not_built({}, 2, {"--dims"});
    not_built({"--dims", "city,town"}, 2, {"town", "no such column"});
    not_built({"--dims", "city,city"}, 2, {"city", "twice"});
    not_built({"--dims", "city", "--measures", "price:mean"}, 2, {"price:mean", "sum"});
    not_built({"--dims", "city", "--measures", "product:sum"}, 1, {"row 0", "product", "tea"});
    not_built({"--dims", "city", "--path", "product"}, 2, {"product"});
    not_built({"--dims", "city", "--bin", "price:20"}, 2, {"price"});
    not_built({"--dims", "city", "--backend", "compute"}, 3, {"OpenGL"});
    not_built({"--dims", "city", "--backend", "compute", "--threads", "2"}, 2,
              {"--threads is not for the backend"});
    not_built({"--dims", "city", "--backend", "raster"}, 2, {"--backend", "raster"});
    not_built({"--dims", "city", "--threads", "0"}, 2, {"--threads"});
    not_built({"--dims", "city", "--format", "json"}, 2, {"--format only works with --stats"});
    refused("build", {data, "-o", data, "--dims", "city"}, 2, {"is also the input"});
    refused("build", {data, "-o", path("none/new.cube"), "--dims", "city"}, 1, {"there is no folder"});
    refused("build", {path("none.csv"), "-o", path("new.cube"), "--dims", "city"}, 1, {"none.csv"});
    refused("update", {sold, sold}, 2, {"is also the input"});
    refused("update", {path("none.cube"), data}, 1, {"none.cube"});
    refused("query", {sold}, 2, {"there is no query", "--batch FILE"});
    refused("query", {sold, "town=*"}, 2,
            {"no dimension is called town: there are city, product, when.month"});
    refused("query", {sold, "city=Olso"}, 2, {"city", "Olso"});
    refused("query", {sold, "--batch", path("none")}, 1, {"cannot read"});
    refused("query", {sold, "city=*", "-o", path("out.npz")}, 2, {"out.npz does not end in .csv"});
    refused("query", {data, "city=*"}, 1,
            {"sales.csv: it is no NPZ file", "give what scanline cube build wrote"});
    refused("rollup", {sold, "--dims", "city,city"}, 2, {"--dims city: the dimension is named twice"});
    refused("rollup", {sold, "--dims", "town"}, 2, {"town", "city, product, when.month"});
    refused("rollup", {sold, "--sets", "-1"}, 2, {"--sets"});
    refused("rollup", {sold, "--having", "0"}, 2, {"--having"});
    for (const char* grouped : {"city=*", "city=Oslo; having count >= 2", "; top 2"})
        refused("rows", {sold, grouped}, 2, {});
    refused("rows", {sold, "city=*"}, 2, {"cube rows city=*: rows have no groups: leave out =*"});
    refused("export", {sold, "--format", "npz"}, 2, {"standard output takes only csv", "ends in .npz"});
    refused("export", {sold, "--format", "npz", "-o", path("out.csv")}, 2, {"out.csv has another ending"});
    refused("export", {sold, "--format", "csv", "-o", path("out.npz")}, 2, {"name a file that ends in .csv"});
    refused("info", {path("none.cube")}, 1, {"none.cube"});
    check_refused(run({"cube"}, without_opengl()), 2, {"subcommand"});
    std::vector<std::string> names = names_in(folder.path());
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"sales.csv", "sales.cube"});
}

TEST_CASE_METHOD(CubeTest, "Tables of cubes are generated, the same in CSV as in NPZ") {
    const auto generate = [&](const std::string& to, const Arguments& more) {
        Arguments arguments{"generate", "cube", "-o", to};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, without_opengl());
    };
    const Arguments skewed{"D2C3T40", "--zipf", "1.2", "--seed", "7"};
    CHECK(generate(path("a.npz"), skewed).out ==
          path("a.npz") + ": 40 rows of 2 dimensions and a measure, seed 7\n");
    generate(path("a.csv"), skewed);
    const cube::Rows rows = cube::generate({2, 3, 40}, 1.2, 7);
    const data::NpzFile arrays(folder / "a.npz");
    CHECK(arrays.names() == std::vector<std::string>{"d0", "d1", "m"});
    CHECK(arrays.read("d1").convert<std::uint32_t>() == rows.codes[1]);
    CHECK(arrays.read("m").convert<std::int64_t>() == rows.measures[0]);
    std::string text = "d0,d1,m\n";
    for (std::size_t row = 0; row < 40; ++row)
        text += fmt::format("{},{},{}\n", rows.codes[0][row], rows.codes[1][row], rows.measures[0][row]);
    CHECK(get(folder / "a.csv") == text);
    check_refused(generate(path("b.csv"), {"D2C3"}), 2, {"D2C3", "D15C160T400K"});
    check_refused(generate(path("b.csv"), {"D33C3T4"}), 2, {"33"});
    check_refused(generate(path("b.csv"), {"D2C3T4", "--zipf", "9"}), 2, {"--zipf"});
    check_refused(generate(path("b.npy"), {"D2C3T4"}), 2, {"does not end in .csv, .npz"});
    check_refused(generate(path("b.csv"), {}), 2, {"SIZE"});
    CHECK(!std::filesystem::exists(folder / "b.csv"));
}

} // namespace cube_test
