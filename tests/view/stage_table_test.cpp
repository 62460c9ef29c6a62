#include "scenes/compaction/image/model.h"

#include <array>
#include <catch2/catch_all.hpp>

namespace scanline::view::compaction::image::stage_table_test {

TEST_CASE("the stages of two variants share rows, in the order in which stages run") {
    const std::array<machine::Repetition, 2> variants{
        {{{{"discriminate", 1}, {"prefix-sum", 4}, {"search", 2}}, 7},
         {{{"discriminate", 1.5}, {"reduction", 3}, {"search", 2.5}}, 7}}};
    const StageTable table = stage_table(variants, compaction_stages);
    std::vector<std::string> names;
    for (const StageTable::Row& row : table.rows)
        names.push_back(row.stage);
    CHECK(names == std::vector<std::string>{"discriminate", "reduction", "prefix-sum", "search"});
    CHECK(table.rows[0].milliseconds == std::vector<double>{1, 1.5});
    CHECK(table.rows[1].milliseconds == std::vector<double>{0, 3});
    CHECK(table.totals == std::vector<double>{7, 7});
}

TEST_CASE("every stage of a compaction has a colour, in the order in which stages run") {
    for (std::size_t i = 0; i < raster::stage::all.size(); ++i)
        CHECK(compaction_stages[i].name == raster::stage::all[i]);
}

} // namespace scanline::view::compaction::image::stage_table_test
