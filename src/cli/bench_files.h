#pragma once
#include "scanline/bench/experiment.h"

#include <filesystem>

namespace scanline::cli {

/// Writes NAME.md, NAME.csv, NAME.json and an .svg for each figure into a folder, each whole or not at all.
/// NAME is Results::experiment.
void write_bench_files(const std::filesystem::path& folder, const bench::Results& results,
                       const std::vector<bench::Figure>& figures, const std::string& text);

} // namespace scanline::cli
