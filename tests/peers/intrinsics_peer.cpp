// The peer intrinsics: the paper's horizontal scan with AVX-512, as one writes it by hand.
#include "float_scan_peer.h"

#include <immintrin.h>

namespace scanline::peer {
namespace {

constexpr std::size_t lanes = 16;

// Lanes moved up by so many, zeros coming after them.
template <int distance>
__m512 shifted(__m512 v) {
    return _mm512_castsi512_ps(
        _mm512_alignr_epi32(_mm512_castps_si512(v), _mm512_setzero_si512(), 16 - distance));
}

__m512 scanned(__m512 v) {
    v = _mm512_add_ps(v, shifted<1>(v));
    v = _mm512_add_ps(v, shifted<2>(v));
    v = _mm512_add_ps(v, shifted<4>(v));
    return _mm512_add_ps(v, shifted<8>(v));
}

void scan(const float* floats, float* sums, std::size_t size, int /*threads*/) {
    const __m512i last = _mm512_set1_epi32(lanes - 1);
    __m512 carry = _mm512_setzero_ps();
    std::size_t i = 0;
    for (; i + lanes <= size; i += lanes) {
        const __m512 result = _mm512_add_ps(carry, scanned(_mm512_loadu_ps(floats + i)));
        _mm512_storeu_ps(sums + i, result);
        carry = _mm512_permutexvar_ps(last, result);
    }
    float sum = _mm512_cvtss_f32(carry);
    for (; i < size; ++i)
        sums[i] = sum += floats[i];
}

} // namespace

const FloatScan float_scan{.one_thread = true, .scan = scan, .needs = own_instructions};

} // namespace scanline::peer
