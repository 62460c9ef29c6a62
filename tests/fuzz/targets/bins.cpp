// A plan of bins in the first line, numbers in the others: each is in its bin.
#include "scanline/cube/cube.h"
#include "target.h"

#include <algorithm>

namespace scanline::fuzz {

const Target bins_target{
    "bins",
    [](Bytes bytes, Folder folder) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        const auto table = data::read_table(file_of("x" + bytes.substr(end), folder, "x.csv"));
        const cube::Cube cube = cube::make_cube(
            *table, {.dimensions = {"x"}, .bins = {"x:" + bytes.substr(0, end)}}, {.cpu = {.threads = 1}});
        const cube::Dimension& x = cube.dimensions[0];
        require(x.bins() == 1 || // of equal numbers
                    std::ranges::adjacent_find(x.edges, std::ranges::greater_equal()) == x.edges.end(),
                "edges do not ascend");
        for (std::size_t row = 0; row < table->rows(); ++row) {
            const std::uint32_t code = cube.rows.codes[0][row];
            const auto number = tables::number_in(*table, row, 0, {});
            require(number ? code < x.bins() && x.edges[code] <= *number && *number <= x.edges[code + 1]
                           : x.dictionary.text(code).empty(),
                    "a number is in another bin");
        }
    },
    [] {
        return split_seeds(
            "3\n1\n2\n3.5\nNA\n-7\n|4:quantiles\n1\n1\n1\n5\n9\n|20\n1e300\n-1e300\n0\n|2\n5\n");
    }};

} // namespace scanline::fuzz
