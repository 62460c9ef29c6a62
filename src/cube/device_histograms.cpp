#include "scanline/cube/device_histograms.h"

#include "device_layout.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/kernel.h"
#include "scanline/core/bits.h"
#include "scanline/gl/cancellation_scope.h"

#include <fmt/format.h>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr int histogram_group = 256;
constexpr std::int64_t most_groups = 1024; ///< each adds all of its counts to the total
constexpr std::int64_t shared_words = (32 << 10) / 4;

std::int64_t codes_of(const Shape& shape) {
    return std::accumulate(shape.cardinalities.begin(), shape.cardinalities.end(), std::int64_t{0});
}

// See linked_histograms.comp.
std::int64_t selection_words(const Shape& shape) {
    std::int64_t words = 2 * static_cast<std::int64_t>(shape.cardinalities.size());
    for (const std::uint32_t cardinality : shape.cardinalities)
        words += divide_rounding_up(std::int64_t{cardinality}, std::int64_t{32});
    return words;
}

compute::Kernel histogram_kernel(compute::Engine& engine, const Shape& shape) {
    const std::int64_t counts = codes_of(shape), selection = selection_words(shape);
    const bool fits = counts + selection <= shared_words;
    return {engine,
            "cube/linked_histograms",
            histogram_group,
            histogram_group * 16,
            {{"DIMENSIONS", std::to_string(shape.cardinalities.size())},
             {"SHARED_COUNTS", std::to_string(fits ? counts : 0)},
             {"SHARED_BITS", std::to_string(fits ? selection : 0)}}};
}

std::vector<std::uint32_t> pack_selection(const Shape& shape,
                                          const std::vector<std::vector<bool>>& selected) {
    const std::size_t dimensions = shape.cardinalities.size();
    if (selected.size() != dimensions)
        throw usage_error(fmt::format("linked histograms: {} selections for {} dimensions: give each one, if "
                                      "need be an empty one",
                                      selected.size(), dimensions));
    std::vector<std::uint32_t> words(2 * dimensions);
    words.reserve(static_cast<std::size_t>(selection_words(shape)));
    std::uint32_t first_count = 0;
    for (std::size_t d = 0; d < dimensions; ++d) {
        const std::uint32_t cardinality = shape.cardinalities[d];
        if (!selected[d].empty() && selected[d].size() != cardinality)
            throw usage_error(fmt::format("linked histograms: a selection of {} codes in dimension {}, whose "
                                          "cardinality is {}: give each code a value, or none",
                                          selected[d].size(), d, cardinality));
        const std::size_t first_bit = words.size();
        words[2 * d] = first_count;
        words[2 * d + 1] = static_cast<std::uint32_t>(first_bit);
        first_count += cardinality;
        words.resize(first_bit + (std::size_t{cardinality} + 31) / 32, selected[d].empty() ? 0xffffffff : 0);
        for (std::size_t code = 0; code < selected[d].size(); ++code)
            words[first_bit + code / 32] |= (selected[d][code] ? 1u : 0u) << code % 32;
    }
    return words;
}

} // namespace

struct DeviceHistograms::Parts {
    Parts(compute::Engine& on, const Shape& of)
        : engine(on), shape(of), kernel(histogram_kernel(on, of)), fill(on) {}

    compute::Engine& engine;
    Shape shape;
    compute::Kernel kernel;
    compute::Fill<std::uint32_t> fill;

    std::vector<std::uint32_t> count(const DeviceRows& rows,
                                     const std::vector<std::uint32_t>& selection) const {
        compute::Operation operation(engine, "linked histograms");
        const StageScope stage(engine.observer(), "count");
        const Words bits =
                        operation.scratch().take<std::uint32_t>(static_cast<std::int64_t>(selection.size())),
                    counts = operation.scratch().take<std::uint32_t>(codes_of(shape));
        operation.require_fits(counts.range(), "array of counts");
        engine.upload<std::uint32_t>(bits, selection);
        fill(counts, 0);
        kernel.run(engine, rows.size(),
                   {.pass = "count",
                    .bindings = {{"codes", rows.codes.view().range()},
                                 {"selection", bits.range()},
                                 {"counts", counts.range()}},
                    .max_groups = most_groups});
        return compute::download(counts);
    }
};

DeviceHistograms::DeviceHistograms(compute::Engine& engine, const Shape& shape)
    : parts_(make_hidden<const Parts>(engine, shape)) {}

std::vector<std::vector<std::uint32_t>>
DeviceHistograms::operator()(const DeviceRows& rows, const std::vector<std::vector<bool>>& selected,
                             const CallLimits& limits) const {
    const Parts& parts = *parts_;
    if (rows.shape != parts.shape)
        throw usage_error(
            fmt::format("linked histograms: rows of {} dimensions have another shape than these are "
                        "for: make other ones",
                        rows.shape.cardinalities.size()));
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    const std::vector<std::uint32_t> counts = parts.count(rows, pack_selection(parts.shape, selected));
    std::vector<std::vector<std::uint32_t>> histograms;
    auto first = counts.begin();
    for (const std::uint32_t cardinality : parts.shape.cardinalities) {
        histograms.emplace_back(first, first + cardinality);
        first += cardinality;
    }
    return histograms;
}

} // namespace scanline::cube
