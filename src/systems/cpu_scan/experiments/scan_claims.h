#pragma once
#include "scanline/bench/claim_list.h"
#include "scanline/bench/statistics.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::bench {

/// Where the rows of a group are.
struct ScanGroup {
    std::string_view place;
    std::string elements, threads;
};

/// The group of this place with the most elements, and of these the most threads. Throws NotMeasured where
/// there is none.
ScanGroup largest_group(const Results& results, std::string_view place);

/// Names of rows: of ours their algorithm, of others who it is.
std::string name_of(const Row& row);
/// The same with the dilation, where there is one.
std::string label_of(const Row& row);
/// A library's own scan, nothing that is written by hand.
bool is_library(const Row& row);

/// The first measured row of ours by this name that is not dilated. Throws NotMeasured.
const Row& scan_row(const Results& results, const ScanGroup& group, std::string_view algorithm);
/// The fastest by its median of the rows that `belongs` takes. Throws NotMeasured where it takes none.
const Row& fastest(const Results& results, const ScanGroup& group, bool (*belongs)(const Row&));

/// The fastest by its median of some rows, at least one.
const Row& fastest(const std::vector<const Row*>& rows);

/// The measured rows of ours by this name, in their order, of the largest size that it has, and of that of
/// the most threads. Throws NotMeasured for none.
std::vector<const Row*> largest_rows(const Results& results, std::string_view algorithm);
/// The first row of ours by this name that is_of_largest(). Throws NotMeasured where it was not measured, or
/// is not there.
const Row& first_row(const Results& results, std::string_view algorithm);
/// Whether a row is of the largest size, and of the most threads, of its name.
bool is_of_largest(const Results& results, const Row& row);

/// One median time over another. Throws NotMeasured where a time is too short for the timer.
double time_ratio(const Row& over, const Row& under);

/// Whether one is at least so many times as fast as the other: yes and no where all of the interval is.
Finding times_as_fast(const Row& one, const Row& other, double times);
/// Whether a row reaches a part of the roof of its group, by medians.
Finding part_of_the_roof(const Row& row, double part);

} // namespace scanline::bench
