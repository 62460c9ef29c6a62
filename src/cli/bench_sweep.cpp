#include "bench_sweep.h"

#include "auto_settings.h"
#include "bench_run.h"
#include "command.h"
#include "masks_folder.h"
#include "stored_auto_model.h"

#include "scanline/bench/sweep.h"
#include "scanline/bench/sweep_figures.h"
#include "scanline/catalog/compaction.h"
#include "scanline/core/error.h"
#include "scanline/data/image_io.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace scanline::cli {

namespace {

constexpr std::int64_t default_elements = 4'194'304;

using Names = std::vector<std::string>;

struct SweepSettings {
    BenchSettings bench;
    Names images;
    std::vector<double> densities;
    std::vector<std::int64_t> sizes;
    std::vector<int> blocks{32, 128, 256, 512, 2048};
    Names algorithms{"all"}, prefix_sums{"auto"}, run_lengths{"auto"}, concatenations{"auto"};
    AutoSettings automatic;
    bool negate = false, era_limits = false;
    std::uint64_t seed = 1;
};

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
void negate_streams(std::vector<bench::SweepStream>& streams, bool negate) {
    for (bench::SweepStream& stream : streams) {
        stream.axes.emplace_back("negated", negate ? "true" : "false");
        stream.make = [make = std::move(stream.make), axes = stream.axes, negate] {
            bench::InputStream made = make();
            made.axes = axes;
            made.discriminator.negate = negate;
            return made;
        };
    }
}

std::vector<bench::SweepStream> read_images(const Names& paths, std::vector<std::int64_t> sizes) {
    std::vector<bench::NamedImage> images;
    for (const std::string& path : paths)
        images.push_back({path, data::read_image(path, static_cast<std::size_t>(raster::max_stream_size))});
    if (sizes.empty())
        sizes = {raster::max_stream_size};
    return bench::image_streams(std::move(images), sizes, {});
}

std::vector<bench::SweepStream> make_streams(const SweepSettings& settings) {
    if (!settings.images.empty() && !settings.densities.empty())
        throw usage_error("a sweep is over images or over --density: give one of them");
    std::vector<bench::SweepStream> streams;
    if (settings.densities.empty())
        streams = read_images(settings.images.empty() ? Names{masks_folder() + "/hand.png"} : settings.images,
                              settings.sizes);
    else
        streams = bench::density_streams(settings.densities,
                                         settings.sizes.empty() ? std::vector<std::int64_t>{default_elements}
                                                                : settings.sizes,
                                         settings.seed);
    negate_streams(streams, settings.negate);
    return streams;
}

void sweep(const SweepSettings& settings) {
    bench::SweepAxes axes;
    axes.blocks = settings.blocks;
    std::ranges::for_each(axes.blocks, raster::check_block);
    axes.algorithms = parse_algorithms(settings.algorithms);
    axes.prefix_sums = parse_all("--prefix-sum", settings.prefix_sums, raster::all_prefix_sum_methods);
    axes.run_lengths = parse_all("--run-lengths", settings.run_lengths, raster::all_run_length_methods);
    axes.concatenations =
        parse_all("--concatenate", settings.concatenations, raster::all_concatenation_methods);
    axes.era_limits = settings.era_limits;
    axes.automatic = parse_auto(settings.automatic);
    axes.streams = make_streams(settings);
    run_bench(settings.bench,
              [&axes](Session& session) {
                  if (std::ranges::count(axes.algorithms, raster::Algorithm::automatic) > 0)
                      axes.automatic.model = stored_auto_model(session);
                  bench::Plan plan = bench::make_sweep(session.engine(), axes);
                  plan.experiment = "compact";
                  plan.title = "Stream compaction";
                  return plan;
              },
              {bench::sweep_figures, [](const bench::Results&) { return std::string(); }});
}

template <class Value>
CLI::Option* add_list(CLI::App& command, const char* name, std::vector<Value>& values,
                      const std::string& description) {
    return command.add_option(name, values, description + ", separated by commas")
        ->delimiter(',')
        ->check(not_empty)
        ->type_name("LIST")
        ->capture_default_str();
}

} // namespace

void add_sweep_command(CLI::App& bench) {
    auto settings = std::make_shared<SweepSettings>();
    CLI::App* command =
        bench.add_subcommand("compact", "Compactions over any of their axes: every combination is measured");
    command->add_option("IMAGE", settings->images, "images to compact; default: the mask of the hand");
    add_list(*command, "--density", settings->densities,
             "random streams instead of images: the valid parts of their elements, 0 to 1")
        ->check(number_between(0, 1));
    add_list(
        *command, "--size", settings->sizes,
        "elements of the streams, at most 16777216 (default 4194304); of images: at most so many, decimated")
        ->check(number_between(1, static_cast<double>(raster::max_stream_size)));
    add_list(*command, "--algorithm", settings->algorithms, catalog::compaction_names(", ") + " or all");
    add_list(*command, "--block", settings->blocks, "block sizes, powers of two from 2 to 4096");
    add_list(*command, "--prefix-sum", settings->prefix_sums, "auto, hillis-steele, blelloch");
    add_list(*command, "--run-lengths", settings->run_lengths, "auto, recursive-doubling, balanced-tree");
    add_list(*command, "--concatenate", settings->concatenations, "auto, lines, quads");
    add_auto_settings(*command, settings->automatic);
    command->add_flag("--negate", settings->negate, "valid are the elements below the threshold");
    command->add_flag("--era-limits", settings->era_limits,
                      "leave out what a loop limit of 256 iterations did not allow");
    command->add_option("--seed", settings->seed, "of the random streams")
        ->capture_default_str()
        ->type_name("N");
    add_bench_settings(*command, settings->bench);
    command->callback([settings] { sweep(*settings); });
}

} // namespace scanline::cli
