#pragma once
#include "scanline/cpu/scan.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace scanline::cpu {

/// An algorithm with its settings.
struct ScanChoice {
    std::string algorithm; ///< one of scan_algorithms()
    int threads = 1;
    /// Bytes per partition for partitioned algorithms; if empty, see ScanOptions::partition.
    std::optional<std::int64_t> partition_bytes{};
    double dilation = 0; ///< see ScanOptions::dilation

    bool operator==(const ScanChoice&) const = default;
};

/// The fastest choice for inputs of at least this many bytes, up to the next step.
struct ScanStep {
    std::int64_t from_bytes = 0;
    ScanChoice choice;

    bool operator==(const ScanStep&) const = default;
};

/// The steps from which AutoScan chooses. Neither list is empty; both ascend from 0.
struct ScanModel {
    std::vector<ScanStep> in_place, apart;

    bool operator==(const ScanModel&) const = default;
};

/// A good model for most machines with this many processors.
ScanModel default_scan_model(int processors);

/// The choice for this many bytes.
const ScanChoice& choose(const std::vector<ScanStep>& steps, std::int64_t bytes);

/// Scans with the algorithm, threads and partition that the model lists for the input size, in place or out
/// of place; otherwise like Scan. Creates what a choice needs on first use, and keeps it.
///
///     AutoScan scan;
///     scan(std::span<const float>(a), std::span<float>(b));   // a: 3 1 7 0 4   b: 3 4 11 11 15
class AutoScan {
public:
    explicit AutoScan(Operator op = Operator::sum, bool exclusive = false,
                      ScanModel model = default_scan_model(ThreadTeam::all_processors()));

    /// Returns the total of all elements.
    template <class T>
    T operator()(std::span<const T> input, std::span<T> output) {
        // Small scans finish quickly and often repeat the previous size.
        const Case now{input.size_bytes(), sizeof(T), input.data() == output.data()};
        if (now != last_ || last_scan_ == nullptr) {
            last_scan_ = &chosen(now.bytes, now.element_bytes, now.in_place);
            last_ = now;
        }
        return (*last_scan_)(input, output);
    }

    /// The scan for this many bytes. Errors: usage if the model names an unknown algorithm.
    const Scan& chosen(std::size_t bytes, std::size_t element_bytes, bool in_place);

private:
    struct Case {
        std::size_t bytes = 0, element_bytes = 0;
        bool in_place = false;

        bool operator==(const Case&) const = default;
    };
    Operator op_;
    bool exclusive_;
    ScanModel model_;
    std::vector<std::unique_ptr<const Scan>> made_;
    Case last_;
    const Scan* last_scan_ = nullptr;
};

} // namespace scanline::cpu
