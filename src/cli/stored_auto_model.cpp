#include "stored_auto_model.h"

#include "interrupt.h"
#include "progress.h"

#include "scanline/bench/auto_model_file.h"
#include "scanline/bench/environment.h"
#include "scanline/core/error.h"
#include "scanline/data/user_folders.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace scanline::cli {

namespace {

bench::Environment environment_of(const Session& session) {
    return bench::make_environment(session.capabilities(), session.timer(), {});
}

} // namespace

std::optional<bench::Calibration> calibrate(Session& session, const bench::CalibrateOptions& options) {
    Progress progress;
    return bench::calibrate(session.engine(), session.timer(), options,
                            [&progress](double fraction, const std::string& what) {
                                progress.show(fraction, what);
                                return !interrupted();
                            });
}

std::shared_ptr<const raster::AutoModel> stored_auto_model(Session& session) {
    if (!data::user_cache_folder())
        return nullptr;
    const bench::Environment environment = environment_of(session);
    const std::filesystem::path path = bench::auto_model_path(environment.gpu);
    const bench::LoadedAutoModel loaded = bench::load_auto_model(path, environment);
    if (loaded.model)
        return std::make_shared<const raster::AutoModel>(*loaded.model);
    if (loaded.missing)
        return nullptr;
    fmt::print(stderr, "scanline: {}; measuring anew what auto goes by (scanline tune does it thoroughly)\n",
               loaded.reason);
    const std::optional<bench::Calibration> calibration = calibrate(session, bench::quick_calibration());
    if (!calibration)
        throw Error("interrupted: the costs that auto goes by were being measured anew");
    auto model = std::make_shared<const raster::AutoModel>(calibration->model);
    try {
        bench::save_auto_model(path, *model, environment);
    } catch (const Error& error) {
        // What was asked for does not need the file.
        fmt::print(stderr, "scanline: {}\n", error.what());
    }
    return model;
}

void use_stored_auto_model(Session& session, CompactionJob& job) {
    if (std::ranges::count(job.algorithms, raster::Algorithm::automatic,
                           &catalog::CompactionEntry::algorithm) > 0)
        job.options.automatic.model = stored_auto_model(session);
}

std::string describe_auto_model(const Session& session) {
    if (!data::user_cache_folder())
        return "shipped (there is no cache folder: neither XDG_CACHE_HOME nor HOME is set)";
    const bench::Environment environment = environment_of(session);
    const std::filesystem::path path = bench::auto_model_path(environment.gpu);
    const bench::LoadedAutoModel loaded = bench::load_auto_model(path, environment);
    if (loaded.model)
        return fmt::format("{} of {}", path.string(), loaded.date);
    if (loaded.missing)
        return "shipped (scanline tune measures this machine)";
    return fmt::format("to be measured anew: {}", loaded.reason);
}

} // namespace scanline::cli
