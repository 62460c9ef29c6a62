#include "experiments/experiments.h"

#include "scanline/bench/sweep_figures.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/sweep.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>

// Compactions over any of their axes.

namespace scanline::bench {

namespace {

constexpr std::int64_t default_elements = 4'194'304;

using Names = std::vector<std::string>;

std::vector<const catalog::CompactionEntry*> entries_of(const Request& request) {
    return catalog::find_compactions(request.names("--algorithm"));
}

raster::AutoOptions automatic_of(const Request& request) {
    return catalog::parse_auto(request.names("--adapt").front(), request.names("--among"));
}

template <class List>
auto parse_all(const Request& request, std::string_view option, const List& all) {
    std::vector<typename List::value_type> values;
    for (const std::string& name : request.names(option))
        values.push_back(parse_choice(option, name, all));
    return values;
}

// The streams stand on one axis more, which says whether they are negated.
void negate_streams(std::vector<SweepStream>& streams, bool negate) {
    for (SweepStream& stream : streams) {
        stream.axes.emplace_back("negated", negate);
        stream.make = [make = std::move(stream.make), axes = stream.axes, negate] {
            InputStream made = make();
            made.axes = axes;
            made.discriminator.negate = negate;
            return made;
        };
    }
}

std::vector<SweepStream> read_images(const Names& paths, std::vector<std::int64_t> sizes) {
    std::vector<NamedImage> images;
    for (const std::string& path : paths)
        images.push_back({path, data::read_image(path, static_cast<std::size_t>(raster::max_stream_size))});
    if (sizes.empty())
        sizes = {raster::max_stream_size};
    return image_streams(std::move(images), sizes, {});
}

std::vector<SweepStream> make_streams(const Request& request) {
    Names images = request.names("IMAGE");
    const std::vector<double> densities = request.numbers<double>("--density");
    std::vector<std::int64_t> sizes = request.numbers<std::int64_t>("--size");
    if (!images.empty() && !densities.empty())
        throw usage_error("a sweep is over images or over --density: give one of them");
    std::vector<SweepStream> streams;
    if (densities.empty()) {
        if (images.empty())
            images = {(request.masks / "hand.png").string()};
        streams = read_images(images, sizes);
    } else {
        if (sizes.empty())
            sizes = {default_elements};
        streams = density_streams(densities, sizes, request.number<std::uint64_t>("--seed", 1));
    }
    negate_streams(streams, request.flag("--negate"));
    return streams;
}

Plan sweep_plan(const Request& request) {
    SweepAxes axes;
    axes.blocks = request.numbers<int>("--block");
    axes.algorithms.clear();
    for (const catalog::CompactionEntry* entry : entries_of(request))
        axes.algorithms.push_back(entry->algorithm);
    axes.prefix_sums = parse_all(request, "--prefix-sum", raster::all_prefix_sum_methods);
    axes.run_lengths = parse_all(request, "--run-lengths", raster::all_run_length_methods);
    axes.concatenations = parse_all(request, "--concatenate", raster::all_concatenation_methods);
    axes.era_limits = request.flag("--era-limits");
    axes.automatic = automatic_of(request);
    axes.streams = make_streams(request);
    if (std::ranges::count(axes.algorithms, raster::Algorithm::automatic) > 0)
        axes.automatic.model = auto_costs(request).model;
    Plan plan = make_sweep(request.machine->raster(), axes);
    plan.engine = &request.machine->raster();
    return plan;
}

void check_block(const std::string& value) {
    raster::check_block(parse_number<int>("--block", value, {raster::min_block, raster::max_block}));
}

Names block_choices() {
    Names sizes;
    for (int block = raster::min_block; block <= raster::max_block; block *= 2)
        sizes.push_back(std::to_string(block));
    return sizes;
}

void check_algorithm(const std::string& name) {
    catalog::find_compactions({name});
}

template <class List>
Names names_in(const List& all) {
    Names names;
    for (const auto one : all)
        names.emplace_back(to_string(one));
    return names;
}

Axis name_axis(std::string option, Names values, const Names& choices) {
    return {.option = std::move(option),
            .text = fmt::format("{}", fmt::join(choices, ", ")),
            .choices = choices,
            .values = std::move(values),
            .several = true};
}

// An axis has no effect where none of the algorithms takes its parameter.
void require_takers(std::vector<Axis>& axes) {
    for (Axis& axis : axes) {
        for (const catalog::CompactionParameter& parameter : catalog::compaction_parameters()) {
            if (parameter.name != axis.option || parameter.takers == catalog::Takers::all)
                continue;
            axis.applies_with = fmt::format("--algorithm {}", takers_of(parameter));
            axis.applies = [&parameter](const Request& request) {
                return std::ranges::any_of(entries_of(request), [&](const auto* entry) {
                    return takes(*entry, parameter, automatic_of(request));
                });
            };
        }
    }
}

std::vector<Axis> sweep_axes() {
    constexpr std::uint64_t largest = raster::max_stream_size;
    Axis algorithms = name_axis("--algorithm", {"all"}, {});
    algorithms.text = catalog::compaction_names(", ") + " or all";
    for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms())
        algorithms.choices.emplace_back(entry.name);
    algorithms.choices.emplace_back("all");
    algorithms.check_value = check_algorithm;
    algorithms.label = "Algorithms";
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
        algorithms,
        {.option = "--block",
         .text = "block sizes, powers of two from 2 to 4096",
         .type = Axis::Type::whole,
         .whole = {raster::min_block, raster::max_block},
         .choices = block_choices(),
         .values = {"32", "128", "256", "512", "2048"},
         .several = true,
         .check_value = check_block,
         .label = "Blocks"},
        name_axis("--prefix-sum", {"auto"}, names_in(raster::all_prefix_sum_methods)),
        name_axis("--run-lengths", {"auto"}, names_in(raster::all_run_length_methods)),
        name_axis("--concatenate", {"auto"}, names_in(raster::all_concatenation_methods)),
        {.option = "--adapt",
         .text = "what auto goes by: global (the stream), regional (each part of it) or temporal (the stream "
                 "before)",
         .choices = names_in(raster::all_adaptions),
         .values = {"global"}},
        {.option = "--among",
         .text = "what auto chooses from (default: all that keep the order)",
         .choices = algorithms.choices,
         .several = true,
         .check_value = [](const std::string& name) { catalog::parse_auto("global", {name}); }},
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

Experiment compaction_sweep() {
    return {.name = "compact",
            .title = "Stream compaction",
            .axes = sweep_axes(),
            .quick = false,
            .free = true,
            .plan = sweep_plan,
            .figures = [](const Results& results) { return sweep_figures(results); }};
}

} // namespace scanline::bench
