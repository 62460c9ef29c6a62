#include "systems/skyline/skyline_results.h"

#include "systems/made_up_results.h"

#include <utility>

namespace scanline::systems::test {

namespace {

Results on_a_gpu(const std::string& experiment) {
    Results results = made_up(experiment);
    results.roof = {};
    results.environment.timer = "gl-query";
    return results;
}

// Times over SkyAlign's.
struct Quotients {
    double no_sync = 1.3, no_quart = 1.5, padded = 0.8;
};

void add_table(Results& results, const SkylinePoint& table, double align_milliseconds, double tests,
               double masks, const Quotients& over = {}) {
    const auto add = [&](const std::string& algorithm, double times, double more_tests) {
        SkylinePoint point = table;
        point.algorithm = algorithm;
        add_skyline(results, point, times * align_milliseconds, more_tests * tests, masks);
    };
    add("sky-align", 1, 1);
    add("sky-align-no-sync", over.no_sync, 1);
    add("sky-align-no-quart", over.no_quart, 5);
    add("sky-align-padded", over.padded, 1);
    add("auto", 0.5, 0.1);
    const double many_rows = static_cast<double>(table.rows) / 1e6;
    add("sorted-blocks", 9 * many_rows, table.columns == 16 ? 20'000 : 500);
    SkylinePoint tree = table;
    tree.algorithm = "box-tree";
    tree.by = "scanline-cpu";
    tree.threads = "16";
    add_skyline(results, tree, 30 * align_milliseconds, 9 * tests, 0);
}

} // namespace

void add_skyline(Results& results, const SkylinePoint& point, double milliseconds, double tests,
                 double masks) {
    const auto rows = static_cast<double>(point.rows);
    Row row;
    row.axes = {{"kind", point.kind},
                {"elements", point.rows},
                {"dimensions", point.columns},
                {"algorithm", point.algorithm},
                {"threads", point.threads},
                {"by", point.by},
                {"library", "-"}};
    row.items = point.rows;
    row.repetitions.assign(6, {{{"whole", milliseconds}}, milliseconds});
    row.counts = {{"skyline_rows", point.rows / 2},
                  {"dominance_tests", static_cast<std::int64_t>(tests * rows)},
                  {"mask_tests", static_cast<std::int64_t>(masks * rows)}};
    results.rows.push_back(std::move(row));
}

Results good_skylines() {
    Results results = on_a_gpu("skyline");
    for (const char* kind : {"independent", "anticorrelated", "correlated"}) {
        for (const std::int64_t rows : {1'000'000, 2'000'000})
            add_table(results, {.kind = kind, .rows = rows}, 1e-4 * static_cast<double>(rows), 40, 1000,
                      {.no_quart = rows == 1'000'000 ? 1.5 : 1.6});
        add_table(results, {.kind = kind, .columns = 8}, 50, 50, 500, {.no_sync = 2, .no_quart = 1.2});
        add_table(results, {.kind = kind, .columns = 16}, 200, 30, 2000,
                  {.no_sync = 1.1, .no_quart = 2, .padded = 3});
    }
    return results;
}

Results good_skyline_levels() {
    Results results = on_a_gpu("skyline-levels");
    const auto add = [&](const std::string& kind, int columns, std::int64_t prefiltered,
                         const std::vector<std::pair<std::int64_t, double>>& levels) {
        add_skyline(results, {.kind = kind, .columns = columns, .rows = 1'000'000}, 0);
        Row& row = results.rows.back();
        Repetition repetition{{{"upload", 2}, {"pre-filter", 1}, {"masks", 3}, {"sort", 1}}, 7};
        row.counts.push_back({"pruned", prefiltered, "pre-filter"});
        std::int64_t points = 1'000'000 - prefiltered;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            const std::string stage = "level " + std::to_string(level);
            const auto [pruned, milliseconds] = levels[level];
            row.counts.push_back({"points", points, stage});
            row.counts.push_back({"pruned", pruned, stage});
            points -= pruned;
            repetition.stages.push_back({stage, milliseconds});
            repetition.milliseconds += milliseconds;
        }
        row.repetitions.assign(3, repetition);
    };
    for (const char* kind : {"independent", "anticorrelated"})
        add(kind, 6, 400, {{100, 2}, {50, 1}, {10, 1}});
    add("independent", 12, 5, {{0, 1}, {200, 2}, {20, 8}});
    add("anticorrelated", 12, 0, {{0, 1}, {20, 9}, {200, 2}});
    return results;
}

} // namespace scanline::systems::test
