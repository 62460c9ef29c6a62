#pragma once
#include <cstddef>

namespace scanline::peer {

/// What a peer that scans floats alone is made of; float_scan_peer.cpp makes the rest of it.
struct FloatScan {
    bool one_thread; ///< else it takes as many as it is asked for
    void (*scan)(const float* floats, float* sums, std::size_t size, int threads);
    void (*require)(); ///< throws where it cannot work here; may be null
};
extern const FloatScan float_scan;

} // namespace scanline::peer
