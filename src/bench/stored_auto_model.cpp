#include "scanline/bench/stored_auto_model.h"

#include "scanline/bench/calibrate.h"
#include "scanline/core/error.h"
#include "scanline/data/user_folders.h"

namespace scanline::bench {

LoadedAutoModel load_stored_auto_model(const Environment& environment) {
    if (data::user_cache_folder())
        return load_auto_model(auto_model_path(environment.gpu), environment);
    LoadedAutoModel none;
    none.reason = "there is no cache folder: neither XDG_CACHE_HOME nor HOME is set";
    none.missing = true;
    return none;
}

std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const MeasureProgress& progress, const std::function<void(const std::string&)>& tell) {
    const LoadedAutoModel loaded = load_stored_auto_model(environment);
    if (loaded.model)
        return std::make_shared<const raster::AutoModel>(*loaded.model);
    if (loaded.missing)
        return nullptr;
    tell(loaded.reason + "; measuring anew what auto goes by (scanline tune does it thoroughly)");
    const std::optional<Calibration> calibration = calibrate(engine, timer, quick_calibration(), progress);
    if (!calibration)
        return std::nullopt;
    auto model = std::make_shared<const raster::AutoModel>(calibration->model);
    try {
        save_auto_model(auto_model_path(environment.gpu), *model, environment);
    } catch (const Error& error) {
        // What was asked for does not need the file.
        tell(error.what());
    }
    return model;
}

} // namespace scanline::bench
