#include "scenes/explorer/choice.h"

#include "scanline/core/format.h"
#include "scanline/core/text.h"
#include "scanline/cube/device_histograms.h"
#include "scanline/cube/device_query.h"
#include "scanline/cube/question.h"
#include "scenes/explorer/icicle.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace scanline::view::explorer {

namespace {

std::vector<cube::Condition> parse_conditions(const Data& data, const char* key, std::string_view text) {
    if (trimmed(text).empty())
        return {};
    const cube::Question question = cube::parse_question(*data.cube, text);
    if (!question.group_by.empty() || question.top || question.ranking || question.having != 1 ||
        !question.limits.empty())
        throw usage_error(
            fmt::format("{}={}: {} takes conditions alone, such as city=Oslo", key, printable(text), key));
    return question.where;
}

std::vector<cube::Condition> conditions_of(const std::vector<Selected>& selected) {
    std::vector<cube::Condition> where;
    for (std::size_t d = 0; d < selected.size(); ++d)
        if (selected[d])
            where.push_back({static_cast<int>(d), *selected[d]});
    return where;
}

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

std::string difference_of_bars(const Data& data, const std::vector<cube::Histogram>& cpu,
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
std::vector<std::vector<bool>> selected_bits(const Data& data, const std::vector<Selected>& selected) {
    std::vector<std::vector<bool>> bits(selected.size());
    for (std::size_t d = 0; d < bits.size(); ++d) {
        bits[d].resize(selected[d] ? data.cube->rows.shape.cardinalities[d] : 0);
        for (const std::uint32_t code : selected[d].value_or(std::vector<std::uint32_t>()))
            bits[d][code] = true;
    }
    return bits;
}

cube::AnswerTable rows_as_written(const data::Table& table, const std::vector<std::uint32_t>& rows) {
    cube::AnswerTable made;
    for (std::size_t column = 0; column < table.columns(); ++column)
        made.names.push_back(printable(table.title(column), max_shown));
    for (const std::uint32_t row : rows) {
        std::vector<std::string>& cells = made.rows.emplace_back();
        for (std::size_t column = 0; column < table.columns(); ++column)
            cells.push_back(printable(table.text(row, column), max_shown));
    }
    return made;
}

} // namespace

bool Choice::has_selection() const {
    return std::ranges::any_of(selected, [](const Selected& one) { return one.has_value(); });
}

Choice parse_choice(const Data& data, const Setup& setup, bool whole) {
    Choice choice{std::vector<Selected>(data.cube->dimensions.size()), {}};
    for (cube::Condition& condition : parse_conditions(data, "select", setup.select)) {
        std::ranges::sort(condition.codes);
        choice.selected[static_cast<std::size_t>(condition.dimension)] = std::move(condition.codes);
    }
    const std::vector<cube::Condition> drill = parse_conditions(data, "drill", setup.drill);
    for (const int dimension : data.tree->path) {
        const auto wanted = std::ranges::find(drill, dimension, &cube::Condition::dimension);
        if (wanted == drill.end() || wanted->codes.size() != 1)
            break;
        choice.drill.push_back(wanted->codes.front());
        if (!cube::find_node(*data.tree, choice.drill)) {
            choice.drill.pop_back();
            break;
        }
    }
    if (whole && choice.drill.size() < drill.size())
        throw usage_error(
            fmt::format("drill={}: there is no such node: drill takes a value of {} first, then of "
                        "the levels below it",
                        printable(setup.drill), data.dimension(data.dimension_of(1)).name));
    return choice;
}

std::string select_text(const Data& data, const std::vector<Selected>& selected) {
    const std::vector<cube::Condition> where = conditions_of(selected);
    return where.empty() ? "" : cube::question_text(*data.cube, {{.where = where}});
}

std::string drill_text(const Data& data, const std::vector<std::uint32_t>& drill) {
    return select_text(data,
                       selected_in_node(data, {std::vector<Selected>(data.cube->dimensions.size()), drill}));
}

std::vector<Selected> selected_in_node(const Data& data, const Choice& choice) {
    std::vector<Selected> selected = choice.selected;
    for (std::size_t level = 0; level < choice.drill.size(); ++level) {
        Selected& of = selected[static_cast<std::size_t>(data.tree->path[level])];
        const std::uint32_t code = choice.drill[level];
        of = !of || std::ranges::binary_search(*of, code) ? std::vector{code} : std::vector<std::uint32_t>();
    }
    return selected;
}

cube::Query query_of(const Data& data, const Choice& choice) {
    cube::Query query{.where = conditions_of(selected_in_node(data, choice))};
    // A dimension with a condition is not grouped by, so its values stay together.
    if (choice.drill.size() < data.tree->path.size()) {
        const int next = data.tree->path[choice.drill.size()];
        if (!choice.selected[static_cast<std::size_t>(next)])
            query.group_by = {next};
    }
    return query;
}

std::vector<std::string> commands_of(const Data& data, const cube::Query& query) {
    const std::string stem = data.setup.is_file() ? std::filesystem::path(data.setup.source).stem().string()
                                                  : data.setup.source,
                      file = shell_word(stem + ".cube");
    std::vector<std::string> commands;
    if (data.setup.is_file()) {
        const std::string path = shell_word(list_text(path_names(data), ","));
        std::string& build =
            commands.emplace_back(fmt::format("scanline cube build {} -o {} --dims {} --path {}",
                                              shell_word(data.setup.source), file, path, path));
        for (const std::string& bins : data.plan.bins)
            build += " --bin " + shell_word(bins);
        for (const std::string& measure : data.plan.measures)
            build += " --measures " + shell_word(measure);
        build += data.setup.reading.options();
    }
    commands.push_back(
        fmt::format("scanline cube query {} {}", file, shell_word(cube::question_text(*data.cube, {query}))));
    return commands;
}

Selected toggled(const Selected& selected, std::uint32_t code, std::size_t codes) {
    if (!selected)
        return std::vector{code};
    std::vector<std::uint32_t> next = *selected;
    const auto at = std::ranges::lower_bound(next, code);
    if (at != next.end() && *at == code)
        next.erase(at);
    else
        next.insert(at, code);
    return next.empty() || next.size() == codes ? Selected() : Selected(std::move(next));
}

Answer answer_choice(const Data& data, const Choice& choice, const Clock& clock,
                     const CancelHook& cancelled) {
    Answer made{.query = query_of(data, choice)};
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
    rows.resize(std::min(rows.size(), Answer::max_rows));
    made.table = rows_as_written(*data.table, rows);
    made.rows = std::move(rows);
    made.selected = selected_weights(data, choice, cancelled);
    made.commands = commands_of(data, made.query);
    return made;
}

Check check_choice(machine::Machine& machine, const Data& data, const Choice& choice,
                   const std::vector<cube::Histogram>& bars, const CancelHook& cancelled) {
    Check check;
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

} // namespace scanline::view::explorer
