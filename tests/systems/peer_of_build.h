#pragma once
#include "scanline/bench/peer.h"
#include "scanline/core/error.h"
#include "systems/find_experiment.h"

#include <catch2/catch_all.hpp>
#include <optional>

namespace scanline::systems::test {

/// A peer of tests/peers; none, with a warning that says why, where this machine cannot build or run it.
inline std::optional<Peer> peer_of_build(const std::string& name) {
    try {
        return find_peer(name, {SCANLINE_PEERS});
    } catch (const Error& error) {
        WARN("not tested: " << error.what());
        return std::nullopt;
    }
}

} // namespace scanline::systems::test
