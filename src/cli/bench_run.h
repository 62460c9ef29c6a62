#pragma once
#include "backend.h"
#include "subcommand.h"

#include "scanline/bench/experiment.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace scanline::cli {

/// What every measurement takes from the command line.
struct BenchSettings {
    bench::MeasureOptions measuring;
    double max_noise_percent = 0;
    std::string output; ///< a folder; empty where no files are wanted
    std::string format = "text";
    int device = -1;
    std::optional<compute::Tier> tier{}; ///< of the compute engine
};

/// experiment: Results::experiment of what will be measured.
void add_bench_settings(Subcommand& command, BenchSettings& settings, const std::string& experiment);
/// All of them but the device of OpenGL.
void add_measuring_settings(Subcommand& command, BenchSettings& settings, const std::string& experiment);

/// What is measured, and on which engine.
struct BenchPlan {
    bench::Plan plan;
    Observed& engine;
    bool by_stages = true; ///< whether works have stages, and measuring these an overhead
};

/// What is made of the rows beyond the reports that all have.
struct Evaluation {
    std::function<std::vector<bench::Figure>(const bench::Results&)> figures;
    std::function<std::string(const bench::Results&)> text; ///< Markdown behind the table of the rows
    /// Throws the Error that the program ends with, once all is reported. May be empty.
    std::function<void(const bench::Results&)> check{};
};

/// An Evaluation::check: that no result of what was measured beside peers was wrong.
void require_right(const bench::Results& results);

/// Measures a plan on a headless OpenGL, writes the files of --output, prints the report. Interrupted by
/// Ctrl-C, what was finished is reported all the same, and then an Error thrown.
void run_bench(const BenchSettings& settings, const std::function<BenchPlan(machine::Machine&)>& make_plan,
               const Evaluation& evaluation);

/// The same without OpenGL, of a plan that is timed by clocks of its own.
void run_cpu_bench(const BenchSettings& settings, const std::function<bench::Plan()>& make_plan,
                   const Evaluation& evaluation);

/// The same of a plan of which a part runs on the compute engine of a machine, where there is one.
void run_mixed_bench(const BenchSettings& settings, machine::Machine* machine,
                     const std::function<bench::Plan()>& make_plan, const Evaluation& evaluation);

} // namespace scanline::cli
