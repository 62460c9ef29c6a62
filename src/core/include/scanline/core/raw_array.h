#pragma once
#include "scanline/core/error.h"
#include "scanline/core/memory.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace scanline {

/// Uninitialized memory for numbers, for large arrays that would take as long to fill as to process. Requests
/// huge pages; starts on a cache line. Move-only.
///
///     RawArray<float> sums(values.size());   // any values
///     scan(std::span<const float>(values), std::span<float>(sums));
template <class T>
class RawArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    RawArray() = default;
    /// Errors: failure if there is not enough memory.
    explicit RawArray(std::size_t size) { allocate(size); }
    RawArray(RawArray&& other) noexcept { swap(other); }
    RawArray& operator=(RawArray&& other) noexcept {
        RawArray(std::move(other)).swap(*this);
        return *this;
    }
    RawArray(const RawArray&) = delete;
    RawArray& operator=(const RawArray&) = delete;
    ~RawArray() = default;

    /// Resizes to `size` elements with unspecified values. Keeps the memory if its capacity suffices.
    void allocate(std::size_t size) {
        if (size > capacity_) {
            elements_.reset();
            size_ = capacity_ = 0;
            elements_.reset(new_memory(size));
            capacity_ = size;
        }
        size_ = size;
    }

    std::size_t size() const { return size_; }
    T* data() { return elements_.get(); }
    const T* data() const { return elements_.get(); }
    T* begin() { return data(); }
    const T* begin() const { return data(); }
    T* end() { return data() + size_; }
    const T* end() const { return data() + size_; }
    T& operator[](std::size_t i) { return data()[i]; }
    const T& operator[](std::size_t i) const { return data()[i]; }

private:
    static constexpr std::align_val_t alignment{64};

    struct Free {
        void operator()(T* elements) const { ::operator delete(elements, alignment); }
    };

    void swap(RawArray& other) noexcept {
        std::swap(elements_, other.elements_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    static T* new_memory(std::size_t size) {
        void* const memory = size <= std::numeric_limits<std::size_t>::max() / sizeof(T)
                                 ? ::operator new(size * sizeof(T), alignment, std::nothrow)
                                 : nullptr;
        if (!memory)
            throw Error("not enough memory for " + std::to_string(size) + " elements of " +
                        std::to_string(sizeof(T)) + " bytes: work on fewer at a time");
        prefer_huge_pages(memory, size * sizeof(T));
        return static_cast<T*>(memory);
    }

    std::unique_ptr<T, Free> elements_;
    std::size_t size_ = 0, capacity_ = 0;
};

} // namespace scanline
