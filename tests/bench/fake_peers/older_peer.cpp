// A peer of an interface before the first.
#include "scanline/bench/peer_interface.h"

int scanline_peer_interface() {
    return SCANLINE_PEER_INTERFACE - 1;
}
