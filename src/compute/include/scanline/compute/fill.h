#pragma once
#include "scanline/compute/kernel.h"

#include <array>
#include <bit>
#include <variant>

namespace scanline::compute {

namespace detail {

class FillKernel : ElementwiseKernel {
public:
    FillKernel(Engine& engine, ElementType type);
    /// words: the value; a four-byte element uses only the first.
    void run(const BufferRange& output, std::array<std::uint32_t, 2> words,
             const std::optional<BufferRange>& count) const;
};

template <Element T>
std::array<std::uint32_t, 2> words_of(T value) {
    if constexpr (sizeof(T) == 8)
        return std::bit_cast<std::array<std::uint32_t, 2>>(value);
    else
        return {std::bit_cast<std::uint32_t>(value), 0};
}

} // namespace detail

/// Sets elements of any type to one value, bit for bit.
///
/// n = 0: no work. Errors: usage if the array is larger than a storage block or overlaps the count.
///
///     Fill<float> fill(engine);
///     fill(a, 2.5f);   // a: 2.5 2.5 2.5
template <Element T>
class Fill {
public:
    explicit Fill(Engine& engine) : kernel_(engine, element_type_of<T>) {}

    /// count: write only the first count[0] elements, read on the GPU; the others are unchanged.
    void operator()(ArrayView<T> output, T value, Count count = {}) const {
        kernel_.run(output.range(), detail::words_of(value), count.range());
    }

private:
    detail::FillKernel kernel_;
};

namespace detail {

class IotaKernel : ElementwiseKernel {
public:
    using Number = std::variant<std::uint32_t, std::int32_t, float>;

    IotaKernel(Engine& engine, ElementType type);
    void run(const BufferRange& output, Number start, Number step,
             const std::optional<BufferRange>& count) const;
};

} // namespace detail

/// Counts: output[i] = start + i * step, for uint32, int32 or float. Integers wrap around. Floats round i,
/// then i * step, then the sum, so the bits are the same everywhere and errors do not accumulate.
///
/// n = 0: no work. Errors: usage if the array is larger than a storage block or overlaps the count.
///
///     Iota<std::uint32_t> iota(engine);
///     iota(a);         // a: 0 1 2 3 4
///     iota(a, 10, 3);  // a: 10 13 16 19 22
template <Number T>
class Iota {
public:
    explicit Iota(Engine& engine) : kernel_(engine, element_type_of<T>) {}

    /// count: write only the first count[0] elements, read on the GPU; the others are unchanged.
    void operator()(ArrayView<T> output, T start = 0, T step = 1, Count count = {}) const {
        kernel_.run(output.range(), start, step, count.range());
    }

private:
    detail::IotaKernel kernel_;
};

} // namespace scanline::compute
