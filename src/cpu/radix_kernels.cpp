// Compiled once for each instruction set.
#include "radix_kernels.h"
#include "prefetch.h"

#include <algorithm>
#include <cstring>
#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "radix_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace scanline::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The caller's keys may have any 32-bit type.
template <class T>
HWY_INLINE T load(const void* array, std::size_t i) {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(array) + i * sizeof(T), sizeof(T));
    return value;
}

struct Keys {
    const void* array;
    HWY_INLINE std::uint32_t operator()(std::size_t i) const { return load<std::uint32_t>(array, i); }
};
struct NumberedKeys {
    const void* array;
    HWY_INLINE std::uint64_t operator()(std::size_t i) const {
        return load<std::uint32_t>(array, i) | std::uint64_t{i} << 32;
    }
};
struct Pairs {
    const void* array;
    HWY_INLINE std::uint64_t operator()(std::size_t i) const { return load<std::uint64_t>(array, i); }
};

std::uint32_t differing_bits(const RadixPart& part, const KeyOrder& order, std::uint32_t key) {
    const Keys keys{part.array};
    const KeyOrder ordered = order;
    std::uint32_t bits = 0;
    for (std::size_t i = part.first; i < part.last; ++i)
        bits |= ordered(keys(i)) ^ key;
    return bits;
}

template <class Input>
void count(const RadixPart& part, const RadixDigit& digit, DigitTable& counts) {
    const Input input{part.array};
    const RadixDigit value_of = digit;
    counts = {};
    for (std::size_t i = part.first; i < part.last; ++i)
        ++counts[value_of(static_cast<std::uint32_t>(input(i)))];
}

template <class T>
struct Together {
    T* array;
    HWY_INLINE void store(std::size_t place, T element) const {
        std::memcpy(array + place, &element, sizeof(T));
    }
};
struct Apart {
    Together<std::uint32_t> keys, positions;
    HWY_INLINE void store(std::size_t place, std::uint64_t pair) const {
        keys.store(place, static_cast<std::uint32_t>(pair));
        positions.store(place, static_cast<std::uint32_t>(pair >> 32));
    }
};

template <class Input, class Output>
HWY_INLINE void scatter_directly(const RadixPart& part, const RadixDigit value_of, const DigitTable& begin,
                                 const Output output) {
    const Input input{part.array};
    DigitTable next = begin;
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto element = input(i);
        output.store(next[value_of(static_cast<std::uint32_t>(element))]++, element);
    }
}

// Number of elements in the array's first line that precede the array.
template <class T>
std::size_t line_offset(const T* array) {
    return reinterpret_cast<std::uintptr_t>(array) % line_bytes / sizeof(T);
}

// An array and its pending lines.
template <class T>
class LinesTogether {
public:
    static constexpr std::size_t size = line_bytes / sizeof(T); ///< elements per line

    LinesTogether(T* array, std::byte* waiting, std::size_t offset)
        : array_(array), waiting_(reinterpret_cast<T*>(waiting)), aligned_(line_offset(array) == offset) {}

    HWY_INLINE void keep(std::size_t value, std::size_t slot, T element) const {
        waiting_[value * size + slot] = element;
    }
    // Writes `count` pending elements, starting at a slot.
    HWY_INLINE void write(std::size_t value, std::size_t slot, std::size_t place, std::size_t count) const {
        const T* const from = waiting_ + value * size + slot;
        if (count != size || !aligned_) {
            std::memcpy(array_ + place, from, count * sizeof(T));
            return;
        }
        const hn::CappedTag<T, size> d;
        for (std::size_t i = 0; i < size; i += hn::Lanes(d))
            hn::Stream(hn::Load(d, from + i), d, array_ + place + i);
    }

private:
    T* array_;
    T* waiting_;
    bool aligned_;
};

// The position lines mirror the key lines, whether both arrays are aligned alike or not.
class LinesApart {
public:
    static constexpr std::size_t size = LinesTogether<std::uint32_t>::size;

    LinesApart(const Apart& output, std::byte* waiting, std::size_t offset)
        : keys_(output.keys.array, waiting, offset),
          positions_(output.positions.array, waiting + line_bytes * radix_values, offset) {}

    HWY_INLINE void keep(std::size_t value, std::size_t slot, std::uint64_t pair) const {
        keys_.keep(value, slot, static_cast<std::uint32_t>(pair));
        positions_.keep(value, slot, static_cast<std::uint32_t>(pair >> 32));
    }
    HWY_INLINE void write(std::size_t value, std::size_t slot, std::size_t place, std::size_t count) const {
        keys_.write(value, slot, place, count);
        positions_.write(value, slot, place, count);
    }

private:
    LinesTogether<std::uint32_t> keys_, positions_;
};

template <class Input, class Lines>
HWY_INLINE void scatter_lines(const RadixPart& part, const RadixDigit value_of, const DigitTable& begin,
                              const Lines lines, const std::size_t offset) {
    const Input input{part.array};
    DigitTable next = begin;
    for (std::size_t i = part.first; i < part.last; ++i) {
        const auto element = input(i);
        const std::size_t value = value_of(static_cast<std::uint32_t>(element));
        const std::size_t place = next[value]++, slot = (place + offset) % Lines::size;
        lines.keep(value, slot, element);
        if (slot + 1 == Lines::size) {
            // The first line of a value starts with keys of another value or thread.
            const std::size_t count = std::min(Lines::size, place + 1 - begin[value]);
            lines.write(value, slot + 1 - count, place + 1 - count, count);
        }
    }
    for (std::size_t value = 0; value <= value_of.mask; ++value) {
        const std::size_t end = next[value], slot = (end + offset) % Lines::size;
        const std::size_t count = std::min<std::size_t>(slot, end - begin[value]);
        lines.write(value, slot - count, end - count, count);
    }
    // Other threads read the streamed data next.
    hwy::FlushStream();
}

template <class Input, class T>
void scatter_together(const RadixPart& part, const RadixDigit& digit, const DigitTable& begin,
                      const RadixOutput& output, WaitingLines* lines) {
    auto* const array = static_cast<T*>(output.array);
    if (!lines) {
        scatter_directly<Input>(part, digit, begin, Together<T>{array});
        return;
    }
    const std::size_t offset = line_offset(array);
    scatter_lines<Input>(part, digit, begin, LinesTogether<T>(array, lines->bytes.data(), offset), offset);
}

template <class Input>
void scatter_apart(const RadixPart& part, const RadixDigit& digit, const DigitTable& begin,
                   const RadixOutput& output, WaitingLines* lines) {
    const Apart apart{{static_cast<std::uint32_t*>(output.array)}, {output.positions}};
    if (!lines) {
        scatter_directly<Input>(part, digit, begin, apart);
        return;
    }
    const std::size_t offset = line_offset(apart.keys.array);
    scatter_lines<Input>(part, digit, begin, LinesApart(apart, lines->bytes.data(), offset), offset);
}

const RadixKernels* radix_kernel_table() {
    static constexpr RadixKernels all{
        .differing_bits = differing_bits,
        .count_keys = count<Keys>,
        .count_pairs = count<Pairs>,
        .keys_to_keys = scatter_together<Keys, std::uint32_t>,
        .numbered_to_pairs = scatter_together<NumberedKeys, std::uint64_t>,
        .pairs_to_pairs = scatter_together<Pairs, std::uint64_t>,
        .numbered_to_apart = scatter_apart<NumberedKeys>,
        .pairs_to_apart = scatter_apart<Pairs>,
    };
    return &all;
}

} // namespace scanline::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scanline::cpu {

HWY_EXPORT(radix_kernel_table);

const RadixKernels& radix_kernels() {
    return *HWY_DYNAMIC_DISPATCH(radix_kernel_table)();
}

} // namespace scanline::cpu
#endif
