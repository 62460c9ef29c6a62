#include "scanline/systems/sweep.h"
#include "experiments/experiments.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/data/generators.h"
#include "scanline/data/image.h"
#include "scanline/systems/compaction.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <fmt/format.h>
#include <iterator>
#include <limits>

namespace scanline::systems {

namespace {

constexpr Option<double> density_option{"--density"};
constexpr Option<std::int64_t> size_option{"--size"};
constexpr Option<std::uint64_t> seed_option{"--seed"};
constexpr Option<int> block_option{"--block"};

constexpr std::int64_t default_elements = 4'194'304;

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

std::vector<SweepStream> read_images(const std::vector<std::string>& paths, std::vector<std::int64_t> sizes) {
    std::vector<NamedImage> images;
    for (const std::string& path : paths)
        images.push_back({path, data::read_image(path, static_cast<std::size_t>(raster::max_stream_size))});
    if (sizes.empty())
        sizes = {raster::max_stream_size};
    return image_streams(std::move(images), sizes);
}

std::vector<SweepStream> streams_of(const Request& request) {
    std::vector<std::string> images = request.names("IMAGE");
    const std::vector<double> densities = request[density_option];
    std::vector<std::int64_t> sizes = request[size_option];
    if (!images.empty() && !densities.empty())
        throw usage_error("a sweep is over images or over --density: give one of them");
    if (densities.empty()) {
        if (images.empty())
            images = {
                (request.context.get<MasksFolder>().value_or(MasksFolder()).path / "hand.png").string()};
        return read_images(images, sizes);
    }
    if (sizes.empty())
        sizes = {default_elements};
    return density_streams(densities, sizes, request.get(seed_option, {1}).front());
}

template <class Method, std::size_t count>
std::vector<Method> methods_of(const Request& request, std::string_view option, const char* what,
                               const std::array<Method, count>& all) {
    require_values(what, request.names(option));
    return request.choices(option, all);
}

// The methods for an algorithm that takes them or does not.
template <class Method>
std::vector<Method> taken(const std::vector<Method>& methods, bool takes) {
    return takes ? methods : std::vector{Method::automatic};
}

// An algorithm with one combination of the methods that it takes.
struct Setting {
    const CompactionEntry* entry;
    raster::CompactionOptions options;
};

std::vector<Setting> settings_of(const Request& request) {
    const auto entries = find_compactions(request.names("--algorithm"));
    require_values("algorithm", entries);
    const auto prefix_sums =
        methods_of(request, "--prefix-sum", "prefix-sum method", enumerators<raster::PrefixSumMethod>);
    const auto run_lengths =
        methods_of(request, "--run-lengths", "run-length method", enumerators<raster::RunLengthMethod>);
    const auto concatenations =
        methods_of(request, "--concatenate", "concatenation", enumerators<raster::ConcatenationMethod>);
    raster::CompactionOptions options{.sm3_limits = request.flag("--era-limits")};
    options.automatic = parse_auto(request.names("--adapt").front(), request.names("--among"));
    std::vector<Setting> settings;
    for (const CompactionEntry* entry : entries) {
        options.algorithm = entry->value;
        if (entry->value == raster::Algorithm::automatic)
            options.automatic.model = request.context.get<AutoCosts>().value_or(AutoCosts()).model;
        for (const auto prefix_sum : taken(prefix_sums, entry->prefix_sums)) {
            options.prefix_sum = prefix_sum;
            for (const auto lengths : taken(run_lengths, entry->run_lengths)) {
                options.run_lengths = lengths;
                for (const auto concatenation : taken(concatenations, entry->blockwise)) {
                    options.concatenation = concatenation;
                    settings.push_back({entry, options});
                }
            }
        }
    }
    return settings;
}

template <class T>
std::optional<T> value_if(bool takes, T value) {
    return takes ? std::optional(value) : std::nullopt;
}

CompactionVariant variant_of(const Setting& setting, int block) {
    const auto& [entry, options] = setting;
    return {options,
            entry->blockwise ? block : entry->default_block,
            {{"block", value_if(entry->blockwise, block)},
             {"algorithm", entry->name},
             {"prefix-sum", value_if(entry->prefix_sums, options.prefix_sum)},
             {"run-lengths", value_if(entry->run_lengths, options.run_lengths)},
             {"concatenate", value_if(entry->blockwise, options.concatenation)}}};
}

// The experiment.

using Names = std::vector<std::string>;

void check_block(const std::string& value) {
    raster::check_block(parse_number<int>("--block", value, {raster::min_block, raster::max_block}));
}

Names block_choices() {
    Names sizes;
    for (int block = raster::min_block; block <= raster::max_block; block *= 2)
        sizes.push_back(std::to_string(block));
    return sizes;
}

template <class Methods>
Axis method_axis(std::string option, const Methods& all) {
    Axis axis = axis_of_choices(std::move(option), names_of(all), all);
    axis.values = {"auto"};
    return axis;
}

// An axis has no effect where none of the algorithms takes its parameter.
void require_takers(std::vector<Axis>& axes) {
    for (Axis& axis : axes) {
        for (const CompactionParameter& parameter : compaction_parameters()) {
            if (parameter.name != axis.option || parameter.applies_to == AppliesTo::all)
                continue;
            axis.applies_with = fmt::format("--algorithm {}", takers_of(parameter));
            axis.applies = [&parameter](const Request& request) {
                const raster::AutoOptions automatic =
                    parse_auto(request.names("--adapt").front(), request.names("--among"));
                return std::ranges::any_of(
                    find_compactions(request.names("--algorithm")),
                    [&](const auto* entry) { return takes(*entry, parameter, automatic); });
            };
        }
    }
}

std::vector<Axis> sweep_axes() {
    constexpr std::uint64_t largest = raster::max_stream_size;
    Names algorithms = list_of_names(compaction_algorithms());
    algorithms.emplace_back("all");
    std::vector<Axis> axes{
        {.option = "IMAGE",
         .text = "images to compact; default: the mask of the hand",
         .type = Axis::Type::image,
         .several = true,
         .label = "Images",
         .instead_of = "--density"},
        {.option = "--density",
         .text = "random streams instead of images: the valid parts of their elements, 0 to 1",
         .type = Axis::Type::real,
         .real = {0, 1},
         .several = true,
         .label = "Densities",
         .instead_of = "IMAGE"},
        {.option = "--size",
         .text = "elements of the streams, at most 16777216 (default 4194304); of images: at most so many, "
                 "decimated",
         .type = Axis::Type::whole,
         .whole = {1, largest},
         .several = true,
         .label = "Sizes"},
        {.option = "--algorithm",
         .text = compaction_names(", ") + " or all",
         .choices = algorithms,
         .values = {"all"},
         .several = true,
         .check_value = [](const std::string& name) { find_compactions({name}); },
         .label = "Algorithms"},
        {.option = "--block",
         .text = "block sizes, powers of two from 2 to 4096",
         .type = Axis::Type::whole,
         .whole = {raster::min_block, raster::max_block},
         .choices = block_choices(),
         .values = {"32", "128", "256", "512", "2048"},
         .several = true,
         .check_value = check_block,
         .label = "Blocks"},
        method_axis("--prefix-sum", enumerators<raster::PrefixSumMethod>),
        method_axis("--run-lengths", enumerators<raster::RunLengthMethod>),
        method_axis("--concatenate", enumerators<raster::ConcatenationMethod>),
        {.option = "--adapt",
         .text = "what auto goes by: global (the stream), regional (each part of it) or temporal (the stream "
                 "before)",
         .choices = list_of_names(enumerators<raster::Adaption>),
         .values = {"global"}},
        {.option = "--among",
         .text = "what auto chooses from (default: all that keep the order)",
         .choices = algorithms,
         .several = true,
         .check_value = [](const std::string& name) { parse_auto("global", {name}); }},
        {.option = "--negate",
         .text = "valid are the elements below the threshold",
         .type = Axis::Type::flag},
        {.option = "--era-limits",
         .text = "leave out what a loop limit of 256 iterations did not allow",
         .type = Axis::Type::flag},
        {.option = "--seed",
         .text = "of the random streams",
         .type = Axis::Type::whole,
         .whole = {0, std::numeric_limits<std::uint64_t>::max()},
         .values = {"1"},
         .needs = "--density"}};
    require_takers(axes);
    return axes;
}

} // namespace

std::vector<SweepStream> image_streams(std::vector<NamedImage> images,
                                       const std::vector<std::int64_t>& sizes) {
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
            stream.make = [image, factor, seed = named.seed, axes = stream.axes] {
                const data::Image mask = data::decimate(*image, factor);
                return InputStream{{mask.pixels.begin(), mask.pixels.end()}, {}, seed, axes};
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
            stream.axes = {{"density", density}, {"elements", size}};
            stream.make = [density, size, seed, axes = stream.axes] {
                const data::Image mask = data::bernoulli_mask(static_cast<int>(size), 1, density, seed);
                return InputStream{{mask.pixels.begin(), mask.pixels.end()}, {}, seed, axes};
            };
            streams.push_back(std::move(stream));
        }
    }
    return streams;
}

PlannedGroup stream_group(const Request& request, std::string what, SweepStream stream, bool negate,
                          std::vector<CompactionVariant> variants) {
    const double weight = static_cast<double>(stream.elements) * static_cast<double>(variants.size());
    return {std::move(what), weight,
            [&engine = request.machine->raster(), stream = std::move(stream), negate,
             variants = std::move(variants)] {
                InputStream input = stream.make();
                input.axes = stream.axes;
                input.discriminator.negate = negate;
                return compaction_group(engine, input, variants);
            }};
}

Plan plan_sweep(const Request& request) {
    const std::vector<int> blocks = request[block_option];
    require_values("block size", blocks);
    // Before the model of auto opens OpenGL: bad requests need none to be refused.
    const std::vector<SweepStream> streams = streams_of(request);
    for (const SweepStream& stream : streams)
        for (const int block : blocks)
            check_layout(stream.elements, block);
    const std::vector<Setting> settings = settings_of(request);
    const bool negate = request.flag("--negate");
    Plan plan{.roof = std::string(copy_roof), .engine = &request.machine->raster()};
    for (SweepStream stream : streams) {
        stream.axes.emplace_back("negated", negate);
        for (const int block : blocks) {
            std::vector<CompactionVariant> variants;
            for (const Setting& setting : settings) {
                // What knows no blocks is measured once, with the first block size.
                if (setting.entry->blockwise || block == blocks.front())
                    variants.push_back(variant_of(setting, block));
            }
            if (!variants.empty())
                plan.groups.push_back(stream_group(request,
                                                   fmt::format("{}, block {}", describe(stream.axes), block),
                                                   stream, negate, std::move(variants)));
        }
    }
    return plan;
}

Experiment compaction_sweep() {
    return {.name = "compact",
            .title = "Stream compaction",
            .axes = sweep_axes(),
            .quick = false,
            .free = true,
            .plan = plan_sweep,
            .figures = [](const Results& results) { return sweep_figures(results); }};
}

} // namespace scanline::systems
