#pragma once
#include "experiments/scan_group.h"
#include "scanline/bench/claim_list.h"
#include "scanline/bench/curves.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

// What figures, claims and summaries of scans on the CPU have in common.

/// Where the rows of a group are.
struct ScanGroup {
    std::string_view place;
    std::string elements, threads;
};

/// The group of this place with the most elements, and of these the most threads. Throws NotMeasured where
/// there is none.
ScanGroup largest_group(const Results& results, std::string_view place);

/// Of our rows the algorithm, of others who it is.
std::string name_of(const Row& row);
/// The same with the dilation, where there is one.
std::string label_of(const Row& row);
/// A library's own scan, nothing that is written by hand.
bool is_library(const Row& row);

/// Picks a row of a group. Throws NotMeasured where there is none.
using PickRow = std::function<const Row&(const Results& results, const ScanGroup& group)>;
/// The first measured row of ours by this name that is not dilated.
PickRow ours(std::string_view algorithm);
/// The fastest by its median of the rows that `belongs` takes.
PickRow fastest(bool (*belongs)(const Row&));

/// The fastest by its median of some rows, at least one.
const Row& fastest(const std::vector<const Row*>& rows);

/// True if a row is of the largest size, and of the most threads, of its name.
bool is_of_largest(const Results& results, const Row& row);
/// The measured rows of ours by this name that are of the largest, in their order. Throws NotMeasured for
/// none.
std::vector<const Row*> largest_rows(const Results& results, std::string_view algorithm);

/// One median time over another. Throws NotMeasured where a time is too short for the timer.
double time_ratio(const Row& over, const Row& under);

/// Judges whether one is at least so many times as fast as the other: yes and no where all of the interval
/// is.
Finding times_as_fast(const Row& one, const Row& other, double times);

using Judge = std::function<Finding(const Results& results)>;
/// times_as_fast() of two rows of the largest group.
Judge faster(std::string_view place, PickRow one, PickRow other, double times);
/// Judges whether a row of the largest group reaches a part of the speed of its roof, by medians.
Judge roof_part(std::string_view place, PickRow one, double part);

/// Billions of elements a second over an axis, and the roof, of the measured rows that have a line.
chart::LineChart scan_rates(const Results& results, const std::string& title, const std::string& shown,
                            const chart::Axis& x, std::string_view x_axis, const LineOf& line_of);

/// What the experiments with scans have in common; they fill in the rest. Those by one thread have no axis
/// --threads.
Experiment scan_experiment(std::string_view name, std::string_view title, std::string_view source,
                           bool several_threads = true);

/// The plan of these groups.
Plan scan_plan(std::vector<PlannedGroup> groups);

Experiment scans_of_one_thread();
Experiment scans_in_place();
Experiment scans_apart();
Experiment scan_partitions();
Experiment scan_dilations();

} // namespace scanline::bench
