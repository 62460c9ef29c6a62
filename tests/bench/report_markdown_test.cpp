#include "example_results.h"
#include "scanline/bench/report.h"

#include <catch2/catch_all.hpp>

namespace scanline::bench::report_markdown_test {

TEST_CASE("The Markdown has a heading, what it was measured with, and an aligned table") {
    CHECK(report_markdown(example_results()) ==
          R"(## fig8: Time against density

GPU & Co, OpenGL 4.6 driver, CPU & Co, 2 usable, timer gl-query, Release, scanline 0.1.0, 2026-11-20T12:00:00Z
`scanline bench fig8 --output x.json`
Medians and quartiles of the repetitions; a roof is one full-screen copy pass of the same run.

**Incomplete**: the run was interrupted; these are the rows that were finished.

| algorithm | image         |     ms |  q25 ms | q75 ms | roof ms | roofs | M items/s | GB/s | overhead | survivors | skipped                           |
| --------- | ------------- | -----: | ------: | -----: | ------: | ----: | --------: | ---: | -------: | --------: | --------------------------------- |
| bt        | a\|b, "c".png |  1.500 |   1.250 |  1.750 |  0.5000 |  3.00 |     666.7 | 2.67 |   -3.0 % |    250000 |                                   |
| horn      | b.png         | 0.1000 | 0.05000 | 0.2167 |       - |     - |   10000.0 |    - |        - |         - |                                   |
| jj        | b.png         |      - |       - |      - |       - |     - |         - |    - |        - |         - | blocks of 4096 are over the limit |
)");
}

TEST_CASE("Columns that no row has are left out, and numbers stand at the right") {
    Results results;
    results.experiment = "x";
    Row row;
    row.axes = {{"block", "32"}, {"name", "\xC3\xA4"}};
    row.repetitions = {{{}, 1}};
    results.rows = {row};
    CHECK_THAT(report_markdown(results),
               Catch::Matchers::EndsWith("| block | name |    ms | q25 ms | q75 ms |\n"
                                         "| ----: | ---- | ----: | -----: | -----: |\n"
                                         "|    32 | \xC3\xA4    | 1.000 |  1.000 |  1.000 |\n"));
}

TEST_CASE("Times have four digits that mean something, down to a nanosecond") {
    Results results;
    results.experiment = "x";
    for (const double milliseconds : {0.0, 4e-7, 0.0000123, 0.0123456, 12.3456, 12345.6}) {
        Row row;
        row.axes = {{"name", "y"}};
        row.repetitions = {{{}, milliseconds}};
        results.rows.push_back(row);
    }
    for (const char* time : {" 0.000 ", " 0.000000 ", " 0.000012 ", " 0.01235 ", " 12.35 ", " 12346 "})
        CHECK_THAT(report_markdown(results), Catch::Matchers::ContainsSubstring(time));
}

TEST_CASE("The Markdown of nothing has no table") {
    CHECK(report_markdown({}).find("| ") == std::string::npos);
}

} // namespace scanline::bench::report_markdown_test
