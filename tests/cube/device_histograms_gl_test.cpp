#include "scanline/cube/device_histograms.h"

#include "compute/compute_fixture.h"
#include "random_rows.h"
#include "support/error_message.h"

#include <catch2/catch_all.hpp>

namespace scanline::cube::device_histograms_gl_test {

using namespace test;
using scanline::test::ComputeTest;
using scanline::test::usage_message;

namespace {

using Selected = std::vector<std::vector<bool>>;
using Histograms = std::vector<std::vector<std::uint32_t>>;

Histograms histograms_by_scan(const Rows& rows, const Selected& selected) {
    const std::size_t dimensions = rows.codes.size();
    Histograms histograms;
    for (std::size_t shown = 0; shown < dimensions; ++shown) {
        histograms.emplace_back(rows.shape.cardinalities[shown]);
        for (std::size_t row = 0; row < rows.codes[0].size(); ++row) {
            bool all = true;
            for (std::size_t d = 0; d < dimensions; ++d)
                all = all && (d == shown || selected[d].empty() || selected[d][rows.codes[d][row]]);
            histograms.back()[rows.codes[shown][row]] += all ? 1 : 0;
        }
    }
    return histograms;
}

Selected random_selection(const Shape& shape, std::uint64_t seed) {
    Random random(seed);
    Selected selected;
    for (const std::uint32_t cardinality : shape.cardinalities) {
        selected.emplace_back(random.below(3) == 0 ? 0 : cardinality);
        for (std::size_t code = 0; code < selected.back().size(); ++code)
            selected.back()[code] = random.below(4) > 0;
    }
    return selected;
}

} // namespace

TEST_CASE("Linked histograms of three rows") {
    ComputeTest test;
    const Rows rows{{{2, 2}, {}}, {{0, 1, 0}, {0, 1, 1}}, {}};
    const DeviceHistograms histograms(test.engine(), rows.shape);
    CHECK(histograms(upload_rows(test.engine(), rows), {{}, {false, true}}) == Histograms{{1, 1}, {1, 2}});
}

TEST_CASE("Linked histograms are those of a scan of the rows, in every tier") {
    ComputeTest test;
    std::uint64_t seed = 4600;
    // The last one's counts do not fit shared memory.
    for (const Shape& shape :
         {Shape{{1}, {}}, Shape{{2, 33, 32, 7, 100, 12}, {}}, Shape{{5, 9000, 31}, {}}}) {
        for (const std::int64_t size : {0, 1, 5000}) {
            const Rows rows = random_rows(shape, size, size % 2 == 1, ++seed);
            for (const auto* engines : {&test.engines(), &test.other_engines()}) {
                for (const auto& engine : *engines) {
                    INFO(size << " rows of " << shape.cardinalities.size() << ", seed " << seed);
                    const DeviceHistograms histograms(*engine, shape);
                    const Selected selected = random_selection(shape, seed);
                    const bool same = histograms(upload_rows(*engine, rows), selected) ==
                                      histograms_by_scan(rows, selected);
                    REQUIRE(same);
                }
            }
        }
    }
}

TEST_CASE("Selections of other lengths are refused") {
    ComputeTest test;
    const Rows rows = random_rows({{3, 4}, {}}, 10, false, 4650);
    const DeviceRows uploaded = upload_rows(test.engine(), rows);
    const DeviceHistograms histograms(test.engine(), rows.shape);
    CHECK(usage_message([&] { histograms(uploaded, {{}}); }) ==
          "linked histograms: 1 selections for 2 dimensions: give each one, if need be an empty one");
    CHECK(
        usage_message([&] {
            histograms(uploaded, {{}, {true}});
        }) ==
        "linked histograms: a selection of 1 codes in dimension 1, whose cardinality is 4: give each code a "
        "value, or none");
}

} // namespace scanline::cube::device_histograms_gl_test
