#include "scanline/systems/sweep.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/row_access.h"

#include "scanline/core/error.h"
#include "scanline/data/generators.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace scanline::bench {

namespace {

template <class T>
void require_values(const char* axis, const std::vector<T>& values) {
    if (values.empty())
        throw usage_error(fmt::format("the sweep has no {}: give the axis at least one value", axis));
}

void require_sizes(const std::vector<std::int64_t>& sizes) {
    require_values("size", sizes);
    for (const std::int64_t size : sizes) {
        if (size < 1)
            throw usage_error(
                fmt::format("a stream of {} elements cannot be measured: ask for at least 1", size));
    }
}

// What fits on no OpenGL, told before anything runs; what does not fit on this one shows for each group.
void check_layout(std::int64_t elements, int block) {
    raster::make_stream_layout(elements, block, std::numeric_limits<int>::max());
}

int decimation(const data::Image& image, std::int64_t size) {
    for (int factor = 1;; ++factor) {
        const std::int64_t width = (image.width + factor - 1) / factor;
        const std::int64_t height = (image.height + factor - 1) / factor;
        if (width * height <= size)
            return factor;
    }
}

// Values of an axis that an algorithm does not take become one.
template <class Method>
std::vector<Method> values_of(const std::vector<Method>& methods, bool taken) {
    return taken ? methods : std::vector{Method::automatic};
}

template <class Method>
std::string_view name_of(Method method, bool taken) {
    return taken ? to_string(method) : no_value;
}

// What knows no blocks is measured once, with the first block size.
std::vector<CompactionVariant> variants_of(const SweepAxes& axes, int block) {
    std::vector<CompactionVariant> variants;
    for (const raster::Algorithm algorithm : axes.algorithms) {
        const catalog::CompactionEntry& entry = catalog::entry(algorithm);
        if (!entry.blockwise && block != axes.blocks.front())
            continue;
        for (const auto prefix_sum : values_of(axes.prefix_sums, entry.prefix_sums)) {
            for (const auto run_lengths : values_of(axes.run_lengths, entry.run_lengths)) {
                for (const auto concatenation : values_of(axes.concatenations, entry.blockwise)) {
                    CompactionVariant& variant = variants.emplace_back();
                    variant.block = entry.blockwise ? block : entry.default_block;
                    variant.options.algorithm = algorithm;
                    variant.options.prefix_sum = prefix_sum;
                    variant.options.run_lengths = run_lengths;
                    variant.options.concatenation = concatenation;
                    variant.options.automatic = axes.automatic;
                    variant.options.era_limits = axes.era_limits;
                    variant.axes = {
                        {"block", entry.blockwise ? std::to_string(block) : std::string(no_value)},
                        {"algorithm", entry.name},
                        {"prefix-sum", name_of(prefix_sum, entry.prefix_sums)},
                        {"run-lengths", name_of(run_lengths, entry.run_lengths)},
                        {"concatenate", name_of(concatenation, entry.blockwise)}};
                }
            }
        }
    }
    return variants;
}

void check_streams(const SweepAxes& axes) {
    const auto same_name = [](const auto& a, const auto& b) { return a.axis == b.axis; };
    for (const SweepStream& stream : axes.streams) {
        if (!std::ranges::equal(stream.axes, axes.streams.front().axes, same_name))
            throw usage_error(
                "the streams of a sweep stand on different axes: sweep over images or over densities");
        for (const int block : axes.blocks)
            check_layout(stream.elements, block);
    }
}

} // namespace

std::vector<SweepStream> image_streams(std::vector<NamedImage> images, const std::vector<std::int64_t>& sizes,
                                       const raster::Discriminator& discriminator) {
    require_values("image", images);
    require_sizes(sizes);
    std::vector<SweepStream> streams;
    for (NamedImage& named : images) {
        assert(named.image.channels == 1);
        const auto image = std::make_shared<const data::Image>(std::move(named.image));
        std::vector<int> factors;
        for (const std::int64_t size : sizes) {
            const int factor = decimation(*image, size);
            if (std::ranges::find(factors, factor) == factors.end())
                factors.push_back(factor);
        }
        for (const int factor : factors) {
            const auto side = [factor](int length) { return std::int64_t{(length + factor - 1) / factor}; };
            SweepStream stream;
            stream.elements = side(image->width) * side(image->height);
            stream.axes = {{"image", named.name}, {"elements", stream.elements}};
            stream.make = [image, factor, discriminator, axes = stream.axes] {
                const data::Image mask = data::decimate(*image, factor);
                return InputStream{{mask.pixels.begin(), mask.pixels.end()}, discriminator, 0, axes};
            };
            streams.push_back(std::move(stream));
        }
    }
    return streams;
}

std::vector<SweepStream> density_streams(const std::vector<double>& densities,
                                         const std::vector<std::int64_t>& sizes, std::uint64_t seed) {
    require_values("density", densities);
    require_sizes(sizes);
    std::vector<SweepStream> streams;
    for (const double density : densities) {
        if (!(density >= 0 && density <= 1))
            throw usage_error(
                fmt::format("a density of {} is none: ask for a part of the elements from 0 to 1", density));
        for (const std::int64_t size : sizes) {
            check_layout(size, raster::min_block);
            SweepStream stream;
            stream.elements = size;
            stream.axes = {{"density", fmt::format("{}", density)}, {"elements", size}};
            stream.make = [density, size, seed, axes = stream.axes] {
                const data::Image mask = data::bernoulli_mask(static_cast<int>(size), 1, density, seed);
                return InputStream{{mask.pixels.begin(), mask.pixels.end()}, {}, seed, axes};
            };
            streams.push_back(std::move(stream));
        }
    }
    return streams;
}

Plan make_sweep(raster::Engine& engine, const SweepAxes& axes) {
    require_values("stream", axes.streams);
    require_values("block size", axes.blocks);
    require_values("algorithm", axes.algorithms);
    require_values("prefix-sum method", axes.prefix_sums);
    require_values("run-length method", axes.run_lengths);
    require_values("concatenation", axes.concatenations);
    check_streams(axes);

    Plan plan;
    plan.roof = copy_roof;
    for (const SweepStream& stream : axes.streams) {
        for (const int block : axes.blocks) {
            const std::vector<CompactionVariant> variants = variants_of(axes, block);
            if (variants.empty())
                continue;
            PlannedGroup group;
            group.what = fmt::format("{}, block {}", describe(stream.axes), block);
            group.weight = static_cast<double>(stream.elements) * static_cast<double>(variants.size());
            group.make = [&engine, make = stream.make, variants] {
                return compaction_group(engine, make(), variants);
            };
            plan.groups.push_back(std::move(group));
        }
    }
    return plan;
}

} // namespace scanline::bench
