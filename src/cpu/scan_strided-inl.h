// Vertical scans (a chunk in each lane) and scans over a balanced tree: by gather and scatter.
// Compiled once for each instruction set; the guard depends on it.
#if defined(SCANLINE_CPU_SCAN_STRIDED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SCANLINE_CPU_SCAN_STRIDED_INL
#undef SCANLINE_CPU_SCAN_STRIDED_INL
#else
#define SCANLINE_CPU_SCAN_STRIDED_INL
#endif

#include "scan_horizontal-inl.h"

#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
// Indices of the lanes of a strided access.
template <class T>
HWY_INLINE auto strided(std::size_t stride) {
    const hn::RebindToSigned<Vectors<T>> di;
    using Number = hn::TFromD<decltype(di)>;
    return hn::Mul(hn::Iota(di, Number{0}), hn::Set(di, static_cast<Number>(stride)));
}

// Vertical: each lane has a chunk. Turns the total of each chunk into the total before it; returns the total
// of all chunks.
template <class T, class Op, class V>
HWY_ATTR V offsets_of(V totals, T& before) {
    const Vectors<T> d;
    HWY_ALIGN T lanes[hn::MaxLanes(d)];
    hn::Store(totals, d, lanes);
    before = scan_scalar<T, Op, true>(lanes, lanes, hn::Lanes(d), before);
    return hn::Load(d, lanes);
}

// Prefix sums down the chunks, starting from the total before each.
template <class T, class Op, bool exclusive, class V>
HWY_ATTR V scan_chunks(const T* input, T* output, std::size_t chunk, V before) {
    const Vectors<T> d;
    const auto lanes_at = strided<T>(chunk);
    for (std::size_t i = 0; i < chunk; ++i) {
        const auto next = Op::vectors(before, hn::GatherIndex(d, input + i, lanes_at));
        hn::ScatterIndex(exclusive ? before : next, d, output + i, lanes_at);
        before = next;
    }
    return before;
}

template <class T, class Op, bool exclusive>
HWY_ATTR T scan_simd_v1(const T* input, T* output, std::size_t n, T before) {
    const Vectors<T> d;
    const std::size_t lanes = hn::Lanes(d), chunk = n / lanes;
    const auto totals =
        scan_chunks<T, Op, exclusive>(input, output, chunk, hn::Set(d, Op::template identity<T>()));
    const auto lanes_at = strided<T>(chunk);
    const auto offsets = offsets_of<T, Op>(totals, before);
    for (std::size_t i = 0; i < chunk; ++i) {
        const auto local = hn::GatherIndex(d, output + i, lanes_at);
        hn::ScatterIndex(Op::vectors(offsets, local), d, output + i, lanes_at);
    }
    const std::size_t rest = chunk * lanes;
    return scan_scalar<T, Op, exclusive>(input + rest, output + rest, n - rest, before);
}

template <class T, class Op, bool exclusive>
HWY_ATTR T scan_simd_v2(const T* input, T* output, std::size_t n, T before) {
    const Vectors<T> d;
    const std::size_t lanes = hn::Lanes(d), chunk = n / lanes;
    const auto lanes_at = strided<T>(chunk);
    auto totals = hn::Set(d, Op::template identity<T>());
    for (std::size_t i = 0; i < chunk; ++i)
        totals = Op::vectors(totals, hn::GatherIndex(d, input + i, lanes_at));
    scan_chunks<T, Op, exclusive>(input, output, chunk, offsets_of<T, Op>(totals, before));
    const std::size_t rest = chunk * lanes;
    return scan_scalar<T, Op, exclusive>(input + rest, output + rest, n - rest, before);
}

// One level of the tree: elements first, first + 2 distance ... add the element `distance` before them.
template <class T, class Op>
HWY_ATTR void combine_level(T* elements, std::size_t n, std::size_t first, std::size_t distance) {
    const Vectors<T> d;
    const std::size_t lanes = hn::Lanes(d), stride = 2 * distance;
    const auto lanes_at = strided<T>(stride);
    std::size_t i = first;
    for (; i + (lanes - 1) * stride < n; i += lanes * stride) {
        const auto left = hn::GatherIndex(d, elements + i - distance, lanes_at);
        const auto right = hn::GatherIndex(d, elements + i, lanes_at);
        hn::ScatterIndex(Op::vectors(left, right), d, elements + i, lanes_at);
    }
    for (; i < n; i += stride)
        elements[i] = Op::combine(elements[i - distance], elements[i]);
}

// Up-sweep, then down-sweep.
template <class T, class Op, bool exclusive>
HWY_ATTR T scan_simd_t(const T* input, T* output, std::size_t n, T before) {
    if (n == 0)
        return before;
    if (input != output)
        std::memcpy(output, input, n * sizeof(T));
    output[0] = Op::combine(before, output[0]);
    std::size_t distance = 1;
    for (; 2 * distance <= n; distance *= 2)
        combine_level<T, Op>(output, n, 2 * distance - 1, distance);
    for (; distance > 0; distance /= 2)
        combine_level<T, Op>(output, n, 3 * distance - 1, distance);
    const T total = output[n - 1];
    if constexpr (exclusive) {
        std::memmove(output + 1, output, (n - 1) * sizeof(T));
        output[0] = before;
    }
    return total;
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
