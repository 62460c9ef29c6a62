#include "bench_sweep.h"

#include "bench_run.h"
#include "command.h"
#include "compaction_job.h"
#include "options.h"
#include "program.h"
#include "stored_models.h"
#include "takers.h"

#include "scanline/bench/sweep_figures.h"
#include "scanline/bench/sweep_request.h"
#include "scanline/catalog/compaction.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

namespace scanline::cli {

namespace {

struct SweepSettings {
    BenchSettings bench;
    bench::SweepRequest request;
    AutoSettings automatic;
};

void sweep(const SweepSettings& settings) {
    bench::SweepRequest request = settings.request;
    request.default_image = masks_folder() + "/hand.png";
    request.automatic = parse_auto(settings.automatic);
    bench::SweepAxes axes = bench::make_axes(request);
    run_bench(settings.bench,
              [&axes](machine::Machine& machine) -> BenchPlan {
                  if (std::ranges::count(axes.algorithms, raster::Algorithm::automatic) > 0)
                      axes.automatic.model = stored_auto_model(machine);
                  return {bench::make_sweep_plan(machine.raster(), axes), machine.raster()};
              },
              {[](const bench::Results& results) { return bench::sweep_figures(results); },
               [](const bench::Results&) { return std::string(); }});
}

CompactionEntries entries_of(const std::vector<std::string>& names) {
    CompactionEntries entries;
    for (const std::string& name : names) {
        const CompactionEntries more = parse_algorithms(name);
        entries.insert(entries.end(), more.begin(), more.end());
    }
    return entries;
}

} // namespace

void add_sweep_command(CLI::App& bench) {
    auto settings = std::make_shared<SweepSettings>();
    bench::SweepRequest& request = settings->request;
    Subcommand* command =
        add_subcommand(bench, "compact", "Compactions over any of their axes: every combination is measured");
    command->add_input("IMAGE", request.images, "images to compact; default: the mask of the hand");
    CLI::Option* densities =
        add_numbers(*command, "--density", request.densities, {0, 1},
                    "random streams instead of images: the valid parts of their elements, 0 to 1");
    add_numbers(
        *command, "--size", request.sizes, {1, raster::max_stream_size},
        "elements of the streams, at most 16777216 (default 4194304); of images: at most so many, decimated");
    const auto add_names = [command](const char* name, std::vector<std::string>& names,
                                     const std::string& text) {
        add_list(*command, name, names, text)->capture_default_str();
    };
    add_names("--algorithm", request.algorithms, catalog::compaction_names(", ") + " or all");
    add_numbers(*command, "--block", request.blocks, {raster::min_block, raster::max_block},
                "block sizes, powers of two from 2 to 4096")
        ->capture_default_str();
    add_names("--prefix-sum", request.prefix_sums, "auto, hillis-steele, blelloch");
    add_names("--run-lengths", request.run_lengths, "auto, recursive-doubling, balanced-tree");
    add_names("--concatenate", request.concatenations, "auto, lines, quads");
    add_auto_settings(*command, settings->automatic);
    command->add_flag("--negate", request.negate, "valid are the elements below the threshold");
    command->add_flag("--era-limits", request.era_limits,
                      "leave out what a loop limit of 256 iterations did not allow");
    add_number(*command, "--seed", request.seed, {0, std::numeric_limits<std::uint64_t>::max()},
               "of the random streams")
        ->capture_default_str()
        ->needs(densities);
    add_bench_settings(*command, settings->bench, std::string(bench::sweep_name));
    require_takers(*command, settings->automatic,
                   [settings] { return entries_of(settings->request.algorithms); });
    command->callback([settings] { sweep(*settings); });
}

} // namespace scanline::cli
