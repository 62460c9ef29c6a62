#pragma once
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"
#include "scanline/bench/experiment.h"
#include "scanline/bench/markdown_table.h"
#include "scanline/bench/results.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::systems {

// The names of bench that experiments are written with.

using bench::Align;
using bench::Axis;
using bench::axis_of;
using bench::axis_of_choices;
using bench::axis_of_sizes;
using bench::axis_of_threads;
using bench::AxisValues;
using bench::billions;
using bench::Claim;
using bench::Claims;
using bench::ClaimSpec;
using bench::Experiment;
using bench::Experiments;
using bench::Figure;
using bench::Finding;
using bench::Group;
using bench::joined;
using bench::Judge;
using bench::judge_each;
using bench::judge_of_each;
using bench::line_figure;
using bench::LineOf;
using bench::MarkdownColumn;
using bench::MarkdownTable;
using bench::Measure;
using bench::median;
using bench::median_interval;
using bench::MedianInterval;
using bench::millions;
using bench::Needs;
using bench::no_value;
using bench::NotMeasured;
using bench::on_gpu;
using bench::Option;
using bench::Peer;
using bench::peer_array;
using bench::PeerCase;
using bench::place_in;
using bench::Plan;
using bench::PlannedGroup;
using bench::Quartiles;
using bench::quartiles;
using bench::Repetition;
using bench::Request;
using bench::Results;
using bench::Row;
using bench::RowAxis;
using bench::set_bar;
using bench::sizes_option;
using bench::Stage;
using bench::StagedWork;
using bench::threads_option;
using bench::TimedWork;
using bench::Variant;
using bench::Work;

/// What is wrong with a result; none: nothing.
using Wrong = std::optional<std::string>;

// Axes and words that the rows of several systems share.

inline constexpr RowAxis<std::int64_t> elements_axis{"elements"};
inline constexpr RowAxis<int> dimensions_axis{"dimensions"};
/// How many threads of the CPU did the work of a row.
inline constexpr RowAxis<std::optional<int>> threads_axis{"threads"};
inline constexpr RowAxis<std::string> by_axis{"by"}, algorithm_axis{"algorithm"},
    library_axis{"library"}; ///< what a peer says of itself
/// The value of by_axis in rows of this project.
inline constexpr std::string_view by_scanline = "scanline";
inline bool is_ours(const Row& row) {
    return row[by_axis] == by_scanline;
}

inline constexpr Option<int> dimensions_option{"--dimensions"};
inline constexpr Option<std::int64_t> queries_option{"--queries"};

/// Of all random input.
inline constexpr std::uint64_t data_seed = 1;
/// Of an element.
inline constexpr std::int64_t word_bytes = sizeof(std::uint32_t);

} // namespace scanline::systems
