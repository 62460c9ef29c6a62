#pragma once
#include "scanline/bench/axis.h"
#include "scanline/bench/measure.h"
#include "scanline/bench/request.h"
#include "scanline/chart/chart.h"

#include <functional>
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

/// What of a Machine an experiment works on.
enum class Needs {
    processor, ///< no OpenGL
    raster,
    compute,
    /// compute where there is OpenGL 4.3; an axis --variant of cpu and compute says which of them take part.
    compute_or_processor,
};

/// A named experiment: its axes, what it measures, and what to make of the results. The options of
/// `scanline bench` and the controls of the visualizer are made from it. Figures, claims and summary are made
/// from the results alone, also from incomplete ones.
struct Experiment {
    std::string_view name;     ///< "fig8"
    std::string_view title;    ///< "Time against density, blocks of 32"
    std::string_view source{}; ///< "Moreira et al., GRAPP 2009, figure 8"
    Needs needs = Needs::raster;
    std::vector<Axis> axes{};
    std::vector<std::string_view> peers{}; ///< libraries that take part where they are there
    bool quick = true;                     ///< whether Request::quick means anything to it
    bool masks = false;                    ///< whether it measures Request::masks
    /// What it measures, all but name and title. Errors: usage for what cannot be together; failure: a mask
    /// that cannot be read.
    std::function<Plan(const Request& request)> plan{};
    std::function<std::vector<Figure>(const Results& results)> figures{};
    std::function<std::vector<Claim>(const Results& results)> claims{};
    /// Markdown for people beyond report_markdown(), as the paper's numbers beside; may be empty.
    std::function<std::string(const Results& results)> summary{};
};

using Experiments = std::span<const Experiment>;

/// Every experiment there is.
Experiments experiments();
/// A usage error that lists the names where there is none.
const Experiment& find_experiment(std::string_view name);
/// Null where there is none.
const Experiment* experiment_named(std::string_view name);

/// A request with the defaults of its axes.
Request default_request(const Experiment& experiment);

/// Checks the values of a request by the axes, fills in defaults, and plans. Errors: usage as Axis::check(),
/// and for a value on an axis that the experiment does not have; those of Experiment::plan.
Plan make_plan(const Experiment& experiment, const Request& request);

/// Measures a plan on the machine that it was made for, null without OpenGL, and fills in the environment.
/// MeasureOptions::overhead_repetitions follow from the plan.
Results measure_on(machine::Machine* machine, const Plan& plan, const std::string& command,
                   MeasureOptions options, const MeasureProgress& progress,
                   const RowsFinished& finished = {});

/// A Markdown table of claims: the claim, whether it holds here ("yes", "no", "not told"), and the figures
/// behind it.
std::string claims_markdown(std::span<const Claim> claims);

} // namespace scanline::bench
