#include "scanline/cpu/scan.h"

#include "memory_kernels.h"
#include "scan_passes.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/cpu/processor.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <hwy/highway.h>
#include <limits>
#include <numeric>
#include <vector>

namespace scanline::cpu {

namespace {

template <class T>
T scan_alone(const ThreadKernels<T>& kernels, std::optional<std::int64_t> partition, std::span<const T> input,
             std::span<T> output) {
    const std::size_t stretch = partition ? static_cast<std::size_t>(*partition) : input.size();
    T before = kernels.identity();
    for (std::size_t first = 0; first < input.size(); first += stretch)
        before = kernels.last_scan(input.data() + first, output.data() + first,
                                   std::min(stretch, input.size() - first), before);
    return before;
}

template <class T>
T scan_in_passes(ThreadTeam& team, const ScanAlgorithm& algorithm, const ThreadKernels<T>& kernels,
                 const ScanOptions& options, std::optional<std::int64_t> partition, std::span<const T> input,
                 std::span<T> output) {
    if (!algorithm.multithreaded())
        return scan_alone(kernels, partition, input, output);
    return TeamScan<T>(algorithm, options, kernels, partition, input, output).run(team);
}

} // namespace

std::span<const ScanAlgorithm> scan_algorithms() {
    using enum ScanKernel;
    using enum ScanPasses;
    static constexpr std::array all{
        ScanAlgorithm{"scalar", scalar, one, false, "one thread, element by element"},
        ScanAlgorithm{"simd", simd, one, false, "one thread, horizontal: inside of a register"},
        ScanAlgorithm{"simd-v1", simd_v1, one, false, "one thread, vertical, prefix sums in pass 1"},
        ScanAlgorithm{"simd-v1-p", simd_v1, one, true, "the same in partitions"},
        ScanAlgorithm{"simd-v2", simd_v2, one, false, "one thread, vertical, prefix sums in pass 2"},
        ScanAlgorithm{"simd-v2-p", simd_v2, one, true, "the same in partitions"},
        ScanAlgorithm{"simd-t", simd_t, one, false, "one thread, over a balanced tree"},
        ScanAlgorithm{"simd-t-p", simd_t, one, true, "the same in partitions"},
        ScanAlgorithm{"scalar1", scalar, increment, false, "threads, prefix sums and then increments"},
        ScanAlgorithm{"scalar1-p", scalar, increment, true, "the same in partitions"},
        ScanAlgorithm{"scalar2", scalar, accumulate, false, "threads, totals and then prefix sums"},
        ScanAlgorithm{"scalar2-p", scalar, accumulate, true, "the same in partitions"},
        ScanAlgorithm{"simd1", simd, increment, false,
                      "threads and registers, prefix sums and then increments"},
        ScanAlgorithm{"simd1-p", simd, increment, true, "the same in partitions"},
        ScanAlgorithm{"simd2", simd, accumulate, false, "threads and registers, totals and then prefix sums"},
        ScanAlgorithm{"simd2-p", simd, accumulate, true, "the same in partitions"},
        ScanAlgorithm{"lookahead", lookahead, one, false,
                      "beyond the paper: simd with a short carry, prefetches and streaming stores"},
        ScanAlgorithm{"lookahead1", lookahead, increment, false, "simd1 with them"},
        ScanAlgorithm{"lookahead1-p", lookahead, increment, true, "the same in partitions"},
        ScanAlgorithm{"lookahead2", lookahead, accumulate, false, "simd2 with them"},
        ScanAlgorithm{"lookahead2-p", lookahead, accumulate, true, "the same in partitions"},
    };
    return all;
}

const ScanAlgorithm& find_scan_algorithm(std::string_view name) {
    return find_named("scan on the CPU", name, scan_algorithms());
}

ScanDivision::ScanDivision(ScanPasses passes, const ScanOptions& options)
    : parts_(static_cast<std::size_t>(options.threads), 1.0),
      dilated_(options.dilation != 0 || options.first_dilation.value_or(0) != 0) {
    if (!dilated_)
        return;
    if (passes == ScanPasses::accumulate)
        parts_.front() = options.first_dilation.value_or(options.dilation);
    parts_.push_back(options.dilation);
}

std::int64_t ScanDivision::together(std::int64_t partition) const {
    const double all = std::accumulate(parts_.begin(), parts_.end(), 0.0);
    return std::max<std::int64_t>(1, std::llround(all * static_cast<double>(partition)));
}

std::vector<std::int64_t> ScanDivision::boundaries(std::int64_t elements) const {
    const double all = std::accumulate(parts_.begin(), parts_.end(), 0.0);
    std::vector<std::int64_t> at{0};
    double before = 0;
    for (const double part : parts_) {
        before += part;
        at.push_back(std::llround(static_cast<double>(elements) * (before / all)));
    }
    at.back() = elements;
    return at;
}

namespace {

void require_part(double part, std::string_view what) {
    if (!(part >= 0 && part <= 1))
        throw usage_error(fmt::format("scan: a {} of {} cannot be: it is from 0 to 1", what, part));
}

void require_options(const ScanAlgorithm& algorithm, const ScanOptions& options) {
    if (!algorithm.multithreaded() && options.threads != 1)
        throw usage_error(fmt::format("scan: {} is for one thread, not {}: use an algorithm of several, like "
                                      "simd1-p",
                                      algorithm.name, options.threads));
    if (options.partition && !algorithm.partitioned)
        throw usage_error(
            fmt::format("scan: {} has no partitions: use an algorithm that ends in -p", algorithm.name));
    if (options.partition && *options.partition < 1)
        throw usage_error(
            fmt::format("scan: a partition of {} elements cannot be: give at least 1", *options.partition));
    require_part(options.dilation, "dilation");
    if (options.first_dilation)
        require_part(*options.first_dilation, "first dilation");
    if (!algorithm.multithreaded() && (options.dilation != 0 || options.first_dilation))
        throw usage_error(fmt::format("scan: {} has one partition for all: dilate those of an algorithm of "
                                      "several threads",
                                      algorithm.name));
}

// Vertical scans access one place per lane. If these places are an even number of lines apart, above all a
// power of two, they share a few cache sets and evict each other. So with 16 lanes the stride from lane to
// lane is an odd number of lines; with fewer, a small multiple of that.
constexpr std::int64_t line_of_each_lane = 16 * 64;

std::int64_t default_partition_bytes(ScanKernel kernel) {
    switch (kernel) {
    case ScanKernel::simd_v1:
    case ScanKernel::simd_v2:
        return (2 * first_level_cache_bytes() / line_of_each_lane | 1) * line_of_each_lane;
    case ScanKernel::simd_t: return first_level_cache_bytes() / 2;
    default: return second_level_cache_bytes() / 4;
    }
}

} // namespace

Scan::Scan(const ScanAlgorithm& algorithm, const ScanOptions& options)
    : algorithm_(&algorithm), options_(options) {
    require_options(algorithm, options);
    team_ = std::make_unique<ThreadTeam>(options.threads);
}

std::optional<std::int64_t> Scan::partition(int element_bytes) const {
    if (!algorithm_->partitioned)
        return std::nullopt;
    return options_.partition.value_or(default_partition_bytes(algorithm_->kernel) / element_bytes);
}

template <class T>
T Scan::operator()(std::span<const T> input, std::span<T> output) const {
    if (input.size() != output.size())
        throw usage_error(
            fmt::format("scan: {} elements given for the output, {} needed", output.size(), input.size()));
    if (input.data() != output.data() && overlap(input.data(), output.data(), input.size_bytes()))
        throw usage_error("scan: the input and the output partly overlap: give them memory of their own, or "
                          "the same");
    const std::optional<std::int64_t> part = partition(sizeof(T));
    const auto together = static_cast<std::int64_t>(input.size());
    constexpr std::int64_t max_strided = std::numeric_limits<std::int32_t>::max();
    if (algorithm_->strided() && std::min(part.value_or(together), together) > max_strided)
        throw usage_error(fmt::format(
            "scan: {} gathers at most {} elements at once, not {}: give it {}", algorithm_->name, max_strided,
            together, part ? "a smaller partition" : "partitions, by the name that ends in -p"));
    const ScanKernels<T>& kernels = scan_kernels<T>(options_.op, options_.exclusive);
    const ThreadKernels<T> own =
        thread_kernels(kernels, algorithm_->kernel,
                       input.data() != output.data() &&
                           static_cast<std::int64_t>(input.size_bytes()) > second_level_cache_bytes());
    return scan_in_passes(*team_, *algorithm_, own, options_, part, input, output);
}

template float Scan::operator()(std::span<const float>, std::span<float>) const;
template double Scan::operator()(std::span<const double>, std::span<double>) const;
template std::int32_t Scan::operator()(std::span<const std::int32_t>, std::span<std::int32_t>) const;
template std::uint32_t Scan::operator()(std::span<const std::uint32_t>, std::span<std::uint32_t>) const;
template std::int64_t Scan::operator()(std::span<const std::int64_t>, std::span<std::int64_t>) const;

std::string_view simd_target() {
    // The best compiled target that this processor supports: the choice of HWY_DYNAMIC_DISPATCH.
    const auto usable = static_cast<std::uint64_t>(hwy::SupportedTargets() & HWY_TARGETS);
    return hwy::TargetName(static_cast<std::int64_t>(usable & (~usable + 1)));
}

} // namespace scanline::cpu
