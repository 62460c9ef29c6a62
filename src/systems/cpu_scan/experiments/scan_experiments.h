#pragma once
#include "scanline/systems/cpu_scan.h"

namespace scanline::bench {

Experiment scans_of_one_thread();
Experiment scans_in_place();
Experiment scans_apart();
Experiment scan_partitions();
Experiment scan_dilations();

CpuScanOptions scan_options(const Request& request);
Plan scan_plan(std::vector<PlannedGroup> groups);

/// Plans the groups of an experiment. automatic: it measures auto, and needs its model.
template <std::vector<PlannedGroup> groups(const CpuScanOptions& options), bool automatic = false>
Plan scan_plan_of(const Request& request) {
    CpuScanOptions options = scan_options(request);
    if (automatic && request.scan_model)
        options.model = request.scan_model();
    return scan_plan(groups(options));
}

/// cpu_scan_summary() with a heading.
std::string scan_summary(const Results& results);

/// --sizes, and where several threads work --threads.
std::vector<Axis> scan_axes(bool several_threads);

} // namespace scanline::bench
