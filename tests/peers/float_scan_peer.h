#pragma once
#include <cstddef>

namespace scanline::peer {

/// Instructions that code was compiled for and a processor may lack.
enum class Instructions { any, avx2, avx512 };

/// Those of the file that this is included in.
#if defined(__AVX512F__)
inline constexpr Instructions own_instructions = Instructions::avx512;
#elif defined(__AVX2__)
inline constexpr Instructions own_instructions = Instructions::avx2;
#else
inline constexpr Instructions own_instructions = Instructions::any;
#endif

/// What a peer that scans floats alone is made of; float_scan_peer.cpp makes the rest of it.
struct FloatScan {
    bool one_thread; ///< else it takes as many as it is asked for
    void (*scan)(const float* floats, float* sums, std::size_t size, int threads);
    Instructions needs; ///< asked for before the first scan
};
extern const FloatScan float_scan;

} // namespace scanline::peer
