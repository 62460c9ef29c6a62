#pragma once
#include "scanline/compute/device_array.h"

#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

/// An integer as an element of any type.
template <class T>
T number(int value) {
    if constexpr (std::is_same_v<T, compute::Pair>)
        return {static_cast<std::uint32_t>(value), 7u};
    else
        return static_cast<T>(value);
}

/// Elements on the GPU, surrounded by guard elements in their buffer, and their expected values.
template <class T>
class Surrounded {
public:
    Surrounded(const std::vector<T>& elements, int begin)
        : begin_(begin), size_(static_cast<std::int64_t>(elements.size())), all_(surround(elements)),
          array_(all_) {}
    Surrounded(std::int64_t size, int begin)
        : Surrounded(std::vector<T>(static_cast<std::size_t>(size), number<T>(99)), begin) {}

    compute::ArrayView<T> view() { return array_.view().part(begin_, size_); }
    std::span<T> expected() {
        return std::span(all_).subspan(static_cast<std::size_t>(begin_), static_cast<std::size_t>(size_));
    }

    /// The first element that differs from expected() and is not allowed(), or a guard element that changed.
    template <class Allowed>
    std::optional<std::string> difference(std::string_view what, Allowed allowed) const {
        const std::vector<T> found = array_.download();
        for (std::size_t i = 0; i < found.size(); ++i) {
            const std::int64_t place = static_cast<std::int64_t>(i) - begin_;
            if (std::bit_cast<Bits>(found[i]) == std::bit_cast<Bits>(all_[i]))
                continue;
            if (place < 0 || place >= size_)
                return fmt::format("the {} were written beyond their {} elements, at {}", what, size_, place);
            if (!allowed(static_cast<std::size_t>(place), found[i], all_[i]))
                return fmt::format("{}: element {} is {}, expected {}", what, place, text(found[i]),
                                   text(all_[i]));
        }
        return std::nullopt;
    }
    std::optional<std::string> difference(std::string_view what) const {
        return difference(what, [](std::size_t, const T&, const T&) { return false; });
    }

private:
    static constexpr int guard = 8; // guard elements after the array
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

    std::vector<T> surround(const std::vector<T>& elements) const {
        std::vector<T> all(static_cast<std::size_t>(begin_), number<T>(77));
        all.insert(all.end(), elements.begin(), elements.end());
        all.insert(all.end(), guard, number<T>(77));
        return all;
    }
    static std::string text(const T& element) {
        if constexpr (std::is_same_v<T, compute::Pair>)
            return fmt::format("({}, {})", element.key, element.value);
        else if constexpr (std::is_same_v<T, float>)
            return fmt::format("{} (0x{:08x})", element, std::bit_cast<std::uint32_t>(element));
        else
            return fmt::format("{}", element);
    }

    int begin_;
    std::int64_t size_;
    std::vector<T> all_;
    compute::DeviceArray<T> array_;
};

} // namespace scanline::systems
