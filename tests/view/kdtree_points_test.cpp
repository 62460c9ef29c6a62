#include "scenes/kdtree/run.h"

#include "scanline/core/error.h"
#include "support/error_message.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fstream>

namespace scanline::view::kdtree_scene::points_test {

using scanline::test::error_message;

namespace {

std::filesystem::path write(const scanline::test::TemporaryFolder& folder, const std::string& name,
                            const std::string& text) {
    const std::filesystem::path path = folder / name;
    std::ofstream(path) << text;
    return path;
}

std::string refusal(const std::filesystem::path& path) {
    return error_message(ErrorKind::failure, [&] { read_kd_points(path); });
}

} // namespace

TEST_CASE("Points of files are taken as they are, whole numbers too, or rounded by less than can be seen") {
    const scanline::test::TemporaryFolder folder;
    const auto csv = read_kd_points(write(folder, "a.csv", "x,y\n3,1.5\n-7,0\n"));
    CHECK(csv.dimensions == 2);
    CHECK(csv.coordinates == std::vector<float>{3, 1.5f, -7, 0});
    const auto ply = read_kd_points(write(folder, "a.ply",
                                          "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\n"
                                          "property float y\nproperty float z\nend_header\n1 2 3\n"));
    CHECK(ply.dimensions == 3);
    CHECK(ply.coordinates == std::vector<float>{1, 2, 3});
    // An array of int32, (1, 2): 16777216, -5.
    std::string header = "{'descr': '<i4', 'fortran_order': False, 'shape': (1, 2), }";
    header.resize(117, ' ');
    header += '\n';
    const std::string magic("\x93NUMPY\x01\x00\x76\x00", 10), numbers("\0\0\0\1\xfb\xff\xff\xff", 8);
    const auto npy = read_kd_points(write(folder, "a.npy", magic + header + numbers));
    CHECK(npy.coordinates == std::vector<float>{16'777'216, -5});
    const auto rounded = read_kd_points(write(folder, "b.csv", "x,y\n0.1,16777217\n0,0\n"));
    CHECK(rounded.coordinates == std::vector<float>{0.1f, 16'777'216, 0, 0});
    CHECK(refusal(write(folder, "c.csv", "x,y\n16777217,16777216\n16777220,16777230\n"))
              .find("c.csv: this scene shows float32 coordinates, which are up to 1 from those of the file: "
                    "subtract an offset from them") != std::string::npos);
    CHECK(refusal(write(folder, "d.csv", "x,y\n1e21,1\n")).find("row 0, column 0 is 1e+21, beyond 2^60") !=
          std::string::npos);
}

TEST_CASE("A file of points that cannot be shown says why") {
    const scanline::test::TemporaryFolder folder;
    CHECK(refusal(write(folder, "a.csv", "1,2,3,4\n")).find("a.csv: its points have 4 coordinates") !=
          std::string::npos);
    CHECK(refusal(write(folder, "b.csv", "1\n2\n")).find("its points have 1 coordinates") !=
          std::string::npos);
    CHECK(refusal(write(folder, "c.csv", "1,2\n3,inf\n")).find("row 1, column 1 is infinite") !=
          std::string::npos);
    CHECK(refusal(write(folder, "d.csv", "1,2\n3,two\n")).find("line 2), column 1 is 'two'") !=
          std::string::npos);
    std::string many = "x,y\n";
    for (int i = 0; i <= Setup::max_points; ++i)
        many += "1,2\n";
    CHECK(
        refusal(write(folder, "e.csv", many)).find("it has 1048577 points: this scene shows up to 1048576") !=
        std::string::npos);
}

} // namespace scanline::view::kdtree_scene::points_test
