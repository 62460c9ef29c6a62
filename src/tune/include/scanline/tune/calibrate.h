#pragma once
#include "scanline/systems/compaction_plan.h"
#include "scanline/tune/cost_fit.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scanline::tune {

/// The streams for measuring the costs of `auto`, and the time limit.
struct CalibrateOptions {
    /// In elements, ascending. Sizes from the third on are skipped if time is short.
    std::vector<std::int64_t> sizes{1 << 16, 1 << 18, 1 << 20, 1 << 22};
    /// Each as noise, with independent elements, and in runs.
    std::vector<double> densities{0.02, 0.2, 0.5, 0.8, 0.98};
    /// Mean lengths of the runs of the rarer kind, valid or invalid; at least 1. Short runs, and runs as in
    /// solid shapes.
    std::vector<double> run_lengths{32, 4096};
    int repetitions = 9;  ///< of each choice on each stream; fewer if time is short
    double seconds = 100; ///< approximate limit, if the machine manages the first two sizes in it
    Clock clock = steady_time;
};

/// A rougher calibration, for a user who waits: about a second on a GPU, ten on a software renderer.
CalibrateOptions quick_calibration();

/// A random stream to measure: noise, or runs. run_length is the mean over the rarer kind, valid or invalid,
/// because a stream that is nearly all valid cannot consist of short valid runs. Errors: those of
/// data::bernoulli_mask() and data::runs_mask().
systems::InputStream calibration_stream(std::int64_t elements, double density,
                                        std::optional<double> run_length);

/// The model, with the quality of fit of each of its costs, in their order.
struct Calibration {
    raster::AutoModel model;
    std::vector<CostFit> fits;
};

/// Measures every choice of `auto` on many kinds of streams, and fits a cost model to the medians. Skips what
/// this OpenGL cannot run (a stream over its largest texture). None if `progress` stopped it.
///
/// Errors: usage if options are empty or out of range; failure if nothing could be measured.
///
///     gl::Context context = gl::Context::headless();
///     raster::Engine engine(context.capabilities());
///     const auto calibration = calibrate(engine, gl::choose_timer(engine.programs()), {}, {});
///     CompactionOptions options{.algorithm = Algorithm::automatic};
///     options.automatic.model = std::make_shared<const raster::AutoModel>(calibration->model);
std::optional<Calibration> calibrate(raster::Engine& engine, gl::TimerKind timer,
                                     const CalibrateOptions& options, const ProgressHook& progress);

} // namespace scanline::tune
