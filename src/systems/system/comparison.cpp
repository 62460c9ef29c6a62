#include "scanline/systems/comparison.h"

#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/cpu/thread_team.h"

#include <GL/glew.h>
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::systems {

namespace {

/// Longer work is no slower on a GPU that was idle before it.
constexpr double short_milliseconds = 100;

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

std::string by_text(const Row& row) {
    const std::optional<int> threads = row[threads_axis];
    return threads ? fmt::format("{}, threads: {}", row[by_axis], *threads) : row[by_axis];
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

std::vector<int> one_and_all_threads() {
    const int processors = cpu::ThreadTeam::all_processors();
    return processors > 1 ? std::vector{1, processors} : std::vector{1};
}

Comparison::Comparison(const Request& request, std::shared_ptr<void> data, std::vector<int> threads,
                       std::function<Variant(const VariantKey&)> row)
    : request_(request), threads_(std::move(threads)), row_(std::move(row)) {
    group_.resources = std::move(data);
}

void Comparison::add(const VariantKey& key, const std::function<Wrong(Variant& variant)>& prepare) {
    add_tried(group_, row_(key), prepare);
}

void Comparison::on_cpu(std::string_view name, const OnCpu& prepare) {
    on_cpu(name, threads_, prepare);
}

void Comparison::on_cpu(std::string_view name, const std::vector<int>& threads, const OnCpu& prepare) {
    if (!takes_part(request_, cpu_variant))
        return;
    for (const int number : threads)
        add({by_scanline_cpu, name, number}, [&](Variant& variant) { return prepare(number, variant); });
}

void Comparison::on_device(std::string_view name,
                           const std::function<Wrong(compute::Engine& engine, Variant& variant)>& prepare) {
    if (compute::Engine* const engine = engine_of(request_))
        add({by_scanline_compute, name}, [&](Variant& variant) { return prepare(*engine, variant); });
}

void Comparison::by_peers(
    std::string_view name,
    const std::function<Wrong(const Peer& peer, int threads, Variant& variant)>& prepare,
    const std::function<bool(const Peer& peer, int threads)>& takes) {
    for (const Peer& peer : request_.peers) {
        const auto add_by = [&](std::optional<int> threads) {
            if (!takes || takes(peer, threads.value_or(0)))
                add({peer.name(), name, threads, peer.description()},
                    [&](Variant& variant) { return prepare(peer, threads.value_or(0), variant); });
        };
        std::ranges::for_each(threads_, add_by);
        if (threads_.empty())
            add_by(std::nullopt);
    }
}

void try_finished_stages(Variant& variant, compute::Engine& engine, Work work) {
    variant.staged = [&engine, work = std::move(work)] {
        if (!engine.capabilities().software)
            work();
        return machine::time_stages([&](PassObserver* times) {
            FinishedStages finished(*times);
            const ObserverScope scope(engine, &finished);
            work();
        });
    };
    variant.staged();
}

void try_timed(Variant& variant, const Clock& clock, Work work) {
    variant.timed = [clock, work = std::move(work)] {
        const Stopwatch watch(clock);
        work();
        return watch.milliseconds();
    };
    variant.timed();
}

void try_timed_on_device(Variant& variant, const Clock& clock, Work work) {
    variant.timed = [clock, work = std::move(work), last = short_milliseconds]() mutable {
        if (last < short_milliseconds)
            work();
        const Stopwatch watch(clock);
        work();
        return last = watch.milliseconds();
    };
    variant.timed();
}

std::shared_ptr<const Peer::Task> try_peer(Variant& variant, const Peer& peer, const PeerCase& work) {
    const auto task = std::make_shared<const Peer::Task>(peer.open(work));
    variant.timed = [task] { return task->run(); };
    task->run();
    return task;
}

Experiment on_two_backends(Experiment own, std::vector<PlannedGroup> groups(const Request& request),
                           const TwoBackendTexts& texts) {
    own.needs = Needs::compute_or_processor;
    Axis& threads = own.axes.emplace_back(axis_of_threads(texts.threads));
    threads.applies = [](const Request& request) {
        return takes_part(request, cpu_variant) || !request.without_peers;
    };
    threads.applies_with = "--variant cpu or a --peer";
    own.axes.push_back(axis_of_choices("--variant",
                                       fmt::format("ways to do it, cpu or compute; default: cpu, and compute "
                                                   "where there is OpenGL 4.3, {}",
                                                   texts.software),
                                       std::array{cpu_variant, compute_variant}));
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

} // namespace scanline::systems
