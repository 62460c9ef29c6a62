#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"
#include "scanline/data/npz.h"
#include "scanline/skyline/generate.h"

#include <csignal>

namespace skyline_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace {

const char* const hotels = "name,price,rating,city,n\n"
                           "\"Anchor, old\",80,4.5,Oslo,007\n"
                           "Bell,60,3,Oslo,008\n"
                           "Crown,90,4.5,Rome,9\n"
                           "Dome,80,4.5,Rome,010\n"
                           "Eagle,70,2,Oslo,11\n";

class SkylineTest {
protected:
    std::string path(const char* name) const { return (folder / name).string(); }

    /// A run on the hotels.
    Outcome find(const Arguments& more, const char* name = "hotels.csv") const {
        Arguments arguments{"skyline", path(name)};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, without_opengl());
    }
    std::string found(const Arguments& more, const char* name = "hotels.csv") const {
        const Outcome outcome = find(more, name);
        INFO(outcome.err);
        CHECK(outcome.exit_code == 0);
        CHECK(messages_of(outcome).empty());
        return outcome.out;
    }
    void refused(const Arguments& more, int exit_code, const std::vector<std::string>& parts) const {
        check_refused(find(more), exit_code, parts);
    }

    TemporaryFolder folder;
    const std::filesystem::path hotels_file = put(folder / "hotels.csv", hotels);
};

} // namespace

TEST_CASE_METHOD(SkylineTest, "The rows that none dominates come back as they are, below the header") {
    const std::string anchor = "\"Anchor, old\",80,4.5,Oslo,007\n", bell = "Bell,60,3,Oslo,008\n",
                      crown = "Crown,90,4.5,Rome,9\n", dome = "Dome,80,4.5,Rome,010\n",
                      eagle = "Eagle,70,2,Oslo,11\n", header = "name,price,rating,city,n\n";
    const Arguments best{"--min", "price", "--max", "2"};
    const auto with = [&](Arguments more) {
        more.insert(more.end(), best.begin(), best.end());
        return found(more);
    };
    CHECK(with({}) == header + anchor + bell + dome);
    CHECK(with({"--keep", "first"}) == header + anchor + bell);
    CHECK(with({"--diff", "city"}) == header + anchor + bell + dome);
    CHECK(with({"--where", "city=Oslo", "--where", "price>=70"}) == header + anchor + eagle);
    CHECK(with({"--epsilon", "price=50"}) == header + anchor + crown + dome);
    CHECK(with({"--layers", "2"}) ==
          "name,price,rating,city,n,layer\n" + std::string("\"Anchor, old\",80,4.5,Oslo,007,1\n") +
              "Bell,60,3,Oslo,008,1\nCrown,90,4.5,Rome,9,2\nDome,80,4.5,Rome,010,1\n" +
              "Eagle,70,2,Oslo,11,2\n");
    CHECK(with({"--emit", "ids"}) == "id\n0\n1\n3\n");
    CHECK(with({"--emit", "ids", "--layers", "1"}) == "id,layer\n0,1\n1,1\n3,1\n");
    CHECK(find({"--ignore", "rating"}).out == header + bell);
    CHECK(find({"--diff", "city"}).out == found({"--min", "price,rating", "--diff", "city"}));
    for (const char* algorithm : {"auto", "sweep", "box-tree", "sky-align", "sfs", "bnl"})
        CHECK(with({"--algorithm", algorithm, "--threads", "2"}) == header + anchor + bell + dome);
}

TEST_CASE_METHOD(SkylineTest, "A file takes the result, and the report says what was done") {
    const Arguments to_file{"--min", "price", "--max", "rating", "-o", path("out.csv")};
    const auto with = [&](Arguments more) {
        more.insert(more.end(), to_file.begin(), to_file.end());
        return found(more);
    };
    CHECK(with({}) == "skyline of 5 rows by min price, max rating: 3 kept\n");
    CHECK_THAT(get(folder / "out.csv"), ContainsSubstring("Anchor, old") && !ContainsSubstring("Crown"));
    const std::string report = with({"--stats", "--where", "price<90", "--diff", "city", "--layers", "2"});
    for (const char* part : {"skyline of 5 rows by min price, max rating: 4 kept\n",
                             "  backend    cpu (auto: done before OpenGL would have started)\n",
                             "  algorithm  bisection: ", "  filtered   4 rows meet the conditions\n",
                             "  groups     2\n", "  layers     3, 1\n", "  tests      ", "  time       "})
        CHECK_THAT(report, ContainsSubstring(part));
    const nlohmann::json json =
        nlohmann::json::parse(with({"--stats", "--format", "json", "--epsilon", "1=0.5"}));
    CHECK(json["rows"] == 5);
    CHECK(json["kept"] == 3);
    CHECK(json["columns"][0]["name"] == "price");
    CHECK(json["columns"][0]["epsilon"] == 0.5);
    CHECK(json["columns"][1]["direction"] == "max");
    CHECK_THAT(json["algorithm"].get<std::string>(), StartsWith("sweep: "));
    CHECK(json["layers"].is_null());
    CHECK(json["backend"] == "cpu");
    CHECK(json["reason"] == "done before OpenGL would have started");
    CHECK(json["gpu"].is_null());
    CHECK(json["added"].is_null());

    const Outcome to_output = find({"--min", "price", "--stats"});
    CHECK(to_output.out == "name,price,rating,city,n\nBell,60,3,Oslo,008\n");
    CHECK_THAT(to_output.err, StartsWith("skyline of 5 rows by min price: 1 kept\n  backend    cpu (auto: "));
    found({"--min", "price", "--emit", "ids", "-o", path("ids.npy"), "--layers", "2"});
    const data::NpyArray ids = data::read_npy(folder / "ids.npy");
    CHECK(ids.shape == std::vector<std::size_t>{2, 2});
    CHECK(ids.convert<std::uint32_t>() == std::vector<std::uint32_t>{1, 1, 4, 2});
}

TEST_CASE_METHOD(SkylineTest, "Arrays are tables, their ids the result unless rows are asked for") {
    const std::vector<std::int32_t> values{1, 5, 2, 2, 3, 3};
    data::write_npy(folder / "a.npy", data::make_npy<std::int32_t>(values, {3, 2}));
    CHECK(found({}, "a.npy") == "id\n0\n1\n");
    CHECK(found({"--max", "0", "--emit", "rows"}, "a.npy") == "x0,x1\n3,3\n");
    found({"-o", path("ids.npy")}, "a.npy");
    CHECK(data::read_npy(folder / "ids.npy") ==
          data::make_npy<std::uint32_t>(std::vector<std::uint32_t>{0, 1}, {2}));
    found({"-o", path("rows.NPY"), "--emit", "rows"}, "a.npy");
    CHECK(data::read_npy(folder / "rows.NPY").shape == std::vector<std::size_t>{2, 2});
    found({"-o", path("rows.npz"), "--emit", "rows", "--layers", "2"}, "a.npy");
    CHECK(data::read_npz(folder / "rows.npz")[1].second.convert<int>() == std::vector<int>{1, 1, 2});
    check_refused(find({"-o", path("l.npy"), "--emit", "rows", "--layers", "2"}, "a.npy"), 2,
                  {"l.npy cannot take layers beside rows: write .npz or .csv"});
    CHECK(found({}, "rows.NPY") == "id\n0\n1\n");
}

TEST_CASE_METHOD(SkylineTest,
                 "Columns that take no part by default are named, with the option that reads them") {
    const auto said = [&](const char* text, const Arguments& more = {}) {
        put(folder / "hotels.csv", text);
        const Outcome outcome = find(more);
        CHECK(outcome.exit_code == 0);
        return outcome.err;
    };
    CHECK(
        said("city,min,amount,price,rate,when,code,gone\nOslo,3,\"2,590\",£5,5 %,2020-01-01,007,NA\n"
             "Rome,2,\"1,166\",£3,4 %,2020-01-02,010,\n") ==
        "scanline: skyline: by min min; left out: city (text), amount ('2,590': --thousands reads it), price "
        "('£5': --numbers loose reads it), rate ('5 %': --numbers loose reads it), when (date), code (codes "
        "such "
        "as '007'), gone (no values)\n");
    const char* const amounts = "a;b;c\n1;2,5;\"1 000\"\n2;1,5;900\n";
    CHECK(said(amounts) ==
          "scanline: skyline: by min a; left out: b ('2,5': --decimal-comma reads it), c ('1 000': "
          "--thousands reads it)\n");
    CHECK(said(amounts, {"--decimal-comma", "--thousands"}).empty());
    CHECK(find({"--decimal-comma", "--thousands", "--min", "b"}).out == "a;b;c\n2;1,5;900\n");
    const char* const names = "name,price\nAda,10\n323,9\nNan,8\n";
    CHECK(said(names) == "scanline: skyline: by min price; left out: name (text)\n");
    CHECK(said("zip,price\n12,10\n13,9\n", {"--text", "zip"}) ==
          "scanline: skyline: by min price; left out: zip (text)\n");
    CHECK(said(names, {"--min", "price"}).empty());
}

TEST_CASE_METHOD(SkylineTest, "Columns, order and number of the rows written can be chosen") {
    const Arguments best{"--min", "price", "--max", "rating"};
    const auto with = [&](Arguments more) {
        more.insert(more.end(), best.begin(), best.end());
        return found(more);
    };
    CHECK(with({"--columns", "price,name"}) == "price,name\n80,\"Anchor, old\"\n60,Bell\n80,Dome\n");
    CHECK(with({"--sort", "price", "--columns", "n,0"}) ==
          "n,name\n008,Bell\n007,\"Anchor, old\"\n010,Dome\n");
    CHECK(with({"--sort", "rating:desc,name:desc", "--limit", "2", "--emit", "ids"}) == "id\n3\n0\n");
    CHECK(with({"--limit", "1", "--layers", "2", "--sort", "price:desc"}) ==
          "name,price,rating,city,n,layer\nCrown,90,4.5,Rome,9,2\n");
    CHECK(with({"--where", "city={Rome,Bern}", "--columns", "name"}) == "name\nDome\n");
    put(folder / "hotels.csv", "when,price,rating\n1.2.2020,3,1\n15.1.2020,2,1\nNA,1,1\n");
    CHECK(with({"--layers", "3", "--sort", "when", "--columns", "when"}) ==
          "when,layer\n15.1.2020,2\n1.2.2020,3\nNA,1\n");
    CHECK(with({"--where", "when=2020-02"}) == "when,price,rating\n1.2.2020,3,1\n");
    data::write_npy<float>(folder / "a.npy", std::vector<float>{1, 5, 2, 2, 3, 1}, {3, 2});
    found({"--emit", "rows", "--sort", "1", "--limit", "2", "--columns", "1", "-o", path("b.npy")}, "a.npy");
    CHECK(data::read_npy(folder / "b.npy") == data::make_npy<float>(std::vector<float>{1, 2}, {2, 1}));
}

TEST_CASE_METHOD(SkylineTest, "An empty result has the columns and types of a full one") {
    const Arguments none{"--min", "price", "--where", "price>1000"};
    const auto with = [&](Arguments more) {
        more.insert(more.end(), none.begin(), none.end());
        return found(more);
    };
    CHECK(with({"--layers", "2"}) == "name,price,rating,city,n,layer\n");
    CHECK(with({"--layers", "2", "--emit", "ids"}) == "id,layer\n");
    CHECK(with({"--diff", "city", "--layers", "2", "--emit", "ids"}) == "id,layer\n");
    with({"--layers", "2", "--emit", "ids", "-o", path("ids.npy")});
    CHECK(data::read_npy(folder / "ids.npy") ==
          data::make_npy<std::uint32_t>(std::vector<std::uint32_t>(), {0, 2}));
    data::write_npy<float>(folder / "a.npy", std::vector<float>{1, 5}, {1, 2});
    found({"--where", "0>1", "--emit", "rows", "--layers", "2", "-o", path("none.npz")}, "a.npy");
    CHECK(data::read_npz(folder / "none.npz") ==
          data::NpzArrays{{"rows", data::make_npy<float>(std::vector<float>(), {0, 2})},
                          {"layer", data::make_npy<std::uint32_t>(std::vector<std::uint32_t>(), {0})}});
}

TEST_CASE_METHOD(SkylineTest, "A table without rows has a skyline without rows") {
    put(folder / "hotels.csv", "x,y\n");
    CHECK(found({}) == "x,y\n");
    CHECK(found({"--emit", "ids"}) == "id\n");
}

TEST_CASE_METHOD(SkylineTest, "Rows without numbers are refused with their place, or left out and counted") {
    put(folder / "hotels.csv", "x,y\n1,2\n,1\n3,nan\n");
    refused({}, 1, {"hotels.csv: row 1 (line 3), column 0 (x) is empty: write a number", "--nan drop"});
    const Outcome dropped = find({"--nan", "drop"});
    CHECK(dropped.out == "x,y\n1,2\n");
    CHECK(dropped.err == "skyline of 3 rows by min x, min y: 1 kept, 2 left out for missing values\n");
    refused({"--nan", "keep"}, 2, {"--nan keep is none of refuse, drop"});
    put(folder / "hotels.csv", "x,y\n1,2\n4,1\n3,none\n");
    refused({"--min", "x,y", "--nan", "drop"}, 1,
            {"row 2 (line 4), column 1 (y) is 'none', which is not a number: correct it"});
    CHECK(find({"--nan", "drop", "--null", "none"}).out == "x,y\n1,2\n4,1\n");
    put(folder / "hotels.csv", "x,y\n1,2\n4\n");
    refused({}, 1, {"line 3: its number of fields is 1, that of line 1 is 2"});
}

TEST_CASE_METHOD(SkylineTest, "What cannot be asked is refused, and nothing is written") {
    refused({"--min", "stars"}, 2,
            {"--min stars: ", "has no such column: it has name, price, rating, city, n"});
    refused({"--min", "price", "--max", "1"}, 2, {"--min price: the column is named twice"});
    refused({"--min", "name"}, 1, {"column 0 (name) is 'Anchor, old', which is not a number"});
    refused({"--min", "price", "--ignore", "n"}, 2, {"--ignore only works with neither --min nor --max"});
    refused({"--ignore", "price,rating,n"}, 2,
            {"no column takes part, because none is of numbers: name (text), city (text): ignore fewer"});
    refused({"--ignore", "0,1,2,3,4"}, 2, {"no column takes part, because all are ignored"});
    refused({"--min", "price", "--diff", "price"}, 2, {"--diff price: the column also takes part"});
    refused({"--where", "price"}, 2, {"--where price: ", "no condition"});
    refused({"--where", "city<3"}, 2, {"--where city<3: city has text, such as 'Oslo'"});
    refused({"--where", "price=<3"}, 2, {"--where price=<3: =< is not a relation"});
    refused({"--columns", "price,0,name"}, 2, {"--columns name: the column is named twice"});
    refused({"--columns", "stars"}, 2, {"--columns stars: "});
    refused({"--columns", "price", "--emit", "ids"}, 2, {"--columns only works with rows, not ids"});
    refused({"--sort", "stars:desc"}, 2, {"--sort stars: "});
    refused({"--limit", "0"}, 2, {"--limit"});
    refused({"--epsilon", "price"}, 2, {"--epsilon price is not COL=E"});
    refused({"--epsilon", "city=1"}, 2, {"--epsilon city: the column takes no part"});
    refused({"--epsilon", "price=1", "--epsilon", "1=2"}, 2, {"--epsilon 1: the column is named twice"});
    refused({"--epsilon", "price=0"}, 2, {"--epsilon price: '0' is not a number"});
    refused({"--algorithm", "kung"}, 2, {"--algorithm", "kung"});
    refused({"--backend", "gpu"}, 2, {"--backend", "gpu", "compute"});
    refused({"--backend", "raster"}, 2, {"--backend", "raster"});
    refused({"--backend", "compute", "--algorithm", "box-tree"}, 2,
            {"--algorithm box-tree is not for the backend compute, which has auto, sweep, sky-align, "});
    refused({"--backend", "cpu", "--algorithm", "sky-cells"}, 2,
            {"--algorithm sky-cells is not for the backend cpu, which has auto, sweep, box-tree, sky-align, "
             "sfs, bnl"});
    refused({"--threads", "2", "--algorithm", "sorted-blocks"}, 2,
            {"--algorithm sorted-blocks is not for the backend cpu"});
    refused({"--tier", "shared-memory", "--algorithm", "bnl"}, 2,
            {"--algorithm bnl is not for the backend compute"});
    refused({"--backend", "compute", "--threads", "2"}, 2, {"--threads is not for the backend compute"});
    refused({"--backend", "cpu", "--tier", "shared-memory"}, 2, {"--tier is not for the backend cpu"});
    refused({"--backend", "compute"}, 3, {"OpenGL"});
    refused({"--algorithm", "sky-cells"}, 3, {"OpenGL"});
    refused({"--algorithm", "sweep", "--diff", "city", "--min", "1,2,4", "--max", "0"}, 1, {"Anchor"});
    refused({"--layers", "0"}, 2, {"--layers"});
    refused({"--threads", "0"}, 2, {"--threads"});
    refused({"--emit", "values"}, 2, {"--emit", "values"});
    refused({"--format", "json"}, 2, {"--format only works with --stats"});
    refused({"-o", path("out.npy")}, 2, {"out.npy cannot take rows of text: write .csv", "--emit ids"});
    refused({"--emit", "ids", "-o", path("out.npz")}, 2, {"out.npz cannot take ids: write .npy or .csv"});
    refused({"-o", path("out.txt")}, 2, {"out.txt does not end in .csv, .npy, .npz"});
    refused({"-o", path("hotels.csv")}, 2, {"is also the input"});
    refused({"-o", path("none/out.csv")}, 1, {"there is no folder"});
    check_refused(run({"skyline", path("none.csv")}, without_opengl()), 1, {"none.csv"});
    put(folder / "wide.csv", [] {
        std::string line = "1";
        for (int i = 1; i < 32; ++i)
            line += ",1";
        return line + "\n";
    }());
    check_refused(find({}, "wide.csv"), 2, {"32 columns take part, and at most 31 can", "--ignore"});
    check_refused(find({"--algorithm", "sweep", "--min", "0,1,2,3"}, "wide.csv"), 2,
                  {"sweep takes at most 3 columns, not 4"});
    std::vector<std::string> names = names_in(folder.path());
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"hotels.csv", "wide.csv"});
}

TEST_CASE_METHOD(SkylineTest, "On a terminal the progress is erased before the result") {
    Setting terminal = without_opengl();
    terminal.output = Output::terminal;
    const Outcome outcome = run({"skyline", path("hotels.csv"), "--min", "price"}, terminal);
    CHECK(outcome.exit_code == 0);
    CHECK_THAT(outcome.out, ContainsSubstring("  0 %  reading rows"));
    const std::string erase = "\r\x1b[K";
    CHECK_THAT(outcome.out.substr(outcome.out.rfind(erase) + erase.size()), StartsWith("name,price"));
}

TEST_CASE_METHOD(SkylineTest, "An interrupt leaves no file behind") {
    run_well(
        {"generate", "skyline", "--kind", "anticorrelated", "-n", "200000", "-d", "12", "-o", path("a.npy")});
    Program program({"skyline", path("a.npy"), "--algorithm", "bnl", "-o", path("ids.npy")},
                    without_opengl());
    program.wait_until_working(SIGINT, 0.3);
    program.send(SIGINT);
    check_refused(program.finish(), 128 + SIGINT, {"interrupted: nothing was written"});
    CHECK(!std::filesystem::exists(folder / "ids.npy"));
}

TEST_CASE_METHOD(SkylineTest, "Tables are generated, the same in CSV as in NPY") {
    const Arguments table{"generate", "skyline", "--kind", "correlated", "-n",
                          "100",      "-d",      "3",      "--seed",     "7"};
    const auto generate = [&](const std::string& to) {
        Arguments arguments = table;
        arguments.insert(arguments.end(), {"-o", to});
        return run_well(arguments, without_opengl());
    };
    CHECK(generate(path("a.npy")) == path("a.npy") + ": 100 rows of 3 correlated columns, seed 7\n");
    CHECK(data::read_npy(folder / "a.npy").convert<float>() ==
          skyline::generate(skyline::Kind::correlated, 100, 3, 7).coordinates);
    generate(path("a.csv"));
    CHECK_THAT(get(folder / "a.csv"), StartsWith("x0,x1,x2\n"));
    CHECK(found({"--emit", "ids"}, "a.csv") == found({}, "a.npy"));

    const auto refuse = [&](const Arguments& more, const std::vector<std::string>& parts) {
        Arguments arguments{"generate", "skyline", "-o", path("b.csv")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        check_refused(run(arguments, without_opengl()), 2, parts);
    };
    refuse({"-n", "5"}, {"-d"});
    refuse({"-d", "5"}, {"-n"});
    refuse({"-n", "5", "-d", "32"}, {"-d", "from 1 to 31"});
    refuse({"-n", "-1", "-d", "2"}, {"-n", "from 0 to"});
    refuse({"-n", "5", "-d", "2", "--kind", "clustered"}, {"--kind", "clustered"});
    refuse({"-n", "5", "-d", "2", "--seed", "x"}, {"--seed"});
    check_refused(run({"generate"}, without_opengl()), 2, {"subcommand"});
    CHECK(!std::filesystem::exists(folder / "b.csv"));
}

} // namespace skyline_test
