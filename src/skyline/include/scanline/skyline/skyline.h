#pragma once
#include "scanline/core/named.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/skyline/keys.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::skyline {

/// The work of a search: dominance tests between rows, and mask tests that save some of them.
struct Counters {
    std::int64_t dominance_tests = 0, mask_tests = 0;

    bool operator==(const Counters&) const = default;
};

/// One level of SkyAlign.
struct LevelStats {
    int level = 0;
    std::int64_t points = 0; ///< alive at its start
    std::int64_t pruned = 0; ///< found dominated in it
    Counters counters;

    bool operator==(const LevelStats&) const = default;
};

/// The rows that no other row dominates.
struct Skyline {
    std::vector<std::uint32_t> ids; ///< ascending
    Counters counters;
    std::vector<LevelStats> levels; ///< of SkyAlign; otherwise empty
};

/// Which of equal rows of the skyline stay.
enum class Duplicates {
    all,
    first, ///< the one with the smallest id
};
constexpr auto table_of(Duplicates) {
    using enum Duplicates;
    return named<Duplicates>({{all, "all"}, {first, "first"}});
}
using scanline::to_string;

/// How a skyline is found on the CPU.
enum class Algorithm {
    automatic, ///< see choose()
    sweep,     ///< up to 3 columns: in the order of the first, against the staircase of the others
    box_tree,  ///< multithreaded: against boxes around similar rows, 64 in an instruction
    sky_align, ///< see reference::sky_align()
    sfs,       ///< see reference::sfs()
    bnl,       ///< see reference::bnl()
};
constexpr auto table_of(Algorithm) {
    using enum Algorithm;
    return named<Algorithm>({{automatic, "auto"},
                             {sweep, "sweep"},
                             {box_tree, "box-tree"},
                             {sky_align, "sky-align"},
                             {sfs, "sfs"},
                             {bnl, "bnl"}});
}

/// True if the algorithm takes tables of this many columns.
constexpr bool takes_dimensions(Algorithm algorithm, int dimensions) {
    return algorithm != Algorithm::sweep || dimensions <= 3;
}

/// Called by the calling thread with the number of rows whose membership is settled, and the number of rows.
using SettledHook = std::function<void(std::int64_t settled, std::int64_t rows)>;

struct Options {
    Algorithm algorithm = Algorithm::automatic;
    Duplicates keep = Duplicates::all;
    cpu::Options cpu{};
    SettledHook progress{}; ///< sweep and box_tree call it: what is settled grows up to all rows
};

/// An algorithm, and why it is the one to take, in a sentence.
struct Choice {
    Algorithm algorithm;
    std::string reason;
};

/// What find() takes for such a table by itself.
///
///     choose(1'000'000, 2).algorithm == Algorithm::sweep
Choice choose(std::int64_t rows, int dimensions);

/// The skyline on the CPU: all rows that no other row dominates. Zero rows are allowed. Ids and counters are
/// the same for any number of threads; counters are those of the algorithm: the sweep makes no tests, the box
/// tree counts every row and every box that it compares. Stages: filter and sort, then sweep, or query and
/// build in turn; one with the algorithm's name for the algorithms on one thread.
///
/// Memory: about 20 bytes a row, for the box tree also one and a half times the keys. Errors: usage for more
/// than 3 columns for the sweep, and for a number of threads out of range; failure if out of memory;
/// Cancelled.
///
///     const std::vector<float> table{1, 4, 2, 2, 4, 1, 3, 3};
///     find(keys_of<float>({table, 2})).ids == {0, 1, 2}   // (2, 2) dominates (3, 3)
Skyline find(const Keys& keys, const Options& options = {});

} // namespace scanline::skyline
