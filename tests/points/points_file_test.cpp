#include "scanline/points/points_file.h"

#include "data/files.h"
#include "support/error_message.h"
#include "support/temporary_folder.h"

#include "scanline/data/npy.h"
#include "scanline/data/npz.h"

#include <catch2/catch_all.hpp>
#include <limits>
#include <optional>

namespace scanline::points::points_file_test {

using data::NpyArray;
using data::test::put;
using scanline::test::error_message;
using scanline::test::TemporaryFolder;

namespace {

template <class T>
NpyArray array_of(const std::vector<T>& elements, std::vector<std::size_t> shape) {
    return data::make_npy<T>(elements, std::move(shape));
}

} // namespace

TEST_CASE("Whole numbers of an NPY file become int32 points, others float where that holds them") {
    const TemporaryFolder folder;
    data::write_npy(folder / "whole.npy", array_of<std::int64_t>({3, -1, 7, 0}, {2, 2}));
    const auto whole = std::get<PointCloud<std::int32_t>>(read_points(folder / "whole.npy").points);
    CHECK(whole.coordinates == std::vector<std::int32_t>{3, -1, 7, 0});
    CHECK(whole.dimensions == 2);
    data::write_npy(folder / "half.npy", array_of<double>({0.5, 1, 2}, {1, 3}));
    const auto half = std::get<PointCloud<float>>(read_points(folder / "half.npy").points);
    CHECK(half.coordinates == std::vector<float>{0.5f, 1, 2});
    CHECK(half.points().size() == 1);
    data::write_npy(folder / "line.npy", array_of<float>({4, 5}, {2}));
    CHECK(std::get<PointCloud<float>>(read_points(folder / "line.npy").points).dimensions == 1);
    data::write_npy(folder / "none.npy", array_of<float>({}, {0, 3}));
    CHECK(std::get<PointCloud<float>>(read_points(folder / "none.npy").points).points().size() == 0);
}

TEST_CASE("Points come from CSV, with a header or without, and from PLY") {
    const TemporaryFolder folder;
    put(folder / "named.csv", "x,x\n1,2.5\n-3,4\n");
    const auto named = std::get<PointCloud<float>>(read_points(folder / "named.csv").points);
    CHECK(named.coordinates == std::vector<float>{1, 2.5f, -3, 4});
    CHECK(named.dimensions == 2);
    put(folder / "bare.csv", "1,2,3\n4,5,6\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "bare.csv").points).coordinates ==
          std::vector<float>{1, 2, 3, 4, 5, 6});
    put(folder / "signs.csv", "+1;-2\n 3 ;4\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "signs.csv").points).coordinates ==
          std::vector<float>{1, -2, 3, 4});
    put(folder / "p.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n"
                          "property float z\nend_header\n3 1 7\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "p.ply").points).coordinates ==
          std::vector<float>{3, 1, 7});
}

TEST_CASE("Columns of coordinates are named or numbered, and another names the points") {
    const TemporaryFolder folder;
    const auto path =
        put(folder / "towns.csv", "town,lat,lon,people\nOslo,59.5,10.75,7e5\n\"Ny, A\",78.5,11.5,\n");
    const FilePoints named = read_points(path, {.columns = {"lon", "lat"}, .id = "town"});
    CHECK(std::get<PointCloud<float>>(named.points).coordinates ==
          std::vector<float>{10.75f, 59.5f, 11.5f, 78.5f});
    CHECK(named.names == std::vector<std::string>{"lon", "lat"});
    CHECK(named.ids == std::vector<std::string>{"Oslo", "Ny, A"});
    CHECK(std::get<PointCloud<float>>(read_points(path, {.columns = {"1"}}).points).coordinates ==
          std::vector<float>{59.5f, 78.5f});
    // Without columns, all but the ids are coordinates.
    put(folder / "ids.csv", "id,x\na,1\nb,2\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "ids.csv", {.id = "id"}).points).coordinates ==
          std::vector<float>{1, 2});
    CHECK_THAT(error_message(ErrorKind::usage,
                             [&] {
                                 read_points(path, {.columns = {"lat", "lat"}});
                             }),
               Catch::Matchers::ContainsSubstring("named twice"));
    // Columns of arrays, too.
    data::write_npz(folder / "p.npz", {{"y", array_of<std::int64_t>({1, 2}, {2})},
                                       {"x", array_of<std::int8_t>({3, 4}, {2})},
                                       {"z", array_of<double>({5, 6}, {2})}});
    CHECK(std::get<PointCloud<std::int32_t>>(read_points(folder / "p.npz", {.columns = {"x", "y"}}).points)
              .coordinates == std::vector<std::int32_t>{3, 1, 4, 2});
    CHECK(std::get<PointCloud<float>>(read_points(folder / "p.npz").points).coordinates ==
          std::vector<float>{1, 3, 5, 2, 4, 6});
    data::write_npy(folder / "p.npy", array_of<float>({1, 2, 3, 4}, {2, 2}));
    CHECK(std::get<PointCloud<float>>(read_points(folder / "p.npy", {.columns = {"1", "0"}}).points)
              .coordinates == std::vector<float>{2, 1, 4, 3});
}

TEST_CASE("Columns are matched by the names that are asked for, and others refused") {
    const TemporaryFolder folder;
    const auto path = put(folder / "p.csv", "y,town,x\n1,a,2\n");
    const std::vector<float> expected{2, 1};
    const FilePoints found = read_points(path, {.names = {"x", "y"}});
    CHECK(std::get<PointCloud<float>>(found.points).coordinates == expected);
    CHECK(found.unused == std::vector<std::string>{"town"});
    CHECK(std::get<PointCloud<float>>(read_points(path, {.columns = {"y", "x"}, .names = {"x", "y"}}).points)
              .coordinates == expected);
    CHECK(std::get<PointCloud<float>>(read_points(path, {.columns = {"y", "x"}, .names = {"a", "b"}}).points)
              .coordinates == std::vector<float>{1, 2});
    CHECK_THAT(
        error_message(ErrorKind::failure,
                      [&] {
                          read_points(path, {.names = {"x", "z"}});
                      }),
        Catch::Matchers::ContainsSubstring("it has no column z, and the coordinates are x, z: name its "
                                           "columns for these, in this order, with --columns"));
    // Without names, or with names that do not differ, the place decides.
    const auto bare = put(folder / "bare.csv", "1,2\n");
    CHECK(std::get<PointCloud<float>>(read_points(bare, {.names = {"x", "y"}}).points).coordinates ==
          std::vector<float>{1, 2});
    const auto twice = put(folder / "twice.csv", "x,x\n1,2\n");
    CHECK(std::get<PointCloud<float>>(read_points(twice, {.names = {"x", "x"}}).points).coordinates ==
          std::vector<float>{1, 2});
}

TEST_CASE("Rows that lack a coordinate are left out if asked for, and points keep their rows") {
    const TemporaryFolder folder;
    const auto path = put(folder / "p.csv", "id,x,y\na,1,NA\nb,2,3\nc,,4\nd,5,6\n");
    const FilePoints kept = read_points(path, {.id = "id", .drop_missing = true});
    CHECK(std::get<PointCloud<float>>(kept.points).coordinates == std::vector<float>{2, 3, 5, 6});
    CHECK(kept.rows == std::vector<std::int32_t>{1, 3});
    CHECK(kept.ids == std::vector<std::string>{"b", "d"});
    CHECK((kept.dropped == 2 && kept.file_rows == 4 && kept.row_of(1) == 3));
    const auto none = put(folder / "none.csv", "x\nNA\n");
    CHECK(read_points(none, {.drop_missing = true}).dropped == 1);
    CHECK_THAT(
        error_message(ErrorKind::failure,
                      [&] { read_points(put(folder / "inf.csv", "x\n1\ninf\n"), {.is_finite = true}); }),
        Catch::Matchers::ContainsSubstring("row 1 (line 3), column 0 (x) is infinite"));
}

TEST_CASE("Numbers that stand for missing values are missing coordinates, in text and in arrays") {
    const TemporaryFolder folder;
    PointsReading reading{.drop_missing = true};
    reading.cells.missing = {"-999"};
    const auto left = [&](const std::filesystem::path& path) {
        return std::visit(
            [](const auto& cloud) {
                return std::vector<double>(cloud.coordinates.begin(), cloud.coordinates.end());
            },
            read_points(path, reading).points);
    };
    CHECK(left(put(folder / "p.csv", "x,y\n1,-999\n2,3\n-999,4\n")) == std::vector<double>{2, 3});
    const std::vector<float> floats{1, -999, 2, 3};
    data::write_npy<float>(folder / "f.npy", floats, {2, 2});
    CHECK(left(folder / "f.npy") == std::vector<double>{2, 3});
    const std::vector<std::int32_t> integers{1, -999, 2, 3};
    data::write_npy<std::int32_t>(folder / "i.npy", integers, {2, 2});
    CHECK(left(folder / "i.npy") == std::vector<double>{2, 3});
}

TEST_CASE("Numbers of text are read in the form that is asked for") {
    const TemporaryFolder folder;
    const auto path = put(folder / "p.csv", "x;y\n1.234,5;?\n7,25;8\n");
    PointsReading reading{.drop_missing = true};
    reading.cells = {.numbers = {.decimal_comma = true, .thousands = true}, .missing = {"?"}};
    CHECK(std::get<PointCloud<float>>(read_points(path, reading).points).coordinates ==
          std::vector<float>{7.25f, 8});
}

TEST_CASE("A whole number that no type holds is refused, not rounded") {
    const TemporaryFolder folder;
    const auto path = put(folder / "p.csv", "x\n9007199254740993\n");
    for (const std::optional<CoordinateType> type :
         {std::optional<CoordinateType>(), {CoordinateType::float32}})
        CHECK_THAT(error_message(ErrorKind::failure, [&] { read_points(path, {.type = type}); }),
                   Catch::Matchers::ContainsSubstring(
                       "row 0 (line 2), column 0 (x) is 9007199254740993, which float64 "
                       "does not hold: subtract an offset, or scale"));
    put(path, "x\n9007199254740994\n18446744073709549568\n9.007199254740993e15\n0.1\n");
    CHECK(std::get<PointCloud<double>>(read_points(path).points).coordinates ==
          std::vector<double>{9007199254740994.0, 18446744073709549568.0, 9007199254740992.0, 0.1});
}

TEST_CASE("Infinities come from files as they are") {
    const TemporaryFolder folder;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    put(folder / "p.csv", "inf,-inf\n1,2\n");
    CHECK(std::get<PointCloud<float>>(read_points(folder / "p.csv").points).coordinates ==
          std::vector<float>{infinity, -infinity, 1, 2});
    data::write_npy(folder / "p.npy", array_of<double>({-infinity, 0.1}, {1, 2}));
    CHECK(std::get<PointCloud<double>>(read_points(folder / "p.npy").points).coordinates ==
          std::vector<double>{-infinity, 0.1});
}

TEST_CASE("Coordinates that float does not hold come from files as double, without loss") {
    const TemporaryFolder folder;
    const auto read_doubles = [&](const char* name) {
        return std::get<PointCloud<double>>(read_points(folder / name).points).coordinates;
    };
    put(folder / "utm.csv", "east,north\n448262.30,5411932.675\n448262.31,5411932.67\n");
    CHECK(read_doubles("utm.csv") == std::vector<double>{448262.30, 5411932.675, 448262.31, 5411932.67});
    put(folder / "whole.csv", "16777216\n16777217\n");
    CHECK(read_doubles("whole.csv") == std::vector<double>{16'777'216, 16'777'217});
    put(folder / "p.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\n"
                          "property double z\nend_header\n0.1 1 7\n");
    CHECK(read_doubles("p.ply") == std::vector<double>{0.1, 1, 7});
    // A valid float, but not a valid coordinate: squared distances would overflow.
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

TEST_CASE("Coordinates are rounded to the type that is asked for, and the loss is reported") {
    const TemporaryFolder folder;
    put(folder / "p.csv", "0.1,-2.5\n1e-300,16777217\n");
    const FilePoints as_floats = read_points(folder / "p.csv", {.type = CoordinateType::float32});
    CHECK(std::get<PointCloud<float>>(as_floats.points).coordinates ==
          std::vector<float>{0.1f, -2.5f, 0, 16'777'216});
    CHECK(as_floats.changed == 3);
    CHECK(as_floats.largest_change == 1);
    const FilePoints as_doubles = read_points(folder / "p.csv", {.type = CoordinateType::float64});
    CHECK(std::get<PointCloud<double>>(as_doubles.points).coordinates ==
          std::vector<double>{0.1, -2.5, 0, 16'777'217});
    CHECK(as_doubles.changed == 1);
    CHECK(as_doubles.largest_change == 1e-300);
    const FilePoints whole = read_points(folder / "p.csv", {.type = CoordinateType::int32});
    CHECK(std::get<PointCloud<std::int32_t>>(whole.points).coordinates ==
          std::vector<std::int32_t>{0, -2, 0, 16'777'217});
    CHECK(whole.changed == 3);
    CHECK(whole.largest_change == 0.5);
    data::write_npy(folder / "p.npy", array_of<std::int32_t>({3, -1}, {1, 2}));
    const FilePoints same = read_points(folder / "p.npy", {.type = CoordinateType::float32});
    CHECK(std::get<PointCloud<float>>(same.points).coordinates == std::vector<float>{3, -1});
    CHECK(same.changed == 0);
    CHECK(same.largest_change == 0);
}

namespace {

/// The error of read_points() for a file, without "cannot read PATH: ".
class PointsFileTest {
protected:
    std::string refusal(const std::string& name, std::optional<CoordinateType> type = {}) {
        const std::string path = (folder_ / name).string(), prefix = "cannot read " + path + ": ";
        const std::string message =
            error_message(ErrorKind::failure, [&] { read_points(path, {.type = type}); });
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
               Catch::Matchers::ContainsSubstring("its array has 3 dimensions: give it two"));
    CHECK(refusal_of_array(std::vector<float>(33), {1, 33}) ==
          "it has 33 columns: points have 1 to 32 coordinates");
    CHECK(refusal_of_array<float>({}, {2, 0}).find("so no columns") != std::string::npos);
    CHECK(refusal("missing.npy") == "there is no such file; check the name");
    CHECK_THAT(error_message(ErrorKind::usage, [&] { read_points(put(folder_ / "points.doc", "1\n")); }),
               Catch::Matchers::ContainsSubstring("tables are read from"));
}

TEST_CASE_METHOD(PointsFileTest, "A coordinate that cannot be is reported with its row and column") {
    SECTION("what is no number") {
        CHECK(
            refusal("word.csv", "x,y\n1,2\n1,two\n") ==
            "row 1 (line 3), column 1 (y) is 'two', which is not a number: correct it, leave the column out, "
            "or name it with --null if it stands for no value; --columns names those of the coordinates");
    }
    SECTION("a NaN") {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const std::string what = " is not a number: leave such rows out, as --nan drop does";
        CHECK(refusal("nan.csv", "x,y\n1,2\n3,nan\n") == "row 1 (line 3), column 1 (y)" + what);
        CHECK(refusal("nan.csv", "nan,2\n") == "row 0 (line 1), column 0" + what);
        CHECK(refusal("nan.ply", std::string(ply_header) + "1 2 3\n4 5 nan\n") ==
              "row 1, column 2 (z)" + what);
        CHECK(refusal_of_array<double>({1, 2, 3, nan}, {2, 2}) == "row 1, column 1" + what);
        CHECK(refusal_of_array<float>({1, 2, static_cast<float>(nan), 3}, {2, 2}) ==
              "row 1, column 0" + what);
    }
    SECTION("one that no type holds") {
        const std::string what = ", and float64 coordinates are multiples of 2^-511 up to 2^508, so that no "
                                 "squared distance underflows or overflows: scale them";
        CHECK(refusal("far.csv", "x,x\n1,2\n3,-1e200\n") == "row 1 (line 3), column 1 (x) is -1e+200" + what);
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
              "row 1 (line 3), column 1 (x) is -1e+39, and float32 coordinates are multiples of 2^-63 up to "
              "2^60, so "
              "that no squared distance underflows or overflows: scale them, or use float64");
        CHECK(refusal("far.csv", CoordinateType::int32) ==
              "row 1 (line 3), column 1 (x) is -1e+39, which int32 does not hold: subtract an offset, or "
              "scale");
    }
}

} // namespace scanline::points::points_file_test
