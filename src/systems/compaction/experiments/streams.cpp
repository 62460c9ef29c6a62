#include "experiments/streams.h"
#include "scanline/bench/axes.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/generators.h"
#include "scanline/data/image_io.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/sweep.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr int mask_side = 2048;

std::vector<float> to_values(const data::Image& image) {
    return {image.pixels.begin(), image.pixels.end()};
}

std::string block_axis(const catalog::CompactionEntry& entry, int block) {
    return entry.blockwise ? std::to_string(block) : std::string(no_value);
}

Mask read_mask(const std::filesystem::path& folder, const char* name) {
    const std::filesystem::path path = folder / fmt::format("{}.png", name);
    if (!std::filesystem::exists(path))
        throw Error(fmt::format(
            "there is no mask {}: name the folder of hand.png, bunny.png and finger.png with --masks",
            printable_path(path)));
    Mask mask{name, data::read_image(path)};
    if (mask.image.width != mask_side || mask.image.height != mask_side)
        throw Error(fmt::format("the mask {} has {} x {} pixels: this experiment needs {} x {}",
                                printable_path(path), mask.image.width, mask.image.height, mask_side,
                                mask_side));
    return mask;
}

} // namespace

InputStream random_stream(std::int64_t elements, int invalid_percent) {
    InputStream stream;
    stream.values = to_values(
        data::bernoulli_mask(static_cast<int>(elements), 1, (100 - invalid_percent) / 100.0, random_seed));
    stream.seed = random_seed;
    return stream;
}

std::vector<std::shared_ptr<const Mask>> read_masks(const std::filesystem::path& folder) {
    std::vector<std::shared_ptr<const Mask>> masks;
    for (const char* name : {"hand", "bunny", "finger"})
        masks.push_back(std::make_shared<const Mask>(read_mask(folder, name)));
    return masks;
}

Mask mixed_mask(const Mask& mask) {
    constexpr double density = 0.05;
    const data::Image noise = data::bernoulli_mask(mask.image.width, mask.image.height, density, random_seed);
    const std::size_t half = mask.image.pixels.size() / 2;
    Mask mixed{"mixed", noise, random_seed};
    std::transform(mask.image.pixels.begin(), mask.image.pixels.begin() + static_cast<std::ptrdiff_t>(half),
                   mixed.image.pixels.begin(),
                   [](std::uint8_t pixel) { return static_cast<std::uint8_t>(255 - pixel); });
    return mixed;
}

InputStream mask_stream(const Mask& mask, bool negated, std::int64_t elements) {
    const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(elements))));
    InputStream stream;
    stream.values = to_values(data::decimate(mask.image, mask_side / side));
    stream.discriminator.negate = negated;
    stream.seed = mask.seed;
    stream.axes = {{"image", mask.name},
                   {"negated", negated ? "true" : "false"},
                   {"elements", std::to_string(elements)}};
    return stream;
}

std::vector<CompactionVariant> every_algorithm(Kind kind, int block) {
    std::vector<CompactionVariant> variants;
    for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms()) {
        if (entry.backend != "raster" || entry.blockwise != (kind == Kind::blockwise) ||
            entry.algorithm == raster::Algorithm::automatic)
            continue;
        CompactionVariant variant;
        variant.options.algorithm = entry.algorithm;
        variant.block = entry.blockwise ? block : entry.default_block;
        variant.axes = {{"algorithm", std::string(entry.name)}, {"block", block_axis(entry, block)}};
        variants.push_back(std::move(variant));
    }
    return variants;
}

std::vector<CompactionVariant> every_algorithm(int block) {
    std::vector<CompactionVariant> variants = every_algorithm(Kind::blockwise, block);
    for (CompactionVariant& variant : every_algorithm(Kind::whole_stream, block))
        variants.push_back(std::move(variant));
    return variants;
}

std::vector<CompactionVariant> every_adaption(const std::shared_ptr<const raster::AutoModel>& model) {
    const catalog::CompactionEntry& entry = catalog::entry(raster::Algorithm::automatic);
    std::vector<CompactionVariant> variants;
    for (const raster::Adaption adaption : raster::all_adaptions) {
        CompactionVariant variant;
        variant.options.algorithm = entry.algorithm;
        variant.options.automatic.adaption = adaption;
        variant.options.automatic.model = model;
        variant.block = entry.default_block;
        variant.axes = {{"algorithm", std::string(entry.name)},
                        {"block", block_axis(entry, variant.block)},
                        {"adapt", std::string(to_string(adaption))}};
        variants.push_back(std::move(variant));
    }
    return variants;
}

} // namespace scanline::bench
