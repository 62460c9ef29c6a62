// The kernels of scan_kernels.h, compiled once for each instruction set: no include guard of the usual kind.
#if defined(SCANLINE_CPU_SCAN_KERNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SCANLINE_CPU_SCAN_KERNELS_INL
#undef SCANLINE_CPU_SCAN_KERNELS_INL
#else
#define SCANLINE_CPU_SCAN_KERNELS_INL
#endif

#include "scan_kernels.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <hwy/cache_control.h>
#include <hwy/highway.h>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Signed sums wrap around as unsigned ones do.
struct Sum {
    template <class T>
    static HWY_INLINE T combine(T a, T b) {
        if constexpr (std::is_integral_v<T>) {
            using U = std::make_unsigned_t<T>;
            return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
        } else {
            return a + b;
        }
    }
    template <class V>
    static HWY_INLINE V vectors(V a, V b) {
        return hn::Add(a, b);
    }
    // What is fewer bits to make where it fills what has been shifted in.
    template <class T>
    static constexpr T identity() {
        return T{0};
    }
};
struct Min {
    template <class T>
    static HWY_INLINE T combine(T a, T b) {
        return b < a ? b : a;
    }
    template <class V>
    static HWY_INLINE V vectors(V a, V b) {
        return hn::Min(b, a);
    }
    template <class T>
    static constexpr T identity() {
        return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::max();
    }
};
struct Max {
    template <class T>
    static HWY_INLINE T combine(T a, T b) {
        return a < b ? b : a;
    }
    template <class V>
    static HWY_INLINE V vectors(V a, V b) {
        return hn::Max(b, a);
    }
    template <class T>
    static constexpr T identity() {
        return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::lowest();
    }
};

template <class T, class Op, bool exclusive>
T scan_scalar(const T* input, T* output, std::size_t n, T before) {
    for (std::size_t i = 0; i < n; ++i) {
        const T next = Op::combine(before, input[i]);
        output[i] = exclusive ? before : next;
        before = next;
    }
    return before;
}

template <class T, class Op>
T total_scalar(const T* input, std::size_t n) {
    T total = Op::template identity<T>();
    for (std::size_t i = 0; i < n; ++i)
        total = Op::combine(total, input[i]);
    return total;
}

template <class T, class Op>
void increment_scalar(T* elements, std::size_t n, T before) {
    for (std::size_t i = 0; i < n; ++i)
        elements[i] = Op::combine(before, elements[i]);
}

#if HWY_TARGET != HWY_SCALAR // which is what is taken where a processor has none of the others
// For each lane the one that from(lane) names.
template <class D, class From>
HWY_INLINE auto lane_table(From from) {
    using Number = hn::TFromD<hn::RebindToSigned<D>>;
    HWY_ALIGN Number lanes[hn::MaxLanes(D())];
    for (std::size_t lane = 0; lane < hn::Lanes(D()); ++lane)
        lanes[lane] = static_cast<Number>(from(lane));
    return hn::SetTableIndices(D(), lanes);
}

// Lanes moved up by a distance, the identity coming after them.
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

// The prefix sums of a register: log2(lanes) steps, each adding what lies twice as far away (paper, listing
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
    // What the lanes below have, of what inclusive() gave.
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

// As the paper has it: the last lane of a result is broadcast and added to the next register.
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

constexpr std::size_t line_bytes = 64;
constexpr std::size_t prefetch_bytes = 3072; // measured: 2 to 4 KiB are alike, see docs/measurements.md

// The carry waits for one addition from register to register: what a register has in all is told by itself.
// Memory is asked for ahead; it need not be there behind the end.
template <class T, class Op, bool exclusive, bool streaming>
HWY_ATTR T scan_lookahead(const T* input, T* output, std::size_t n, T before) {
    const Vectors<T> d;
    const Horizontal<Op, Vectors<T>> horizontal;
    const std::size_t lanes = hn::Lanes(d);
    const std::size_t step = std::max(lanes, line_bytes / sizeof(T));
    std::size_t i = 0;
    if constexpr (streaming) {
        // Streams begin at whole registers.
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

// All lanes together, from the first to the last.
template <class T, class Op, class V>
HWY_ATTR T combine_lanes(V v) {
    const Vectors<T> d;
    HWY_ALIGN T lanes[hn::MaxLanes(d)];
    hn::Store(v, d, lanes);
    return total_scalar<T, Op>(lanes, hn::Lanes(d));
}

// Four sums at a time, so that one addition need not wait for the other.
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

// Where the lanes of a strided access are, as many elements apart.
template <class T>
HWY_INLINE auto strided(std::size_t stride) {
    const hn::RebindToSigned<Vectors<T>> di;
    using Number = hn::TFromD<decltype(di)>;
    return hn::Mul(hn::Iota(di, Number{0}), hn::Set(di, static_cast<Number>(stride)));
}

// Vertical: each lane has a chunk. What each chunk has in all becomes what comes before it; the result is
// what comes behind the last.
template <class T, class Op, class V>
HWY_ATTR V offsets_of(V totals, T& before) {
    const Vectors<T> d;
    HWY_ALIGN T lanes[hn::MaxLanes(d)];
    hn::Store(totals, d, lanes);
    before = scan_scalar<T, Op, true>(lanes, lanes, hn::Lanes(d), before);
    return hn::Load(d, lanes);
}

// Prefix sums down the chunks, from what comes before each.
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

// One level of the tree: elements first, first + 2 distance ... take in what lies a distance before them.
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

// Up the tree and down again.
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

template <class T, class Op, bool exclusive>
constexpr ScanKernels<T> kernels_of() {
    return {.scalar = scan_scalar<T, Op, exclusive>,
            .simd = scan_simd<T, Op, exclusive>,
            .simd_v1 = scan_simd_v1<T, Op, exclusive>,
            .simd_v2 = scan_simd_v2<T, Op, exclusive>,
            .simd_t = scan_simd_t<T, Op, exclusive>,
            .lookahead = scan_lookahead<T, Op, exclusive, false>,
            .lookahead_streaming = scan_lookahead<T, Op, exclusive, true>,
            .scalar_total = total_scalar<T, Op>,
            .simd_total = total_simd<T, Op, false>,
            .lookahead_total = total_simd<T, Op, true>,
            .scalar_increment = increment_scalar<T, Op>,
            .simd_increment = increment_simd<T, Op>};
}
#else
template <class T, class Op, bool exclusive>
constexpr ScanKernels<T> kernels_of() {
    constexpr auto scan = scan_scalar<T, Op, exclusive>;
    constexpr auto total = total_scalar<T, Op>;
    constexpr auto increment = increment_scalar<T, Op>;
    return {scan, scan, scan, scan, scan, scan, scan, total, total, total, increment, increment};
}
#endif

template <class T, class Op>
const ScanKernels<T>* kernels_by(bool exclusive) {
    static constexpr ScanKernels<T> inclusive_ones = kernels_of<T, Op, false>(),
                                    exclusive_ones = kernels_of<T, Op, true>();
    return exclusive ? &exclusive_ones : &inclusive_ones;
}

template <class T>
const ScanKernels<T>* all_kernels(Operator op, bool exclusive) {
    switch (op) {
    case Operator::sum: return kernels_by<T, Sum>(exclusive);
    case Operator::min: return kernels_by<T, Min>(exclusive);
    case Operator::max: return kernels_by<T, Max>(exclusive);
    }
    return nullptr;
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
