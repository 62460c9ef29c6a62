#pragma once
#include "array_command.h"

#include "scanline/cpu/scan.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::cli {

/// What is asked of the scans on the CPU that have a name; without one the CPU twin scans.
struct CpuScanSettings {
    std::optional<int> threads;
    std::optional<double> dilation;
};

/// --threads, --dilation.
void add_cpu_scan_settings(CLI::App& command, CpuScanSettings& settings);

/// The scan on the CPU of that name; none where there is no such scan.
const cpu::ScanAlgorithm* named_cpu_scan(const std::optional<std::string>& name);

/// With all processors that this program may use where nothing else is asked for. Errors: as cpu::Scan.
cpu::Scan make_cpu_scan(const cpu::ScanAlgorithm& algorithm, const CpuScanSettings& settings, Operator op,
                        bool exclusive, std::optional<int> partition);

/// Scans, and tells the report what was taken. Errors: usage for uint64, which these scans have not.
template <class T>
std::vector<T> scan_on_cpu(const cpu::Scan& scan, const std::vector<T>& elements, int repetitions,
                           ArrayReport& report, std::vector<bench::Repetition>& times);

} // namespace scanline::cli
