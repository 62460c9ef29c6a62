#include "scanline/cube/histograms.h"

#include "random_rows.h"
#include "support/error_message.h"

#include "scanline/cube/generate.h"
#include "scanline/cube/reference/tree.h"

#include <catch2/catch_all.hpp>

#include <map>

namespace scanline::cube::histograms_test {

using namespace test;
using scanline::test::usage_message;

namespace {

using Selections = std::map<int, std::vector<std::uint32_t>>;

// Each dimension grouped by a look at every row, without its own selection.
std::vector<Histogram> histograms_of_scans(const Rows& rows, const Selections& selections) {
    std::vector<Histogram> histograms;
    for (std::size_t d = 0; d < rows.codes.size(); ++d) {
        Query query;
        for (const auto& [dimension, codes] : selections)
            if (dimension != static_cast<int>(d))
                query.where.push_back({dimension, codes});
        Histogram histogram;
        histogram.values.resize(rows.shape.folds.size());
        for (std::uint32_t code = 0; code < rows.shape.cardinalities[d]; ++code) {
            Query of_code = query;
            of_code.where.push_back({static_cast<int>(d), {code}});
            const Groups cell = reference::answer(rows, of_code);
            histogram.count.push_back(cell.count.front());
            for (std::size_t m = 0; m < cell.values.size(); ++m)
                histogram.values[m].push_back(cell.values[m].front());
        }
        histograms.push_back(std::move(histogram));
    }
    return histograms;
}

} // namespace

TEST_CASE("A histogram shows what the other selections leave") {
    const Rows rows{{{2, 3}, {Fold::sum}}, {{0, 0, 1}, {0, 1, 2}}, {{5, 6, 7}}};
    Histograms histograms(rows);
    CHECK(histograms.current()[0].count == std::vector<std::int64_t>{2, 1});
    const std::vector<Histogram>& selected = histograms.select(0, std::vector<std::uint32_t>{1});
    CHECK(selected[0].count == std::vector<std::int64_t>{2, 1});
    CHECK(selected[1].count == std::vector<std::int64_t>{0, 0, 1});
    CHECK(selected[1].values[0] == std::vector<std::int64_t>{0, 0, 7});
    histograms.select(0, std::nullopt);
    CHECK(histograms.current()[1].count == std::vector<std::int64_t>{1, 1, 1});
}

TEST_CASE("Histograms after random selections equal those by a look at every row") {
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Random random(seed);
        const Shape shape = random_shape(5, 6, random);
        const Rows rows = random_rows(shape, 80, random);
        Histograms histograms(rows, {.threads = threads_of(seed)});
        Selections selections;
        for (int step = 0; step < 8; ++step) {
            const auto d = random.below(shape.cardinalities.size());
            const int dimension = static_cast<int>(d);
            std::optional<std::vector<std::uint32_t>> codes;
            selections.erase(dimension);
            if (random.below(4) > 0) {
                codes.emplace();
                for (std::uint32_t code = 0; code < shape.cardinalities[d]; ++code)
                    if (random.below(3) > 0)
                        codes->push_back(code);
                selections[dimension] = *codes;
            }
            INFO("step " << step << " of " << rows.size() << " rows, seed " << seed);
            REQUIRE(histograms.select(dimension, codes) == histograms_of_scans(rows, selections));
        }
    }
}

TEST_CASE("A step after a cancelled one counts right") {
    const Rows rows = generate(parse_generated("D3C9T100K"), 0, 4);
    bool cancel = false;
    Histograms histograms(rows, {.threads = 1, .limits = {.cancelled = [&] { return cancel; }}});
    cancel = true;
    CHECK_THROWS_AS(histograms.select(0, std::vector<std::uint32_t>{1, 2}), Cancelled);
    cancel = false;
    Histograms fresh(rows);
    CHECK(histograms.select(1, std::nullopt) == fresh.select(0, std::vector<std::uint32_t>{1, 2}));
    CHECK(histograms.select(0, std::nullopt) == fresh.select(0, std::nullopt));
}

TEST_CASE("Selections of what is not in the rows are refused") {
    const Rows rows{{{2}, {}}, {{0, 1}}, {}};
    Histograms histograms(rows);
    CHECK(usage_message([&] { histograms.select(1, std::nullopt); }) ==
          "cube histograms: there is no dimension 1: there are 0 to 0");
    CHECK(usage_message([&] { histograms.select(0, std::vector<std::uint32_t>{2}); }) ==
          "cube histograms: dimension 0 has no code 2: its codes are 0 to 1");
}

} // namespace scanline::cube::histograms_test
