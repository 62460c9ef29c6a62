// Sweeps that are kept when they end.
#include "scenes/sweep/export.h"

#include "scanline/core/error.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>

#include <fstream>

namespace scanline::view::sweep::archive_test {

using Catch::Matchers::ContainsSubstring;

namespace {

bench::Results results_of(const std::string& date, std::size_t rows = 1) {
    bench::Results results;
    results.experiment = "compact";
    results.title = "Compaction";
    results.environment.gpu = "a GPU";
    results.environment.date = date;
    for (std::size_t i = 0; i < rows; ++i) {
        bench::Row row;
        row.axes = {{"block", i}};
        row.items = 1;
        row.skipped = "no reason";
        results.rows.push_back(row);
    }
    return results;
}

std::vector<std::string> notes;
void note(const std::string& text) {
    notes.push_back(text);
}

} // namespace

TEST_CASE("Sweeps are listed newest first, with what was measured, when and on what") {
    const scanline::test::TemporaryFolder folder;
    const std::filesystem::path sweeps = folder / "new" / "sweeps";
    CHECK(kept_sweeps(sweeps, note).empty());
    keep_sweep(sweeps, results_of("2026-01-02T03:04:05Z", 3));
    keep_sweep(sweeps, results_of("2026-01-02T03:04:06Z"));
    keep_sweep(sweeps, results_of("2026-01-02T03:04:05Z", 2)); // of the same second
    const std::vector<KeptSweep> found = kept_sweeps(sweeps, note);
    REQUIRE(found.size() == 3);
    CHECK(found[0].path == sweeps / "2026-01-02T03-04-06Z-compact.json");
    CHECK(found[0].date == "2026-01-02T03:04:06Z");
    CHECK(found[0].experiment == "compact");
    CHECK(found[0].title == "Compaction");
    CHECK_THAT(found[0].device, ContainsSubstring("a GPU"));
    CHECK(found[1].rows == 2);
    CHECK(found[2].rows == 3);
}

TEST_CASE("Only the newest sweeps are kept") {
    const scanline::test::TemporaryFolder folder;
    for (std::size_t i = 0; i < max_kept_sweeps + 3; ++i)
        keep_sweep(folder.path(), results_of(fmt::format("2026-01-02T03:04:{:02}Z", i)));
    const std::vector<KeptSweep> found = kept_sweeps(folder.path(), note);
    REQUIRE(found.size() == max_kept_sweeps);
    CHECK(found.back().date == "2026-01-02T03:04:03Z");
}

TEST_CASE("A damaged file is reported and left out, and a folder that cannot be made is an error") {
    const scanline::test::TemporaryFolder folder;
    keep_sweep(folder.path(), results_of("2026-01-02T03:04:05Z"));
    std::ofstream(folder / "2026-02-02.json") << "{";
    notes.clear();
    CHECK(kept_sweeps(folder.path(), note).size() == 1);
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0], ContainsSubstring("2026-02-02.json"));
    CHECK_THROWS_WITH(keep_sweep(folder / "2026-02-02.json", results_of("2026-01-02T03:04:05Z")),
                      ContainsSubstring("not kept") && ContainsSubstring("2026-02-02.json"));
}

} // namespace scanline::view::sweep::archive_test
