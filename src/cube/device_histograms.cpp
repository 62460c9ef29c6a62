#include "scanline/cube/device_histograms.h"

#include "device_memory.h"

#include "scanline/compute/fill.h"
#include "scanline/compute/kernel.h"
#include "scanline/core/bits.h"
#include "scanline/gl/cancellation_scope.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace scanline::cube {

namespace {

constexpr const char* histograms_name = "linked histograms";
constexpr int histogram_group = 256;
constexpr std::int64_t rows_of_group = std::int64_t{16} * histogram_group;
constexpr std::int64_t max_groups = 1024; ///< each adds all its cells to the total
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

std::int64_t words_of_cell(const Shape& shape) {
    return 1 + 2 * std::ssize(shape.folds);
}

compute::Kernel histogram_kernel(compute::Engine& engine, const Shape& shape, bool low_words) {
    const std::int64_t codes = codes_of(shape), selection = selection_words(shape);
    const bool fits = codes * words_of_cell(shape) + selection <= shared_words;
    gl::Specialization constants = measure_constants(shape);
    constants.insert({{"DIMENSIONS", std::to_string(shape.cardinalities.size())},
                      {"CODES", std::to_string(codes) + "u"},
                      {"SELECTION_WORDS", std::to_string(fits ? selection : 0)},
                      {"LOW_WORDS", low_words ? "1" : "0"}});
    return {engine, "cube/linked_histograms", histogram_group, rows_of_group, std::move(constants)};
}

// See linked_histograms.comp.
std::int64_t value_of(Fold fold, std::uint32_t low, std::uint32_t high) {
    const std::uint64_t number = std::uint64_t{high} << 32 | low, sign = std::uint64_t{1} << 63;
    switch (fold) {
    case Fold::sum: break;
    case Fold::min: return static_cast<std::int64_t>(~number ^ sign);
    case Fold::max: return static_cast<std::int64_t>(number ^ sign);
    }
    return static_cast<std::int64_t>(number);
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
    Parts(compute::Engine& on, const Shape& of, bool measures)
        : engine(on), shape(of), counted{of.cardinalities, measures ? of.folds : std::vector<Fold>()},
          kernel(histogram_kernel(on, counted, false)), fill(on) {
        if (std::ranges::any_of(counted.folds, [](Fold fold) { return fold != Fold::sum; }))
            low_words.emplace(histogram_kernel(on, counted, true));
    }

    compute::Engine& engine;
    Shape shape, counted;
    compute::Kernel kernel;
    std::optional<compute::Kernel> low_words; ///< of least and greatest values
    compute::Fill<std::uint32_t> fill;

    std::vector<std::uint32_t> cells_of(const DeviceRows& rows,
                                        const std::vector<std::uint32_t>& selection) const {
        compute::Operation operation(engine, histograms_name);
        const StageScope stage(engine.observer(), "count");
        const Words bits = operation.scratch().take<std::uint32_t>(std::ssize(selection)),
                    cells = operation.scratch().take<std::uint32_t>(codes_of(shape) * words_of_cell(counted));
        operation.require_fits(cells.range(), "array of cells");
        engine.upload<std::uint32_t>(bits, selection);
        fill(cells, 0);
        const auto count = [&](const compute::Kernel& with, std::string_view pass) {
            with.run(engine, rows.size(),
                     {.pass = pass,
                      .bindings = {{"codes", rows.codes.view().range()},
                                   {"selection", bits.range()},
                                   {"measures", rows.measures.view().range()},
                                   {"cells", cells.range()}},
                      .max_groups = max_groups});
        };
        count(kernel, "count");
        if (low_words)
            count(*low_words, "low-words");
        return engine.download(cells);
    }

    std::vector<Histogram> histograms(const std::vector<std::uint32_t>& cells) const {
        std::vector<Histogram> found;
        auto word = cells.begin();
        for (const std::uint32_t cardinality : shape.cardinalities) {
            Histogram& histogram = found.emplace_back();
            histogram.count.reserve(cardinality);
            histogram.values.assign(counted.folds.size(), std::vector<std::int64_t>(cardinality));
            for (std::uint32_t code = 0; code < cardinality; ++code) {
                histogram.count.push_back(*word++);
                for (std::size_t m = 0; m < counted.folds.size(); ++m, word += 2)
                    histogram.values[m][code] = value_of(counted.folds[m], word[0], word[1]);
            }
        }
        return found;
    }
};

DeviceHistograms::DeviceHistograms(compute::Engine& engine, const Shape& shape, bool measures)
    : parts_(make_pimpl<const Parts>(engine, shape, measures)) {}

std::vector<Histogram> DeviceHistograms::operator()(const DeviceRows& rows,
                                                    const std::vector<std::vector<bool>>& selected,
                                                    const CallLimits& limits) const {
    const Parts& parts = *parts_;
    require_shape_of(rows, parts.shape, histograms_name);
    const gl::CancellationScope cancellation(parts.engine, limits.cancelled);
    return parts.histograms(parts.cells_of(rows, pack_selection(parts.shape, selected)));
}

} // namespace scanline::cube
