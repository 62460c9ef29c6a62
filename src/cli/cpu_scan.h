#pragma once
#include "array_command.h"

#include "scanline/cpu/auto_scan.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::cli {

/// What is asked of the scans on the CPU.
struct CpuScanSettings {
    std::optional<int> threads;
    std::optional<double> dilation;
    bool in_place = false; ///< timed in place
};

/// --threads, --dilation, --in-place-benchmark.
void add_cpu_scan_settings(CLI::App& command, CpuScanSettings& settings);

/// The name of what chooses among them by itself.
inline constexpr std::string_view auto_cpu_scan = "auto";

/// Whether a scan on the CPU has that name, or it is auto.
bool is_cpu_scan(const std::optional<std::string>& name);

/// A scan on the CPU that is ready.
class CpuScan {
public:
    /// By its name, with all processors that this program may use where nothing else is asked for; auto goes
    /// by what was measured on this machine. Errors: as cpu::Scan; usage where auto shall not choose.
    CpuScan(const std::string& name, const CpuScanSettings& settings, Operator op, bool exclusive,
            std::optional<int> partition);

    /// Scans so often, each time timed, and tells the report what was taken. Errors: usage for uint64, which
    /// these scans have not.
    template <class T>
    RawArray<T> operator()(const RawArray<T>& elements, int repetitions, ArrayReport& report,
                           std::vector<bench::Repetition>& times);

private:
    const cpu::Scan& chosen(std::size_t bytes, std::size_t element_bytes);

    std::string name_;
    Operator op_;
    bool exclusive_, in_place_;
    std::optional<cpu::Scan> named_;
    std::optional<cpu::AutoScan> automatic_; ///< once it is needed, because its model may have to be measured
};

} // namespace scanline::cli
