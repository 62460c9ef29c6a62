#include "explorer/data.h"

#include "explorer/sales.h"
#include "scanline/core/clock.h"
#include "scanline/core/format.h"
#include "scanline/cube/build.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr std::array aggregates{cube::Aggregate::sum, cube::Aggregate::avg, cube::Aggregate::min,
                                cube::Aggregate::max};

std::shared_ptr<const data::Table> make_table(const ExplorerSetup& setup, const CancelHook& cancelled) {
    if (!setup.is_file())
        return make_sales(setup.count, static_cast<std::uint64_t>(setup.seed), cancelled);
    std::shared_ptr<const data::Table> table = data::read_table(setup.source, setup.reading.form());
    if (table->rows() > ExplorerSetup::most_file_rows)
        throw Error(fmt::format("{} has {} rows: the explorer takes up to {}", printable_path(setup.source),
                                with_commas(static_cast<std::int64_t>(table->rows())),
                                with_commas(std::int64_t{ExplorerSetup::most_file_rows})));
    return table;
}

/// The bins of a column: those of the setup, else the proposed ones.
int bins_of(const ExplorerSetup& setup, const ExplorerColumn& column) {
    for (const std::string& entry : setup.bins)
        if (entry.substr(0, entry.rfind(':')) == column.column)
            return std::stoi(entry.substr(entry.rfind(':') + 1));
    return column.bins;
}

cube::CubePlan plan_of(const ExplorerSetup& setup, const std::vector<ExplorerColumn>& columns) {
    cube::CubePlan plan{.dimensions = setup.path, .path = setup.path, .reading = setup.cells()};
    for (const ExplorerColumn& column : columns) {
        if (setup.path.empty() && column.proposed)
            plan.dimensions.push_back(column.name);
        const int bins = bins_of(setup, column);
        if (bins > 0 && std::ranges::count(plan.dimensions, column.name) > 0)
            plan.bins.push_back(fmt::format("{}:{}", column.name, bins));
    }
    if (setup.measure != "count")
        plan.measures = {setup.measure};
    return plan;
}

bool has_same_cube(const ExplorerData& before, const ExplorerSetup& setup, const cube::CubePlan& plan) {
    const ExplorerSetup& old = before.setup;
    return setup.same_source(old) && setup.measure == old.measure && setup.bins == old.bins &&
           plan.dimensions.size() == before.cube->dimensions.size() &&
           std::ranges::all_of(plan.dimensions, [&](const std::string& name) {
               return std::ranges::count(before.cube->dimensions, name, &cube::Dimension::name) > 0;
           });
}

cube::Tree timed_build(const cube::Rows& rows, const std::vector<int>& path, const cpu::Options& options,
                       double& milliseconds) {
    const Stopwatch watch(steady_time);
    cube::Tree tree = cube::build(rows, path, options);
    milliseconds = watch.milliseconds();
    return tree;
}

void count_totals(ExplorerData& data) {
    // The histograms outlive the worker's cancel hook, so they get none.
    data.histograms = std::make_shared<cube::Histograms>(data.cube->rows);
    data.totals = data.histograms->current();
    data.ordered.clear();
    data.order.clear();
    data.rank.clear();
    for (int d = 0; d < data.dimensions(); ++d) {
        const auto at = static_cast<std::size_t>(d);
        data.ordered.push_back(is_ordered(data.dimension(d)));
        data.order.push_back(shown_order(data.dimension(d), data.measure, data.totals[at]));
        std::vector<std::uint32_t>& rank = data.rank.emplace_back(data.order[at].size());
        for (std::uint32_t place = 0; place < rank.size(); ++place)
            rank[data.order[at][place]] = place;
    }
}

} // namespace

std::string ExplorerData::measure_title() const {
    return measure.aggregate == cube::Aggregate::count
               ? "rows"
               : fmt::format("{} of {}", to_string(measure.aggregate), measure.column);
}

std::string ExplorerData::long_text(const cube::Aggregated& of) const {
    const std::optional<double> value = cube::value_of(measure, of);
    if (value && measure.aggregate == cube::Aggregate::avg)
        return with_commas(fmt::format("{:.2f}", *value));
    return value ? with_commas(cube::text_of(measure, of)) : "-";
}

std::shared_ptr<const ExplorerData> make_explorer(const ExplorerSetup& setup, const ExplorerData* before,
                                                  const ExplorerProgress& progress,
                                                  const CancelHook& cancelled) {
    auto data = before && setup.same_source(before->setup) ? std::make_shared<ExplorerData>(*before)
                                                           : std::make_shared<ExplorerData>();
    const cpu::Options options{.limits = {.cancelled = cancelled}};
    if (!data->table) {
        progress(0, "reading the table");
        data->table = make_table(setup, cancelled);
        data->columns = explorer_columns(*data->table, setup.cells(), options,
                                         [&](double part) { progress(part, "reading the table"); });
    }
    const cube::CubePlan plan = plan_of(setup, data->columns);
    if (data->cube && has_same_cube(*data, setup, plan)) {
        progress(0.5, "building the tree");
        std::vector<int> path;
        for (const std::string& name : setup.path)
            path.push_back(data->cube->dimension(name));
        data->tree = std::make_shared<const cube::Tree>(
            timed_build(data->cube->rows, path, options, data->tree_milliseconds));
    } else {
        cube::TreeMaker maker;
        maker.build = [&](const cube::Rows& rows, const std::vector<int>& path) {
            return timed_build(rows, path, options, data->tree_milliseconds);
        };
        cube::Cube cube =
            cube::make_cube(*data->table, plan, {.cpu = options, .progress = progress, .maker = &maker});
        data->plan = plan;
        data->measure = cube.measures.empty() ? cube::Measure{} : cube.measures.front();
        data->tree = std::make_shared<const cube::Tree>(std::move(cube.tree));
        cube.tree = {};
        data->cube = std::make_shared<const cube::Cube>(std::move(cube));
        count_totals(*data);
    }
    data->setup = setup;
    return data;
}

std::vector<std::string> path_names(const ExplorerData& data) {
    std::vector<std::string> names;
    for (const int dimension : data.tree->path)
        names.push_back(data.dimension(dimension).name);
    return names;
}

std::string short_number(const std::optional<double>& number) {
    if (!number)
        return "-";
    constexpr double no_letter_below = 999.5, no_letter_from = 1e15;
    const double size = std::abs(*number);
    return size < no_letter_below || size >= no_letter_from ? fmt::format("{:.3g}", *number)
                                                            : short_count(*number);
}

bool is_ordered(const cube::Dimension& dimension) {
    const tables::ColumnType& type = dimension.type;
    return type.kind == tables::Kind::number || (type.kind == tables::Kind::date && type.dates);
}

std::vector<std::uint32_t> shown_order(const cube::Dimension& dimension, const cube::Measure& measure,
                                       const cube::Histogram& totals) {
    std::vector<std::uint32_t> order = dimension.ascending();
    if (is_ordered(dimension))
        return order;
    const auto value = [&](std::uint32_t code) {
        return cube::aggregated(measure, totals.count[code], totals.values, code);
    };
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return cube::compare(measure, value(a), value(b)) > 0;
    });
    return order;
}

std::vector<std::string> measures_of(const std::vector<ExplorerColumn>& columns) {
    std::vector<std::string> measures{"count"};
    for (const ExplorerColumn& column : columns)
        if (column.is_number)
            for (const cube::Aggregate aggregate : aggregates)
                measures.push_back(fmt::format("{}:{}", column.column, to_string(aggregate)));
    return measures;
}

} // namespace scanline::view
