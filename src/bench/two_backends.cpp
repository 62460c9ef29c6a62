#include "scanline/bench/two_backends.h"

#include "scanline/bench/row_access.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"

#include <GL/glew.h>
#include <algorithm>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

class FinishedStages final : public PassObserver {
public:
    explicit FinishedStages(PassObserver& times) : times_(times) {}
    void stage_begins(std::string_view stage) override { times_.stage_begins(stage); }
    void stage_ends(std::string_view stage) override {
        glFinish();
        times_.stage_ends(stage);
    }

private:
    PassObserver& times_;
};

} // namespace

std::string contender_of(const Row& row) {
    return axis_number(row, threads_axis)
               ? fmt::format("{}, threads: {}", row.axis(by_axis), row.axis(threads_axis))
               : row.axis(by_axis);
}

bool takes_part(const Request& request, std::string_view variant) {
    const std::vector<std::string>& named = request.names("--variant");
    return named.empty() || std::ranges::find(named, variant) != named.end();
}

compute::Engine* engine_of(const Request& request) {
    const bool works = request.machine != nullptr && takes_part(request, compute_variant);
    return works ? &request.machine->compute() : nullptr;
}

bool has_gpu(const Request& request) {
    const compute::Engine* const engine = engine_of(request);
    return engine != nullptr && !engine->capabilities().software;
}

void require_short(const compute::Engine& engine, const Request& request, std::int64_t size,
                   std::int64_t most, std::string_view what) {
    const gl::Capabilities& capabilities = engine.capabilities();
    if (capabilities.software && request.names("--variant").empty() && size > most)
        throw usage_error(fmt::format("{} is a software renderer: more than {} {} are measured on it only "
                                      "with --variant compute",
                                      capabilities.renderer, element_count(most), what));
}

StagedWork finished_stages(compute::Engine& engine, Work work) {
    return [&engine, work = std::move(work)] {
        if (!engine.capabilities().software)
            work();
        return machine::time_stages([&](PassObserver* times) {
            FinishedStages finished(*times);
            const ObserverScope scope(engine, &finished);
            work();
        });
    };
}

Experiment on_two_backends(Experiment own, std::vector<PlannedGroup> groups(const Request& request),
                           const TwoBackendTexts& texts) {
    own.needs = Needs::compute_or_processor;
    Axis& threads = own.axes.emplace_back(axis_of_threads(texts.threads));
    threads.applies = [](const Request& request) {
        return takes_part(request, cpu_variant) || !request.without_peers;
    };
    threads.applies_with = "--variant cpu or a --peer";
    own.axes.push_back({.option = "--variant",
                        .text = fmt::format("ways to do it, cpu or compute; default: cpu, and compute where "
                                            "there is OpenGL 4.3, {}",
                                            texts.software),
                        .choices = {std::string(cpu_variant), std::string(compute_variant)},
                        .several = true});
    own.plan = [groups](const Request& request) {
        compute::Engine* const engine = engine_of(request);
        Plan plan{.groups = groups(request), .engine = engine};
        if (engine != nullptr)
            plan.notes = fmt::format("On OpenGL with tier {}, {} lanes.\n", to_string(engine->tier()),
                                     engine->lanes());
        return plan;
    };
    return own;
}

} // namespace scanline::bench
