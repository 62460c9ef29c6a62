#include "compute/compute_fixture.h"
#include "random_rows.h"
#include "scanline/core/clock.h"
#include "scanline/cube/build.h"
#include "scanline/cube/device_groups.h"
#include "scanline/cube/device_histograms.h"
#include "scanline/cube/device_query.h"
#include "scanline/cube/device_update.h"
#include "scanline/gl/timer.h"
#include "tree_difference.h"

#include <catch2/catch_all.hpp>
#include <iostream>
#include <map>

namespace scanline::cube::device_bench_gl_test {

using namespace test;
using scanline::test::ComputeTest;

namespace {

/// Prints the least and the median time of some calls, each from an idle GPU to an idle GPU.
template <class Run>
void time(const std::string& what, Run run) {
    run(); // compiles, and allocates
    std::vector<double> times;
    for (const Stopwatch all(steady_time); times.empty() || (times.size() < 15 && all.seconds() < 2);) {
        glFinish();
        const Stopwatch watch(steady_time);
        run();
        glFinish();
        times.push_back(watch.milliseconds());
    }
    std::ranges::sort(times);
    std::cout << what << ": " << times.front() << " ms at best, " << times[times.size() / 2]
              << " in the median\n"
              << std::flush;
}

/// Prints how long each pass takes on the GPU, those of a name together.
template <class Run>
void time_passes(const std::string& what, compute::Engine& engine, Run run) {
    gl::PassTimer timer(gl::TimerKind::gl_query);
    const ObserverScope scope(engine, &timer);
    run();
    std::map<std::string, std::pair<int, double>> passes;
    for (const gl::TimedSpan& span : timer.take()) {
        ++passes[span.name].first;
        passes[span.name].second += span.milliseconds;
    }
    double all = 0;
    std::cout << what << ", passes:";
    for (const auto& [name, times] : passes) {
        std::cout << ' ' << name << " x" << times.first << ' ' << times.second;
        all += times.second;
    }
    std::cout << ", in all " << all << " ms\n" << std::flush;
}

Rows rows_of(int dimensions, std::uint32_t cardinality, std::int64_t rows, bool skewed) {
    return random_rows(
        {std::vector<std::uint32_t>(static_cast<std::size_t>(dimensions), cardinality), {Fold::sum}}, rows,
        skewed, 4900);
}

Rows part_of(const Rows& rows, std::ptrdiff_t first, std::ptrdiff_t end) {
    Rows part = rows;
    for (auto& column : part.codes)
        column = {column.begin() + first, column.begin() + end};
    for (auto& column : part.measures)
        column = {column.begin() + first, column.begin() + end};
    return part;
}

/// Codes of rows that exist, in the first dimensions of the path or in some of all.
DeviceQueries queries_of(const Rows& rows, bool on_path) {
    Random random(4910);
    DeviceQueries queries;
    for (int query = 0; query < 10'000; ++query) {
        const auto row = static_cast<std::size_t>(random.below(static_cast<std::uint64_t>(rows.size())));
        const std::size_t conditions = 1 + random.below(rows.codes.size());
        for (std::size_t d = 0; d < rows.codes.size(); ++d)
            queries.conditions.push_back(
                (on_path ? d < conditions : d > 0 && random.below(3) == 0) ? rows.codes[d][row] : any_code);
    }
    return queries;
}

} // namespace

TEST_CASE("Times of trees, updates and queries on this GPU", "[.bench]") {
    ComputeTest test;
    compute::Engine& engine = test.engine();
    std::cout << engine.capabilities().renderer << ", " << to_string(engine.tier()) << '\n';
    for (const auto& [cardinality, size] : {std::pair{160u, 400'000}, std::pair{40u, 600'000}}) {
        for (const bool skewed : {false, true}) {
            const std::string name = "D15C" + std::to_string(cardinality) + "T" +
                                     std::to_string(size / 1000) + "K" + (skewed ? " skewed" : "");
            const Rows rows = rows_of(15, cardinality, size, skewed);
            const DeviceBuild build(engine, rows.shape);
            const DeviceRows uploaded = upload_rows(engine, rows);
            time(name + ", upload", [&] { upload_rows(engine, rows); });
            time(name + ", build", [&] { build(uploaded); });
            time_passes(name + ", build", engine, [&] { build(uploaded); });

            const Rows first = part_of(rows, 0, size / 2), further = part_of(rows, size / 2, size);
            const DeviceTree half = build(upload_rows(engine, first)), tree = build(uploaded);
            const DeviceRows more = upload_rows(engine, further);
            const DeviceUpdate update(engine, rows.shape);
            time(name + ", update of a half", [&] { update(half, more); });
            time_passes(name + ", update of a half", engine, [&] { update(half, more); });
            const DeviceRows few = upload_rows(engine, part_of(rows, 0, size / 100));
            time(name + ", update by a hundredth", [&] { update(tree, few); });
            const Tree right = cube::build(rows);
            CHECK(difference(download_tree(tree), right) == "");
            CHECK(difference(download_tree(update(half, more)), right) == "");

            const DeviceGroups groups(engine, rows.shape);
            for (const auto& [what, asked] :
                 {std::pair{"groups of the last dimension", Query{.group_by = {14}}},
                  std::pair{"groups of the first and the last", Query{.group_by = {0, 14}}},
                  std::pair{"top 10 groups of three", Query{.group_by = {3, 8, 14}, .top = Top{10, 0}}}})
                time(name + ", " + what, [&] { groups(tree, asked); });
            const DeviceQuery query(engine, rows.shape);
            for (const bool on_path : {true, false}) {
                const DeviceQueries queries = queries_of(rows, on_path);
                time(name + ", 10,000 queries " + (on_path ? "on" : "off") + " the path",
                     [&] { query(tree, queries); });
            }
        }
    }
}

TEST_CASE("Time of a step of linked histograms on this GPU", "[.bench]") {
    ComputeTest test;
    compute::Engine& engine = test.engine();
    for (const std::int64_t size : {1'000'000, 10'000'000}) {
        const Rows rows = rows_of(6, 100, size, true);
        if (rows.size() * 24 > engine.capabilities().max_storage_block)
            continue;
        const DeviceRows uploaded = upload_rows(engine, rows);
        std::vector<std::vector<bool>> selected(6, std::vector<bool>(100, true));
        for (auto& dimension : selected)
            std::fill(dimension.begin() + 50, dimension.end(), false);
        for (const bool measures : {false, true}) {
            const DeviceHistograms histograms(engine, rows.shape, measures);
            time(std::to_string(size) + " rows, a step of six histograms" +
                     (measures ? " and their sums" : ""),
                 [&] { histograms(uploaded, selected); });
        }
    }
}

} // namespace scanline::cube::device_bench_gl_test
