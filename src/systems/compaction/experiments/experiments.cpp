#include "experiments/experiments.h"

#include "scanline/core/error.h"
#include "scanline/core/text.h"
#include "scanline/data/generators.h"
#include "scanline/data/image_io.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compaction_experiments.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::bench {

namespace {

constexpr int mask_side = 2048;

std::vector<float> to_values(const data::Image& image) {
    return {image.pixels.begin(), image.pixels.end()};
}

CompactionVariant variant_of(const catalog::CompactionEntry& entry, int block) {
    CompactionVariant variant;
    variant.options.algorithm = entry.algorithm;
    variant.block = entry.blockwise ? block : entry.default_block;
    variant.axes = {{"algorithm", entry.name},
                    {"block", entry.blockwise ? std::to_string(block) : std::string(no_value)}};
    return variant;
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

Experiments compaction_experiments() {
    static const std::array all{compaction_sweep(),
                                stage_times(),
                                time_by_density_32(),
                                time_by_density_256(),
                                time_by_density_2048(),
                                image_table(),
                                prefix_crossover(),
                                concatenation_cost(),
                                scaling(),
                                adaptions()};
    return all;
}

InputStream random_stream(std::int64_t elements, int invalid_percent) {
    const double density = (100 - invalid_percent) / 100.0;
    return {.values = to_values(data::bernoulli_mask(static_cast<int>(elements), 1, density, random_seed)),
            .seed = random_seed};
}

std::vector<std::shared_ptr<const Mask>> read_masks(const std::filesystem::path& folder) {
    std::vector<std::shared_ptr<const Mask>> masks;
    for (const char* name : {"hand", "bunny", "finger"})
        masks.push_back(std::make_shared<const Mask>(read_mask(folder, name)));
    return masks;
}

Mask mixed_mask(const Mask& mask) {
    constexpr double density = 0.05;
    Mask mixed{"mixed", data::bernoulli_mask(mask.image.width, mask.image.height, density, random_seed),
               random_seed};
    const auto half = static_cast<std::ptrdiff_t>(mask.image.pixels.size() / 2);
    std::transform(mask.image.pixels.begin(), mask.image.pixels.begin() + half, mixed.image.pixels.begin(),
                   [](std::uint8_t pixel) { return static_cast<std::uint8_t>(255 - pixel); });
    return mixed;
}

InputStream mask_stream(const Mask& mask, bool negated, std::int64_t elements) {
    const auto side = static_cast<int>(std::lround(std::sqrt(static_cast<double>(elements))));
    return {.values = to_values(data::decimate(mask.image, mask_side / side)),
            .discriminator = {.negate = negated},
            .seed = mask.seed,
            .axes = {{"image", mask.name}, {"negated", negated}, {"elements", elements}}};
}

std::vector<CompactionVariant> every_algorithm(std::initializer_list<int> blocks) {
    std::vector<CompactionVariant> variants;
    const auto add = [&variants](bool blockwise, int block) {
        for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms()) {
            if (entry.backend == "raster" && entry.blockwise == blockwise &&
                entry.algorithm != raster::Algorithm::automatic)
                variants.push_back(variant_of(entry, block));
        }
    };
    for (const int block : blocks)
        add(true, block);
    add(false, 0);
    return variants;
}

std::vector<CompactionVariant> every_adaption(const std::shared_ptr<const raster::AutoModel>& model) {
    std::vector<CompactionVariant> variants;
    for (const raster::Adaption adaption : raster::all_adaptions) {
        CompactionVariant& variant =
            variants.emplace_back(variant_of(catalog::entry(raster::Algorithm::automatic), 0));
        variant.options.automatic.adaption = adaption;
        variant.options.automatic.model = model;
        variant.axes.emplace_back("adapt", adaption);
    }
    return variants;
}

Plan raster_plan(const Request& request) {
    return {.roof = std::string(copy_roof), .engine = &request.machine->raster()};
}

PlannedGroup random_group(const Request& request, std::string what, std::int64_t elements,
                          int invalid_percent, AxisValues axes, std::vector<CompactionVariant> variants) {
    return {std::move(what), static_cast<double>(elements),
            [&engine = request.machine->raster(), elements, invalid_percent, axes = std::move(axes),
             variants = std::move(variants)] {
                InputStream stream = random_stream(elements, invalid_percent);
                stream.axes = axes;
                return compaction_group(engine, stream, variants);
            }};
}

PlannedGroup density_group(const Request& request, int invalid_percent,
                           std::vector<CompactionVariant> variants) {
    return random_group(request, fmt::format("{} % invalid", invalid_percent), elements_of(request.quick),
                        invalid_percent, {{invalid_axis, invalid_percent}}, std::move(variants));
}

AutoCosts auto_costs(const Request& request) {
    return request.auto_costs ? request.auto_costs() : AutoCosts{};
}

} // namespace scanline::bench
