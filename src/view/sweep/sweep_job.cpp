#include "sweep/sweep_job.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/measure.h"
#include "scanline/bench/stored_auto_model.h"

#include <iterator>
#include <optional>
#include <utility>

namespace scanline::view {

namespace {

bench::MeasureProgress shown_on(WorkerContext& context) {
    return [&context](double fraction, const std::string& what) {
        context.progress(fraction, what);
        return !context.cancelled();
    };
}

/// None where it was stopped before anything could be planned.
std::optional<bench::Plan> plan_of(const SweepForm& form, const std::filesystem::path& masks,
                                   WorkerContext& context, const bench::Environment& environment) {
    const auto model = bench::stored_auto_model(context.machine().raster(), context.machine().timer(),
                                                environment, shown_on(context),
                                                [&context](const std::string& line) { context.note(line); });
    if (!model)
        return std::nullopt;
    if (!form.is_free())
        return bench::make_plan(bench::find_experiment(form.experiment), context.machine().raster(),
                                {form.quick, masks, *model});
    bench::SweepAxes axes = bench::make_axes(form.request(masks));
    axes.automatic.model = *model;
    return bench::make_sweep_plan(context.machine().raster(), axes);
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
    bench::Results header;
    header.experiment = form.experiment;
    header.title = form.is_free() ? bench::sweep_title : bench::find_experiment(form.experiment).title;
    header.roof = bench::copy_roof;
    header.environment = bench::make_environment(worker.capabilities(), worker.timer(), form.command(masks));
    return header;
}

Ticket post_sweep(Worker& worker, const SweepForm& form, const std::filesystem::path& masks,
                  std::shared_ptr<SweepFeed> feed, const std::function<void(bench::Results)>& done) {
    const bench::Results header = sweep_header(form, masks, worker);
    return worker.post("preparing the streams", [=](WorkerContext& context) -> Worker::Completion {
        const std::optional<bench::Plan> plan = plan_of(form, masks, context, header.environment);
        if (!plan) {
            bench::Results none = header;
            none.complete = false;
            return [done, none = std::move(none)] { done(none); };
        }
        bench::MeasureOptions measuring = form.measuring();
        measuring.clock = context.machine().clock();
        bench::Results results =
            bench::measure(context.machine().raster(), context.machine().timer(), *plan, measuring,
                           shown_on(context), [&feed](std::span<const bench::Row> rows) { feed->put(rows); });
        results.environment = header.environment;
        return [done, results = std::move(results)] { done(results); };
    });
}

} // namespace scanline::view
