#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <array>

namespace kdtree_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using data::test::names_in;
using data::test::put;

namespace {

const char* const six_points = "x,y\n2,3\n5,4\n9,6\n4,7\n8,1\n7,2\n";

Arguments build(const std::filesystem::path& points, const std::filesystem::path& tree,
                const Arguments& more = {}) {
    Arguments arguments{"kdtree", "build", points.string(), "-o", tree.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEST_CASE("A tree is built of points in a file, and found right, without OpenGL") {
    const TemporaryFolder folder;
    put(folder / "points.csv", six_points);
    const std::string report =
        run_well(build(folder / "points.csv", folder / "tree.npz", {"--threads", "2", "--reps", "3"}),
                 without_opengl());
    CHECK(lines_of(report).front() == "k-d tree of 6 points, 2 float32 coordinates");
    for (const char* part : {"backend      cpu\n", "threads      2\n", "nodes        6\n", "levels       3\n",
                             "repetitions  3\n", "remove-duplicates", "together"})
        CHECK_THAT(report, ContainsSubstring(part));
    const data::NpzArrays arrays = data::read_npz(folder / "tree.npz");
    REQUIRE(arrays.size() == 9);
    CHECK(arrays[1].second.convert<std::int32_t>() == std::vector<std::int32_t>{0, 3, 1, 4, 5, 2});

    const std::string tree = (folder / "tree.npz").string();
    const std::string by_itself =
        run_well(build(folder / "points.csv", folder / "again.npz"), without_opengl());
    CHECK_THAT(by_itself, ContainsSubstring("threads      1\n") && ContainsSubstring("repetitions  1\n"));

    CHECK(run_well({"kdtree", "verify", tree, "--points", (folder / "points.csv").string()},
                   without_opengl()) ==
          tree + ": 6 nodes, 2 float32 coordinates, 3 levels, right; verified by cpu "
                 "(auto: there is no OpenGL that can compute)\n");
    CHECK_THAT(run_well({"kdtree", "verify", tree}, without_opengl()), ContainsSubstring("right by itself"));
}

TEST_CASE("A tree built by compute shaders is the one that the CPU builds") {
    const TemporaryFolder folder;
    put(folder / "points.csv", six_points);
    run_well(build(folder / "points.csv", folder / "cpu.npz", {"--backend", "cpu"}));
    const std::string report =
        run_well(build(folder / "points.csv", folder / "gpu.npz", {"--backend", "compute", "--reps", "2"}));
    for (const char* part : {"backend      compute\n", "gpu          ", "tier         ", "nodes        6\n",
                             "repetitions  2\n", "sort-others", "together"})
        CHECK_THAT(report, ContainsSubstring(part));
    CHECK(data::read_npz(folder / "gpu.npz") == data::read_npz(folder / "cpu.npz"));
}

TEST_CASE(
    "A tree whose halves are sorted by themselves, or built on two devices, is the one that the CPU builds") {
    const TemporaryFolder folder;
    put(folder / "points.csv", six_points);
    run_well(build(folder / "points.csv", folder / "cpu.npz", {"--backend", "cpu"}));
    const data::NpzArrays expected = data::read_npz(folder / "cpu.npz");
    run_well(build(folder / "points.csv", folder / "gpu.npz", {"--variant", "split-first"}));
    CHECK(data::read_npz(folder / "gpu.npz") == expected);
    const std::string report =
        run_well(build(folder / "points.csv", folder / "two.npz", {"--devices", "2", "--reps", "2"}));
    for (const char* part :
         {"backend      compute\n", "gpu          ", "nodes        6\n", "swap", "merge", "balance"})
        CHECK_THAT(report, ContainsSubstring(part));
    CHECK(data::read_npz(folder / "two.npz") == expected);
}

TEST_CASE("A tree is verified by the backend that was asked for, and the report names it") {
    const TemporaryFolder folder;
    put(folder / "points.csv", six_points);
    run_well(build(folder / "points.csv", folder / "tree.npz", {"--backend", "cpu"}));
    const std::string tree = (folder / "tree.npz").string(), points = (folder / "points.csv").string();
    const std::string right = tree + ": 6 nodes, 2 float32 coordinates, 3 levels, right";
    CHECK(run_well({"kdtree", "verify", tree, "--points", points, "--backend", "compute"}) ==
          right + "; verified by compute\n");
    CHECK(run_well({"kdtree", "verify", tree, "--backend", "compute"}) ==
          right + " by itself (--points looks for every point in it); verified by compute\n");
    CHECK(run_well({"kdtree", "verify", tree, "--points", points, "--backend", "cpu"}) ==
          right + "; verified by cpu\n");
    CHECK(run_well({"kdtree", "verify", tree, "--points", points, "--tier", "shared-memory"}) ==
          right + "; verified by compute (auto: only it has what was requested)\n");

    check_refused(run({"kdtree", "verify", tree, "--backend", "raster"}), 2, {"--backend raster"});
    check_refused(run({"kdtree", "verify", tree, "--backend", "cpu", "--tier", "ballot"}), 2,
                  {"--tier is not for the backend cpu"});
    check_refused(run({"kdtree", "verify", tree, "--backend", "compute"}, without_opengl()), 3, {"OpenGL"});
}

TEST_CASE("A wrong tree ends in exit code 4 with what is wrong") {
    const TemporaryFolder folder;
    put(folder / "points.csv", six_points);
    run_well(build(folder / "points.csv", folder / "tree.npz"));
    const std::string tree = (folder / "tree.npz").string();
    const std::string backend = GENERATE("cpu", "compute");
    const auto verify = [&](const Arguments& more) {
        Arguments arguments{"kdtree", "verify", tree, "--backend", backend};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    };
    put(folder / "others.csv", "x,y\n2,3\n5,4\n9,6\n4,7\n8,1\n7,3\n");
    check_refused(verify({"--points", (folder / "others.csv").string()}), 4,
                  {"tree.npz is no k-d tree of", "others.csv", "node 4"});
    const std::array<std::int32_t, 2> whole{1, 2};
    data::write_npy(folder / "whole.npy", data::make_npy<std::int32_t>(whole, {1, 2}));
    check_refused(verify({"--points", (folder / "whole.npy").string()}), 4,
                  {"whole.npy: the tree has 6 nodes for 1 points"});
    put(folder / "tenths.csv", "2.1,3\n5,4\n9,6\n4,7\n8,1\n7,2\n");
    check_refused(verify({"--points", (folder / "tenths.csv").string()}), 4,
                  {"1 of 12 coordinates of ", "tenths.csv are not float32, as its own are"});

    data::NpzArrays arrays = data::read_npz(tree);
    arrays[1].second = data::make_npy<std::int32_t>(std::array{0, 3, 1, 4, 5, 5}, {6});
    data::write_npz(tree, arrays);
    check_refused(verify({}), 4, {"two nodes name point 5"});
    arrays[1].second = data::make_npy<std::int32_t>(std::array{0, 3, 1, 4, 5, 2}, {6});
    arrays[0].second =
        data::make_npy<float>(std::array{2.f, 3.f, 4.f, 7.f, 5.f, 4.f, 3.f, 1.f, 7.f, 2.f, 9.f, 6.f}, {6, 2});
    data::write_npz(tree, arrays);
    check_refused(verify({}), 4, {"node 3 is in the right subtree of node 2"});
}

TEST_CASE("Coordinates are rounded where that is asked for, with what it costs") {
    const TemporaryFolder folder;
    put(folder / "points.csv", "0.1,3\n16777217,4\n16777216,4\n");
    const std::string points = (folder / "points.csv").string(), tree = (folder / "tree.npz").string();
    const auto built = [&](const Arguments& more) {
        return run_well(build(folder / "points.csv", folder / "tree.npz", more), without_opengl());
    };
    const std::string exact = built({});
    CHECK(lines_of(exact).front() == "k-d tree of 3 points, 2 float64 coordinates");
    CHECK_THAT(exact, ContainsSubstring("nodes        3\n") && !ContainsSubstring("rounded"));
    CHECK_THAT(run_well({"kdtree", "verify", tree, "--points", points}, without_opengl()),
               ContainsSubstring("2 float64 coordinates, 2 levels, right; verified by cpu (auto: float64 "
                                 "coordinates are for the CPU alone)"));
    CHECK_THAT(run_well({"kdtree", "verify", tree}, without_opengl()), ContainsSubstring("right by itself"));

    const std::string rounded = built({"--coordinates", "float32", "--threads", "1"});
    CHECK(lines_of(rounded).front() == "k-d tree of 3 points, 2 float32 coordinates");
    CHECK_THAT(rounded,
               ContainsSubstring("nodes        2\n") &&
                   ContainsSubstring("rounded      2 of 6 coordinates of " + points + ", by up to 1\n"));
    check_refused(run({"kdtree", "verify", tree, "--points", points}, without_opengl()), 4,
                  {"2 of 6 coordinates", "are not float32", "--coordinates"});
    CHECK_THAT(run_well({"kdtree", "verify", tree, "--points", points, "--coordinates", "float32"},
                        without_opengl()),
               ContainsSubstring("2 float32 coordinates, 2 levels, right"));
    CHECK_THAT(built({"--coordinates", "int32"}), ContainsSubstring("by up to 0.1\n"));

    std::filesystem::remove(tree);
    for (const char* const option : {"--backend", "--tier", "--devices"}) {
        CAPTURE(option);
        const std::string value = option == std::string("--backend") ? "compute"
                                  : option == std::string("--tier")  ? "shared-memory"
                                                                     : "2";
        check_refused(
            run(build(folder / "points.csv", folder / "tree.npz", {option, value})), 2,
            {"kdtree build on compute: float64 coordinates are for the CPU alone: use --backend cpu, "
             "or --coordinates float32 to round them"});
    }
    check_refused(run(build(folder / "points.csv", folder / "tree.npz", {"--coordinates", "float16"})), 2,
                  {"--coordinates", "float16"});
    CHECK(names_in(folder.path()) == std::vector<std::string>{"points.csv"});
}

TEST_CASE("Equal points and rows that lack a coordinate are counted, and points keep their rows") {
    const TemporaryFolder folder;
    put(folder / "points.csv", "name,x,y\na,NA,1\nb,2,3\nc,2,3\nd,,\ne,5,4\n");
    const std::string points = (folder / "points.csv").string(), tree = (folder / "tree.npz").string();
    check_refused(run(build(folder / "points.csv", folder / "tree.npz"), without_opengl()), 1,
                  {"row 0 (line 2), column 0 (name) is 'a', which is not a number",
                   "--columns names those of the "
                   "coordinates"});
    const std::string report =
        run_well(build(folder / "points.csv", folder / "tree.npz", {"--id", "name", "--nan", "drop"}),
                 without_opengl());
    CHECK_THAT(report,
               ContainsSubstring("dropped      2 of 5 rows of " + points + ", which lack a coordinate\n") &&
                   ContainsSubstring("left out     1 point equal to points before it\n") &&
                   ContainsSubstring("nodes        2\n"));
    CHECK(data::read_npz(tree)[1].second.convert<std::int32_t>() == std::vector<std::int32_t>{1, 4});
    CHECK_THAT(run_well({"kdtree", "verify", tree, "--points", points, "--nan", "drop"}, without_opengl()),
               ContainsSubstring("2 nodes, 2 float32 coordinates, 2 levels, right"));
    put(folder / "points.csv", "name,x,y\na,1,1\nb,NA,3\nc,2,3\nd,,\ne,5,4\n");
    check_refused(run({"kdtree", "verify", tree, "--points", points, "--nan", "drop"}, without_opengl()), 4,
                  {"a node names row 1, which lacks a coordinate"});
}

TEST_CASE("What cannot become a tree is refused, and nothing is written") {
    const TemporaryFolder folder;
    put(folder / "points.csv", six_points);
    put(folder / "nan.csv", "x,y\n1,2\n3,nan\n");
    put(folder / "mixed.csv", "1,y\n3,4\n");
    const auto refuse = [&](const std::string& points, const std::string& tree, int exit_code,
                            const std::vector<std::string>& parts, const Arguments& more = {}) {
        check_refused(run(build(folder / points, folder / tree, more)), exit_code, parts);
    };
    refuse("nan.csv", "tree.npz", 1,
           {"cannot read ", "nan.csv: row 1 (line 3), column 1 (y) is not a number", "--nan drop"});
    refuse("mixed.csv", "tree.npz", 1, {"mixed.csv: line 1: it has names and numbers"});
    refuse("points.csv", "tree.npy", 2, {"tree.npy", ".npz"});
    refuse("missing.csv", "tree.npz", 1, {"missing.csv"});
    refuse("points.csv", "tree.npz", 2, {"--threads"}, {"--threads", "0"});
    refuse("points.csv", "none/tree.npz", 1, {"there is no folder"});
    refuse("points.csv", "tree.npz", 2, {"--backend raster"}, {"--backend", "raster"});
    refuse("points.csv", "tree.npz", 2, {"--tier is not for the backend cpu"},
           {"--backend", "cpu", "--tier", "ballot"});
    run_well(build(folder / "points.csv", folder / "one.npz", {"--backend", "cpu", "--devices", "1"}));
    std::filesystem::remove(folder / "one.npz");
    refuse("points.csv", "tree.npz", 2, {"--devices is not for the backend cpu"},
           {"--backend", "cpu", "--devices", "2"});
    refuse("points.csv", "tree.npz", 2, {"--devices", "--variant"},
           {"--devices", "2", "--variant", "sort-all"});
    refuse("points.csv", "tree.npz", 2, {"--devices", "3"}, {"--devices", "3"});
    refuse("points.csv", "tree.npz", 2, {"--threads is not for the backend compute"},
           {"--backend", "compute", "--threads", "2"});
    check_refused(run({"kdtree", "verify", (folder / "points.csv").string()}), 1, {"it is no NPZ file"});
    check_refused(run({"kdtree"}), 2, {"subcommand"});
    std::vector<std::string> names = names_in(folder.path());
    std::ranges::sort(names);
    CHECK(names == std::vector<std::string>{"mixed.csv", "nan.csv", "points.csv"});
}

} // namespace kdtree_test
