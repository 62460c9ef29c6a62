#include "example_results.h"
#include "scanline/bench/report.h"

#include <catch2/catch_all.hpp>

namespace scanline::bench::report_csv_test {

TEST_CASE(
    "The CSV has a row for each stage of each repetition, one for their sum, and one for what was skipped") {
    const std::string bt = "fig8,bt,\"a|b, \"\"c\"\".png\",18446744073709551615,1000000,4000000,";
    const std::string horn = "fig8,horn,b.png,0,1000000,0,";
    const std::string with =
        ",GPU & Co,4.6 driver,\"CPU & Co, 2 usable\",gl-query,Release,0.1.0,2026-11-20T12:00:00Z\n";
    CHECK(report_csv(example_results()) ==
          "experiment,algorithm,image,seed,items,bytes,repetition,stage,ms,roof_ms,survivors,fetches,skipped,"
          "gpu,"
          "driver,processor,timer,"
          "build_type,version,date\n" +
              bt + "1,reduction,0.500000,0.500000,3,," + with +  //
              bt + "1,search,1.500000,0.500000,,7," + with +     //
              bt + "1,total,2.000000,0.500000,250000,," + with + //
              bt + "2,reduction,0.250000,0.500000,3,," + with +  //
              bt + "2,search,0.750000,0.500000,,7," + with +     //
              bt + "2,total,1.000000,0.500000,250000,," + with + //
              horn + "1,total,0.100000,,,," + with +             //
              horn + "2,total,0.333333,,,," + with +             //
              horn + "3,total,0.000000,,,," + with +             //
              "fig8,jj,b.png,0,0,0,,,,,,,\"blocks of 4096\nare over the limit\"" + with);
}

TEST_CASE("The CSV of nothing is its header") {
    CHECK(report_csv({}) ==
          "experiment,seed,items,bytes,repetition,stage,ms,roof_ms,skipped,gpu,driver,processor,timer,"
          "build_type,version,date\n");
}

TEST_CASE("The CSV is UTF-8 whatever the names are") {
    Results results = example_results();
    results.rows.resize(1);
    results.rows[0].axes[1].value = "\xff.png";
    CHECK_THAT(report_csv(results), Catch::Matchers::ContainsSubstring("bt,\xEF\xBF\xBD.png,"));
}

} // namespace scanline::bench::report_csv_test
