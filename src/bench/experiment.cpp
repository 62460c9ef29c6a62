#include "scanline/bench/experiment.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <limits>

namespace scanline::bench {

std::string Axis::key() const {
    std::string key = option.substr(std::min(option.find_first_not_of('-'), option.size()));
    std::ranges::transform(key, key.begin(), [](unsigned char c) { return std::tolower(c); });
    return key;
}

std::string Axis::values_text() const {
    switch (type) {
    case Type::whole:
        return fmt::format("{} from {} to {}", several ? "numbers" : "a number", whole.least, whole.most);
    case Type::real:
        return fmt::format("{} from {} to {}", several ? "numbers" : "a number", real.least, real.most);
    case Type::name: return names_of(choices);
    case Type::image: return "hand, bunny, finger or paths";
    case Type::flag: return "true, false";
    }
    return {};
}

void Axis::check(std::span<const std::string> given) const {
    for (const std::string& value : given) {
        if (type == Type::whole)
            parse_number<std::uint64_t>(option, value, whole);
        else if (type == Type::real)
            parse_number<double>(option, value, real);
        else if (type == Type::name && !check_value)
            parse_choice(option, value, choices);
        if (check_value)
            check_value(value);
    }
}

Axis axis_of_sizes() {
    constexpr std::uint64_t max_elements = std::uint64_t{1} << 30;
    return axis_of(sizes_option, "numbers of elements, as 1048576 or 2^20", max_elements);
}

Axis axis_of_threads(const std::string& usual) {
    return axis_of(threads_option, fmt::format("numbers of threads (default: {})", usual),
                   cpu::ThreadTeam::max_threads);
}

const std::vector<std::string>& Request::names(std::string_view option) const {
    static const std::vector<std::string> none;
    const auto found = values.find(option);
    return found == values.end() ? none : found->second;
}

template <class T>
std::vector<T> Request::operator[](const Option<T>& option) const {
    using Limits = std::numeric_limits<T>;
    std::vector<T> parsed;
    for (const std::string& value : names(option.name))
        parsed.push_back(parse_number<T>(option.name, value, {Limits::lowest(), Limits::max()}));
    return parsed;
}

template std::vector<int> Request::operator[](const Option<int>&) const;
template std::vector<std::int64_t> Request::operator[](const Option<std::int64_t>&) const;
template std::vector<std::uint64_t> Request::operator[](const Option<std::uint64_t>&) const;
template std::vector<double> Request::operator[](const Option<double>&) const;

Request default_request(const Experiment& experiment) {
    Request request;
    for (const Axis& axis : experiment.axes)
        request.values[axis.option] = axis.values;
    return request;
}

Plan make_plan(const Experiment& experiment, const Request& request) {
    Request filled = request;
    for (const Axis& axis : experiment.axes) {
        const auto [entry, is_default] = filled.values.try_emplace(axis.option, axis.values);
        if (!is_default)
            axis.check(entry->second);
    }
    for (const auto& [option, values] : filled.values) {
        if (std::ranges::find(experiment.axes, option, &Axis::option) == experiment.axes.end())
            throw usage_error(fmt::format("{} has no axis {}", experiment.name, printable(option)));
    }
    if (experiment.peers.empty())
        filled.peers.clear();
    Plan plan = experiment.plan(filled);
    plan.experiment = experiment.name;
    plan.title = experiment.title;
    return plan;
}

Results measure_on(machine::Machine* machine, const Plan& plan, const std::string& command,
                   MeasureOptions options, const ProgressHook& progress, const RowsFinished& finished) {
    if (plan.engine == nullptr) {
        options.overhead_repetitions = 0;
        Results results = measure(plan, options, progress, finished);
        results.environment = make_environment(command);
        return results;
    }
    options.overhead_repetitions = plan.by_stages ? options.repetitions : 0;
    Results results = measure(*plan.engine, machine->timer(), plan, options, progress, finished);
    results.environment = make_environment(machine->capabilities(), machine->timer(), command);
    return results;
}

} // namespace scanline::bench
