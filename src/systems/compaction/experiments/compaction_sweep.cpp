#include "experiments/experiments.h"

#include "scanline/bench/sweep_figures.h"
#include "scanline/core/choice.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/sweep.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

// Compactions over any of their axes.

namespace scanline::bench {

namespace {

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
    return {.option = std::move(option),
            .text = names_of(all),
            .choices = list_of_names(all),
            .values = {"auto"},
            .several = true};
}

// An axis has no effect where none of the algorithms takes its parameter.
void require_takers(std::vector<Axis>& axes) {
    for (Axis& axis : axes) {
        for (const systems::CompactionParameter& parameter : systems::compaction_parameters()) {
            if (parameter.name != axis.option || parameter.takers == systems::Takers::all)
                continue;
            axis.applies_with = fmt::format("--algorithm {}", takers_of(parameter));
            axis.applies = [&parameter](const Request& request) {
                const raster::AutoOptions automatic =
                    systems::parse_auto(request.names("--adapt").front(), request.names("--among"));
                return std::ranges::any_of(
                    systems::find_compactions(request.names("--algorithm")),
                    [&](const auto* entry) { return takes(*entry, parameter, automatic); });
            };
        }
    }
}

std::vector<Axis> sweep_axes() {
    constexpr std::uint64_t largest = raster::max_stream_size;
    Names algorithms = list_of_names(systems::compaction_algorithms());
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
         .text = systems::compaction_names(", ") + " or all",
         .choices = algorithms,
         .values = {"all"},
         .several = true,
         .check_value = [](const std::string& name) { systems::find_compactions({name}); },
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
         .check_value = [](const std::string& name) { systems::parse_auto("global", {name}); }},
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
            .plan = plan_sweep,
            .figures = [](const Results& results) { return sweep_figures(results); }};
}

} // namespace scanline::bench
