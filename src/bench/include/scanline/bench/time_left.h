#pragma once
#include <string>

namespace scanline::bench {

/// How long work will still take, if it goes on as it has, for people: "12 s left", from ten minutes on
/// "11 min left". fraction: what is done of it, in [0, 1]; empty at 0, where nothing is known.
///
///     time_left(0.25, 4) == "12 s left"
std::string time_left(double fraction, double seconds_so_far);

} // namespace scanline::bench
