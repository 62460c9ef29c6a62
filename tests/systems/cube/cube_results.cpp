#include "systems/cube/cube_results.h"

#include "systems/made_up_results.h"

#include <algorithm>

namespace scanline::systems::test {

namespace {

struct Table {
    int dimensions = 15, cardinality = 160;
    std::int64_t rows = 400'000;
    std::string zipf = "0";
};

Results on_a_gpu(const std::string& experiment) {
    Results results = made_up(experiment);
    results.roof = {};
    results.environment.timer = "gl-query";
    return results;
}

Row& add(Results& results, const Table& table, const std::string& operation, const std::string& by,
         const std::string& threads, const std::vector<Stage>& stages) {
    add_row(results,
            {{"operation", operation},
             {"dimensions", table.dimensions},
             {"cardinality", table.cardinality},
             {"elements", table.rows},
             {"zipf", table.zipf},
             {"queries", operation.ends_with("path") ? "1000" : "-"},
             {"threads", threads},
             {"by", by},
             {"library", "-"}},
            stages);
    Row& row = results.rows.back();
    row.items = table.rows;
    row.repetitions.assign(6, Repetition(row.repetitions.front()));
    return row;
}

// With 0.9 of the nodes of full levels.
void count_nodes(Row& row, const Table& table) {
    std::int64_t nodes = 1, level = 1;
    for (int d = 0; d < table.dimensions; ++d)
        nodes += level = std::min(level * table.cardinality, table.rows);
    row.counts = {{"nodes", nodes * 9 / 10}, {"tree_bytes", nodes * 25}};
}

// times: on the GPU; threads take `gain` and `gain / 8` times as long.
void add_operation(Results& results, const Table& table, const std::string& operation, double milliseconds,
                   double gain) {
    const auto add_one = [&](const std::string& by, const std::string& threads, double time) {
        Row& row = add(results, table, operation, by, threads, {{"key", time}});
        if (operation == "build" || operation == "update" || operation == "append")
            count_nodes(row, table);
    };
    add_one("scanline-compute", "-", milliseconds);
    add_one("scanline-cpu", "1", milliseconds * gain);
    add_one("scanline-cpu", "16", milliseconds * gain / 8);
}

} // namespace

Results good_cubes() {
    Results results = on_a_gpu("cube");
    struct Gains {
        Table table;
        double trees, on_path, off_path;
    };
    for (const Gains& one : {Gains{{}, 20, 2, 15},
                             {{.rows = 100'000}, 10, 2, 15},
                             {{.dimensions = 6}, 30, 2, 25},
                             {{.cardinality = 20}, 15, 3, 30},
                             {{.zipf = "1.2"}, 20, 2, 15}}) {
        add_operation(results, one.table, "build", 10, one.trees);
        add_operation(results, one.table, "update", 8, one.trees);
        add_operation(results, one.table, "append", 6, one.trees);
        add_operation(results, one.table, "on-path", 1, one.on_path);
        add_operation(results, one.table, "off-path", 50, one.off_path);
        add_operation(results, one.table, "group-by", 3, 5);
        add_operation(results, one.table, "brush", 2, 5);
    }
    return results;
}

Results good_cube_paper() {
    Results results = on_a_gpu("cube-paper");
    const Table table{.cardinality = 40, .rows = 600'000};
    const auto add_one = [&](const char* operation, const std::vector<Stage>& stages) {
        add(results, table, operation, "scanline-compute", "-", stages);
        add(results, table, operation, "scanline-cpu", "1", {{"query", 300}});
    };
    add_one("build", {{"upload", 1}, {"key", 20}, {"index", 3}, {"header-table", 6}, {"roll-up", 1}});
    add_one("update",
            {{"upload", 1}, {"key", 20}, {"merge", 1}, {"index", 4}, {"header-table", 6}, {"roll-up", 1}});
    add_one("on-path", {{"upload", 0.05}, {"locate", 1}, {"download", 0.05}});
    add_one("off-path", {{"upload", 0.05}, {"locate", 1}, {"climb", 30}, {"download", 0.05}});
    return results;
}

} // namespace scanline::systems::test
