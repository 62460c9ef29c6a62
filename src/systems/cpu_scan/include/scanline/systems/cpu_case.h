#pragma once
#include "scanline/catalog/system.h"
#include "scanline/cpu/scan.h"

#include <cstdint>
#include <optional>
#include <string>

namespace scanline::catalog {

enum class CpuType { float32, int32, int64 };

/// A scan on the CPU to check.
struct CpuCase {
    const cpu::ScanAlgorithm* algorithm = nullptr;
    cpu::ScanOptions options{};
    CpuType type = CpuType::float32;
    std::int64_t size = 0;
    bool in_place = false;
    std::uint64_t seed = 0; ///< of the elements
};

/// A random case, a function of its arguments alone: every algorithm, operator, type, any size, 1 to 4
/// threads, with partitions of any size.
CpuCase random_cpu_case(std::uint64_t seed, const CaseLimits& limits);

/// "scan on the CPU by simd1-p of 1000 int32, sum, exclusive, 2 threads, in place"
std::string describe(const CpuCase& test);

/// Runs the scan and compares its results with those of a loop: integers, minima and maxima exactly, sums of
/// floats within the bound of cpu::Scan. Returns the first difference, none if all results are right.
std::optional<std::string> check(const CpuCase& test);

/// The entries, checks and experiments of prefix sums on the CPU.
System cpu_scan_system();

} // namespace scanline::catalog
