#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace scanline::test {

/// Elements at a chosen alignment, surrounded by guards.
template <class T>
class PlacedArray {
public:
    PlacedArray(const std::vector<T>& values, std::size_t offset)
        : storage_(values.size() + 2 * guard + 64 / sizeof(T), poison()), size_(values.size()) {
        const auto address = reinterpret_cast<std::uintptr_t>(storage_.data() + guard);
        const std::size_t over = address % 64;
        first_ = guard + (over == 0 ? 0 : (64 - over) / sizeof(T)) + offset;
        std::ranges::copy(values, begin());
    }
    std::span<T> span() { return {begin(), size_}; }
    std::vector<T> values() const {
        return {storage_.begin() + index(), storage_.begin() + index() + count()};
    }
    bool intact() const {
        const auto poisoned = [](T value) { return value == poison(); };
        return std::all_of(storage_.begin(), storage_.begin() + index(), poisoned) &&
               std::all_of(storage_.begin() + index() + count(), storage_.end(), poisoned);
    }

private:
    static constexpr std::size_t guard = 80;
    static constexpr T poison() { return static_cast<T>(77); }
    T* begin() { return storage_.data() + first_; }
    std::ptrdiff_t index() const { return static_cast<std::ptrdiff_t>(first_); }
    std::ptrdiff_t count() const { return static_cast<std::ptrdiff_t>(size_); }

    std::vector<T> storage_;
    std::size_t first_ = 0, size_;
};

template <class T>
bool same_bits(std::span<const T> a, std::span<const T> b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

} // namespace scanline::test
