#include "scanline/bench/experiment.h"

#include "scanline/bench/environment.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

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
