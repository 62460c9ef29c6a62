// Horizontal: the prefix sums of a register in log2(lanes) steps, and helpers.
// Compiled once for each instruction set; the guard depends on it.
#if defined(SCANLINE_CPU_SCAN_HORIZONTAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SCANLINE_CPU_SCAN_HORIZONTAL_INL
#undef SCANLINE_CPU_SCAN_HORIZONTAL_INL
#else
#define SCANLINE_CPU_SCAN_HORIZONTAL_INL
#endif

#include "prefetch.h"
#include "scan_scalar-inl.h"

#include <algorithm>
#include <cstdint>
#include <hwy/cache_control.h>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
// Permutes lanes: lane i gets lane from(i).
template <class D, class From>
HWY_INLINE auto lane_table(From from) {
    using Number = hn::TFromD<hn::RebindToSigned<D>>;
    HWY_ALIGN Number lanes[hn::MaxLanes(D())];
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane)
        lanes[lane] = static_cast<Number>(from(lane));
    return hn::SetTableIndices(D(), lanes);
}

// Shifts lanes up by a distance, and fills with the identity.
template <class Op, class D>
class ShiftUp {
    using T = hn::TFromD<D>;

public:
    HWY_INLINE explicit ShiftUp(std::size_t distance)
        : from_(table(distance)), keep_(hn::Not(hn::FirstN(D(), distance))) {}

    HWY_INLINE hn::VFromD<D> operator()(hn::VFromD<D> v) const {
        const auto moved = hn::TableLookupLanes(v, from_);
        if constexpr (std::is_same_v<Op, Sum>)
            return hn::IfThenElseZero(keep_, moved);
        else
            return hn::IfThenElse(keep_, moved, hn::Set(D(), Op::template identity<T>()));
    }

private:
    static HWY_INLINE auto table(std::size_t distance) {
        return lane_table<D>([distance](std::size_t lane) { return lane < distance ? 0 : lane - distance; });
    }

    decltype(table(0)) from_;
    hn::MFromD<D> keep_;
};

// The prefix sums of a register: log2(lanes) steps, each adding the lane twice as far away (paper, listing
// 1).
template <class Op, class D>
class Horizontal {
public:
    using V = hn::VFromD<D>;

    HWY_INLINE Horizontal() : by_1_(1), by_2_(2), by_4_(4), by_8_(8), last_(last_table()) {}

    HWY_INLINE V inclusive(V v) const {
        v = Op::vectors(by_1_(v), v);
        if constexpr (hn::MaxLanes(D()) > 2)
            v = Op::vectors(by_2_(v), v);
        if constexpr (hn::MaxLanes(D()) > 4)
            v = Op::vectors(by_4_(v), v);
        if constexpr (hn::MaxLanes(D()) > 8)
            v = Op::vectors(by_8_(v), v);
        return v;
    }
    // The exclusive result: the result of inclusive(), shifted up by one lane.
    HWY_INLINE V exclusive(V inclusive) const { return by_1_(inclusive); }
    HWY_INLINE V last(V v) const { return hn::TableLookupLanes(v, last_); }

private:
    static_assert(hn::MaxLanes(D()) <= 16);

    static HWY_INLINE auto last_table() {
        return lane_table<D>([](std::size_t) { return hn::Lanes(D()) - 1; });
    }

    ShiftUp<Op, D> by_1_, by_2_, by_4_, by_8_;
    decltype(last_table()) last_;
};

template <class T>
using Vectors = hn::ScalableTag<T>;

// As in the paper: broadcasts the last lane of a result, and adds it to the next register.
template <class T, class Op, bool exclusive>
HWY_ATTR T scan_simd(const T* input, T* output, std::size_t n, T before) {
    const Vectors<T> d;
    const Horizontal<Op, Vectors<T>> horizontal;
    const std::size_t lanes = hn::Lanes(d);
    auto carry = hn::Set(d, before);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        const auto local = horizontal.inclusive(hn::LoadU(d, input + i));
        const auto result = Op::vectors(carry, local);
        hn::StoreU(exclusive ? Op::vectors(carry, horizontal.exclusive(local)) : result, d, output + i);
        carry = horizontal.last(result);
    }
    return scan_scalar<T, Op, exclusive>(input + i, output + i, n - i, hn::GetLane(carry));
}

// The carry depends on one addition per register: the total of a register is computed separately. Prefetches
// ahead, possibly beyond the end.
template <class T, class Op, bool exclusive, bool streaming>
HWY_ATTR T scan_lookahead(const T* input, T* output, std::size_t n, T before) {
    const Vectors<T> d;
    const Horizontal<Op, Vectors<T>> horizontal;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t step = std::max(lanes, line_bytes / sizeof(T));
    std::size_t i = 0;
    if constexpr (streaming) {
        // Streaming stores start at whole registers.
        const std::size_t over = reinterpret_cast<std::uintptr_t>(output) % line_bytes / sizeof(T);
        i = std::min(n, over == 0 ? 0 : line_bytes / sizeof(T) - over);
        before = scan_scalar<T, Op, exclusive>(input, output, i, before);
    }
    auto carry = hn::Set(d, before);
    for (; i + step <= n; i += step) {
        hwy::Prefetch(reinterpret_cast<const char*>(input + i) + prefetch_bytes);
        for (std::size_t k = i; k < i + step; k += lanes) {
            const auto local = horizontal.inclusive(hn::LoadU(d, input + k));
            const auto result = Op::vectors(carry, exclusive ? horizontal.exclusive(local) : local);
            if constexpr (streaming)
                hn::Stream(result, d, output + k);
            else
                hn::StoreU(result, d, output + k);
            carry = Op::vectors(carry, horizontal.last(local));
        }
    }
    if constexpr (streaming)
        hwy::FlushStream();
    return scan_scalar<T, Op, exclusive>(input + i, output + i, n - i, hn::GetLane(carry));
}

// Reduces all lanes, first to last.
template <class T, class Op, class V>
HWY_ATTR T combine_lanes(V v) {
    const Vectors<T> d;
    HWY_ALIGN T lanes[hn::MaxLanes(d)];
    hn::Store(v, d, lanes);
    return total_scalar<T, Op>(lanes, hn::Lanes(d));
}

// Four independent sums hide the latency of additions.
template <class T, class Op, bool ahead>
HWY_ATTR T total_simd(const T* input, std::size_t n) {
    const Vectors<T> d;
    const std::size_t lanes = hn::Lanes(d);
    auto a = hn::Set(d, Op::template identity<T>()), b = a, c = a, e = a;
    std::size_t i = 0;
    for (; i + 4 * lanes <= n; i += 4 * lanes) {
        if constexpr (ahead) {
            for (std::size_t byte = 0; byte < 4 * lanes * sizeof(T); byte += line_bytes)
                hwy::Prefetch(reinterpret_cast<const char*>(input + i) + prefetch_bytes + byte);
        }
        a = Op::vectors(a, hn::LoadU(d, input + i));
        b = Op::vectors(b, hn::LoadU(d, input + i + lanes));
        c = Op::vectors(c, hn::LoadU(d, input + i + 2 * lanes));
        e = Op::vectors(e, hn::LoadU(d, input + i + 3 * lanes));
    }
    const T total = combine_lanes<T, Op>(Op::vectors(Op::vectors(a, b), Op::vectors(c, e)));
    return Op::combine(total, total_scalar<T, Op>(input + i, n - i));
}

template <class T, class Op>
HWY_ATTR void increment_simd(T* elements, std::size_t n, T before) {
    const Vectors<T> d;
    const std::size_t lanes = hn::Lanes(d);
    const auto offset = hn::Set(d, before);
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes)
        hn::StoreU(Op::vectors(offset, hn::LoadU(d, elements + i)), d, elements + i);
    increment_scalar<T, Op>(elements + i, n - i, before);
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
