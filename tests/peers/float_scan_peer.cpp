// Peers that scan floats and do nothing else.
#include "float_scan_peer.h"
#include "float_scan_work.h"

#include <stdexcept>
#include <string_view>

namespace scanline::peer {
namespace {

bool has(Instructions instructions) {
    switch (instructions) {
    case Instructions::any: return true;
    case Instructions::avx2: return __builtin_cpu_supports("avx2") != 0;
    case Instructions::avx512: return __builtin_cpu_supports("avx512f") != 0;
    }
    return false;
}

} // namespace

std::unique_ptr<Work> open(const ScanlinePeerCase& work) {
    if (std::string_view(work.operation) != "scan-float32")
        throw std::runtime_error("it scans float32 alone, and has no " + std::string(work.operation));
    if (float_scan.one_thread && number_of(work, "threads") != 1)
        throw std::runtime_error("it is for one thread");
    return std::make_unique<FloatScanWork>(work, float_scan.scan);
}

std::string name() {
    if (!has(float_scan.needs))
        throw std::runtime_error(float_scan.needs == Instructions::avx512 ? "this processor has no AVX-512"
                                                                          : "this processor has no AVX2");
    return SCANLINE_PEER_NAME;
}

} // namespace scanline::peer
