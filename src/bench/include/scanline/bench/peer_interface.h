#pragma once
#include <cstdint>

/// What a peer, a library that does the same work as something of Scanline, offers to the benchmarks: a
/// module with the functions below, found at run time, so that neither building nor running Scanline needs
/// it. Plain C types, because the module may come from another compiler. tests/peers has those of this
/// project.
///
/// Elements are uint32 in the memory of this program; how they get to the peer's device and back is not
/// timed. Floats and points are worked on where they are. What fails says so by its result and leaves the
/// reason to scanline_peer_error(); nothing throws.

/// Raised whenever something in this file changes its meaning.
#define SCANLINE_PEER_INTERFACE 3

extern "C" {

/// Points, one after the other, of as many coordinates each; where these are floats, integers is null, and
/// the other way round.
struct ScanlinePeerPoints {
    const float* floats = nullptr;
    const std::int32_t* integers = nullptr;
    std::uint64_t size = 0; ///< points
};

/// One piece of work. What it does not use is null and 0. The arrays of uint32 are read until
/// scanline_peer_open() returns, those of floats by each run, points until scanline_peer_close().
///
/// | operation         | results                               | companions          |
/// | ----------------- | ------------------------------------- | ------------------- |
/// | "copy"            | the elements                          |                     |
/// | "scan"            | their inclusive prefix sums           |                     |
/// | "compact-flagged" | those whose flag is 1, in their order | how many these are  |
/// | "reduce"          | one: their sum                        |                     |
/// | "sort"            | they, ascending                       |                     |
/// | "sort-pairs"      | they, ascending and stable            | their values beside |
/// | "segmented-sort"  | they, ascending within each segment   |                     |
/// | "histogram"       | how many there are of 0, 1 ... 255    |                     |
/// | "scan-float32"    | none: `sums` gets the inclusive prefix sums of `floats`     |
///
/// Sums of uint32 wrap around.
///
/// Of k-d trees, which queries find built; how that is done is up to the peer, and not timed. Points equal to
/// others are theirs to keep or to leave out.
///
/// | operation       | results                                         | companions                         |
/// | --------------- | ----------------------------------------------- | ---------------------------------- |
/// | "kdtree-build"  | the indices of its points, in the tree's order  | how many these are                 |
/// | "kdtree-knn"    | those of the k nearest of each query, nearest   |                                    |
/// |                 | first; 2^32 - 1 where there are fewer           |                                    |
/// | "kdtree-radius" | how many are within the radius of each query,   | their indices, query after query,  |
/// |                 | at exactly the radius included                  | nearest first                      |
/// | "kdtree-box"    | how many are in each box, on its sides included | their indices, box after box, in   |
/// |                 |                                                 | any order                          |
struct ScanlinePeerCase {
    const char* operation = nullptr;
    std::uint64_t size = 0;
    const std::uint32_t* elements = nullptr;
    const std::uint32_t* values = nullptr;  ///< sort-pairs: what travels with each element
    const std::uint32_t* flags = nullptr;   ///< compact-flagged: 0 or 1 for each element
    const std::uint32_t* offsets = nullptr; ///< segmented-sort: where segments begin, and the end of the last
    std::uint64_t segments = 0;             ///< one less than the offsets
    const float* floats = nullptr;          ///< scan-float32: the elements
    float* sums = nullptr;                  ///< scan-float32: apart from the elements, or the same
    std::uint32_t threads = 0;              ///< scan-float32, kdtree: that may work, 1 or more
    std::uint32_t calls = 1;                ///< scan-float32: of a run, one right after the other
    std::uint32_t dimensions = 0;           ///< kdtree: coordinates of a point
    ScanlinePeerPoints points{};            ///< kdtree: of the tree
    ScanlinePeerPoints queries{};           ///< kdtree: what is asked for; of boxes the low corners
    ScanlinePeerPoints high{};              ///< kdtree-box: as many high corners
    std::uint32_t k = 0;                    ///< kdtree-knn: 1 or more
    double radius = 0;                      ///< kdtree-radius
};

enum ScanlinePeerOutput { SCANLINE_PEER_RESULTS = 0, SCANLINE_PEER_COMPANIONS = 1 };

/// SCANLINE_PEER_INTERFACE as the module knows it.
int scanline_peer_interface();
/// The library with its version, and the device: "CUB 3.0.1, NVIDIA H200". Null where it cannot work here.
const char* scanline_peer_name();
/// Why the call before failed; valid until the next.
const char* scanline_peer_error();

/// Prepares the work on the peer's device; null where it cannot.
void* scanline_peer_open(const ScanlinePeerCase* work);
/// Does it once, or as often as `calls` says, and waits: the milliseconds of one by the device's clock,
/// negative where it failed. Does the same again as often as it is called.
double scanline_peer_run(void* opened);
/// Copies the first `size` words of an output of the last run; 0 where it cannot.
int scanline_peer_result(void* opened, int output, std::uint32_t* to, std::uint64_t size);
void scanline_peer_close(void* opened);
}
