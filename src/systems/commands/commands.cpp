#include "scanline/systems/commands.h"

#include "experiments.h"
#include "workplace.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/phases.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <memory>

namespace scanline::systems {

namespace {

constexpr std::string_view cpu_backend = "cpu", compute_backend = "compute", auto_backend = "auto";
constexpr std::array backends{cpu_backend, compute_backend, auto_backend};
/// auto may lose one of these against the better backend.
constexpr double most_part_lost = 0.1, most_milliseconds_lost = 50;
/// How much of a run --stats may leave out.
constexpr double most_part_unknown = 0.05, min_milliseconds_known = 100;
/// More takes a software renderer minutes.
constexpr std::int64_t most_of_software = 1 << 16, queries_part = 16;

/// A command to measure.
struct Command {
    std::string_view name;
    std::string_view arguments;
    std::string_view result; ///< the file that it writes
    MakeInput make_input;
    std::int64_t largest; ///< elements that it is measured with
    double seconds;       ///< that these may take by auto, beside a GPU of 2022 or later
};

void make_tree(const Workplace& place, std::int64_t size) {
    make_points(place, size);
    place.run("kdtree build points.npy -o tree.npz");
    place.make_rows(std::max<std::int64_t>(size / queries_part, 1), 3, "queries.npy");
}

constexpr std::array commands{
    Command{"sort", "sort keys.npy -o result.npy", "result.npy", make_keys, power(26), 0.3},
    Command{"scan", "scan keys.npy -o result.npy", "result.npy", make_keys, power(26), 0.25},
    Command{"kdtree-build", "kdtree build points.npy -o result.npz", "result.npz", make_points, power(24),
            0.9},
    Command{"kdtree-knn", "kdtree knn tree.npz queries.npy -k 8 -o result.npz", "result.npz", make_tree,
            power(24), 0.35},
    Command{"skyline", "skyline rows.npy -o result.npy", "result.npy", make_table, power(22), 0.4},
};

bool is_software(const Workplace& place) {
    place.run("info");
    const std::vector<std::byte> output = place.file(output_name);
    const std::string_view text(reinterpret_cast<const char*>(output.data()), output.size());
    const std::size_t fact = text.find("software_renderer");
    return fact != text.npos && text.substr(fact, text.find('\n', fact) - fact).ends_with("true");
}

Group make_group(const Command& command, std::int64_t size, const Request& request, const Program& program) {
    const auto place = std::make_shared<Workplace>(program.path, request.clock);
    command.make_input(*place, size);
    Group group;
    group.resources = place;
    std::vector<std::byte> right;
    for (const std::string_view backend : request.choices("--backend", backends)) {
        Variant row{.axes = {{command_axis, std::string(command.name)},
                             {elements_axis, size},
                             {by_axis, std::string(backend)}},
                    .seed = data_seed,
                    .items = size};
        if (backend == compute_backend && size > most_of_software && request.names("--backend").empty() &&
            is_software(*place)) {
            row.skipped = fmt::format(
                "more than {} elements take a software renderer too long, unless --backend names compute",
                most_of_software);
            group.variants.push_back(std::move(row));
            continue;
        }
        add_tried(group, std::move(row), [&](Variant& variant) -> Wrong {
            const std::string line = fmt::format("{} --backend {} --stats", command.arguments, backend);
            place->run(line);
            std::vector<std::byte> found = place->file(command.result);
            if (right.empty())
                right = std::move(found);
            else if (found != right)
                return fmt::format("{} differs from that of the first backend", command.result);
            variant.staged = [place = place.get(), line] { return place->run(line); };
            return {};
        });
    }
    return group;
}

Plan plan_commands(const Request& request) {
    const auto program = request.context.get<Program>();
    if (!program)
        throw usage_error("commands: only the program scanline measures its own commands");
    const std::vector<std::int64_t> sizes =
        request.get(sizes_option, request.quick ? std::vector{power(10), power(14)}
                                                : std::vector{power(10), power(14), power(18), power(22),
                                                              power(24), power(26)});
    Plan plan;
    plan.by_stages = false;
    for (const Command& command : request.choices("--command", commands))
        for (const std::int64_t size : sizes)
            if (size <= command.largest)
                plan.groups.push_back({fmt::format("{}, {} elements", command.name, element_count(size)),
                                       static_cast<double>(size) + 1e5,
                                       [=] { return make_group(command, size, request, *program); }});
    if (plan.groups.empty())
        throw usage_error(fmt::format(
            "commands: none is measured with so many elements: sort and scan take the most, up to {}",
            element_count(commands.front().largest)));
    return plan;
}

std::string line_of(const Row& row) {
    return fmt::format("{} by {}", row[command_axis], row[by_axis]);
}

std::vector<Figure> command_figures(const Results& results) {
    return {line_figure(results.experiment, results.title,
                        subtitle(results, "medians and quartiles, with the start and the end of the process"),
                        {"elements", chart::Scale::log2}, {"time (ms)", chart::Scale::log10},
                        curves_by(results, line_of, elements_axis))};
}

std::string command_summary(const Results& results) {
    std::vector<bench::MarkdownColumn> columns{
        {"command", Align::left}, {"elements"}, {"by", Align::left}, {"ms"}};
    std::vector<std::string> stages = list_of_names(enumerators<Phase>);
    stages.emplace_back(system_stage);
    for (const std::string& stage : stages)
        columns.push_back({stage});
    MarkdownTable table(columns);
    for (const Row* row : measured_rows(results)) {
        std::vector<std::string> fields{(*row)[command_axis], row->axis(elements_axis), (*row)[by_axis],
                                        three_digits(row->milliseconds().median)};
        for (const std::string& stage : stages) {
            const double time = bench::stage_milliseconds(*row, {stage}).median;
            fields.push_back(time > 0 ? three_digits(time) : std::string(no_value));
        }
        table.add(fields);
    }
    return "Medians of the whole command, and of what --stats says of it; of `system` the system takes to "
           "load the program and to end its process.\n\n" +
           table.format();
}

// The rows of the backends of each command and size.
struct Contest {
    std::string text;
    const Row* by_auto;
    std::vector<const Row*> others;
};

std::vector<Contest> contests_of(const Results& results) {
    std::vector<Contest> contests;
    for (const Row* row : measured_rows(results, {{by_axis, auto_backend}})) {
        Contest contest{fmt::format("{} of {}", (*row)[command_axis], element_count(row->items)), row, {}};
        for (const Row* other : measured_rows(
                 results, {{command_axis, (*row)[command_axis]}, {elements_axis, (*row)[elements_axis]}}))
            if (other != row)
                contest.others.push_back(other);
        if (!contest.others.empty())
            contests.push_back(std::move(contest));
    }
    if (contests.empty())
        throw NotMeasured("not measured: auto beside another backend");
    return contests;
}

Finding auto_is_right(const Results& results) {
    std::string lost;
    const std::vector<Contest> contests = contests_of(results);
    for (const auto& [text, by_auto, others] : contests) {
        const double best = bench::fastest(others).milliseconds().median,
                     time = by_auto->milliseconds().median;
        if (time > best * (1 + most_part_lost) && time > best + most_milliseconds_lost)
            lost += fmt::format("{}{}: {} ms where {} would do", lost.empty() ? "" : ", ", text,
                                three_digits(time), three_digits(best));
    }
    return {lost.empty(), lost.empty() ? fmt::format("{} times", contests.size()) : lost};
}

Finding phases_are_whole(const Results& results) {
    double most = 0;
    std::string where;
    for (const Row* row : measured_rows(results)) {
        const double time = row->milliseconds().median,
                     part = bench::stage_milliseconds(*row, {system_stage}).median / time;
        if (time >= min_milliseconds_known && part >= most) {
            most = part;
            where = fmt::format("{} of {}", line_of(*row), element_count(row->items));
        }
    }
    if (where.empty())
        throw NotMeasured(fmt::format("not measured: a command of {} ms", min_milliseconds_known));
    return {most <= most_part_unknown, fmt::format("up to {:.1f} %: {}", 100 * most, where)};
}

Judge takes_at_most(const Command& command) {
    return [command](const Results& results) -> Finding {
        const AxisValues where{{command_axis, std::string(command.name)}, {elements_axis, command.largest}};
        // Without a GPU there is no row of compute.
        median_milliseconds(results, with(where, {{by_axis, std::string(compute_backend)}}));
        const double time = median_milliseconds(results, with(where, {{by_axis, std::string(auto_backend)}}));
        return {time <= 1000 * command.seconds, three_digits(time) + " ms"};
    };
}

Claims command_claims() {
    std::vector<ClaimSpec> claims{
        {fmt::format("auto is never more than {:.0f} % and {:.0f} ms slower than the better backend",
                     100 * most_part_lost, most_milliseconds_lost),
         auto_is_right},
        {fmt::format("--stats says all but {:.0f} % of the time of commands of {:.0f} ms and more",
                     100 * most_part_unknown, min_milliseconds_known),
         phases_are_whole}};
    for (const Command& command : commands)
        claims.push_back({fmt::format("{} of {} takes at most {} s by auto beside a GPU", command.name,
                                      element_count(command.largest), command.seconds),
                          takes_at_most(command)});
    return Claims(std::move(claims));
}

} // namespace

Experiment command_experiment() {
    return {
        .name = "commands",
        .title = "Whole commands by backend",
        .needs = Needs::processor,
        .axes = {axis_of_sizes(),
                 axis_of_choices("--command", fmt::format("what is run ({})", names_of(commands)), commands),
                 axis_of_choices("--backend", fmt::format("who works ({}); default: all", names_of(backends)),
                                 backends)},
        .plan = plan_commands,
        .figures = command_figures,
        .claims = command_claims(),
        .summary = command_summary};
}

System commands_system() {
    static const std::array experiments{command_experiment(), rank_experiment()};
    return {.name = "commands",
            .title = "Whole commands",
            .source = "Scanline's own",
            .experiments = experiments};
}

} // namespace scanline::systems
