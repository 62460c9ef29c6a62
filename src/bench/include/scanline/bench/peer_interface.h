#pragma once
#include <cstdint>

/// What a peer, a library that does the same work as something of Scanline, offers to the benchmarks: a
/// module with the functions below, found at run time, so that neither building nor running Scanline needs
/// it. Plain C types, because the module may come from another compiler. tests/peers has those of this
/// project.
///
/// Arrays lie in the memory of this program; how they get to the peer's device and back is not timed. What
/// fails says so by its result and leaves the reason to scanline_peer_error(); nothing throws.

/// Raised whenever something in this file changes its meaning.
#define SCANLINE_PEER_INTERFACE 4

extern "C" {

enum ScanlinePeerType { SCANLINE_PEER_UINT32 = 0, SCANLINE_PEER_INT32 = 1, SCANLINE_PEER_FLOAT32 = 2 };

struct ScanlinePeerArray {
    const char* name = nullptr;
    int type = SCANLINE_PEER_UINT32;
    void* data = nullptr;   ///< null if it is empty; written to only where it is a result
    std::uint64_t size = 0; ///< elements
};

struct ScanlinePeerNumber {
    const char* name = nullptr;
    double value = 0;
};

/// One piece of work: an operation, and the arrays and numbers that belong to it, in any order. Read until
/// scanline_peer_open() returns, as are arrays of uint32; other arrays stay until scanline_peer_close().
///
/// | operation         | arrays            | results                               | companions          |
/// | ----------------- | ----------------- | ------------------------------------- | ------------------- |
/// | "copy"            | elements          | the elements                          |                     |
/// | "scan"            | elements          | their inclusive prefix sums           |                     |
/// | "compact-flagged" | elements, flags   | those whose flag is 1, in their order | how many these are  |
/// | "reduce"          | elements          | one: their sum                        |                     |
/// | "sort"            | elements          | they, ascending                       |                     |
/// | "sort-pairs"      | elements, values  | they, ascending and stable            | their values beside |
/// | "segmented-sort"  | elements, offsets | they, ascending within each segment   |                     |
/// | "histogram"       | elements          | how many there are of 0, 1 ... 255    |                     |
///
/// These are of uint32. Flags are 0 or 1; offsets are where segments begin, and the end of the last. Sums
/// wrap around.
///
/// "scan-float32" writes the inclusive prefix sums of `elements` to `sums`, both of float32, apart or the
/// same, by so many `threads`, and so often as `calls` says in one run, one right after the other. It has no
/// results.
///
/// Operations on k-d trees have the coordinates of `points` and `queries`, one point after the other, float32
/// or int32, and the numbers `dimensions` (of a point) and `threads`. Queries find the tree built; how that
/// is done is up to the peer, and not timed. Points equal to others are theirs to keep or to leave out.
///
/// - "kdtree-build". Results: the indices of its points, in the tree's order. Companions: how many these are.
/// - "kdtree-knn", with `k`, at least 1. Results: the indices of the k nearest of each query, nearest first;
///   2^32 - 1 if there are fewer.
/// - "kdtree-radius", with `radius`. Results: how many are within the radius of each query, at exactly the
///   radius included. Companions: their indices, query after query, nearest first.
/// - "kdtree-box", with the array `high` of high corners; queries are low corners. Results: how many are in
///   each box, on its sides included. Companions: their indices, box after box, in any order.
///
/// "skyline" has the float32 values of `table`, one row after the other, and the numbers `dimensions` (of a
/// row) and `threads`. Results: the numbers from 0 of the rows that no other row dominates, in any order,
/// where small values are better; of equal rows all. Companions: how many these are.
///
/// "cube" has the `codes` of rows, column by column, and a measure of each, `values`, both of uint32, and the
/// numbers `dimensions` (columns) and `threads`. Results: the cells with rows of every prefix of the columns,
/// the empty one included, as SQL's GROUP BY ROLLUP gives them, in any order. A cell has a code for each
/// column, 2^32 - 1 beyond the prefix, then its number of rows, and the sum of their values modulo 2^32.
/// Companions: the number of cells.
struct ScanlinePeerCase {
    const char* operation = nullptr;
    const ScanlinePeerArray* arrays = nullptr;
    std::uint64_t array_count = 0;
    const ScanlinePeerNumber* numbers = nullptr;
    std::uint64_t number_count = 0;
};

enum ScanlinePeerOutput { SCANLINE_PEER_RESULTS = 0, SCANLINE_PEER_COMPANIONS = 1 };

/// SCANLINE_PEER_INTERFACE as the module knows it.
int scanline_peer_interface();
/// The library with its version, and the device: "CUB 3.0.1, NVIDIA H200". Null if it cannot work here.
const char* scanline_peer_name();
/// Why the call before failed; valid until the next.
const char* scanline_peer_error();

/// Prepares the work on the peer's device; null if it cannot.
void* scanline_peer_open(const ScanlinePeerCase* work);
/// Does it once, or as often as the number `calls` says, and waits: the milliseconds of one by the device's
/// clock, negative where it failed. Does the same again as often as it is called.
double scanline_peer_run(void* opened);
/// Copies the first `size` words of an output of the last run; 0 if it cannot.
int scanline_peer_result(void* opened, int output, std::uint32_t* to, std::uint64_t size);
void scanline_peer_close(void* opened);
}
