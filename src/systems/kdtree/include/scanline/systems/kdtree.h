#pragma once
#include "scanline/systems/system.h"

#include <string>

namespace scanline::systems {

/// The entries, checks and experiments of k-d trees.
System kdtree_system();

/// Every experiment with k-d trees. What is not OpenGL's is timed by clocks of its own.
///
/// Their plans have a group for each setting and task, with points of its own, on axes task ("build", "knn",
/// "radius", "box", "verify"), points (how they lie), elements (how many there are), dimensions, type,
/// queries, k, threads (that may work), by ("scanline-cpu", "scanline-compute", or the name of a peer) and
/// library (of a peer: its description); "-" where one does not apply. Who has no such work has no rows of
/// it: nanoflann builds by one thread and has no boxes, nth-element builds by one thread alone.
/// scanline-compute has no threads.
///
/// What is asked has its tree built untimed, of points of which no two are equal, so that all answer alike.
/// Within the radius of half of the queries are 16 points or more; a box has 16 or more inside for half of
/// them. What OpenGL works on, and what comes out, is on the GPU, but for the points of a verification. Every
/// result is checked before it is timed, see wrong_rows(): trees as kdtree::verify() does, of peers that
/// every point is in them; of queries some, against a look at every point, where distances may differ by what
/// float rounds. The items of a row are the points of a tree that is built or verified, or the queries.
///
/// Where there is OpenGL on a GPU, the points begin with uniform floats of 3 coordinates, and
/// neither sizes nor queries are asked for nor a quick plan, the sweep also has the build and the queries
/// that are claimed of GPUs. With OpenGL the plan is measured on its engine.
Experiments kdtree_experiments();

/// A Markdown table of what was measured of Scanline, each beside all others of the same work by as many
/// threads; on OpenGL beside all others.
std::string kdtree_summary(const Results& results);

} // namespace scanline::systems
