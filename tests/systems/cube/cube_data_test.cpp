#include "experiments/cube_data.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::cube_data_test {

TEST_CASE("A tree is right only if its counts and its values are those of its rows") {
    for (const std::int64_t rows : {100, 5000}) { // all nodes are compared, or some
        CAPTURE(rows);
        const CubeData right({3, 4, rows}, 0, 100);
        CubeData one = right;
        CHECK_FALSE(one.wrong_tree(one.tree));
        CHECK(one.wrong_tree(right.half.tree));

        CubeData of_wrong_values = right;
        for (std::int64_t& value : of_wrong_values.tree.levels.back().values.front())
            ++value;
        CHECK(of_wrong_values.wrong_tree(of_wrong_values.tree));

        CubeData of_wrong_counts = right;
        std::vector<std::uint32_t>& counts = of_wrong_counts.tree.levels.back().count;
        for (std::size_t node = 1; node < counts.size(); node += 2) { // of as many rows together
            ++counts[node - 1];
            --counts[node];
        }
        CHECK(of_wrong_counts.wrong_tree(of_wrong_counts.tree));
    }
}

} // namespace scanline::systems::cube_data_test
