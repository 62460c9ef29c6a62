#include "bench_sweep.h"

#include "auto_settings.h"
#include "bench_run.h"
#include "command.h"
#include "masks_folder.h"
#include "stored_auto_model.h"

#include "scanline/bench/sweep_figures.h"
#include "scanline/bench/sweep_request.h"
#include "scanline/catalog/compaction.h"

#include <algorithm>
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
              [&axes](Session& session) -> BenchPlan {
                  if (std::ranges::count(axes.algorithms, raster::Algorithm::automatic) > 0)
                      axes.automatic.model = stored_auto_model(session);
                  return {bench::make_sweep_plan(session.engine(), axes), session.engine()};
              },
              {[](const bench::Results& results) { return bench::sweep_figures(results); },
               [](const bench::Results&) { return std::string(); }});
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
    command->add_option("IMAGE", settings->request.images,
                        "images to compact; default: the mask of the hand");
    add_list(*command, "--density", settings->request.densities,
             "random streams instead of images: the valid parts of their elements, 0 to 1")
        ->check(number_between(0, 1));
    add_list(
        *command, "--size", settings->request.sizes,
        "elements of the streams, at most 16777216 (default 4194304); of images: at most so many, decimated")
        ->check(number_between(1, static_cast<double>(raster::max_stream_size)));
    add_list(*command, "--algorithm", settings->request.algorithms,
             catalog::compaction_names(", ") + " or all");
    add_list(*command, "--block", settings->request.blocks, "block sizes, powers of two from 2 to 4096");
    add_list(*command, "--prefix-sum", settings->request.prefix_sums, "auto, hillis-steele, blelloch");
    add_list(*command, "--run-lengths", settings->request.run_lengths,
             "auto, recursive-doubling, balanced-tree");
    add_list(*command, "--concatenate", settings->request.concatenations, "auto, lines, quads");
    add_auto_settings(*command, settings->automatic);
    command->add_flag("--negate", settings->request.negate, "valid are the elements below the threshold");
    command->add_flag("--era-limits", settings->request.era_limits,
                      "leave out what a loop limit of 256 iterations did not allow");
    command->add_option("--seed", settings->request.seed, "of the random streams")
        ->capture_default_str()
        ->type_name("N");
    add_bench_settings(*command, settings->bench);
    command->callback([settings] { sweep(*settings); });
}

} // namespace scanline::cli
