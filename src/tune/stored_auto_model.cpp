#include "scanline/tune/stored_auto_model.h"

#include "model_file.h"

#include "scanline/tune/calibrate.h"

#include <fmt/format.h>

namespace scanline::bench {

LoadedAutoModel load_stored_auto_model(const Environment& environment) {
    return load_stored_model([&] { return load_auto_model(auto_model_path(environment.gpu), environment); });
}

std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const MeasureProgress& progress, const std::function<void(const std::string&)>& tell) {
    const LoadedAutoModel loaded = load_stored_auto_model(environment);
    if (loaded.model)
        return std::make_shared<const raster::AutoModel>(*loaded.model);
    if (loaded.missing)
        return nullptr;
    tell(fmt::format("{}; measuring anew what auto goes by ({} does it thoroughly)", loaded.reason,
                     auto_model_command));
    const std::optional<Calibration> measured = calibrate(engine, timer, quick_calibration(), progress);
    if (!measured)
        return std::nullopt;
    try {
        save_auto_model(auto_model_path(environment.gpu), measured->model, environment);
    } catch (const Error& error) {
        // The costs are known; only the next start measures again.
        tell(error.what());
    }
    return std::make_shared<const raster::AutoModel>(measured->model);
}

} // namespace scanline::bench
