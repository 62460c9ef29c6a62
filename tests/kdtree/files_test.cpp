#include "scanline/kdtree/build.h"
#include "scanline/kdtree/points_file.h"
#include "scanline/kdtree/tree_file.h"

#include "data/files.h"
#include "point_sets.h"
#include "support/error_message.h"
#include "support/temporary_folder.h"

#include "scanline/data/npz.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace scanline::kdtree::files_test {

using namespace test;
using data::NpyArray;
using data::NpzArrays;
using data::test::put;
using scanline::test::error_message;
using scanline::test::TemporaryFolder;

namespace {

template <class T>
NpyArray array_of(const std::vector<T>& elements, std::vector<std::size_t> shape) {
    return data::make_npy<T>(elements, std::move(shape));
}

/// A tree of five points in a file whose arrays can be changed.
class TreeFileTest {
protected:
    TreeFileTest() {
        save_tree(path_, build<float>({xy_, 2}, {.threads = 1}));
        arrays_ = data::read_npz(path_);
    }

    NpyArray& array(const std::string& name) {
        return std::ranges::find(arrays_, name, &NpzArrays::value_type::first)->second;
    }
    std::string refusal() {
        data::write_npz(path_, arrays_);
        const std::string message = error_message(ErrorKind::failure, [this] { load_tree(path_); });
        CHECK_THAT(message, Catch::Matchers::StartsWith("cannot read " + path_.string() + ": "));
        return message;
    }

    const std::vector<float> xy_{2, 3, 5, 4, 9, 6, 4, 7, 8, 1};
    TemporaryFolder folder_;
    std::filesystem::path path_ = folder_ / "tree.npz";
    NpzArrays arrays_;
};

} // namespace

TEST_CASE("Whole numbers of an NPY file become int32 points, others float where that holds them") {
    const TemporaryFolder folder;
    data::write_npy(folder / "whole.npy", array_of<std::int64_t>({3, -1, 7, 0}, {2, 2}));
    const auto whole = std::get<PointCloud<std::int32_t>>(read_points(folder / "whole.npy"));
    CHECK(whole.coordinates == std::vector<std::int32_t>{3, -1, 7, 0});
    CHECK(whole.dimensions == 2);
    data::write_npy(folder / "half.npy", array_of<double>({0.5, 1, 2}, {1, 3}));
    const auto half = std::get<PointCloud<float>>(read_points(folder / "half.npy"));
    CHECK(half.coordinates == std::vector<float>{0.5f, 1, 2});
    CHECK(half.points().size() == 1);
    data::write_npy(folder / "line.npy", array_of<float>({4, 5}, {2}));
    CHECK(std::get<PointCloud<float>>(read_points(folder / "line.npy")).dimensions == 1);
    data::write_npy(folder / "none.npy", array_of<float>({}, {0, 3}));
    CHECK(std::get<PointCloud<float>>(read_points(folder / "none.npy")).points().size() == 0);
}

TEST_CASE("Points come from CSV, with a header or without, and from PLY") {
    const TemporaryFolder folder;
    put(folder / "named.csv", "x,x\n1,2.5\n-3,4\n");
    const auto named = std::get<PointCloud<float>>(read_points(folder / "named.csv"));
    CHECK(named.coordinates == std::vector<float>{1, 2.5f, -3, 4});
    CHECK(named.dimensions == 2);
    put(folder / "bare.csv", "1,2,3\n4,5,6\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "bare.csv")).coordinates ==
          std::vector<float>{1, 2, 3, 4, 5, 6});
    put(folder / "signs.csv", "+1;-2\n 3 ;4\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "signs.csv")).coordinates ==
          std::vector<float>{1, -2, 3, 4});
    put(folder / "p.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                          "property float z\nend_header\n3 1 7\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "p.ply")).coordinates ==
          std::vector<float>{3, 1, 7});
}

TEST_CASE("Infinities come from files as they are") {
    const TemporaryFolder folder;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    put(folder / "p.csv", "inf,-inf\n1,2\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "p.csv")).coordinates ==
          std::vector<float>{infinity, -infinity, 1, 2});
    data::write_npy(folder / "p.npy", array_of<double>({-infinity, 0.1}, {1, 2}));
    CHECK(std::get<PointCloud<double>>(read_points(folder / "p.npy")).coordinates ==
          std::vector<double>{-infinity, 0.1});
}

TEST_CASE("Coordinates that float does not hold come from files as double, without loss") {
    const TemporaryFolder folder;
    const auto read_doubles = [&](const char* name) {
        return std::get<PointCloud<double>>(read_points(folder / name)).coordinates;
    };
    put(folder / "utm.csv", "east,north\n448262.30,5411932.675\n448262.31,5411932.67\n");
    CHECK(read_doubles("utm.csv") == std::vector<double>{448262.30, 5411932.675, 448262.31, 5411932.67});
    put(folder / "whole.csv", "16777216\n16777217\n");
    CHECK(read_doubles("whole.csv") == std::vector<double>{16'777'216, 16'777'217});
    put(folder / "p.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\n"
                          "property double z\nend_header\n0.1 1 7\n");
    CHECK(read_doubles("p.ply") == std::vector<double>{0.1, 1, 7});
    // What float holds, but not as a coordinate whose squared distances it holds.
    data::write_npy(folder / "large.npy", array_of<float>({1e21f, 2}, {1, 2}));
    CHECK(read_doubles("large.npy") == std::vector<double>{1e21f, 2});
    data::write_npy(folder / "small.npy", array_of<float>({1, 1e-22f}, {1, 2}));
    CHECK(read_doubles("small.npy") == std::vector<double>{1, 1e-22f});
    constexpr std::int64_t far = std::int64_t{1} << 40;
    data::write_npy(folder / "far.npy", array_of<std::int64_t>({far, far + 1}, {2}));
    CHECK(read_doubles("far.npy") == std::vector<double>{0x1p40, 0x1p40 + 1});
    const std::uint32_t above = 1u << 31;
    data::write_npy(folder / "above.npy", array_of<std::uint32_t>({above, 0}, {2}));
    CHECK(read_doubles("above.npy") == std::vector<double>{0x1p31, 0});
}

TEST_CASE("Coordinates are rounded to the type that is asked for, and the loss is told") {
    const TemporaryFolder folder;
    put(folder / "p.csv", "0.1,-2.5\n1e-300,16777217\n");
    const RoundedPoints as_floats = read_rounded_points(folder / "p.csv", CoordinateType::float32);
    CHECK(std::get<PointCloud<float>>(as_floats.points).coordinates ==
          std::vector<float>{0.1f, -2.5f, 0, 16'777'216});
    CHECK(as_floats.changed == 3);
    CHECK(as_floats.largest_change == 1);
    const RoundedPoints as_doubles = read_rounded_points(folder / "p.csv", CoordinateType::float64);
    CHECK(std::get<PointCloud<double>>(as_doubles.points).coordinates ==
          std::vector<double>{0.1, -2.5, 0, 16'777'217});
    CHECK(as_doubles.changed == 1);
    CHECK(as_doubles.largest_change == 1e-300);
    const RoundedPoints whole = read_rounded_points(folder / "p.csv", CoordinateType::int32);
    CHECK(std::get<PointCloud<std::int32_t>>(whole.points).coordinates ==
          std::vector<std::int32_t>{0, -2, 0, 16'777'217});
    CHECK(whole.changed == 3);
    CHECK(whole.largest_change == 0.5);
    data::write_npy(folder / "p.npy", array_of<std::int32_t>({3, -1}, {1, 2}));
    const RoundedPoints same = read_rounded_points(folder / "p.npy", CoordinateType::float32);
    CHECK(std::get<PointCloud<float>>(same.points).coordinates == std::vector<float>{3, -1});
    CHECK(same.changed == 0);
    CHECK(same.largest_change == 0);
}

namespace {

/// What read_points() says of a file, without "cannot read PATH: ".
class PointsFileTest {
protected:
    std::string refusal(const std::string& name, std::optional<CoordinateType> type = {}) {
        const std::string path = (folder_ / name).string(), prefix = "cannot read " + path + ": ";
        const std::string message = error_message(ErrorKind::failure, [&] {
            if (type)
                read_rounded_points(path, *type);
            else
                read_points(path);
        });
        REQUIRE(message.substr(0, prefix.size()) == prefix);
        return message.substr(prefix.size());
    }
    std::string refusal(const std::string& name, std::string_view text) {
        put(folder_ / name, text);
        return refusal(name);
    }
    template <class T>
    std::string refusal_of_array(const std::vector<T>& elements, std::vector<std::size_t> shape) {
        data::write_npy(folder_ / "a.npy", array_of(elements, std::move(shape)));
        return refusal("a.npy");
    }

    static constexpr const char* ply_header =
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty double x\nproperty double y\n"
        "property double z\nend_header\n";
    TemporaryFolder folder_;
};

} // namespace

TEST_CASE_METHOD(PointsFileTest, "Files of no points are refused with their path and the reason") {
    CHECK_THAT(refusal_of_array(std::vector<float>(8), {2, 2, 2}),
               Catch::Matchers::ContainsSubstring("an array of 3 dimensions, not of 2"));
    CHECK(refusal_of_array(std::vector<float>(33), {1, 33}) ==
          "it has 33 columns: points have 1 to 32 coordinates");
    CHECK(refusal_of_array<float>({}, {2, 0}) == "it has 0 columns: points have 1 to 32 coordinates");
    CHECK(refusal("missing.npy") == "there is no such file; check the name");
    CHECK_THAT(error_message(ErrorKind::usage, [&] { read_points(folder_ / "points.txt"); }),
               Catch::Matchers::ContainsSubstring(".npy, .csv and .ply"));
}

TEST_CASE_METHOD(PointsFileTest, "A coordinate that cannot be is told with its row and column") {
    SECTION("what is no number") {
        CHECK(refusal("word.csv", "x,y\n1,2\n1,two\n") ==
              "line 3, column 1 (y) is 'two', which is no number; correct it");
    }
    SECTION("a NaN") {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const std::string what = " is not a number: leave such points out";
        CHECK(refusal("nan.csv", "x,y\n1,2\n3,nan\n") == "row 1, column 1 (y)" + what);
        CHECK(refusal("nan.csv", "nan,2\n") == "row 0, column 0" + what);
        CHECK(refusal("nan.ply", std::string(ply_header) + "1 2 3\n4 5 nan\n") ==
              "row 1, column 2 (z)" + what);
        CHECK(refusal_of_array<double>({1, 2, 3, nan}, {2, 2}) == "row 1, column 1" + what);
        CHECK(refusal_of_array<float>({1, 2, static_cast<float>(nan), 3}, {2, 2}) ==
              "row 1, column 0" + what);
    }
    SECTION("one that no type holds") {
        const std::string what = ", and float64 coordinates are multiples of 2^-511 up to 2^508, so that no "
                                 "squared distance underflows or overflows: scale them";
        CHECK(refusal("far.csv", "x,x\n1,2\n3,-1e200\n") == "row 1, column 1 (x) is -1e+200" + what);
        CHECK(refusal("far.ply", std::string(ply_header) + "1 2 3\n4 1e-200 6\n") ==
              "row 1, column 1 (y) is 1e-200" + what);
        CHECK(refusal_of_array<double>({1, 2, 1e300, 3}, {2, 2}) == "row 1, column 0 is 1e+300" + what);
        CHECK(
            refusal_of_array<std::int64_t>({1, 2, 3, (std::int64_t{1} << 53) + 1}, {2, 2}) ==
            "row 1, column 1 is 9007199254740993, which float64 does not hold: subtract an offset, or scale");
    }
    SECTION("one that is beyond the type asked for") {
        put(folder_ / "far.csv", "x,x\n1,2\n3,-1e39\n");
        CHECK(refusal("far.csv", CoordinateType::float32) ==
              "row 1, column 1 (x) is -1e+39, and float32 coordinates are multiples of 2^-63 up to 2^60, so "
              "that no squared distance underflows or overflows: scale them, or use float64");
        CHECK(refusal("far.csv", CoordinateType::int32) ==
              "row 1, column 1 (x) is -1e+39, which int32 does not hold: subtract an offset, or scale");
    }
}

TEMPLATE_TEST_CASE("A tree comes back from its file", "", std::int32_t, float, double) {
    const TemporaryFolder folder;
    for (const std::int64_t size : {0, 1, 2, 100}) {
        const std::vector<TestType> coordinates = make_points<TestType>(PointSet::uniform, size, 3, 800);
        const Tree<TestType> tree = build<TestType>({coordinates, 3}, {.threads = 1});
        save_tree(folder / "tree.npz", tree);
        CHECK((std::get<Tree<TestType>>(load_tree(folder / "tree.npz")) == tree));
    }
}

TEST_CASE_METHOD(TreeFileTest, "The file of a tree has what its users look for") {
    std::vector<std::string> names;
    for (const auto& [name, array] : arrays_)
        names.push_back(name);
    CHECK(names == std::vector<std::string>{"points", "index", "left", "right", "axis", "root"});
    CHECK(array("points").shape == std::vector<std::size_t>{5, 2});
    CHECK(array("index").convert<std::int32_t>() == std::vector<std::int32_t>{0, 3, 1, 4, 2});
    CHECK(array("left").convert<std::int32_t>() == std::vector<std::int32_t>{-1, -1, 0, -1, -1});
    CHECK(array("right").convert<std::int32_t>() == std::vector<std::int32_t>{1, -1, 3, 4, -1});
    CHECK(array("axis").convert<std::int32_t>() == std::vector<std::int32_t>{1, 0, 0, 1, 0});
    CHECK(array("root").shape.empty());
    CHECK(array("root").convert<std::int32_t>() == std::vector<std::int32_t>{2});
}

TEST_CASE_METHOD(TreeFileTest, "What else is in the file of a tree is not read") {
    const std::string other = "an array of letters";
    arrays_.emplace_back("other", array_of<std::uint8_t>({other.begin(), other.end()}, {other.size()}));
    data::write_npz(path_, arrays_);
    std::string text = data::test::get(path_);
    text.replace(text.find(other), 2, "no"); // which its checksum denies
    put(path_, text);
    REQUIRE_THROWS_WITH(data::read_npz(path_),
                        Catch::Matchers::ContainsSubstring("its array other cannot be read"));
    CHECK(std::get<Tree<float>>(load_tree(path_)).size() == 5);
}

TEST_CASE_METHOD(TreeFileTest, "A file that is no tree is refused with what is wrong of it") {
    SECTION("an array is missing") {
        for (const char* name : {"points", "index", "left", "right", "axis", "root"}) {
            const NpzArrays all = arrays_;
            std::erase_if(arrays_, [&](const auto& entry) { return entry.first == name; });
            CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring(std::string("it has no array ") + name));
            arrays_ = all;
        }
    }
    SECTION("points of another type") {
        array("points") = array_of<std::int64_t>(std::vector<std::int64_t>(10), {5, 2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("points is of int64"));
    }
    SECTION("points of another shape") {
        array("points").shape = {10};
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("no table"));
    }
    SECTION("other lengths") {
        array("index") = array_of<std::int32_t>({0, 1, 2, 3}, {4});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("index is not one of 5 int32"));
    }
    SECTION("another link") {
        array("left") = array_of<std::int32_t>({-1, -1, 0, -1, 3}, {5});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("left of node 4 is 3, not -1"));
    }
    SECTION("another axis") {
        array("axis") = array_of<std::int32_t>({1, 0, 1, 1, 0}, {5});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("axis of node 2 is 1, not 0"));
    }
    SECTION("another root") {
        array("root") = array_of<std::int32_t>({1}, {});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("root is not 2"));
    }
    SECTION("several roots, the first of them right, or none") {
        array("root") = array_of<std::int32_t>({2, 0}, {2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("root is not 2"));
        array("root") = array_of<std::int32_t>({}, {0});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("root is not 2"));
    }
    SECTION("a negative index") {
        array("index") = array_of<std::int32_t>({0, 1, 2, 3, -1}, {5});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring("negative"));
    }
    SECTION("a coordinate that is no number") {
        std::vector<float> points = array("points").convert<float>();
        points[3] = std::numeric_limits<float>::quiet_NaN();
        array("points") = array_of(points, {5, 2});
        CHECK_THAT(refusal(),
                   Catch::Matchers::ContainsSubstring("row 1, column 1 of its array points is not a number"));
    }
    SECTION("a coordinate that points may not have") {
        std::vector<float> points = array("points").convert<float>();
        points[8] = 1e21f;
        array("points") = array_of(points, {5, 2});
        CHECK_THAT(refusal(), Catch::Matchers::ContainsSubstring(
                                  "row 4, column 0 of its array points is 1e+21, and float32"));
    }
    SECTION("no archive at all") {
        put(path_, "no archive");
        CHECK_THAT(error_message(ErrorKind::failure, [this] { load_tree(path_); }),
                   Catch::Matchers::ContainsSubstring("it is no NPZ file"));
    }
}

} // namespace scanline::kdtree::files_test
