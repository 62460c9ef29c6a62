#pragma once
#include "compaction_job.h"
#include "session.h"

#include "scanline/bench/calibrate.h"

#include <memory>
#include <optional>
#include <string>

namespace scanline::cli {

/// Measures the costs that auto goes by, with progress; none when interrupted.
std::optional<bench::Calibration> calibrate(Session& session, const bench::CalibrateOptions& options);

/// The costs that were measured on this machine; null where there are none, which stands for those that the
/// program comes with. What is there but damaged, or of another driver or version, is not used, and reported
/// on standard error.
std::shared_ptr<const raster::AutoModel> stored_auto_model(Session& session);

/// Gives it to the options of a job in which auto takes part.
void use_stored_auto_model(Session& session, CompactionJob& job);

/// Which costs auto would go by now, for people: "shipped", or a file with its date.
std::string describe_auto_model(const Session& session);

} // namespace scanline::cli
