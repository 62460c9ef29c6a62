#pragma once
#include "scanline/bench/cost_fit.h"
#include "scanline/raster/auto_model.h"

#include <span>
#include <string>

namespace scanline::cli {

/// What a model says of streams of noise, in a few sizes and densities: the milliseconds of every choice,
/// what auto chooses, and where a look at the stream pays. fits: how well the costs predict what they were
/// fitted to, in the order of the model's; empty where that is not known.
std::string auto_model_table(const raster::AutoModel& model, std::span<const bench::CostFit> fits);

} // namespace scanline::cli
