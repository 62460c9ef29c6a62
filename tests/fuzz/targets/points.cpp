// Points of tables and of PLY files, and trees of them.
#include "makers.h"
#include "scanline/kdtree/verify.h"
#include "scanline/points/points_file.h"
#include "target.h"

namespace scanline::fuzz {

const Target points_target{
    "points",
    [](Bytes bytes, Folder folder) {
        const auto path = file_of(bytes, folder, bytes.starts_with("ply") ? "read.ply" : "read.csv");
        const auto check = [&](const points::PointsReading& reading) {
            const auto verify_tree = [](const auto& cloud) {
                if (const auto fault =
                        verify(kdtree::build(cloud.points(), {.threads = 1}), cloud.points(), {.threads = 1}))
                    throw Fault(*fault);
            };
            std::visit(verify_tree, points::read_points(path, reading).points);
        };
        try_reading(bytes, [&] { check({.drop_missing = true, .type = points::CoordinateType::float32}); });
        check({});
    },
    [] {
        Random random(1);
        std::vector<std::string> seeds =
            split_seeds("x,y\n3,1\n7,0.5\n1e30,-0\n|1 2 3\n4 5 6\n|ply\nformat ascii 1.0\nelement vertex "
                        "1\nproperty float x\n"
                        "property float y\nproperty float z\nelement face 1\nproperty list uchar int "
                        "i\nend_header\n3 1 7\n2 0 0\n");
        seeds.push_back(ply_file({1, 2, 3, -4, 5e9, 0.5}, true, random));
        return seeds;
    }};

} // namespace scanline::fuzz
