#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::cpu {

/// What to scan with.
struct ScanChoice {
    std::string algorithm; ///< of scan_algorithms()
    int threads = 1;
    /// Of a partition, where the algorithm has partitions; none: see ScanOptions::partition.
    std::optional<std::int64_t> partition_bytes{};
    double dilation = 0; ///< see ScanOptions::dilation

    bool operator==(const ScanChoice&) const = default;
};

/// What is fastest from how many bytes of elements on, until the next one begins.
struct ScanStep {
    std::int64_t from_bytes = 0;
    ScanChoice choice;

    bool operator==(const ScanStep&) const = default;
};

/// By what AutoScan chooses. Neither list is empty; both ascend from 0.
struct ScanModel {
    std::vector<ScanStep> in_place, apart;

    bool operator==(const ScanModel&) const = default;
};

/// What is good on most machines, with so many processors.
ScanModel usual_scan_model(int processors);

/// The choice for so many bytes.
const ScanChoice& choose(const std::vector<ScanStep>& steps, std::int64_t bytes);

} // namespace scanline::cpu
