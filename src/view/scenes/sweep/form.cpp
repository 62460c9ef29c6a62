#include "scenes/sweep/form.h"

#include "kit/text.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/measure.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/data/user_folders.h"
#include "scanline/systems/commands.h"
#include "scanline/systems/sweep.h"
#include "scanline/tune/stored_model.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace scanline::view::sweep {

namespace {

using bench::Axis;
using bench::Experiment;

constexpr int max_repetitions = 100'000;
constexpr std::string_view first_experiment = "compact";

// Errors name the axis by its key, like those of settings.
std::vector<std::string> checked(const Axis& axis, std::string_view key, std::string_view value) {
    if (axis.type == Axis::Type::flag)
        return parse_bool(key, value) ? std::vector<std::string>{"true"} : std::vector<std::string>{};
    std::vector<std::string> values = split_list(key, value);
    if (values.empty() && !axis.values.empty())
        throw usage_error(fmt::format("{}=: {} takes at least one value", key, key));
    if (values.size() > 1 && !axis.several)
        throw usage_error(fmt::format("{}={}: {} takes one value", key, value, key));
    Axis named = axis;
    named.option = key;
    named.check(values);
    return values;
}

std::string label_of(const Axis& axis) {
    if (!axis.label.empty())
        return axis.label;
    std::string label = axis.key();
    std::ranges::replace(label, '-', ' ');
    return capitalized(label);
}

std::vector<std::string> image_paths(const std::vector<std::string>& images,
                                     const std::filesystem::path& masks) {
    std::vector<std::string> paths;
    for (const std::string& image : images) {
        const bool is_name = image.find_first_of("/.") == std::string::npos;
        paths.push_back(is_name ? (masks / (image + ".png")).string() : image);
    }
    return paths;
}

ProgressHook shown_on(WorkerContext& context) {
    return [&context](double fraction, const std::string& what) {
        context.progress(fraction, what);
        return !context.cancelled();
    };
}

/// Thrown if measuring the costs for auto was stopped.
struct Cancelled {};

bench::Request request_of(const Form& form, const std::filesystem::path& masks, WorkerContext& context) {
    bench::Request request = form.request(masks);
    const auto note = [&context](const std::string& line) { context.note(line); };
    request.clock = context.machine().clock();
    // As on the command line: by default, k-d trees are measured even without OpenGL 4.3.
    const bool without_compute = form.experiment().needs == bench::Needs::compute_or_processor &&
                                 request.names("--variant").empty() && !context.machine().has_compute();
    request.machine = without_compute ? nullptr : &context.machine();
    if (!request.without_peers)
        request.peers = bench::find_usable_peers(form.experiment().peers, bench::peer_folders(), note);
    request.context.lend<systems::AutoCosts>([&context, note]() -> systems::AutoCosts {
        machine::Machine& machine = context.machine();
        const auto model = tune::stored_auto_model(
            machine.raster(), machine.timer(),
            bench::make_environment(machine.capabilities(), machine.timer(), {}), shown_on(context), note);
        return model ? systems::AutoCosts{.model = *model} : throw Cancelled{};
    });
    request.context.lend<cpu::ScanModel>([] {
        return tune::load_stored_model<cpu::ScanModel>(bench::make_environment({}))
            .model.value_or(cpu::default_scan_model(cpu::ThreadTeam::all_processors()));
    });
    request.context.lend<systems::Program>([] { return systems::Program{data::this_program()}; });
    return request;
}

} // namespace

std::string join_list(const std::vector<std::string>& entries) {
    return fmt::format("{}", fmt::join(entries, ", "));
}

Form::Form(systems::Systems systems)
    : systems_(systems), experiment_(systems::experiments_of(systems).front()) {
    // A few seconds of work that give an interesting chart.
    given_[first_experiment] = {{"--algorithm", {"horn", "jj", "rlz", "bt", "packed"}},
                                {"--block", {"256"}},
                                {"--density", {"0.1", "0.3", "0.5", "0.7", "0.9"}},
                                {"--size", {"262144"}}};
}

const std::vector<std::string>& Form::values_of(const Axis& axis) const {
    const auto given = given_.find(experiment_->name);
    if (given == given_.end())
        return axis.values;
    const auto values = given->second.find(axis.option);
    return values == given->second.end() ? axis.values : values->second;
}

std::string Form::text(const Axis& axis) const {
    const std::vector<std::string>& values = values_of(axis);
    return axis.type == Axis::Type::flag ? to_text(!values.empty()) : join_list(values);
}

bool Form::applies(const Axis& axis) const {
    const bench::Request now = request({});
    return (axis.needs.empty() || !now.names(axis.needs).empty()) && (!axis.applies || axis.applies(now));
}

bool Form::set_axis(std::string_view key, std::string_view value) {
    std::vector<const Experiment*> experiments = systems::experiments_of(systems_);
    experiments.insert(experiments.begin(), experiment_);
    const auto found = std::ranges::find_if(experiments, [key](const Experiment* one) {
        return std::ranges::count(one->axes, key, &Axis::key) > 0;
    });
    if (found == experiments.end())
        return false;
    const Experiment* experiment = *found;
    const Axis* axis = &*std::ranges::find(experiment->axes, key, &Axis::key);
    Values& given = given_[experiment->name];
    std::vector<std::string> values = checked(*axis, key, value);
    if (!values.empty() && !axis->instead_of.empty())
        given[axis->instead_of].clear();
    given[axis->option] = std::move(values);
    return true;
}

std::vector<Property> Form::properties() {
    std::vector<Setting> experiments;
    for (const Experiment* one : systems::experiments_of(systems_))
        experiments.push_back({fmt::format("{}: {}", one->name, one->title), std::string(one->name)});
    std::vector<Property> rows{
        {.key = "experiment",
         .label = "Experiment",
         .tooltip = "A sweep over axes of your choice, a figure or table of a paper, or a primitive beside "
                    "other libraries.",
         .text = [this] { return std::string(experiment_->name); },
         .set = [this](std::string_view name) { experiment_ = &systems::find_experiment(systems_, name); },
         .choices = std::move(experiments)},
        toggle_row("quick", "Quick", quick_, "Fewer and smaller cases: seconds instead of minutes."),
        toggle_row("peers", "Other libraries", peers_,
                   "Measure beside other libraries, those of their modules that are here.")};
    for (const Axis& axis : experiment_->axes)
        rows.push_back({.key = axis.key(),
                        .label = label_of(axis),
                        .tooltip = axis.text,
                        .text = [this, &axis] { return text(axis); },
                        .set = [this, &axis](std::string_view value) { set_axis(axis.key(), value); }});
    rows.push_back(number_row("reps", "At least", repetitions_, {1, max_repetitions},
                              "So many repetitions of everything, after a warm-up."));
    rows.push_back(real_row("min-time", "Min. time (s)", min_seconds_, {0, 3600},
                            "And as many as take so many seconds."));
    rows.push_back(
        real_row("max-noise", "Max. noise (%)", max_noise_percent_, {0, 100},
                 "And as many as bring the quartiles so close together, in percent of the median; 0: any."));
    rows.push_back(real_row("timeout", "Timeout (s)", timeout_seconds_, {0.001, 86'400},
                            "What is measured side by side ends after so long with what it has."));
    return rows;
}

bool Form::set(std::string_view key, std::string_view value) {
    const std::vector<Property> rows = properties();
    const auto row = std::ranges::find(rows, key, &Property::key);
    if (row == rows.end())
        return set_axis(key, value);
    row->set(value);
    return true;
}

bench::Request Form::request(const std::filesystem::path& masks) const {
    bench::Request request;
    request.quick = quick_ && experiment_->quick;
    request.context.lend<systems::MasksFolder>([masks] { return systems::MasksFolder{masks}; });
    request.without_peers = !peers_;
    for (const Axis& axis : experiment_->axes) {
        std::vector<std::string>& values = request.values[axis.option];
        values = values_of(axis);
        if (axis.type == Axis::Type::image)
            values = image_paths(values, masks);
    }
    return request;
}

bench::MeasureOptions Form::measuring() const {
    bench::MeasureOptions options;
    options.repetitions = options.overhead_repetitions = repetitions_;
    options.min_seconds = min_seconds_;
    options.max_noise = max_noise_percent_ / 100;
    options.timeout_seconds = timeout_seconds_;
    return options;
}

std::string Form::command(const std::filesystem::path& masks) const {
    std::string line = fmt::format("scanline bench {}", experiment_->name);
    const bench::Request asked = request(masks);
    for (const Axis& axis : experiment_->axes) {
        const std::vector<std::string>& values = asked.names(axis.option);
        if (values == axis.values)
            continue;
        if (axis.type == Axis::Type::image) {
            for (const std::string& path : values)
                line += " " + shell_word(path);
        } else {
            line += axis.type == Axis::Type::flag
                        ? fmt::format(" {}", axis.option)
                        : fmt::format(" {} {}", axis.option, fmt::join(values, ","));
        }
    }
    if (asked.quick)
        line += " --quick";
    if (!peers_ && !experiment_->peers.empty())
        line += " --peer none";
    line += fmt::format(" --reps {}", repetitions_);
    if (min_seconds_ > 0)
        line += fmt::format(" --min-time {}", min_seconds_);
    if (max_noise_percent_ > 0)
        line += fmt::format(" --max-noise {}", max_noise_percent_);
    if (timeout_seconds_ != bench::MeasureOptions{}.timeout_seconds)
        line += fmt::format(" --timeout {}", timeout_seconds_);
    return line;
}

void Feed::put(std::span<const bench::Row> rows, const std::string& roof) {
    const std::lock_guard lock(mutex_);
    roof_ = roof;
    rows_.insert(rows_.end(), rows.begin(), rows.end());
}

std::pair<std::vector<bench::Row>, std::string> Feed::take() {
    const std::lock_guard lock(mutex_);
    return {std::exchange(rows_, {}), roof_};
}

bench::Results sweep_header(const Form& form, const std::filesystem::path& masks, const Worker& worker) {
    const bench::Experiment& experiment = form.experiment();
    const std::string command = form.command(masks);
    bench::Results header;
    header.experiment = experiment.name;
    header.title = experiment.title;
    header.environment = experiment.needs == bench::Needs::processor
                             ? bench::make_environment(command)
                             : bench::make_environment(worker.capabilities(), worker.timer(), command);
    return header;
}

Ticket post_sweep(Worker& worker, const Form& form, const std::filesystem::path& masks,
                  std::shared_ptr<Feed> feed, const std::function<void(bench::Results)>& done) {
    const bench::Results header = sweep_header(form, masks, worker);
    const auto run = [=](WorkerContext& context) {
        bench::Results results = header;
        results.complete = false;
        try {
            const bench::Request request = request_of(form, masks, context);
            bench::MeasureOptions measuring = form.measuring();
            measuring.clock = request.clock;
            const bench::Plan plan = make_plan(form.experiment(), request);
            results = measure_on(&context.machine(), plan, form.command(masks), measuring, shown_on(context),
                                 [&](std::span<const bench::Row> rows) { feed->put(rows, plan.roof); });
        } catch (const Cancelled&) {
        }
        return results;
    };
    return worker.post("preparing the measurement", run, done);
}

} // namespace scanline::view::sweep
