#pragma once
#include "compaction_job.h"

#include <string>
#include <vector>

namespace scanline::cli {

/// Tables for people, one for each image.
std::string report_text(const std::vector<CompactionRun>& runs);

/// An array with an object for each run: image, width, height, total, valid, backend, algorithm, choice (what
/// auto took, null for the others), block (null where it has none), monotonic, timer, gl_renderer (null on
/// the CPU), stages [{name, ms}], ms.
std::string report_json(const std::vector<CompactionRun>& runs);

/// Tidy: a row for each stage of each repetition of each run, and one for their sum, whose stage is "total".
/// The block and the renderer are empty where there is none.
std::string report_csv(const std::vector<CompactionRun>& runs);

} // namespace scanline::cli
