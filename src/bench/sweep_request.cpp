#include "scanline/bench/sweep_request.h"

#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"

#include <algorithm>

namespace scanline::bench {

namespace {

constexpr std::int64_t default_elements = 4'194'304;

using Names = std::vector<std::string>;

std::vector<raster::Algorithm> parse_algorithms(const Names& names) {
    std::vector<raster::Algorithm> algorithms;
    for (const std::string& name : names) {
        if (name == "all") {
            for (const catalog::CompactionEntry& entry : catalog::compaction_algorithms())
                algorithms.push_back(entry.algorithm);
        } else {
            algorithms.push_back(catalog::find_compaction(name).algorithm);
        }
    }
    return algorithms;
}

template <class List>
auto parse_all(std::string_view parameter, const Names& names, const List& all) {
    std::vector<typename List::value_type> values;
    for (const std::string& name : names)
        values.push_back(catalog::parse(parameter, name, all));
    return values;
}

// The streams stand on one axis more, which says whether they are negated.
void negate_streams(std::vector<SweepStream>& streams, bool negate) {
    for (SweepStream& stream : streams) {
        stream.axes.emplace_back("negated", negate ? "true" : "false");
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

std::vector<SweepStream> make_streams(const SweepRequest& request) {
    if (!request.images.empty() && !request.densities.empty())
        throw usage_error("a sweep is over images or over --density: give one of them");
    std::vector<SweepStream> streams;
    if (request.densities.empty())
        streams = read_images(request.images.empty() ? Names{request.default_image.string()} : request.images,
                              request.sizes);
    else
        streams = density_streams(request.densities,
                                  request.sizes.empty() ? std::vector<std::int64_t>{default_elements}
                                                        : request.sizes,
                                  request.seed);
    negate_streams(streams, request.negate);
    return streams;
}

} // namespace

SweepAxes make_axes(const SweepRequest& request) {
    SweepAxes axes;
    axes.blocks = request.blocks;
    std::ranges::for_each(axes.blocks, raster::check_block);
    axes.algorithms = parse_algorithms(request.algorithms);
    axes.prefix_sums = parse_all("--prefix-sum", request.prefix_sums, raster::all_prefix_sum_methods);
    axes.run_lengths = parse_all("--run-lengths", request.run_lengths, raster::all_run_length_methods);
    axes.concatenations =
        parse_all("--concatenate", request.concatenations, raster::all_concatenation_methods);
    axes.era_limits = request.era_limits;
    axes.automatic = request.automatic;
    axes.streams = make_streams(request);
    return axes;
}

Plan make_sweep_plan(raster::Engine& engine, const SweepAxes& axes) {
    Plan plan = make_sweep(engine, axes);
    plan.experiment = sweep_name;
    plan.title = sweep_title;
    return plan;
}

} // namespace scanline::bench
