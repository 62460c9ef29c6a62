#pragma once
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

/// The part of a Machine that an experiment runs on.
enum class Needs {
    processor, ///< no OpenGL
    raster,
    compute,
    /// The processor, and compute if the machine has it. Its axis --variant selects cpu, compute or both.
    compute_or_processor,
};

/// A named experiment: its axes, its plan, and functions that evaluate the results. `scanline bench` makes
/// its options from it, the visualizer its controls. Figures, claims and summary need only the results, which
/// may be incomplete.
struct Experiment {
    std::string_view name;     ///< "fig8"
    std::string_view title;    ///< "Time against density, blocks of 32"
    std::string_view source{}; ///< "Moreira et al., GRAPP 2009, figure 8"
    Needs needs = Needs::raster;
    std::vector<Axis> axes{};
    std::vector<std::string_view> peers{}; ///< libraries to compare with, if their modules are found
    bool quick = true;                     ///< has a quick plan, see Request::quick
    bool free = false;                     ///< draws over any of its axes, see sweep_figures()
    bool masks = false;                    ///< measures Request::masks
    /// Plans the measurement; make_plan() adds name and title. Errors: usage for values that contradict each
    /// other; failure for a mask that cannot be read.
    std::function<Plan(const Request& request)> plan{};
    std::function<std::vector<Figure>(const Results& results)> figures{};
    std::function<std::vector<Claim>(const Results& results)> claims{};
    /// Markdown for people beyond report_markdown(), as the paper's numbers beside; may be empty.
    std::function<std::string(const Results& results)> summary{};
};

using Experiments = std::span<const Experiment>;

/// A request with the defaults of its axes.
Request default_request(const Experiment& experiment);

/// Checks the values of a request, fills in the defaults, and plans. Errors: those of Axis::check() and
/// Experiment::plan; usage for an axis that the experiment does not have.
Plan make_plan(const Experiment& experiment, const Request& request);

/// Measures a plan and fills in the environment. machine: the one that the plan was made for, null without
/// OpenGL. Sets MeasureOptions::overhead_repetitions by the plan.
Results measure_on(machine::Machine* machine, const Plan& plan, const std::string& command,
                   MeasureOptions options, const ProgressHook& progress, const RowsFinished& finished = {});

/// A Markdown table of claims: the claim, whether it holds here ("yes", "no", "undecided"), and the figures
/// behind it.
std::string claims_markdown(std::span<const Claim> claims);

} // namespace scanline::bench
