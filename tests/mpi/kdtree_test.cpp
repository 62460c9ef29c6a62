#include "run_on_ranks.h"

#include "scanline/core/random.h"
#include "scanline/data/file.h"
#include "scanline/data/npy.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace scanline::mpi_kdtree_test {

using namespace test;

namespace {

/// Points of few coordinates, so that many are equal, and many are as far from a query; as text with ids and
/// with rows that lack a coordinate.
std::string some_rows(int rows, std::uint64_t seed, const char* decimals = "") {
    Random random(seed);
    std::string text = "name,x,y,z\n";
    for (int row = 0; row < rows; ++row) {
        text += "p" + std::to_string(row);
        for (int axis = 0; axis < 3; ++axis)
            text += random.below(40) == 0 ? "," : "," + std::to_string(random.between(-9, 9)) + decimals;
        text += "\n";
    }
    return text;
}

/// A folder of files for commands on the CPU.
class Folder {
public:
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    void put(const std::string& name, const std::string& text) const {
        data::write_file(folder_ / name, text);
    }
    void check(int ranks, Arguments arguments, const std::string& file) const {
        arguments.insert(arguments.end(), {"--backend", "cpu"});
        check_alike(ranks, arguments, folder_, file);
    }

private:
    const TemporaryFolder folder_;
};

const Arguments named{"--id", "name", "--columns", "x,y,z", "--nan", "drop"};

Arguments with(Arguments arguments, const Arguments& more) {
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
}

} // namespace

TEST_CASE("Ranks build the file of one process, with ids, names and the rows that were left out",
          "[repeat]") {
    const Folder folder;
    folder.put("points.csv", some_rows(1200, 7300));
    for (const int ranks : {2, 3, 8})
        folder.check(ranks, with({"kdtree", "build", folder.path("points.csv")}, named), "tree.npz");
    // An array of which one row is not of the type of the others.
    std::vector<double> xy{0.1, 0.2};
    for (int i = 0; i < 400; ++i)
        xy.push_back(i * 7 % 50);
    data::write_npy<double>(folder.path("points.npy"), xy, {xy.size() / 2, 2});
    folder.check(5, {"kdtree", "build", folder.path("points.npy")}, "tree.npz");
    const Outcome told =
        run_on_ranks(3, {"kdtree", "build", folder.path("points.npy"), "-o", folder.path("rounded.npz"),
                         "--coordinates", "float32", "--threads", "1"});
    for (const char* line :
         {"k-d tree of 201 points, 2 float32 coordinates", "ranks        3\n", "threads      1\n",
          "rounded      2 of 402 coordinates of", "left out     ", "levels       "})
        CHECK_THAT(told.out, Catch::Matchers::ContainsSubstring(line));
}

TEST_CASE("Ranks without points build a tree, and answer") {
    const Folder folder;
    for (const char* rows : {"", "a,1,2,3\nb,4,5,6\n"}) {
        folder.put("points.csv", std::string("name,x,y,z\n") + rows);
        folder.check(3, with({"kdtree", "build", folder.path("points.csv")}, named), "tree.npz");
        folder.check(3, {"kdtree", "knn", folder.path("together-tree.npz"), "--at", "1,2,4", "-k", "3"},
                     "found.csv");
    }
}

TEST_CASE("Ranks answer as one process does, byte for byte", "[repeat]") {
    const Folder folder;
    folder.put("points.csv", some_rows(900, 7310));
    folder.put("queries.csv", some_rows(50, 7311));
    folder.put("decimals.csv", some_rows(50, 7312, ".1"));
    const std::string tree = folder.path("tree.npz");
    REQUIRE(run(with({"kdtree", "build", folder.path("points.csv"), "-o", tree, "--backend", "cpu"}, named))
                .exit_code == 0);
    const auto check = [&](int ranks, const char* kind, const char* queries, const Arguments& more,
                           const std::string& file) {
        folder.check(ranks, with({"kdtree", kind, tree, folder.path(queries), "--nan", "drop"}, more), file);
    };
    check(3, "knn", "queries.csv", {"-k", "5"}, "found.npz");
    check(8, "knn", "queries.csv", {"-k", "9", "--radius", "2.5", "--id", "name"}, "found.csv");
    check(2, "knn", "decimals.csv", {"-k", "3"}, "found.npz"); // in double
    check(3, "radius", "queries.csv", {"--radius", "3"}, "found.npz");
    check(5, "radius", "queries.csv",
          {"--radius", "3", "--order", "by-index", "--table", folder.path("points.csv")}, "found.csv");
    check(3, "radius", "queries.csv", {"--radius", "1"}, ""); // to standard output
    const Outcome verified =
        run_on_ranks(3, {"kdtree", "verify", tree, "--points", folder.path("points.csv"), "--nan", "drop"});
    INFO(verified.err);
    CHECK(verified.exit_code == 0);
    CHECK_THAT(verified.out, Catch::Matchers::ContainsSubstring("right; verified by"));
    // Rows are left out of both files, and ranks read other numbers of them.
    std::string low = "x,y,z\n", high = "z,y,x\n";
    for (int box = 0; box < 30; ++box) {
        low += std::to_string(box % 9 - 9) + (box == 3 ? ",,0\n" : ",-4,-9\n");
        high += box == 27 ? "1,,1\n" : "9,4.000000," + std::to_string(box % 7) + "\n";
    }
    folder.put("low.csv", low);
    folder.put("high.csv", high);
    for (const char* file : {"found.npz", "found.csv"})
        check(3, "box", "low.csv", {folder.path("high.csv")}, file);
}

TEST_CASE("What ranks find wrong about points and queries is said once, and nothing is written", "[repeat]") {
    const Folder folder;
    folder.put("points.csv", "x,y\n1,2\n3,4\n5,6\n7,8\n");
    folder.put("low.csv", "x,y\n1,1\n2,2\n3,3\n");
    folder.put("high.csv", "x,y\n1,1\n2,2\n3,1\n");
    folder.put("few.csv", "x,y\n1,1\n2,2\n");
    const std::string tree = folder.path("tree.npz"), out = folder.path("out.npz");
    REQUIRE(run({"kdtree", "build", folder.path("points.csv"), "-o", tree, "--backend", "cpu"}).exit_code ==
            0);
    check_said_once({"kdtree", "box", tree, folder.path("low.csv"), folder.path("high.csv"), "-o", out}, 1,
                    "box 2 on axis 1 is from 3 to 1");
    check_said_once({"kdtree", "box", tree, folder.path("low.csv"), folder.path("few.csv"), "-o", out}, 2,
                    "3 low and 2 high corners are no boxes");
    check_said_once({"kdtree", "knn", folder.path("points.csv"), "--at", "1,2", "-o", out}, 1,
                    "it is no NPZ file");
    check_said_once({"kdtree", "build", folder.path("points.csv"), "-o", out, "--devices", "2"}, 2,
                    "--devices is for one machine");
    check_said_once({"kdtree", "verify", tree, "--points", folder.path("few.csv")}, 4,
                    "the tree has 4 nodes for 2 points");
    CHECK(!std::filesystem::exists(out));
}

} // namespace scanline::mpi_kdtree_test
