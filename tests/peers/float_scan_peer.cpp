// Peers that scan floats and do nothing else.
#include "float_scan_peer.h"
#include "float_scan_work.h"

#include <string_view>

namespace scanline::peer {

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    if (std::string_view(work.operation) != "scan-float32")
        throw std::runtime_error("it scans float32 alone, and has no " + std::string(work.operation));
    if (float_scan.one_thread && work.threads != 1)
        throw std::runtime_error("it is for one thread");
    return std::make_unique<FloatScanWork>(work, float_scan.scan);
}

std::string name() {
    if (float_scan.require != nullptr)
        float_scan.require();
    return SCANLINE_PEER_NAME;
}

} // namespace scanline::peer
