#include "compaction_image/variant_run.h"

#include <array>
#include <catch2/catch_all.hpp>

namespace scanline::view::stage_table_test {

using Spans = std::vector<gl::TimedSpan>;

TEST_CASE("the stages of two variants share rows, in the order in which stages run") {
    const std::array variants{Spans{{"discriminate", 1}, {"prefix-sum", 4}, {"search", 2}},
                              Spans{{"discriminate", 1.5}, {"reduction", 3}, {"search", 2.5}}};
    const StageTable table = stage_table(variants);
    std::vector<std::string> names;
    for (const StageTable::Row& row : table.rows)
        names.push_back(row.stage);
    CHECK(names == std::vector<std::string>{"discriminate", "reduction", "prefix-sum", "search"});
    CHECK(table.rows[0].milliseconds == std::vector<double>{1, 1.5});
    CHECK(table.rows[1].milliseconds == std::vector<double>{0, 3});
    CHECK(table.totals == std::vector<double>{7, 7});
}

TEST_CASE("a stage that runs twice counts with both times") {
    const std::array variants{Spans{{"search", 1}, {"search", 2}}};
    const StageTable table = stage_table(variants);
    REQUIRE(table.rows.size() == 1);
    CHECK(table.rows[0].milliseconds == std::vector<double>{3});
}

} // namespace scanline::view::stage_table_test
