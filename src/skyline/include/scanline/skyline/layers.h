#pragma once
#include "scanline/skyline/skyline.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace scanline::skyline {

/// The layers of a table: layer 1 is its skyline, layer 2 that of the rest, and so on.
struct Layers {
    std::vector<std::uint32_t> of_row; ///< from 1; 0: past the last one, or a duplicate left out
    Counters counters;
    std::string how; ///< the algorithm, and why
};

/// The first `most` layers. By default, where skylines are small for their number, every row is compared with
/// the layers so far: in the order of the first column, and by bisection, since a row that a layer dominates
/// is dominated by all before it. Otherwise, and with an algorithm other than automatic, each layer is the
/// skyline of what those before leave. Source of the first: Zhang, Tian, Cheng, Jin, "An Efficient Approach
/// to Nondominated Sorting for Evolutionary Multiobjective Optimization", 2015.
///
/// show(part): called with the part of the work that is done. Errors: those of find().
Layers find_layers(const Keys& keys, int most, const Options& options,
                   const std::function<void(double part)>& show);

/// Stands in for find().
using FindSkyline = std::function<Skyline(const Keys& keys, const Options& options)>;

/// The same by `find`, each layer in what those before leave; `how` stays empty.
Layers peel_layers(const Keys& keys, int most, const Options& options, const FindSkyline& find,
                   const std::function<void(double part)>& show);

} // namespace scanline::skyline
