#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/systems/system.h"

namespace scanline::systems {

/// The entries, checks and experiments of data cubes.
System cube_system();

/// All experiments with data cubes, on generated rows with one measure.
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
/// Times are by the wall clock, from rows and queries in host memory to trees where they are built, or to
/// cells in host memory; each stage ends with a wait for the GPU. Rows of the first three operations count
/// the nodes and bytes of the tree.
///
/// Every result is checked before it is timed: small trees against the reference, samples of large ones and
/// of answers against all rows; later results must equal the first.
Experiments cube_experiments();

} // namespace scanline::systems
