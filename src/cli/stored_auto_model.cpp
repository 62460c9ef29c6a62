#include "stored_auto_model.h"

#include "model_text.h"
#include "progress.h"

#include "scanline/bench/environment.h"
#include "scanline/bench/stored_auto_model.h"

#include <algorithm>

namespace scanline::cli {

namespace {

bench::Environment environment_of(const Session& session) {
    return bench::make_environment(session.capabilities(), session.timer(), {});
}

} // namespace

std::optional<bench::Calibration> calibrate(Session& session, const bench::CalibrateOptions& options) {
    return with_progress([&](const bench::MeasureProgress& progress) {
        return bench::calibrate(session.engine(), session.timer(), options, progress);
    });
}

std::shared_ptr<const raster::AutoModel> stored_auto_model(Session& session) {
    const bench::LoadedAutoModel loaded = bench::load_stored_auto_model(environment_of(session));
    report_unused(loaded, "the shipped costs", bench::auto_model_command);
    return loaded.model ? std::make_shared<const raster::AutoModel>(*loaded.model) : nullptr;
}

void use_stored_auto_model(Session& session, CompactionJob& job) {
    if (std::ranges::count(job.algorithms, raster::Algorithm::automatic,
                           &catalog::CompactionEntry::algorithm) > 0)
        job.options.automatic.model = stored_auto_model(session);
}

std::string describe_auto_model(const Session& session) {
    const bench::Environment environment = environment_of(session);
    return model_text(bench::load_stored_auto_model(environment), "shipped", bench::auto_model_command,
                      [&] { return bench::auto_model_path(environment.gpu); });
}

} // namespace scanline::cli
