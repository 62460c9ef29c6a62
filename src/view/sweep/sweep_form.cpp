#include "sweep/sweep_form.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/sweep_figures.h"
#include "scanline/core/error.h"
#include "scanline/core/names.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::view {

namespace {

using bench::Axis;
using bench::Experiment;

constexpr int max_repetitions = 100'000;
constexpr std::string_view first_experiment = "compact";

const Axis* axis_of(const Experiment& experiment, std::string_view key) {
    const auto found = std::ranges::find(experiment.axes, key, &Axis::key);
    return found == experiment.axes.end() ? nullptr : &*found;
}

// Errors name the axis by its key, as settings do.
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

std::vector<std::string> image_paths(const std::vector<std::string>& images,
                                     const std::filesystem::path& masks) {
    std::vector<std::string> paths;
    for (const std::string& image : images) {
        const bool is_name = image.find_first_of("/.") == std::string::npos;
        paths.push_back(is_name ? (masks / (image + ".png")).string() : image);
    }
    return paths;
}

} // namespace

std::string join_list(const std::vector<std::string>& entries) {
    return fmt::format("{}", fmt::join(entries, ", "));
}

SweepForm::SweepForm(catalog::Systems systems)
    : systems_(systems), experiment_(catalog::experiments_of(systems).front()) {
    // Seconds of work, and a chart worth looking at.
    given_[first_experiment] = {{"--algorithm", {"horn", "jj", "rlz", "bt", "packed"}},
                                {"--block", {"256"}},
                                {"--density", {"0.1", "0.3", "0.5", "0.7", "0.9"}},
                                {"--size", {"262144"}}};
}

const std::vector<std::string>& SweepForm::values_of(const Experiment& experiment, const Axis& axis) const {
    const auto given = given_.find(experiment.name);
    if (given == given_.end())
        return axis.values;
    const auto values = given->second.find(axis.option);
    return values == given->second.end() ? axis.values : values->second;
}

std::string SweepForm::text(const Axis& axis) const {
    const std::vector<std::string>& values = values_of(*experiment_, axis);
    return axis.type == Axis::Type::flag ? to_text(!values.empty()) : join_list(values);
}

bool SweepForm::applies(const Axis& axis) const {
    const bench::Request now = request({});
    return (axis.needs.empty() || !now.names(axis.needs).empty()) && (!axis.applies || axis.applies(now));
}

bool SweepForm::set_axis(std::string_view key, std::string_view value) {
    const Experiment* experiment = experiment_;
    const Axis* axis = axis_of(*experiment, key);
    for (const Experiment* other : catalog::experiments_of(systems_)) {
        if (axis != nullptr)
            break;
        experiment = other;
        axis = axis_of(*other, key);
    }
    if (axis == nullptr)
        return false;
    Values& given = given_[experiment->name];
    std::vector<std::string> values = checked(*axis, key, value);
    if (!values.empty() && !axis->instead_of.empty())
        given[axis->instead_of].clear();
    given[axis->option] = std::move(values);
    return true;
}

bool SweepForm::set(std::string_view key, std::string_view value) {
    if (key == "experiment")
        experiment_ = &catalog::find_experiment(systems_, value);
    else if (key == "quick")
        quick = parse_bool(key, value);
    else if (key == "peers")
        peers = parse_bool(key, value);
    else if (key == "reps")
        repetitions = parse_int(key, value, 1, max_repetitions);
    else if (key == "min-time")
        min_seconds = parse_double(key, value, 0, 3600);
    else if (key == "max-noise")
        max_noise_percent = parse_double(key, value, 0, 100);
    else if (key == "timeout")
        timeout_seconds = parse_double(key, value, 0.001, 86'400);
    else
        return set_axis(key, value);
    return true;
}

std::vector<Setting> SweepForm::settings() const {
    std::vector<Setting> settings{
        {"experiment", std::string(experiment_->name),
         names_of(catalog::experiments_of(systems_), [](const Experiment* one) { return one->name; }),
         "What is measured."},
        {"quick", to_text(quick), "true, false", "Fewer and smaller cases."},
        {"peers", to_text(peers), "true, false", "Other libraries beside, those that are here."}};
    for (const Axis& axis : experiment_->axes)
        settings.push_back({axis.key(), text(axis), axis.values_text(), axis.text});
    settings.insert(settings.end(),
                    {{"reps", fmt::format("{}", repetitions), "a number from 1 to 100000",
                      "At least so many repetitions."},
                     {"min-time", fmt::format("{}", min_seconds), "seconds from 0 to 3600",
                      "And as many repetitions as take so long."},
                     {"max-noise", fmt::format("{}", max_noise_percent), "percent from 0 to 100",
                      "And as many as bring the quartiles so close together; 0: any."},
                     {"timeout", fmt::format("{}", timeout_seconds), "seconds from 0.001 to 86400",
                      "What is measured side by side ends after so long."}});
    return settings;
}

bench::Request SweepForm::request(const std::filesystem::path& masks) const {
    bench::Request request;
    request.quick = quick && experiment_->quick;
    request.masks = masks;
    request.without_peers = !peers;
    for (const Axis& axis : experiment_->axes) {
        std::vector<std::string>& values = request.values[axis.option];
        values = values_of(*experiment_, axis);
        if (axis.type == Axis::Type::image)
            values = image_paths(values, masks);
    }
    return request;
}

bench::MeasureOptions SweepForm::measuring() const {
    bench::MeasureOptions options;
    options.repetitions = options.overhead_repetitions = repetitions;
    options.min_seconds = min_seconds;
    options.max_noise = max_noise_percent / 100;
    options.timeout_seconds = timeout_seconds;
    return options;
}

std::string SweepForm::command(const std::filesystem::path& masks) const {
    std::string line = fmt::format("scanline bench {}", experiment_->name);
    const bench::Request asked = request(masks);
    for (const Axis& axis : experiment_->axes) {
        const std::vector<std::string>& values = asked.names(axis.option);
        if (values == axis.values)
            continue;
        if (axis.type == Axis::Type::image) {
            for (const std::string& path : values)
                line += " " + bench::shell_word(path);
        } else {
            line += axis.type == Axis::Type::flag
                        ? fmt::format(" {}", axis.option)
                        : fmt::format(" {} {}", axis.option, fmt::join(values, ","));
        }
    }
    if (asked.quick)
        line += " --quick";
    if (!peers && !experiment_->peers.empty())
        line += " --peer none";
    line += fmt::format(" --reps {}", repetitions);
    if (min_seconds > 0)
        line += fmt::format(" --min-time {}", min_seconds);
    if (max_noise_percent > 0)
        line += fmt::format(" --max-noise {}", max_noise_percent);
    if (timeout_seconds != bench::MeasureOptions{}.timeout_seconds)
        line += fmt::format(" --timeout {}", timeout_seconds);
    return line;
}

} // namespace scanline::view
