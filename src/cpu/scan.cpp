#include "scanline/cpu/scan.h"
#include "cache_size.h"
#include "overlap.h"
#include "scan_kernels.h"
#include "scan_passes.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

namespace scanline::cpu {
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

// Vertical scans are at as many places at once as registers have lanes. Where these are an even number of
// lines apart, the more so a power of two, they share few places of the cache and drive each other out: the
// step from lane to lane is an odd number of lines where there are 16 of them, and a small multiple of it
// where there are fewer.
constexpr std::int64_t line_of_each_lane = 16 * 64;

std::int64_t usual_partition_bytes(ScanKernel kernel) {
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
    return options_.partition.value_or(usual_partition_bytes(algorithm_->kernel) / element_bytes);
}

template <class T>
T Scan::operator()(std::span<const T> input, std::span<T> output) const {
    if (input.size() != output.size())
        throw usage_error(fmt::format("scan: the output has {} elements, but needs {}: make it as long",
                                      output.size(), input.size()));
    if (input.data() != output.data() && overlap(input.data(), output.data(), input.size_bytes()))
        throw usage_error("scan: the input and the output overlap in part: give them memory of their own, or "
                          "the same");
    const std::optional<std::int64_t> part = partition(sizeof(T));
    const auto together = static_cast<std::int64_t>(input.size());
    constexpr std::int64_t most_strided = std::numeric_limits<std::int32_t>::max();
    if (algorithm_->strided() && std::min(part.value_or(together), together) > most_strided)
        throw usage_error(
            fmt::format("scan: {} gathers at most {} elements at once, not {}: give it {}", algorithm_->name,
                        most_strided, together,
                        part ? "a smaller partition" : "partitions, by the name that ends in -p"));
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

} // namespace scanline::cpu
