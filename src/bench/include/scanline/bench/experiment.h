#pragma once
#include "scanline/bench/measure.h"
#include "scanline/chart/chart.h"
#include "scanline/raster/engine.h"
#include "scanline/raster/options.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace scanline::bench {

/// Something that the paper says, or that goes beyond it, and what this machine measured.
struct Claim {
    std::string claim; ///< "the binary tree is the fastest on every positive image"
    /// None where it cannot be told: an incomplete run, a skipped row, a difference within the noise.
    std::optional<bool> holds;
    std::string evidence; ///< the figures behind it, or what is missing
};

using Chart = std::variant<chart::LineChart, chart::StackedBarChart, chart::GroupedBarChart>;
struct Figure {
    std::string stem; ///< of its file: "fig8"
    Chart chart;
};

struct ExperimentOptions {
    bool quick = false;          ///< fewer points and smaller streams, seconds instead of minutes
    std::filesystem::path masks; ///< the folder of hand.png, bunny.png, finger.png, see Experiment::masks
    /// What auto goes by where it takes part, see Experiment::automatic; null: what it comes with.
    std::shared_ptr<const raster::AutoModel> auto_model{};
};

/// A named experiment: what to measure, and what to make of it. Figures, claims and summary are told from the
/// results alone, also from incomplete ones.
struct Experiment {
    std::string_view name;   ///< "fig8"
    std::string_view title;  ///< "Time against density, blocks of 32"
    std::string_view source; ///< "Moreira et al., GRAPP 2009, figure 8"
    /// What it measures. Errors (failure): a mask that cannot be read.
    std::vector<PlannedGroup> (*groups)(raster::Engine& engine, const ExperimentOptions& options);
    std::vector<Figure> (*figures)(const Results& results);
    std::vector<Claim> (*claims)(const Results& results);
    /// Markdown for people beyond report_markdown(), as the paper's numbers beside; may be null.
    std::string (*summary)(const Results& results);
    bool automatic = false; ///< whether it measures auto, and so depends on ExperimentOptions::auto_model
    bool masks = false;     ///< whether it measures the masks of ExperimentOptions::masks
};

/// Every experiment, in the paper's order.
std::span<const Experiment> experiments();
/// A usage error that lists the names where there is none.
const Experiment& find_experiment(std::string_view name);

/// The plan of an experiment, with the copy pass as the roof. The engine must outlive it. Errors: those of
/// the groups.
Plan make_plan(const Experiment& experiment, raster::Engine& engine, const ExperimentOptions& options);

/// A Markdown table of claims: the claim, whether it holds here ("yes", "no", "not told"), and the figures
/// behind it.
std::string claims_markdown(std::span<const Claim> claims);

} // namespace scanline::bench
