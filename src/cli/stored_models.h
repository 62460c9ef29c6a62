#pragma once
#include "compaction_job.h"

#include "scanline/cpu/scan_model.h"
#include "scanline/machine/machine.h"

#include <memory>
#include <string>
#include <string_view>

// What auto goes by: either a stored model or a built-in one. Only `scanline tune` measures; no other
// command spends that time.

namespace scanline::cli {

/// The costs that were measured on this machine; null where there are none, which stands for those that the
/// program comes with. What is there but damaged, or of another driver or version, is not used, and reported
/// on standard error.
std::shared_ptr<const raster::AutoModel> stored_auto_model(machine::Machine& machine);

/// Gives it to the options of a job in which auto takes part.
void use_stored_auto_model(machine::Machine& machine, CompactionJob& job);

/// Which costs auto would go by now, for people: "shipped", or a file with its date.
std::string describe_auto_model(machine::Machine& machine);

/// The name of what chooses among the scans on the CPU by itself.
inline constexpr std::string_view auto_cpu_scan = "auto";

/// What auto goes by among the scans on the CPU: as measured on this machine, or the usual. Its file is named
/// after the processor, so that one of another is not even found. What is there but damaged, or of another
/// version, is not used, and reported on standard error.
cpu::ScanModel stored_scan_model();

/// Which one it would be now, for people: "usual", or a file with its date.
std::string describe_scan_model();

} // namespace scanline::cli
