#include "scanline/compute/reference/scan.h"
#include "scanline/compute/element.h"
#include "scanline/core/error.h"

#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace scanline::compute::reference {
namespace {

// Elements become values, are combined, and come back.
// Unsigned integers wrap around.
template <class T>
struct SumOf {
    using Type = std::make_unsigned_t<T>;
};
template <>
struct SumOf<float> {
    using Type = double;
};

template <class T>
struct Sum {
    using Value = typename SumOf<T>::Type;
    static constexpr Value identity = 0;
    static Value value_of(T element) { return static_cast<Value>(element); }
    static Value combine(Value older, Value newer) { return older + newer; }
    static T memory_of(Value value) { return static_cast<T>(value); }
};

template <class T, bool minimum>
struct Extreme {
    using Value = T;
    static constexpr Value identity =
        minimum ? std::numeric_limits<T>::max() : std::numeric_limits<T>::lowest();
    static Value value_of(T element) { return element; }
    static Value combine(Value older, Value newer) {
        return (minimum ? comes_before(newer, older) : comes_before(older, newer)) ? newer : older;
    }
    static T memory_of(Value value) { return value; }
};

// The last value in the total order. It counts as no value and is written as an infinity.
template <bool minimum>
struct FloatExtreme : Extreme<float, minimum> {
    static constexpr auto identity = std::bit_cast<float>(minimum ? 0x7fff'ffffu : 0xffff'ffffu);
    static float memory_of(float value) {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const bool none = std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(identity);
        return none ? (minimum ? infinity : -infinity) : value;
    }
};

template <class T, bool minimum>
using ExtremeOf = std::conditional_t<std::is_same_v<T, float>, FloatExtreme<minimum>, Extreme<T, minimum>>;

template <class Rules, class T>
void run(std::span<const T> input, std::span<T> output, bool exclusive) {
    typename Rules::Value before = Rules::identity;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const typename Rules::Value through = Rules::combine(before, Rules::value_of(input[i]));
        output[i] = Rules::memory_of(exclusive ? before : through);
        before = through;
    }
}

} // namespace

template <class T>
void scan(std::span<const T> input, std::span<T> output, Operator op, bool exclusive) {
    if (input.size() != output.size())
        throw usage_error(
            fmt::format("scan: {} elements given for the output, {} needed", output.size(), input.size()));
    switch (op) {
    case Operator::sum: run<Sum<T>>(input, output, exclusive); return;
    case Operator::min: run<ExtremeOf<T, true>>(input, output, exclusive); return;
    case Operator::max: run<ExtremeOf<T, false>>(input, output, exclusive); return;
    }
}

template void scan<std::uint32_t>(std::span<const std::uint32_t>, std::span<std::uint32_t>, Operator, bool);
template void scan<std::int32_t>(std::span<const std::int32_t>, std::span<std::int32_t>, Operator, bool);
template void scan<float>(std::span<const float>, std::span<float>, Operator, bool);
template void scan<std::uint64_t>(std::span<const std::uint64_t>, std::span<std::uint64_t>, Operator, bool);

} // namespace scanline::compute::reference
