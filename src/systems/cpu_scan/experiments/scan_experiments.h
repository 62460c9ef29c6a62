#pragma once
#include "scanline/systems/experiment.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

// What the plans of scans on the CPU write into their rows, and what their reports read.

inline constexpr RowAxis<std::string> place_axis{"place"};
inline constexpr RowAxis<std::optional<std::int64_t>> partition_axis{"partition"};
inline constexpr RowAxis<std::optional<double>> dilation_axis{"dilation"};
/// In a cache: in place, of no more elements than the second level cache holds.
inline constexpr std::string_view in_place = "in place", in_cache = "in cache", apart = "apart";
/// Passes over the memory that do next to nothing.
inline constexpr std::string_view by_memory = "memory";
/// The peer that is the paper's scan as one writes it by hand.
inline constexpr std::string_view by_intrinsics = "intrinsics";
/// Peers that are no libraries, or whose inner loop is none of the library's.
inline constexpr std::array by_hand{by_intrinsics, std::string_view("tbb-scan-simd")};
inline constexpr std::string_view auto_scan = "auto";

/// One of our scans; auto_scan chooses threads and partition by itself.
struct ScanCase {
    std::string algorithm;
    std::optional<int> threads{}; ///< none: those of the setting
    std::optional<std::int64_t> partition{};
    double dilation = 0;
};

/// The memory that all cases of a group take turns on.
struct ScanSetting {
    std::string_view place = in_place;
    std::int64_t elements = 0;
    int threads = 1; ///< that may work: all of them for what has several

    bool overwrites() const { return place != apart; }
};

/// The cases and the peers of the request. Those that cannot be are skipped with their reason.
PlannedGroup scan_group(const ScanSetting& setting, std::vector<ScanCase> cases, const Request& request);
/// Cases by their names alone.
std::vector<ScanCase> cases_of(std::initializer_list<std::string_view> algorithms);
/// 1, 2, 4 ... and the number of usable processors.
std::vector<int> default_threads();

// What figures, claims and summaries of scans on the CPU have in common.

/// What claims about memory are judged of: 256 MB of floats, more than caches hold.
inline constexpr std::int64_t memory_elements = std::int64_t{1} << 26;

/// The group of this place with the most elements, and of these the most threads. Throws NotMeasured where
/// there is none.
ScanSetting largest_group(const Results& results, std::string_view place);

/// Of our rows the algorithm, of others who it is.
std::string name_of(const Row& row);
/// The same with the dilation, if there is one.
std::string label_of(const Row& row);
/// A library's own scan, nothing that is written by hand.
bool is_library(const Row& row);

/// Picks a row of a group. Throws NotMeasured if there is none.
using PickRow = std::function<const Row&(const Results& results, const ScanSetting& group)>;
/// The first measured row of ours by this name that is not dilated.
PickRow ours(std::string_view algorithm);
/// The fastest by its median of the rows that `belongs` takes.
PickRow fastest(bool (*belongs)(const Row&));

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

/// times_as_fast() of two rows of the largest group.
Judge faster(std::string_view place, PickRow one, PickRow other, double times);
/// Judges whether a row of the largest group reaches a part of the speed of its roof, by medians.
Judge roof_part(std::string_view place, PickRow one, double part);

/// Billions of elements a second over an axis, and the roof, of the measured rows that have a line.
Figure scan_rates(const Results& results, const std::string& stem, const std::string& title,
                  const std::string& shown, const chart::Axis& x, std::string_view x_axis,
                  const LineOf& line_of);

/// Adds to an experiment what all with scans have in common, and its plan. Those by one thread have no axis
/// --threads.
Experiment scan_experiment(Experiment own,
                           std::function<std::vector<PlannedGroup>(const Request& request)> groups,
                           bool several_threads = true);

Experiment scans_of_one_thread();
Experiment scans_in_place();
Experiment scans_apart();
Experiment scan_partitions();
Experiment scan_dilations();

} // namespace scanline::systems
