#pragma once
#include "scanline/cpu/scan.h"
#include "scanline/cpu/scan_model.h"

#include <memory>
#include <span>
#include <vector>

namespace scanline::cpu {

/// Scans by the algorithm, the threads and the partition that a model has for as many bytes, in place or
/// apart; else as Scan. What a choice needs is made when it is first taken, and stays.
///
///     AutoScan scan;
///     scan(std::span<const float>(a), std::span<float>(b));   // a: 3 1 7 0 4   b: 3 4 11 11 15
class AutoScan {
public:
    explicit AutoScan(Operator op = Operator::sum, bool exclusive = false,
                      ScanModel model = usual_scan_model(usable_processors()));

    /// Returns what all elements have together.
    template <class T>
    T operator()(std::span<const T> input, std::span<T> output) {
        return chosen(input.size_bytes(), sizeof(T), input.data() == output.data())(input, output);
    }

    /// What it scans so many bytes by. Errors: usage where the model names what there is not.
    const Scan& chosen(std::size_t bytes, std::size_t element_bytes, bool in_place);

private:
    struct Made {
        const ScanChoice* choice; ///< in the model: small scans are over sooner than names are compared
        std::size_t element_bytes;
        std::unique_ptr<const Scan> scan;
    };

    Operator op_;
    bool exclusive_;
    ScanModel model_;
    std::vector<Made> made_; ///< the one taken last is the first
};

} // namespace scanline::cpu
