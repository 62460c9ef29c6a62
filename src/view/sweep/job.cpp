#include "sweep/job.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/measure.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/tune/stored_model.h"

#include <utility>

namespace scanline::view {

namespace {

ProgressHook shown_on(WorkerContext& context) {
    return [&context](double fraction, const std::string& what) {
        context.progress(fraction, what);
        return !context.cancelled();
    };
}

/// Thrown if measuring the costs for auto was stopped.
struct Cancelled {};

bench::Request request_of(const SweepForm& form, const std::filesystem::path& masks, WorkerContext& context) {
    bench::Request request = form.request(masks);
    const auto note = [&context](const std::string& line) { context.note(line); };
    request.clock = context.machine().clock();
    // As on the command line: by default, k-d trees are measured even without OpenGL 4.3.
    const bool without_compute = form.experiment().needs == bench::Needs::compute_or_processor &&
                                 request.names("--variant").empty() && !context.machine().has_compute();
    request.machine = without_compute ? nullptr : &context.machine();
    if (!request.without_peers)
        request.peers = bench::find_usable_peers(form.experiment().peers, bench::peer_folders(), note);
    request.auto_costs = [&context, note]() -> bench::AutoCosts {
        machine::Machine& machine = context.machine();
        const auto model = bench::stored_auto_model(
            machine.raster(), machine.timer(),
            bench::make_environment(machine.capabilities(), machine.timer(), {}), shown_on(context), note);
        return model ? bench::AutoCosts{.model = *model} : throw Cancelled{};
    };
    request.scan_model = [] {
        return bench::load_stored_model<cpu::ScanModel>(bench::make_environment({}))
            .model.value_or(cpu::usual_scan_model(cpu::ThreadTeam::all_processors()));
    };
    return request;
}

} // namespace

void SweepFeed::put(std::span<const bench::Row> rows) {
    const std::lock_guard lock(mutex_);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
}

std::vector<bench::Row> SweepFeed::take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(rows_, {});
}

bench::Results sweep_header(const SweepForm& form, const std::filesystem::path& masks, const Worker& worker) {
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

Ticket post_sweep(Worker& worker, const SweepForm& form, const std::filesystem::path& masks,
                  std::shared_ptr<SweepFeed> feed, const std::function<void(bench::Results)>& done) {
    const bench::Results header = sweep_header(form, masks, worker);
    const auto run = [=](WorkerContext& context) {
        bench::Results results = header;
        results.complete = false;
        try {
            const bench::Request request = request_of(form, masks, context);
            bench::MeasureOptions measuring = form.measuring();
            measuring.clock = request.clock;
            results = measure_on(&context.machine(), make_plan(form.experiment(), request),
                                 form.command(masks), measuring, shown_on(context),
                                 [&feed](std::span<const bench::Row> rows) { feed->put(rows); });
        } catch (const Cancelled&) {
        }
        return results;
    };
    return worker.post("preparing the measurement", run, done);
}

} // namespace scanline::view
