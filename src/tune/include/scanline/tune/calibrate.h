#pragma once
#include "scanline/bench/compaction_plan.h"
#include "scanline/bench/measure.h"
#include "scanline/tune/cost_fit.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace scanline::bench {

/// On which streams, and for how long, the costs of `auto` are measured.
struct CalibrateOptions {
    /// In elements, ascending. From the third on a size is left out where the time would not do for it.
    std::vector<std::int64_t> sizes{1 << 16, 1 << 18, 1 << 20, 1 << 22};
    /// Each as noise, in which every element is drawn on its own, and in runs.
    std::vector<double> densities{0.02, 0.2, 0.5, 0.8, 0.98};
    /// Means of the runs of what is rarer, valid or invalid; at least 1: short ones, and those of solid
    /// shapes.
    std::vector<double> run_lengths{32, 4096};
    int repetitions = 9;  ///< of each choice on each stream; fewer where the time does not do for them
    double seconds = 100; ///< about so long at most, on machines that manage the first two sizes in it
    Clock clock = steady_time;
};

/// Rougher, for a user who waits for something else: about a second on a GPU, ten on a software renderer.
CalibrateOptions quick_calibration();

/// A random stream that is measured on: noise, or runs of such a mean length of what is rarer, the valid or
/// the invalid elements, because most of a stream that is nearly all valid cannot be in short runs. Errors:
/// those of data::bernoulli_mask() and data::runs_mask().
InputStream calibration_stream(std::int64_t elements, double density, std::optional<double> run_length);

/// The model, and how well each of its costs predicts what it was fitted to: one for each of its costs, in
/// their order.
struct Calibration {
    raster::AutoModel model;
    std::vector<CostFit> fits;
};

/// Measures every choice of `auto` on streams of many kinds, and fits a model of costs to the medians. What
/// cannot be measured on this OpenGL (a stream over its largest texture) is left out. None where `progress`
/// ended it.
///
/// Errors: usage where options are empty or out of range; failure where nothing at all could be measured.
///
///     gl::Context context = gl::Context::headless();
///     raster::Engine engine(context.capabilities());
///     const auto calibration = calibrate(engine, gl::choose_timer(engine.programs()), {}, {});
///     CompactionOptions options{.algorithm = Algorithm::automatic};
///     options.automatic.model = std::make_shared<const raster::AutoModel>(calibration->model);
std::optional<Calibration> calibrate(raster::Engine& engine, gl::TimerKind timer,
                                     const CalibrateOptions& options, const MeasureProgress& progress);

} // namespace scanline::bench
