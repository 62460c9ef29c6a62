#include "experiments.h"
#include "workplace.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/phases.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/systems/commands.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <utility>

namespace scanline::systems {

namespace {

constexpr RowAxis<std::string> scaling_axis{"scaling"};
constexpr RowAxis<int> ranks_axis{"ranks"};
constexpr Option<int> ranks_option{"--ranks"};
constexpr std::string_view strong = "strong", weak = "weak", sent_count = "sent_bytes",
                           foretold_count = "foretold_bytes", time_count = "foretold_microseconds",
                           imbalance_count = "imbalance_percent";
constexpr std::array scalings{strong, weak};
/// What the volumes foretold may be wrong by, for as many elements and more.
constexpr double most_wrong = 0.1;
constexpr std::int64_t min_foretold = power(20);

double share_elsewhere(int ranks) {
    return static_cast<double>(ranks - 1) / ranks;
}

/// A command over ranks.
struct RankCommand {
    std::string_view name, arguments, result;
    MakeInput make_input;
    std::int64_t usual; ///< elements, of a rank if scaling is weak
    /// Bytes that a rank sends on average, of n elements; null: they depend on the data.
    double (*sent)(double n, int ranks);
};

void make_rows_of_cube(const Workplace& place, std::int64_t size) {
    place.run(fmt::format("generate cube D6C100T{} --seed {} -o cube.npz", size, data_seed));
}

constexpr std::array rank_commands{
    // Each element goes to its place.
    RankCommand{"sort", "sort keys.npy -o result.npy", "result.npy", make_keys, power(22),
                [](double n, int p) { return 4 * n / p * share_elsewhere(p); }},
    RankCommand{"scan", "scan keys.npy -o result.npy", "result.npy", make_keys, power(22), nullptr},
    // Points with their index and node go to their place in the first order, then to their subtree, unless
    // the first coordinate alone splits what is above it.
    RankCommand{"kdtree-build", "kdtree build points.npy -o result.npz", "result.npz", make_points, power(20),
                [](double n, int p) {
                    const auto levels = static_cast<int>(std::bit_width(static_cast<unsigned>(p - 1)));
                    const int first = (levels + 2) / 3; // of 3 coordinates
                    return 20 * n / p * (share_elsewhere(p) + 1 - std::exp2(first - levels));
                }},
    RankCommand{"skyline", "skyline rows.npy -o result.npy", "result.npy", make_table, power(18), nullptr},
    // The codes, the measure and the number of each row.
    RankCommand{"cube-build", "cube build cube.npz -o result.cube --dims d0,d1,d2,d3,d4,d5 --measures m:sum",
                "result.cube", make_rows_of_cube, power(18),
                [](double n, int p) { return (6 * 4 + 8 + 4) * n / p * share_elsewhere(p); }},
};

// The number after a word of --stats, such as "sent 0.1 0.2 0.3 MB"; of three, the second.
double number_after(std::string_view text, std::string_view word, int which) {
    std::size_t at = text.rfind(word);
    if (at == text.npos)
        return 0;
    text.remove_prefix(at + word.size());
    for (; which > 0; --which)
        text.remove_prefix(std::min(text.find(' ') + 1, text.size()));
    return read_number<double>(text.substr(0, text.find_first_of(" \n")), {0, 1e12}).value_or(0);
}

Variant variant_of(const RankCommand& command, std::string_view scaling, std::int64_t size, int ranks) {
    return {.axes = {{command_axis, std::string(command.name)},
                     {scaling_axis, std::string(scaling)},
                     {elements_axis, size},
                     {ranks_axis, ranks}},
            .seed = data_seed,
            .items = size};
}

/// Foretells the time of a command over ranks: that of few elements, which is mostly the start, a rank's
/// share of the work of one process, and the exchange.
class TimeModel {
public:
    /// alone: milliseconds of one process.
    TimeModel(const RankCommand& command, std::string line, const Workplace& place, double alone)
        : line_(std::move(line)), few_(std::make_unique<Workplace>(place.program, place.clock)) {
        command.make_input(*few_, power(10));
        work_ = alone - start(0);
    }

    double microseconds(int ranks, double sent) const {
        few_->run("info --format json", ranks);
        const double rate = number_after(few_->text(output_name), "exchange_mb_per_s\": ", 0);
        const int processors = cpu::ThreadTeam::all_processors(), of_rank = std::max(1, processors / ranks);
        return 1000 * (start(ranks) + work_ * processors / (ranks * of_rank)) + sent / rate;
    }

private:
    double start(int ranks) const {
        double least = few_->run(line_, ranks).milliseconds;
        for (int again = 0; again < 2; ++again)
            least = std::min(least, few_->run(line_, ranks).milliseconds);
        return least;
    }

    std::string line_;
    std::unique_ptr<Workplace> few_;
    double work_ = 0; ///< of one process
};

/// Runs one command over each number of ranks; the results must be the same bytes.
Group make_rank_group(const RankCommand& command, std::string_view scaling, std::int64_t size,
                      const std::vector<int>& all_ranks, const Request& request, const Program& program) {
    const auto place = std::make_shared<Workplace>(program.path, request.clock);
    command.make_input(*place, size);
    Group group;
    group.resources = place;
    const std::string line = fmt::format("{} --backend cpu --stats", command.arguments);
    const double alone = std::min(place->run(line).milliseconds, place->run(line).milliseconds);
    const std::vector<std::byte> right = place->file(command.result);
    std::optional<TimeModel> model;
    if (command.sent != nullptr)
        model.emplace(command, line, *place, alone);
    for (const int ranks : all_ranks)
        add_tried(group, variant_of(command, scaling, size, ranks), [&](Variant& variant) -> Wrong {
            const int started = ranks > 1 ? ranks : 0; // one process needs no mpirun
            place->run(line, started);
            if (place->file(command.result) != right)
                return fmt::format("{} differs from that of one process", command.result);
            const std::string stats = place->text(errors_name);
            const auto count = [&](std::string_view name, double value) {
                variant.counts.push_back({std::string(name), std::llround(value)});
            };
            count(sent_count, 1e6 * number_after(stats, "sent ", 1));
            if (model && ranks > 1) {
                const double sent = command.sent(static_cast<double>(size), ranks);
                count(foretold_count, sent);
                count(time_count, model->microseconds(ranks, sent));
            }
            count(imbalance_count, 100 * number_after(stats, "load imbalance ", 0));
            variant.staged = [place = place.get(), line, started] { return place->run(line, started); };
            return {};
        });
    return group;
}

Plan plan_ranks(const Request& request) {
    const auto program = request.context.get<Program>();
    if (!program)
        throw usage_error("ranks: only the program scanline measures its own commands");
    std::vector<int> usual;
    for (int ranks = 1; ranks <= std::min(8, cpu::ThreadTeam::all_processors()); ranks *= 2)
        usual.push_back(ranks);
    const std::vector<int> ranks = request.get(ranks_option, usual);
    Plan plan;
    plan.by_stages = false;
    for (const RankCommand& command : request.choices("--command", rank_commands))
        for (const std::string_view scaling : request.choices("--scaling", scalings))
            for (const std::int64_t size :
                 request.get(sizes_option, {request.quick ? power(12) : command.usual})) {
                const auto add = [&](std::int64_t all, const std::vector<int>& of) {
                    plan.groups.push_back(
                        {fmt::format("{}, {} elements", command.name, element_count(all)),
                         static_cast<double>(all) + 1e5,
                         [=] { return make_rank_group(command, scaling, all, of, request, *program); }});
                };
                if (scaling == strong)
                    add(size, ranks);
                else
                    for (const int one : ranks)
                        add(size * one, {one});
            }
    return plan;
}

std::vector<Figure> rank_figures(const Results& results) {
    const auto line_of = [](const Row& row) {
        return fmt::format("{}, {}", row[command_axis], row[scaling_axis]);
    };
    return {line_figure(results.experiment, results.title,
                        subtitle(results, "medians and quartiles, with the start of mpirun"),
                        {"ranks", chart::Scale::log2}, {"time (ms)", chart::Scale::log10},
                        curves_by(results, line_of, ranks_axis))};
}

std::string count_text(const Row& row, std::string_view name, double unit) {
    const auto count = row.count(name);
    return count ? three_digits(static_cast<double>(*count) / unit) : std::string(no_value);
}

// How many ranks until what they send takes as long as the work of one, if all send at 1 GB/s; and what a
// rank sends of 10^12 elements on 1,024.
std::string outlook(const Results& results) {
    MarkdownTable table({{"command", Align::left},
                         {"elements a second and rank"},
                         {"MB that a rank of 1,024 sends of 2^40"},
                         {"s at 1 GB/s"},
                         {"s of work"},
                         {"first limit", Align::left}});
    constexpr double network = 1e9, elements = 0x1p40;
    constexpr int many = 1024;
    for (const RankCommand& command : rank_commands) {
        const Row* const alone = results.find({{command_axis, std::string(command.name)},
                                               {scaling_axis, std::string(strong)},
                                               {ranks_axis, 1}});
        if (alone == nullptr || command.sent == nullptr)
            continue;
        const double rate = 1000 * static_cast<double>(alone->items) / alone->milliseconds().median,
                     sent = command.sent(elements, many), wire = sent / network,
                     work = elements / many / rate;
        table.add({std::string(command.name), three_digits(rate), three_digits(sent / 1e6),
                   three_digits(wire), three_digits(work), wire > work ? "the network" : "the ranks' work"});
    }
    return table.format();
}

std::string rank_summary(const Results& results) {
    MarkdownTable table({{"command", Align::left},
                         {"scaling", Align::left},
                         {"elements"},
                         {"ranks"},
                         {"ms"},
                         {"foretold"},
                         {"exchange"},
                         {"a rank sends, MB"},
                         {"foretold"},
                         {"load imbalance"}});
    for (const Row* row : measured_rows(results))
        table.add(
            {(*row)[command_axis], (*row)[scaling_axis], row->axis(elements_axis), row->axis(ranks_axis),
             three_digits(row->milliseconds().median), count_text(*row, time_count, 1000),
             three_digits(bench::stage_milliseconds(*row, {std::string(to_string(Phase::exchange))}).median),
             count_text(*row, sent_count, 1e6), count_text(*row, foretold_count, 1e6),
             count_text(*row, imbalance_count, 100)});
    return "Medians of the whole command by the CPU; `exchange` is the ranks' mean, with waiting for "
           "others.\n\n" +
           table.format() +
           "\nDrawn on by the volumes foretold and one rank's speed, each rank with a network of its "
           "own:\n\n" +
           outlook(results);
}

Finding volumes_are_foretold(const Results& results) {
    double most = 0;
    std::string where;
    for (const Row* row : measured_rows(results)) {
        const auto sent = row->count(sent_count), foretold = row->count(foretold_count);
        if (!foretold || (*row)[ranks_axis] == 1 || row->items < min_foretold)
            continue;
        const double wrong = std::abs(static_cast<double>(*sent) / static_cast<double>(*foretold) - 1);
        if (where.empty() || wrong > most) {
            most = wrong;
            where = fmt::format("{} on {} ranks", (*row)[command_axis], row->axis(ranks_axis));
        }
    }
    if (where.empty())
        throw NotMeasured(fmt::format("not measured: {} elements on two ranks", element_count(min_foretold)));
    return {most <= most_wrong, fmt::format("up to {:.1f} %: {}", 100 * most, where)};
}

} // namespace

Experiment rank_experiment() {
    return {.name = "ranks",
            .title = "Commands over ranks",
            .needs = Needs::processor,
            .axes = {axis_of_sizes(),
                     axis_of(ranks_option, "numbers of ranks; default: 1, 2, 4 and 8, up to the processors",
                             4096),
                     axis_of_choices("--command", fmt::format("what is run ({})", names_of(rank_commands)),
                                     rank_commands),
                     axis_of_choices("--scaling",
                                     "strong: as many elements for any number of ranks; weak: as many a rank",
                                     scalings)},
            .plan = plan_ranks,
            .figures = rank_figures,
            .claims = Claims(std::vector<ClaimSpec>{
                {fmt::format("what ranks send is foretold within {:.0f} % from {} elements on",
                             100 * most_wrong, element_count(min_foretold)),
                 volumes_are_foretold}}),
            .summary = rank_summary};
}

} // namespace scanline::systems
