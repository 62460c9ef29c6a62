#pragma once
#include "scanline/bench/peer.h"

#include <optional>

namespace scanline::systems::test {

/// A peer of tests/peers; none, with a warning that says why, where this machine cannot build or run it.
std::optional<Peer> peer_of_build(const std::string& name);

} // namespace scanline::systems::test
