#include "scanline/bench/stored_auto_model.h"

#include "model_file.h"

#include "scanline/bench/calibrate.h"

namespace scanline::bench {

LoadedAutoModel load_stored_auto_model(const Environment& environment) {
    return load_stored_model([&] { return load_auto_model(auto_model_path(environment.gpu), environment); });
}

std::optional<std::shared_ptr<const raster::AutoModel>>
stored_auto_model(raster::Engine& engine, gl::TimerKind timer, const Environment& environment,
                  const MeasureProgress& progress, const std::function<void(const std::string&)>& tell) {
    const auto measure = [&]() -> std::optional<raster::AutoModel> {
        std::optional<Calibration> calibration = calibrate(engine, timer, quick_calibration(), progress);
        return calibration ? std::optional(std::move(calibration->model)) : std::nullopt;
    };
    const auto model = trusted_model(
        load_stored_auto_model(environment), auto_model_command, measure,
        [&](const raster::AutoModel& measured) {
            save_auto_model(auto_model_path(environment.gpu), measured, environment);
        },
        tell);
    if (!model)
        return std::nullopt;
    return *model ? std::make_shared<const raster::AutoModel>(**model) : nullptr;
}

} // namespace scanline::bench
