#pragma once
#include "scanline/bench/cpu_scan.h"

namespace scanline::bench {

CpuScanExperiment scans_of_one_thread();
CpuScanExperiment scans_in_place();
CpuScanExperiment scans_apart();
CpuScanExperiment scan_partitions();
CpuScanExperiment scan_dilations();

} // namespace scanline::bench
