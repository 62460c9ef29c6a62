#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/catalog/system.h"

namespace scanline::catalog {

/// The entries, checks and experiments of data cubes.
System cube_system();

} // namespace scanline::catalog

namespace scanline::bench {

/// Every experiment with data cubes, of generated rows with one measure.
///
/// "cube" and "cube-paper" have a group for each table of rows, on axes operation, dimensions, cardinality
/// (of each dimension), elements (rows), zipf, queries, threads (of the CPU), by ("scanline-cpu",
/// "scanline-compute", or the name of a peer) and library (of a peer: its description); "-" where one does
/// not apply. The operations:
///
/// - build: the tree of all rows
/// - update: the tree of the first half becomes that of all rows
/// - append: the same for the last hundredth of the rows
/// - on-path, off-path: a batch of queries of the tree; no off-path query is answered by a node
/// - group-by: the groups of the first and the last dimension
/// - brush: linked histograms while a selection of half the codes of one dimension moves, code by code
/// - cube: all cells of the path's prefixes, by peers alone, as SQL's ROLLUP gives them
///
/// Rows and queries begin in the memory of the program, trees are where they are made, and cells end in the
/// memory of the program, by the wall clock; the GPU is waited for behind each stage. Rows of the first
/// three count nodes and bytes of the tree.
///
/// Every result is checked before it is timed, see wrong_rows(): small trees against the reference, cells of
/// large ones and answers against all rows; the others must be equal to the first.
Experiments cube_experiments();

} // namespace scanline::bench
