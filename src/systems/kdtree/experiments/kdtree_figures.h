#pragma once
#include "scanline/bench/experiment.h"

namespace scanline::bench {

/// Of the sweep over k-d trees, from where it stands: the setting of its first row.
std::vector<Figure> kdtree_figures(const Results& results);

/// The stages of Scanline's builds, in nanoseconds for each point: bars of each setting by the number of
/// threads, and on OpenGL.
Figure kdtree_stages(const Results& results);

} // namespace scanline::bench
