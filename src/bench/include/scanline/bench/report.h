#pragma once
#include "scanline/bench/results.h"

#include <filesystem>
#include <string>

namespace scanline::bench {

/// Reports are UTF-8: what in a name is none is replaced by U+FFFD.

/// Tidy: one row for each repetition (from 1) and stage, and one for their sum, whose stage is "total"; a
/// skipped variant has one row with its reason. Columns: experiment, the axes, seed, items, bytes,
/// repetition, stage, ms, roof_ms, one for each Count::name, skipped, gpu, driver, timer, build_type,
/// version, date. No comment lines; units are in the names.
std::string report_csv(const Results& results);

/// Google Benchmark's JSON: `context`, and in `benchmarks` one entry of run_type "iteration" for each
/// repetition and the aggregates median, q25, q75 of each row, so that its compare.py reads it. A skipped row
/// is an entry with error_occurred and error_message. Names are "fig8/algorithm:bt/block:32". The axes,
/// stages, counts, roof and overhead are further members that such tools pass over. num_cpus is that of the
/// machine that writes the report.
std::string report_json(const Results& results);

/// For people: a heading, what the measurements were made with, and a Markdown table with a row for each row,
/// aligned so that it reads well on a terminal too. Columns that no row has (a roof, bytes, reasons) are left
/// out.
std::string report_markdown(const Results& results);

/// What report_json() wrote, at most 256 MiB. Errors (failure): the file cannot be read, is no JSON, or none
/// of ours; the message names the path, what was found and what was expected.
Results read_results(const std::filesystem::path& path);

} // namespace scanline::bench
