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
std::vector<Histogram> histograms_by_scan(const Rows& rows, const Selected& selected) {
    const std::size_t dimensions = rows.codes.size();
    std::vector<Histogram> histograms;
    for (std::size_t shown = 0; shown < dimensions; ++shown) {
        Histogram& histogram = histograms.emplace_back();
        const std::uint32_t cardinality = rows.shape.cardinalities[shown];
        histogram.count.resize(cardinality);
        for (const Fold fold : rows.shape.folds)
            histogram.values.emplace_back(cardinality, fold == Fold::sum   ? 0
                                                       : fold == Fold::min ? INT64_MAX
                                                                           : INT64_MIN);
        for (std::size_t row = 0; row < rows.codes[0].size(); ++row) {
            bool all = true;
            for (std::size_t d = 0; d < dimensions; ++d)
                all = all && (d == shown || selected[d].empty() || selected[d][rows.codes[d][row]]);
            if (!all)
                continue;
            const std::uint32_t code = rows.codes[shown][row];
            ++histogram.count[code];
            for (std::size_t m = 0; m < rows.shape.folds.size(); ++m) {
                std::int64_t& value = histogram.values[m][code];
                const std::int64_t more = rows.measures[m][row];
                value = rows.shape.folds[m] == Fold::sum   ? value + more
                        : rows.shape.folds[m] == Fold::min ? std::min(value, more)
                                                           : std::max(value, more);
            }
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
    const Rows rows{{{2, 2}, {Fold::min}}, {{0, 1, 0}, {0, 1, 1}}, {{5, -7, 9}}};
    const DeviceRows uploaded = upload_rows(test.engine(), rows);
    const Selected selected{{}, {false, true}};
    CHECK(DeviceHistograms(test.engine(), rows.shape)(uploaded, selected) ==
          std::vector<Histogram>{{{1, 1}, {{9, -7}}}, {{1, 2}, {{5, -7}}}});
    CHECK(DeviceHistograms(test.engine(), rows.shape, false)(uploaded, selected) ==
          std::vector<Histogram>{{{1, 1}, {}}, {{1, 2}, {}}});
}

TEST_CASE("Linked histograms are those of a scan of the rows, in every tier") {
    ComputeTest test;
    std::uint64_t seed = 4600;
    // The last one's cells do not fit shared memory.
    for (const Shape& shape : {Shape{{1}, {}}, Shape{{2, 33, 32, 7, 100, 12}, {Fold::sum}},
                               Shape{{5, 9, 4}, all_folds}, Shape{{5, 9000, 31}, all_folds}}) {
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
