#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <csignal>
#include <limits>

namespace kdtree_query_test {

// scanline kdtree knn, radius and box.

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using data::test::names_in;
using data::test::put;

namespace {

using Indices = std::vector<std::int32_t>;
using Offsets = std::vector<std::int64_t>;
using Distances = std::vector<double>;

// A folder with the tree of six points, and queries.
class QueryTest {
public:
    QueryTest() {
        put(folder / "points.csv", "x,y\n2,3\n5,4\n9,6\n4,7\n8,1\n7,2\n");
        put(folder / "queries.csv", "x,y\n6,3\n0,0\n");
        put(folder / "low.csv", "x,y\n4,1\n100,100\n");
        put(folder / "high.csv", "x,y\n8,4\n200,200\n");
        run_well({"kdtree", "build", path("points.csv"), "-o", path("tree.npz")}, without_opengl());
    }

protected:
    std::string path(const std::string& name) const { return (folder / name).string(); }

    Arguments query(const std::string& what, const Arguments& files, const Arguments& more = {}) const {
        Arguments arguments{"kdtree", what, path("tree.npz")};
        for (const std::string& file : files)
            arguments.push_back(path(file));
        arguments.insert(arguments.end(), {"-o", path("found.npz")});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    std::string ask(const std::string& what, const Arguments& files, const Arguments& more = {}) const {
        return run_well(query(what, files, more), without_opengl());
    }
    void refuse(const Arguments& arguments, int exit_code, const std::vector<std::string>& parts) const {
        check_refused(run(arguments, without_opengl()), exit_code, parts);
        const std::vector<std::string> names = names_in(folder.path());
        CHECK(std::ranges::count(names, "found.npz") == 0);
    }

    data::NpyArray found(const std::string& name) const {
        const data::NpzArrays arrays = data::read_npz(folder / "found.npz");
        const auto array = std::ranges::find(arrays, name, &std::pair<std::string, data::NpyArray>::first);
        REQUIRE(array != arrays.end());
        return array->second;
    }
    template <class T>
    std::vector<T> found_as(const std::string& name) const {
        return found(name).convert<T>();
    }

    const TemporaryFolder folder;
};

} // namespace

TEST_CASE_METHOD(QueryTest, "The nearest points of queries in a file are written as rows") {
    const std::string report = ask("knn", {"queries.csv"}, {"-k", "3", "--threads", "2", "--reps", "2"});
    CHECK(lines_of(report).front() == "kdtree knn of 2 queries in a tree of 6 nodes, 2 float32 coordinates");
    for (const char* part : {"backend      cpu\n", "found        6 points\n", "repetitions  2\n", "search"})
        CHECK_THAT(report, ContainsSubstring(part));
    CHECK(found("index").shape == std::vector<std::size_t>{2, 3});
    CHECK(found("squared_distance").shape == std::vector<std::size_t>{2, 3});
    CHECK(found("squared_distance").type == data::ElementType::f32);
    CHECK(found_as<std::int32_t>("index") == Indices{1, 5, 4, 0, 1, 5});
    CHECK(found_as<double>("squared_distance") == Distances{2, 2, 8, 13, 41, 53});

    ask("knn", {"queries.csv"});
    CHECK(found_as<std::int32_t>("index") == Indices{1, 0});
    CHECK_THAT(ask("knn", {"queries.csv"}, {"-k", "2", "--radius", "1.42"}), ContainsSubstring("2 points"));
    CHECK(found_as<std::int32_t>("index") == Indices{1, 5, -1, -1});
    CHECK(found_as<double>("squared_distance").back() == std::numeric_limits<double>::infinity());
}

TEST_CASE_METHOD(QueryTest, "All points within a radius are written behind offsets, in the order asked for") {
    CHECK_THAT(ask("radius", {"queries.csv"}, {"--radius", "3"}),
               ContainsSubstring("kdtree radius of 2 queries") && ContainsSubstring("3 points") &&
                   ContainsSubstring("count"));
    CHECK(found_as<std::int64_t>("offset") == Offsets{0, 3, 3});
    CHECK(found_as<std::int32_t>("index") == Indices{1, 5, 4});
    CHECK(found_as<double>("squared_distance") == Distances{2, 2, 8});
    ask("radius", {"queries.csv"}, {"--radius", "3", "--order", "by-index"});
    CHECK(found_as<std::int32_t>("index") == Indices{1, 4, 5});
    ask("radius", {"queries.csv"}, {"--radius", "0"});
    CHECK(found_as<std::int64_t>("offset") == Offsets{0, 0, 0});
}

TEST_CASE_METHOD(QueryTest, "The points in boxes are written behind offsets") {
    CHECK_THAT(ask("box", {"low.csv", "high.csv"}),
               ContainsSubstring("kdtree box of 2 queries") && ContainsSubstring("3 points"));
    CHECK(found_as<std::int64_t>("offset") == Offsets{0, 3, 3});
    CHECK(found_as<std::int32_t>("index") == Indices{1, 4, 5});
    CHECK(data::read_npz(folder / "found.npz").size() == 2);
}

TEST_CASE_METHOD(QueryTest, "Columns of queries are matched by the tree's names") {
    put(folder / "swapped.csv", "name,y,x\na,3,6\nb,0,0\n");
    const Outcome outcome = run(query("knn", {"swapped.csv"}, {"-k", "3"}), without_opengl());
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err == "scanline: of " + path("swapped.csv") +
                             ", only the columns with the tree's names are read: "
                             "x, y\n");
    CHECK(found_as<std::int32_t>("index") == Indices{1, 5, 4, 0, 1, 5});
    put(folder / "others.csv", "a,b\n6,3\n");
    check_refused(
        run(query("knn", {"others.csv"}), without_opengl()), 1,
        {"others.csv: it has no column x, and the coordinates are x, y: name its columns for these, in "
         "this order, with --columns"});
    ask("knn", {"others.csv"}, {"--columns", "a,b"});
    CHECK(found_as<std::int32_t>("index") == Indices{1});
    // Files without names: by place.
    put(folder / "bare.csv", "6,3\n");
    ask("knn", {"bare.csv"});
    CHECK(found_as<std::int32_t>("index") == Indices{1});
    data::NpzArrays old = data::read_npz(folder / "tree.npz");
    old.resize(6); // as versions without labels wrote it
    data::write_npz(folder / "tree.npz", old);
    ask("knn", {"others.csv"});
    CHECK(found_as<std::int32_t>("index") == Indices{1});
}

TEST_CASE_METHOD(QueryTest, "Found points are written as rows of CSV, with distances and their columns") {
    put(folder / "towns.csv", "town,lat,lon\n\"A, b\",0,0.5\nC,NA,1\nD,3,4.5\nE,3,4.5\n");
    run_well({"kdtree", "build", path("towns.csv"), "-o", path("towns.npz"), "--columns", "lon,lat", "--id",
              "town", "--nan", "drop"},
             without_opengl());
    const auto near = [&](const Arguments& more) {
        Arguments arguments{"kdtree", "knn", path("towns.npz"), "--at", "0.5,0", "-k", "2"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_well(arguments, without_opengl());
    };
    CHECK(near({}) == "query,rank,distance,index,town,lon,lat\n0,1,0,0,\"A, b\",0.5,0\n0,2,5,2,D,4.5,3\n");
    CHECK(near({"--at", "-1e0,3"}).ends_with("1,1,3.354102,0,\"A, b\",0.5,0\n1,2,5.5,2,D,4.5,3\n"));
    CHECK(near({"--table", path("towns.csv")}) ==
          "query,rank,distance,index,town,lat,lon\n0,1,0,0,\"A, b\",0,0.5\n0,2,5,2,D,3,4.5\n");
    CHECK_THAT(near({"-o", path("near.csv")}), ContainsSubstring("found        2 points\n"));
    CHECK(data::test::get(folder / "near.csv") == near({}));
    // Queries that float32 does not hold leave the tree's coordinates as they are.
    CHECK(near({"--at", "0.1,0"}).find("\n1,1,0.4,0,\"A, b\",0.5,0\n") != std::string::npos);

    put(folder / "asked.csv", "who,lat,lon\nme,NA,0\nyou,3,4.5\n");
    const Outcome outcome = run({"kdtree", "radius", path("towns.npz"), path("asked.csv"), "--radius", "1",
                                 "--nan", "drop", "--id", "who"},
                                without_opengl());
    CHECK(outcome.out == "query,rank,distance,index,town,lon,lat\nyou,1,0,2,D,4.5,3\n");
    CHECK_THAT(outcome.err, ContainsSubstring("dropped: 1 of 2 rows of "));
    CHECK(run_well(
              {"kdtree", "radius", path("tree.npz"), "--at", "2,3", "--radius", "1", "--order", "by-index"},
              without_opengl()) == "query,distance,index,x,y\n0,0,0,2,3\n");
    CHECK(run_well({"kdtree", "box", path("tree.npz"), path("low.csv"), path("high.csv")},
                   without_opengl()) == "query,index,x,y\n0,1,5,4\n0,4,8,1\n0,5,7,2\n");
}

TEST_CASE_METHOD(QueryTest, "Queries by compute shaders find what the CPU finds") {
    const auto check_same = [&](const std::string& what, const Arguments& files, const Arguments& more) {
        CAPTURE(what);
        ask(what, files, more);
        const data::NpzArrays by_cpu = data::read_npz(folder / "found.npz");
        Arguments arguments = query(what, files, more);
        arguments.insert(arguments.end(), {"--backend", "compute", "--reps", "2"});
        const std::string report = run_well(arguments);
        for (const char* part :
             {"backend      compute\n", "gpu          ", "repetitions  2\n", "sort-queries", "search"})
            CHECK_THAT(report, ContainsSubstring(part));
        CHECK(data::read_npz(folder / "found.npz") == by_cpu);
    };
    check_same("knn", {"queries.csv"}, {"-k", "3", "--radius", "5"});
    check_same("radius", {"queries.csv"}, {"--radius", "6", "--order", "by-index"});
    check_same("box", {"low.csv", "high.csv"}, {});
}

TEST_CASE_METHOD(QueryTest, "Queries of another type are taken as those of the tree, where that holds them") {
    const Indices points{2, 3, 5, 4, 9, 6}, queries{6, 3};
    data::write_npy(folder / "points.npy", data::make_npy<std::int32_t>(points, {3, 2}));
    data::write_npy(folder / "queries.npy", data::make_npy<std::int32_t>(queries, {1, 2}));
    CHECK_THAT(ask("knn", {"queries.npy"}), ContainsSubstring("2 float32 coordinates\n"));
    CHECK(found_as<std::int32_t>("index") == Indices{1});
    run_well({"kdtree", "build", path("points.npy"), "-o", path("tree.npz")});
    for (const char* name : {"queries.npy", "queries.csv"}) {
        CHECK_THAT(ask("knn", {name}, {"-k", "2"}), ContainsSubstring("2 int32 coordinates\n"));
        CHECK(found("squared_distance").type == data::ElementType::f64);
        CHECK(found_as<std::int32_t>("index").front() == 1);
        CHECK(found_as<double>("squared_distance").front() == 2);
    }
}

TEST_CASE_METHOD(QueryTest, "Queries that the type of the tree does not hold are answered without loss") {
    put(folder / "tenths.csv", "x,y\n4.9,4\n6,0.1\n");
    const std::string report = ask("knn", {"tenths.csv"});
    CHECK(lines_of(report).front() == "kdtree knn of 2 queries in a tree of 6 nodes, 2 float64 coordinates");
    CHECK_THAT(report, ContainsSubstring("backend      cpu (auto: 2 of 4 coordinates of ") &&
                           ContainsSubstring("tenths.csv are not float32, as those of ") &&
                           ContainsSubstring("tree.npz are, and float64 is for the CPU alone)"));
    CHECK(found("squared_distance").type == data::ElementType::f64);
    CHECK(found_as<double>("squared_distance") ==
          Distances{(5 - 4.9) * (5 - 4.9), 1 + (2 - 0.1) * (2 - 0.1)});
    check_refused(
        run(query("radius", {"tenths.csv"}, {"--radius", "1", "--backend", "compute"}), without_opengl()), 2,
        {"kdtree radius on compute: 2 of 4 coordinates",
         "use --backend cpu, or --coordinates float32 to round them"});

    const std::string rounded = ask("knn", {"tenths.csv"}, {"--coordinates", "float32"});
    CHECK(lines_of(rounded).front() == "kdtree knn of 2 queries in a tree of 6 nodes, 2 float32 coordinates");
    CHECK_THAT(rounded, ContainsSubstring("rounded      2 of 4 coordinates of ") &&
                            ContainsSubstring("tenths.csv, by up to 9.54e-08\n"));
    CHECK_THAT(ask("knn", {"queries.csv"}, {"--coordinates", "float32"}),
               ContainsSubstring("rounded      none of 4 coordinates of "));
    // One of two files is enough.
    put(folder / "high.csv", "x,y\n8,4.1\n200,200\n");
    CHECK_THAT(ask("box", {"low.csv", "high.csv"}), ContainsSubstring("2 float64 coordinates"));
    CHECK(found_as<std::int32_t>("index") == Indices{1, 4, 5});
}

TEST_CASE_METHOD(QueryTest, "Points far from zero are told apart, to the last of their digits") {
    put(folder / "points.csv", "448262.30,5411932.675\n448262.31,5411932.675\n448262.32,5411932.675\n");
    put(folder / "queries.csv", "448262.314,5411932.675\n");
    CHECK_THAT(run_well({"kdtree", "build", path("points.csv"), "-o", path("tree.npz")}, without_opengl()),
               ContainsSubstring("k-d tree of 3 points, 2 float64 coordinates") &&
                   ContainsSubstring("backend      cpu (auto: float64 coordinates are for the CPU alone)") &&
                   ContainsSubstring("nodes        3\n"));
    ask("knn", {"queries.csv"}, {"-k", "3"});
    CHECK(found_as<std::int32_t>("index") == Indices{1, 2, 0});
    ask("radius", {"queries.csv"}, {"--radius", "0.005"});
    CHECK(found_as<std::int32_t>("index") == Indices{1});
    check_refused(run(query("knn", {"queries.csv"}, {"--backend", "compute"}), without_opengl()), 2,
                  {"float64 coordinates are for the CPU alone", "--coordinates float32"});
}

TEST_CASE_METHOD(QueryTest, "Points of any size are searched right, at the ends of float32 too") {
    for (const float unit : {1e21f, 1e-22f, 1e30f, 1e-40f}) {
        CAPTURE(unit);
        const std::vector<float> points{2 * unit, 3 * unit, 5 * unit, 4 * unit, 9 * unit, 6 * unit},
            queries{6 * unit, 3 * unit};
        data::write_npy(folder / "points.npy", data::make_npy<float>(points, {3, 2}));
        data::write_npy(folder / "queries.npy", data::make_npy<float>(queries, {1, 2}));
        run_well({"kdtree", "build", path("points.npy"), "-o", path("tree.npz")}, without_opengl());
        ask("knn", {"queries.npy"}, {"-k", "3"});
        CHECK(found_as<std::int32_t>("index") == Indices{1, 0, 2});
        ask("radius", {"queries.npy"}, {"--radius", std::to_string(static_cast<double>(unit) * 2)});
        CHECK(found_as<std::int32_t>("index") == (unit > 1 ? Indices{1} : Indices{}));
    }
}

TEST_CASE_METHOD(QueryTest, "A radius too large for float32 takes in no points at infinity") {
    put(folder / "points.csv", "1,2\ninf,2\n");
    run_well({"kdtree", "build", path("points.csv"), "-o", path("tree.npz")}, without_opengl());
    ask("radius", {"queries.csv"}, {"--radius", "1e300"});
    CHECK(found_as<std::int32_t>("index") == Indices{0, 0});
    ask("radius", {"queries.csv"}, {"--radius", "inf"});
    CHECK(found_as<std::int32_t>("index") == Indices{0, 1, 0, 1});
}

TEST_CASE_METHOD(QueryTest, "A search that takes long is interrupted, and nothing is written") {
    // No distance is finite, so every query visits every point.
    std::vector<float> points, queries;
    constexpr std::size_t size = 300'000;
    for (std::size_t i = 0; i < size; ++i) {
        points.insert(points.end(), {std::numeric_limits<float>::infinity(), static_cast<float>(i)});
        queries.insert(queries.end(), {0, static_cast<float>(i)});
    }
    data::write_npy(folder / "points.npy", data::make_npy<float>(points, {size, 2}));
    data::write_npy(folder / "queries.npy", data::make_npy<float>(queries, {size, 2}));
    run_well({"kdtree", "build", path("points.npy"), "-o", path("tree.npz")}, without_opengl());
    for (const int signal : {SIGINT, SIGTERM}) {
        CAPTURE(signal);
        Program program(query("knn", {"queries.npy"}), without_opengl());
        program.wait_until_working(signal, 0);
        program.send(signal);
        const Outcome outcome = program.finish();
        CHECK(outcome.exit_code == 128 + signal);
        CHECK(outcome.out == "");
        CHECK(outcome.err == "scanline: interrupted: nothing was written\n");
        CHECK_FALSE(std::filesystem::exists(folder / "found.npz"));
    }
}

TEST_CASE_METHOD(QueryTest, "Queries that cannot be answered are refused, and nothing is written") {
    put(folder / "flat.csv", "x\n1\n");
    put(folder / "nan.csv", "x,y\n1,nan\n");
    put(folder / "one.csv", "x,y\n1,2\n");
    refuse(query("knn", {"flat.csv"}), 1, {"flat.csv: it has no column y, and the coordinates are x, y"});
    put(folder / "flat.csv", "1\n");
    refuse(query("knn", {"flat.csv"}), 2, {"dimensions"});
    refuse(query("knn", {"nan.csv"}), 1, {"nan.csv", "row 0 (line 2), column 1 (y)", "--nan drop"});
    put(folder / "far.csv", "x,y\n1,inf\n");
    refuse(query("knn", {"far.csv"}), 1, {"far.csv", "row 0 (line 2), column 1 (y) is infinite"});
    refuse(query("radius", {"far.csv"}, {"--radius", "inf"}), 1, {"is infinite"});
    refuse(query("knn", {}), 2, {"give a file QUERIES or points with --at"});
    refuse(query("knn", {"queries.csv"}, {"--at", "1,2"}), 2, {"give a file QUERIES or points with --at"});
    refuse(query("knn", {}, {"--at", "1,2,3"}), 2,
           {"--at 1,2,3: it has 3 coordinates, and the tree's points have 2"});
    refuse(query("knn", {}, {"--at", "1,inf"}), 2, {"--at"});
    refuse(query("knn", {}, {"--at", "1,2", "--table", path("points.csv")}), 2,
           {"--table only works with results in .csv"});
    refuse({"kdtree", "knn", path("tree.npz"), "--at", "1,2", "--table", path("queries.csv")}, 1,
           {"queries.csv: it has 2 rows, and the tree names row 5 of 6"});
    put(folder / "clash.csv", "x,distance\n1,2\n");
    run_well({"kdtree", "build", path("clash.csv"), "-o", path("clash.npz")}, without_opengl());
    refuse({"kdtree", "knn", path("clash.npz"), "--at", "1,2"}, 2, {"column distance"});
    refuse(query("knn", {"missing.csv"}), 1, {"missing.csv"});
    for (const char* k : {"0", "65", "-1", "two"})
        refuse(query("knn", {"queries.csv"}, {"-k", k}), 2, {"-k"});
    for (const char* radius : {"-1", "far"})
        refuse(query("radius", {"queries.csv"}, {"--radius", radius}), 2, {"--radius"});
    refuse(query("radius", {"queries.csv"}), 2, {"--radius"});
    refuse(query("radius", {"queries.csv"}, {"--radius", "1", "--order", "random"}), 2,
           {"--order", "by-index"});
    refuse(query("box", {"low.csv"}), 2, {"HIGH"});
    refuse(query("knn", {"queries.csv"}, {"--backend", "compute", "--threads", "2"}), 2,
           {"--threads is not for the backend compute"});
    refuse(query("box", {"low.csv", "one.csv"}), 2, {"2", "1"});
    refuse(query("box", {"high.csv", "low.csv"}), 1, {"box 0 on axis 0 is from 8 to 4"});
    refuse({"kdtree", "knn", path("points.csv"), path("queries.csv"), "-o", path("found.npz")}, 1,
           {"points.csv", "NPZ"});
    refuse({"kdtree", "knn", path("tree.npz"), path("queries.csv"), "-o", path("found.npy")}, 2,
           {"found.npy", ".npz"});
    refuse(query("knn", {"queries.csv"}, {"--threads", "0"}), 2, {"--threads"});
}

} // namespace kdtree_query_test
