// NPY and NPZ, and the trees and cubes that are kept in NPZ: what is written of a file is read and written
// again.
#include "damage.h"
#include "makers.h"
#include "scanline/cube/cube.h"
#include "scanline/kdtree/tree_file.h"
#include "support/temporary_folder.h"
#include "target.h"

namespace scanline::fuzz {

const Target archive_target{
    "archive",
    [](Bytes bytes, Folder folder) {
        const auto check = [&](auto read_and_write) {
            const auto again = [&](Bytes from) {
                read_and_write(file_of(from, folder, "in.npz"), folder / "out.npz");
                return get(folder / "out.npz");
            };
            try_reading(bytes,
                        [&] { require_round_trip(with_right_checksums(bytes), again, std::identity()); });
        };
        if (!bytes.starts_with("PK"))
            return check([](Folder in, Folder out) { data::write_npy(out, data::read_npy(in)); });
        check([](Folder in, Folder out) {
            const data::NpzArrays arrays = data::read_npz(in);
            data::write_npz(out, arrays);
            require(data::read_npz(out) == arrays, "arrays are written as others");
        });
        check([](Folder in, Folder out) { write_cube(out, cube::read_cube(in)); });
        check([](Folder in, Folder out) {
            const kdtree::TreeFile file = kdtree::load_tree(in);
            std::visit([&](const auto& tree) { save_tree(out, tree, file.labels); }, file.tree);
        });
    },
    [] {
        using enum data::ElementType;
        const test::TemporaryFolder folder;
        const std::string a = npy_file(u8, {3}, "abc"),
                          b = npy_file(i32, {2, 1}, "abcdefgh", {true, true, 2});
        const Members members{{"a.npy", a}, {"b.npy", b}, {"notes.txt", "hello"}};
        const auto table = data::read_table(file_of(
            "city,when,price\nOslo,2026-01-31,1.5\n,2025-12-01,NA\nRome,,7\n", folder.path(), "a.csv"));
        write_cube(
            folder / "cube",
            cube::make_cube(*table, {{"city", "when.month", "price"}, {"price:avg"}, {}, {"price:2"}}));
        const std::vector<float> xy{1, 2, 3, 4, 5, 6};
        save_tree(folder / "tree", kdtree::build<float>({xy, 2}), {{"x", "y"}, "id", {"a", "", "c"}, 3});
        return std::vector{a,
                           b,
                           zip_file(members, false),
                           zip_file(members, true),
                           get(folder / "cube"),
                           get(folder / "tree")};
    }};

} // namespace scanline::fuzz
