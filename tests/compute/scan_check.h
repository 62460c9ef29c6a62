#pragma once
#include "compute_fixture.h"
#include "scan_oracle.h"
#include "scanline/compute/scan.h"
#include "support/first_difference.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::test {

/// "ballot of software, horizontal, chained, exclusive min of float32, partition 256"
template <class T>
std::string description(const compute::Engine& engine, const compute::Scan<T>& scan,
                        const compute::ScanOptions& options) {
    return fmt::format("{} of {}, {}, {}, {} {} of {}, partition {}", to_string(engine.tier()),
                       engine.capabilities().software ? "software" : "hardware", to_string(scan.method()),
                       to_string(scan.order()), options.exclusive ? "exclusive" : "inclusive",
                       to_string(options.op), to_string(compute::element_type_of<T>), scan.partition());
}

/// The placement of a scan's arrays.
struct Placement {
    std::int64_t input_first = GuardedArray<std::uint32_t>::guard_size;
    std::int64_t output_first = GuardedArray<std::uint32_t>::guard_size;
    bool in_place = false;
};

/// Scans the values, or the first `count` with a count on the GPU. Returns the first error in the result, the
/// elements after it, the input or the guard words; empty if there is none.
template <class T>
std::string scan_fault(const compute::Scan<T>& scan, const compute::ScanOptions& options,
                       const std::vector<T>& values, const Placement& placement = {},
                       std::optional<std::uint32_t> count = std::nullopt) {
    GuardedArray<T> input(values, placement.input_first);
    std::optional<GuardedArray<T>> apart;
    if (!placement.in_place)
        apart.emplace(static_cast<std::int64_t>(values.size()), placement.output_first);
    GuardedArray<T>& output = apart ? *apart : input;

    const std::size_t scanned = std::min<std::size_t>(count.value_or(0xffffffffu), values.size());
    std::vector<T> expected = output.download();
    const std::vector<T> results =
        expected_scan(std::vector<T>(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(scanned)),
                      options.op, options.exclusive);
    std::copy(results.begin(), results.end(), expected.begin());

    if (count) {
        // At an odd position.
        GuardedArray<std::uint32_t> counts(std::vector<std::uint32_t>{*count}, 5);
        scan(input.view(), output.view(), counts.view());
        if (counts.download().front() != *count || !counts.intact())
            return "the count or what lies beside it has changed";
    } else {
        scan(input.view(), output.view());
    }
    if (std::string fault = first_difference(output.download(), expected); !fault.empty())
        return fault;
    if (!output.intact())
        return "what lies beside the results has changed";
    if (!placement.in_place && !first_difference(input.download(), values).empty())
        return "the input has changed";
    return input.intact() ? "" : "what lies beside the input has changed";
}

/// Calls run(T{}) with the type of an element.
template <class Run>
void with_type(compute::ElementType type, Run run) {
    switch (type) {
    case compute::ElementType::uint32: run(std::uint32_t{}); return;
    case compute::ElementType::int32: run(std::int32_t{}); return;
    case compute::ElementType::float32: run(float{}); return;
    case compute::ElementType::uint64: run(std::uint64_t{}); return;
    case compute::ElementType::pair: FAIL("a pair is no number"); return;
    }
}

} // namespace scanline::test
