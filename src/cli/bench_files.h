#pragma once
#include "scanline/bench/experiment.h"

#include <filesystem>
#include <string>
#include <vector>

namespace scanline::cli {

/// The files of the reports of an experiment, by Results::experiment: NAME.csv, NAME.json and NAME.md.
std::vector<std::string> report_names(const std::string& experiment);

/// Writes them and an .svg for each figure into a folder, each whole or not at all.
void write_bench_files(const std::filesystem::path& folder, const bench::Results& results,
                       const std::vector<bench::Figure>& figures, const std::string& text);

} // namespace scanline::cli
