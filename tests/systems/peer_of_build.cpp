#include "systems/peer_of_build.h"

#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>

namespace scanline::systems::test {

std::optional<Peer> peer_of_build(const std::string& name) {
    try {
        return find_peer(name, {SCANLINE_PEERS});
    } catch (const Error& error) {
        WARN("not tested: " << error.what());
        return std::nullopt;
    }
}

} // namespace scanline::systems::test
