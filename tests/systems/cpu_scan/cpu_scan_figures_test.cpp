#include "systems/cpu_scan/cpu_scan_results.h"

#include <catch2/catch_all.hpp>

#include <algorithm>

// What the charts of scans on the CPU hold, of results that nobody measured.

namespace scanline::systems::cpu_scan_figures_test {

using namespace test;
using Catch::Matchers::ContainsSubstring;
using Names = std::vector<std::string>;

namespace {

template <class ChartType>
ChartType chart(const Results& results, const std::string& stem) {
    for (const Figure& figure : cpu_scan_experiment(results.experiment).figures(results)) {
        if (figure.stem == stem)
            return std::get<ChartType>(figure.chart);
    }
    throw std::runtime_error("there is no figure " + stem);
}

chart::LineChart lines(const Results& results, const std::string& end) {
    return chart<chart::LineChart>(results, results.experiment + end);
}

Names names_of(const chart::LineChart& chart) {
    Names names;
    for (const chart::Series& series : chart.series)
        names.push_back(series.name);
    return names;
}

// "x: y" of each, in their order along x.
std::vector<std::pair<double, double>> points_of(const chart::LineChart& chart, const std::string& name) {
    const auto found = std::ranges::find(chart.series, name, &chart::Series::name);
    REQUIRE(found != chart.series.end());
    std::vector<std::pair<double, double>> points;
    for (const chart::ChartPoint& point : found->points)
        points.emplace_back(point.x, point.y);
    std::ranges::sort(points);
    return points;
}

using Points = std::vector<std::pair<double, double>>;

} // namespace

TEST_CASE(
    "Scans by several threads are drawn over threads at the largest size, and over sizes by all threads") {
    Results results = made_up_scans("cpu-scan-fig7");
    // A billion elements in half a second are two billion a second.
    for (const auto& [elements, threads] : {std::pair{1'000'000, 1}, {1'000'000, 2}, {1000, 2}, {1000, 1}}) {
        const double milliseconds = elements * 1e-6;
        add_scan(results, {"in place", elements, threads, "scanline", "simd1"}, milliseconds / threads,
                 milliseconds / 4);
        add_scan(results, {"in place", elements, threads, "tbb", "TBB 1.0"}, 2 * milliseconds,
                 milliseconds / 4);
    }
    results.rows.back().repetitions.clear();
    results.rows.back().skipped = "no";
    const chart::LineChart over_threads = lines(results, "-threads");
    CHECK(names_of(over_threads) == Names{"simd1", "tbb", "roof"});
    CHECK(points_of(over_threads, "simd1") == Points{{1, 1}, {2, 2}});
    CHECK(points_of(over_threads, "tbb") == Points{{1, 0.5}, {2, 0.5}});
    CHECK(points_of(over_threads, "roof") == Points{{1, 4}, {2, 4}});
    CHECK(over_threads.series.back().dashed);
    CHECK_FALSE(over_threads.series.front().dashed);
    const chart::LineChart over_sizes = lines(results, "-size");
    CHECK(names_of(over_sizes) == Names{"simd1", "tbb", "roof"});
    CHECK(points_of(over_sizes, "simd1") == Points{{1000, 2}, {1'000'000, 2}});
    CHECK(points_of(over_sizes, "tbb") == Points{{1000, 0.5}, {1'000'000, 0.5}});
    CHECK_THAT(over_sizes.subtitle,
               ContainsSubstring("2 threads") && ContainsSubstring("a made-up processor"));
    CHECK(over_sizes.x.scale == chart::Scale::log2);
}

TEST_CASE("Points have the quartiles of the rates, and a roof of no time has no point") {
    Results results = made_up_scans("cpu-scan-fig8");
    add_scan(results, {"apart", 1'000'000, 1, "scanline", "simd"}, 1);
    results.rows.back().roof_milliseconds = 0;
    for (std::size_t i = 0; i < 3; ++i)
        results.rows.back().repetitions[i].milliseconds = i == 0 ? 1 : i == 1 ? 2 : 4;
    const chart::LineChart chart = lines(results, "-threads");
    const chart::ChartPoint point = chart.series.front().points.at(0);
    CHECK(point.y == 0.5);
    CHECK(point.low < point.y);
    CHECK(point.high > point.y);
    CHECK(points_of(chart, "roof").empty());
}

TEST_CASE("Copies are drawn beside scans by their own name") {
    Results results = made_up_scans("cpu-scan-fig8");
    add_scan(results, {"apart", 1'000'000, 2, "scanline", "auto"}, 1);
    add_scan(results, {"apart", 1'000'000, 2, "memory", "copy"}, 0.5);
    CHECK(points_of(lines(results, "-threads"), "copy") == Points{{2, 2}});
}

TEST_CASE("Sizes of partitions are drawn apart for what gathers and scatters") {
    Results results = made_up_scans("cpu-scan-partition-size");
    for (const char* partition : {"1024", "4096", "4352"}) {
        add_scan(results, {"in place", 1'000'000, 2, "scanline", "simd1-p", partition, "0"}, 1);
        add_scan(results, {"in place", 1000, 2, "scanline", "simd1-p", partition, "0"}, 1);
        add_scan(results, {"in place", 1'000'000, 1, "scanline", "simd-t-p", partition}, 2);
    }
    const chart::LineChart several = lines(results, "-threads"), strided = lines(results, "-strided");
    CHECK(names_of(several) == Names{"simd1-p", "roof"});
    // Of the largest size alone.
    CHECK(points_of(several, "simd1-p") == Points{{1024, 1}, {4096, 1}, {4352, 1}});
    CHECK(names_of(strided) == Names{"simd-t-p, powers of two", "simd-t-p", "roof"});
    CHECK(points_of(strided, "simd-t-p, powers of two") == Points{{1024, 0.5}, {4096, 0.5}});
    CHECK(points_of(strided, "simd-t-p") == Points{{4352, 0.5}});
}

TEST_CASE("Dilations are drawn apart for what has partitions") {
    Results results = made_up_scans("cpu-scan-dilation");
    for (const char* dilation : {"0", "0.2"}) {
        add_scan(results, {"in place", 1'000'000, 2, "scanline", "simd1", "-", dilation}, 1);
        add_scan(results, {"in place", 1'000'000, 2, "scanline", "simd1-p", "512", dilation}, 2);
    }
    CHECK(points_of(lines(results, "-whole"), "simd1") == Points{{0, 1}, {0.2, 1}});
    CHECK(names_of(lines(results, "-whole")) == Names{"simd1", "roof"});
    CHECK(points_of(lines(results, "-partitions"), "simd1-p") == Points{{0, 0.5}, {0.2, 0.5}});
    CHECK(names_of(lines(results, "-partitions")) == Names{"simd1-p", "roof"});
}

TEST_CASE("Scans by one thread are bars of nanoseconds an element, with gaps where nothing was measured") {
    Results results = made_up_scans("cpu-scan-fig6");
    add_scan(results, {"in place", 1024, 1, "scanline", "scalar"}, 1024e-6);
    add_scan(results, {"in place", 1024, 1, "partial-sum", "std::partial_sum"}, 2048e-6);
    add_scan(results, {"apart", 1024, 1, "scanline", "simd"}, 512e-6);
    add_scan(results, {"apart", 1024, 1, "scanline", "scalar"}, 1);
    results.rows.back().repetitions.clear();
    results.rows.back().skipped = "no";
    const auto bars = chart<chart::GroupedBarChart>(results, "cpu-scan-fig6");
    CHECK(bars.groups == Names{"1K in place", "1K apart"});
    CHECK(bars.series == Names{"scalar", "partial-sum", "simd"});
    REQUIRE(bars.values.size() == 2);
    const auto value = [&](std::size_t group, std::size_t series) { return bars.values[group].at(series); };
    CHECK(value(0, 0).value_or(0) == Catch::Approx(1));
    CHECK(value(0, 1).value_or(0) == Catch::Approx(2));
    CHECK_FALSE(value(0, 2));
    CHECK_FALSE(value(1, 0));
    CHECK_FALSE(value(1, 1));
    CHECK(value(1, 2).value_or(0) == Catch::Approx(0.5));
}

} // namespace scanline::systems::cpu_scan_figures_test
