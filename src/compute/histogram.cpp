#include "scanline/compute/histogram.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::compute::detail {
namespace {

constexpr int max_bins = 65'536;
constexpr int max_private_bins = 4096; // words: half of the shared memory that every driver has
constexpr int group_size = 512, tile_items = 8;

gl::Specialization constants(ElementType type, HistogramKernel::By by, int bins) {
    if (bins < 1 || bins > max_bins)
        throw usage_error(
            fmt::format("histogram: {} bins cannot be counted: ask for 1 to {}", bins, max_bins));
    if (by == HistogramKernel::By::digit && !is_power_of_two(bins))
        throw usage_error(
            fmt::format("histogram: {} bins cannot be counted by digit: ask for a power of two", bins));
    return element_constants(type, {{"BY", constant(by)},
                                    {"BINS", fmt::format("{}u", bins)},
                                    {"PRIVATE", bins <= max_private_bins ? "1" : "0"}});
}

// Just enough to keep the device busy, because each group adds its counts to the sums at its end.
std::int64_t max_groups(const Engine& engine) {
    return engine.capabilities().software ? 64 : 528;
}

float distance_to_next_toward_zero(float value) {
    const float size = std::abs(value);
    return size - std::nextafter(size, 0.0f);
}

} // namespace

struct HistogramKernel::Run {
    const Operation& operation;
    BufferRange input, counts;
    std::optional<BufferRange> count;
    std::initializer_list<Kernel::Uniform> uniforms;
};

HistogramKernel::HistogramKernel(Engine& engine, ElementType type, By by, int bins)
    : ElementwiseKernel(engine, "compute/histogram", constants(type, by, bins), tile_items, group_size),
      bins_(bins), max_groups_(max_groups(engine)),
      sums_(std::vector<std::uint32_t>(static_cast<std::size_t>(bins) + 1)) {}

void HistogramKernel::run(const Run& run) const {
    run.operation.require_fits(run.input, "input");
    run.operation.require_size(run.counts, bins_, "array of counts");
    run.operation.require_apart(run.input, "input", run.counts, "array of counts");
    run.operation.require_count(run.count, run.counts);
    const StageScope stage(engine().observer(), "histogram");
    ElementwiseKernel::run({run.input.size, run.count}, {.pass = "histogram",
                                                         .bindings = {{"elements", run.input},
                                                                      {"counts", run.counts, false},
                                                                      {"sums", sums_.view().range(), false}},
                                                         .uniforms = run.uniforms,
                                                         .output = 1,
                                                         .always = true,
                                                         .max_groups = max_groups_});
}

void HistogramKernel::run_digit(const BufferRange& keys, int shift, const BufferRange& counts,
                                const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "histogram");
    if (shift < 0 || shift > 31)
        throw usage_error(
            fmt::format("{}: the digit from bit {} on is none of a 32-bit key: shift by 0 to 31",
                        operation.name(), shift));
    run({operation, keys, counts, count, {static_cast<std::uint32_t>(shift)}});
}

void HistogramKernel::run_range(const BufferRange& values, std::int64_t low, std::int64_t high,
                                const BufferRange& counts, const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "histogram");
    if (low >= high)
        throw usage_error(
            fmt::format("{}: no integer is from {} to below {}: the first must be the smaller one",
                        operation.name(), low, high));
    const std::uint32_t low_key = values.type == ElementType::int32
                                      ? ordered_key(static_cast<std::int32_t>(low))
                                      : static_cast<std::uint32_t>(low);
    const std::int64_t span = high - low;
    const auto bins_by_span = static_cast<float>(static_cast<double>(bins_) / static_cast<double>(span));
    run({operation, values, counts, count, {low_key, static_cast<std::uint32_t>(span), bins_by_span}});
}

// With these bounds the float quotient of histogram_floats.glsl is less than one bin off: quotient and edges
// are rounded by less than 2^-5 bins, and the edges once more, by at most 1/8 bin, when added to low. All
// compared and divided values stay normal floats.
void HistogramKernel::run_range(const BufferRange& values, float low, float high, const BufferRange& counts,
                                const std::optional<BufferRange>& count) const {
    const Operation operation(engine(), "histogram");
    const double span = static_cast<double>(high) - low;
    const double width = span / bins_;
    if (!std::isfinite(low) || !std::isfinite(high) || !(low < high) || span > 0x1p126)
        throw usage_error(fmt::format(
            "{}: floats from {} to below {} cannot be counted: both must be finite, the first the "
            "smaller one, and their difference at most 2^126",
            operation.name(), low, high));
    if (width <
        std::max({0x1p-100f, 4 * distance_to_next_toward_zero(low), 4 * distance_to_next_toward_zero(high)}))
        throw usage_error(
            fmt::format("{}: {} bins from {} to below {} are too narrow for floats: ask for fewer",
                        operation.name(), bins_, low, high));
    run({operation,
         values,
         counts,
         count,
         {ordered_key(low), ordered_key(high), low, static_cast<float>(width),
          static_cast<float>(bins_ / span)}});
}

} // namespace scanline::compute::detail
