// Text and arrays as tables: the cells of a table joined with itself, and of what is written of it.
#include "scanline/data/table.h"
#include "makers.h"
#include "target.h"

#include <algorithm>
#include <numeric>

namespace scanline::fuzz {

const Target table_target{
    "table",
    [](Bytes bytes, Folder folder) {
        const auto cells_of = [](const data::Table& table) {
            std::vector<std::string> cells;
            for (std::size_t i = 0; i < table.rows() * table.columns(); ++i)
                cells.push_back(table.text(i / table.columns(), i % table.columns()));
            return cells;
        };
        const auto check = [&](const std::string& name) {
            const auto path = file_of(bytes, folder, name);
            const auto table = data::read_table(path);
            std::vector<std::string> cells = cells_of(*table);
            require(data::first_columns(path).count == table->columns(), "the first columns are others");
            std::vector<std::uint32_t> rows(table->rows());
            std::iota(rows.begin(), rows.end(), 0u);
            const auto copy = file_of(table->csv_rows({.rows = rows}), folder, "copy" + name);
            const auto is_copied = [&] {
                const auto again = data::read_table(copy);
                return again->names() == table->names() && cells_of(*again) == cells;
            };
            require(!table->is_text() || read_again(is_copied), "the rows of a table are read as others");
            const auto joined = data::join_tables("--add", data::read_table(path), data::read_table(path));
            cells.resize(2 * cells.size());
            std::copy_n(cells.begin(), cells.size() / 2, cells.begin() + std::ssize(cells) / 2);
            require(cells_of(*joined) == cells, "a table joined with itself has other cells");
        };
        for (const char* const name : {"read.csv", "read.txt"}) // blanks may separate
            try_reading(bytes, [&] { check(name); });
    },
    [] {
        std::vector<std::string> seeds =
            split_seeds("city,price\nOslo,1.5\n\"a \"\"b\"\", "
                        "c\",-2e3\n|x;y\r\n1,5;NA\r\n2;3\r\n|sep=;\na;b\n1;2\n|# x y\n 1  2\n3\t4\n|"
                        "\xef\xbb\xbfname\n\"two\nlines\"\n\n");
        seeds.push_back(npy_file(data::ElementType::f64, {1, 2}, std::string(16, 1)));
        seeds.push_back(zip_file({{"x.npy", npy_file(data::ElementType::u8, {2}, "ab")}}, false));
        return seeds;
    }};

} // namespace scanline::fuzz
