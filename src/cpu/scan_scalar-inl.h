// The operators of scans, and scans element by element.
// Compiled once for each instruction set; the guard depends on it.
#if defined(SCANLINE_CPU_SCAN_SCALAR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef SCANLINE_CPU_SCAN_SCALAR_INL
#undef SCANLINE_CPU_SCAN_SCALAR_INL
#else
#define SCANLINE_CPU_SCAN_SCALAR_INL
#endif

#include <cstddef>
#include <hwy/highway.h>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Signed sums wrap around like unsigned ones.
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
    template <class T>
    static constexpr T identity() {
        return T{0};
    }
};
// The minimum or maximum; for equal values, the earlier one.
template <bool least>
struct Extreme {
    template <class T>
    static HWY_INLINE T combine(T a, T b) {
        return (least ? b < a : a < b) ? b : a;
    }
    template <class V>
    static HWY_INLINE V vectors(V a, V b) {
        if constexpr (least)
            return hn::Min(b, a);
        else
            return hn::Max(b, a);
    }
    template <class T>
    static constexpr T identity() {
        using Limits = std::numeric_limits<T>;
        if constexpr (Limits::has_infinity)
            return least ? Limits::infinity() : -Limits::infinity();
        else
            return least ? Limits::max() : Limits::lowest();
    }
};
using Min = Extreme<true>;
using Max = Extreme<false>;

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

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
