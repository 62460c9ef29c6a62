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
    std::string algorithm; ///< of scan_algorithms()
    int threads = 1;
    /// Bytes of a partition, where the algorithm has partitions; none: see ScanOptions::partition.
    std::optional<std::int64_t> partition_bytes{};
    double dilation = 0; ///< see ScanOptions::dilation

    bool operator==(const ScanChoice&) const = default;
};

/// The fastest choice from so many bytes of elements on, until the next step begins.
struct ScanStep {
    std::int64_t from_bytes = 0;
    ScanChoice choice;

    bool operator==(const ScanStep&) const = default;
};

/// The steps by which AutoScan chooses. Neither list is empty; both ascend from 0.
struct ScanModel {
    std::vector<ScanStep> in_place, apart;

    bool operator==(const ScanModel&) const = default;
};

/// A model that is good on most machines with so many processors.
ScanModel usual_scan_model(int processors);

/// The choice for so many bytes.
const ScanChoice& choose(const std::vector<ScanStep>& steps, std::int64_t bytes);

/// Scans by the algorithm, the threads and the partition that a model has for as many bytes, in place or
/// apart; else as Scan. What a choice needs is made when it is first taken, and stays.
///
///     AutoScan scan;
///     scan(std::span<const float>(a), std::span<float>(b));   // a: 3 1 7 0 4   b: 3 4 11 11 15
class AutoScan {
public:
    explicit AutoScan(Operator op = Operator::sum, bool exclusive = false,
                      ScanModel model = usual_scan_model(ThreadTeam::all_processors()));

    /// Returns what all elements have together.
    template <class T>
    T operator()(std::span<const T> input, std::span<T> output) {
        // Small scans are over soon, and often as long as the one before.
        const Case now{input.size_bytes(), sizeof(T), input.data() == output.data()};
        if (now != last_ || last_scan_ == nullptr) {
            last_scan_ = &chosen(now.bytes, now.element_bytes, now.in_place);
            last_ = now;
        }
        return (*last_scan_)(input, output);
    }

    /// The scan for so many bytes. Errors: usage where the model names an algorithm that does not exist.
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
