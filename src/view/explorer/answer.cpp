#include "explorer/answer.h"

#include "scanline/core/format.h"
#include "scanline/cube/device_histograms.h"
#include "scanline/cube/device_query.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

/// Times the second call: in the first, drivers prepare programs.
template <class Work>
auto timed(const Clock& clock, double& milliseconds, const Work& work) {
    work();
    const Stopwatch watch(clock);
    auto made = work();
    milliseconds = watch.milliseconds();
    return made;
}

std::string difference_of_cells(const cube::Groups& cpu, const cube::DeviceCells& gpu) {
    if (cpu.count.front() != gpu.count.front())
        return fmt::format("The CPU counts {} rows for this query, the GPU {}.",
                           with_commas(cpu.count.front()), with_commas(gpu.count.front()));
    if (cpu.count.front() > 0 && cpu.values != gpu.values)
        return "CPU and GPU disagree on the measure for this query.";
    return {};
}

std::string difference_of_bars(const ExplorerData& data, const std::vector<cube::Histogram>& cpu,
                               const std::vector<cube::Histogram>& gpu) {
    for (std::size_t d = 0; d < cpu.size(); ++d) {
        const cube::Dimension& dimension = data.cube->dimensions[d];
        for (std::size_t code = 0; code < cpu[d].count.size(); ++code)
            if (cpu[d].count[code] != gpu[d].count[code])
                return fmt::format("{} {} has {} rows on the CPU, and {} on the GPU.", dimension.name,
                                   dimension.dictionary.text(static_cast<std::uint32_t>(code)),
                                   with_commas(cpu[d].count[code]), with_commas(gpu[d].count[code]));
        if (cpu[d].values != gpu[d].values)
            return fmt::format("CPU and GPU disagree on the measure for {}.", dimension.name);
    }
    return {};
}

/// [dimension][code]
std::vector<std::vector<bool>> selected_bits(const ExplorerData& data,
                                             const std::vector<Selected>& selected) {
    std::vector<std::vector<bool>> bits(selected.size());
    for (std::size_t d = 0; d < bits.size(); ++d) {
        bits[d].resize(selected[d] ? data.cube->rows.shape.cardinalities[d] : 0);
        for (const std::uint32_t code : selected[d].value_or(std::vector<std::uint32_t>()))
            bits[d][code] = true;
    }
    return bits;
}

} // namespace

ExplorerAnswer answer_choice(const ExplorerData& data, const ExplorerChoice& choice, const Clock& clock,
                             const CancelHook& cancelled) {
    ExplorerAnswer made{.query = query_of(data, choice)};
    // Leaves the other processors to the interface.
    const cpu::Options options{.threads = 1, .limits = {.cancelled = cancelled}};
    const Stopwatch watch(clock);
    made.method = cube::answer(*data.tree, std::array{made.query}, options).front().method;
    made.milliseconds = watch.milliseconds();
    std::vector<std::uint32_t> rows = cube::rows_behind(*data.tree, made.query.where, options.limits);
    made.count = static_cast<std::int64_t>(rows.size());
    const cube::Groups cell = std::move(
        cube::answer(*data.tree, std::array{cube::Query{.where = made.query.where}}, options).front());
    made.measured = data.measured(cell.count.front(), cell.values, 0);
    rows.resize(std::min(rows.size(), ExplorerAnswer::most_rows));
    made.table = cube::row_table(*data.cube, rows);
    made.rows = std::move(rows);
    made.selected = selected_weights(data, choice, cancelled);
    return made;
}

ExplorerCheck check_choice(machine::Machine& machine, const ExplorerData& data, const ExplorerChoice& choice,
                           const std::vector<cube::Histogram>& bars, const CancelHook& cancelled) {
    ExplorerCheck check;
    if (!machine.has_compute()) {
        check.not_run = "no compute shaders here";
        return check;
    }
    const CallLimits limits{.cancelled = cancelled};
    const cpu::Options options{.threads = 1, .limits = limits};
    try {
        compute::Engine& engine = machine.compute();
        const cube::Shape& shape = data.tree->shape;
        const std::array query{cube::Query{.where = query_of(data, choice).where}};
        const cube::Groups cell = timed(machine.clock(), check.cell_cpu,
                                        [&] { return cube::answer(*data.tree, query, options).front(); });
        {
            const cube::DeviceTree tree = cube::upload_tree(engine, *data.tree);
            const cube::DeviceQuery ask(engine, shape);
            const cube::DeviceQueries queries = cube::cell_queries(shape, query);
            check.difference = difference_of_cells(
                cell, timed(machine.clock(), check.cell_gpu, [&] { return ask(tree, queries, limits); }));
        }
        const cube::DeviceRows rows = cube::upload_rows(engine, data.cube->rows, limits);
        const cube::DeviceHistograms histograms(engine, shape);
        const auto bits = selected_bits(data, selected_in_node(data, choice));
        const auto found =
            timed(machine.clock(), check.bars_gpu, [&] { return histograms(rows, bits, limits); });
        if (check.difference.empty())
            check.difference = difference_of_bars(data, bars, found);
    } catch (const Cancelled&) {
        throw;
    } catch (const Error& error) {
        check.not_run = error.what();
    }
    return check;
}

} // namespace scanline::view
