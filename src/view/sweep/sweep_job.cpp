#include "sweep/sweep_job.h"

#include "scanline/bench/auto_model_file.h"
#include "scanline/bench/environment.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/measure.h"
#include "scanline/data/user_folders.h"

#include <iterator>
#include <utility>

namespace scanline::view {

namespace {

/// Null, which stands for the costs that the program comes with, where none of this machine are stored.
std::shared_ptr<const raster::AutoModel> stored_auto_model(const bench::Environment& environment) {
    if (!data::user_cache_folder())
        return nullptr;
    const bench::LoadedAutoModel loaded =
        bench::load_auto_model(bench::auto_model_path(environment.gpu), environment);
    return loaded.model ? std::make_shared<const raster::AutoModel>(*loaded.model) : nullptr;
}

bench::Plan plan_of(const SweepForm& form, const std::filesystem::path& masks, raster::Engine& engine,
                    const bench::Environment& environment) {
    if (!form.is_free())
        return bench::make_plan(bench::find_experiment(form.experiment), engine,
                                {form.quick, masks, stored_auto_model(environment)});
    bench::SweepAxes axes = bench::make_axes(form.request(masks));
    axes.automatic.model = stored_auto_model(environment);
    return bench::make_sweep_plan(engine, axes);
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
                  std::shared_ptr<SweepFeed> feed, std::function<void(bench::Results)> done) {
    const bench::Environment environment = sweep_header(form, masks, worker).environment;
    return worker.post("preparing the streams", [=](WorkerContext& context) -> Worker::Completion {
        const bench::Plan plan = plan_of(form, masks, context.engine(), environment);
        bench::Results results = bench::measure(
            context.engine(), context.timer(), plan, form.measuring(),
            [&context](double fraction, const std::string& what) {
                context.progress(fraction, what);
                return !context.cancelled();
            },
            [&feed](std::span<const bench::Row> rows) { feed->put(rows); });
        results.environment = environment;
        return [done, results = std::move(results)] { done(results); };
    });
}

} // namespace scanline::view
