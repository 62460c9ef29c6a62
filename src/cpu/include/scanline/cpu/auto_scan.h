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

    /// What it scans so many bytes by. Errors: usage where the model names what there is not.
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
