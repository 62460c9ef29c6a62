#pragma once
#include "scanline/raster/engine.h"
#include "scanline/raster/options.h"
#include "scanline/systems/check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace scanline::systems {

/// One compaction to be checked: a stream and how it is compacted.
struct CompactionCase {
    std::vector<float> values;
    int block = 256;
    raster::CompactionOptions options;
    std::string data; ///< what the stream is, for messages: "runs of mean 7.5, density 0.31"
};

/// A random case, a function of its arguments alone, that its algorithm takes, the next one each turn: sizes
/// that are multiples of nothing, every block size and algorithm, all methods, densities from 0 to 1, runs,
/// alternating, all and none, either payload. Lines are tried where the driver's are exact (concatenation
/// `auto`), quads everywhere. What programs are compiled for is the same for many seeds in a row.
CompactionCase random_case(std::uint64_t seed, std::uint64_t turn, const CaseLimits& limits);

/// "bt, block 256, 1000 elements (...), prefix-sum auto ..."
std::string describe(const CompactionCase& test);

/// The survivors by std::copy_if, as the options' payload; of Jumping Jack and HistoPyramid the result is a
/// permutation of that.
std::vector<float> expected_survivors(const CompactionCase& test);

/// Runs the case on the GPU and checks the result: against std::copy_if, for Jumping Jack that every block is
/// a permutation of its survivors in which the first v places are unchanged where valid, for HistoPyramid
/// against the survivors sorted into Z-order; and that the counts and the texels past the last survivor are
/// right. With `passes` also every pass against its CPU twin, which finds where a wrong result began. Returns
/// what differs, nothing where all is right.
std::optional<std::string> check(raster::Engine& engine, const CompactionCase& test, bool passes);

} // namespace scanline::systems
