#pragma once
#include "scanline/core/huge_pages.h"

#include <cstddef>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline {

/// Memory for RawVector: new elements stay uninitialised, and large arrays ask for huge pages.
template <class T>
class RawAllocator {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    using value_type = T;

    RawAllocator() = default;
    template <class U>
    explicit RawAllocator(const RawAllocator<U>& /*other*/) {}

    T* allocate(std::size_t size) {
        if (size > std::numeric_limits<std::size_t>::max() / sizeof(T))
            throw std::bad_array_new_length();
        const std::size_t bytes = size * sizeof(T);
        void* const memory = ::operator new(bytes, alignment);
        prefer_huge_pages(memory, bytes);
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t /*size*/) { ::operator delete(memory, alignment); }

    template <class U>
    void construct(U* element) {
        ::new (static_cast<void*>(element)) U;
    }
    template <class U, class... Arguments>
    void construct(U* element, Arguments&&... arguments) {
        std::construct_at(element, std::forward<Arguments>(arguments)...);
    }

    friend bool operator==(const RawAllocator& /*a*/, const RawAllocator& /*b*/) { return true; }

private:
    // A cache line, so that lines of the array are lines of the cache.
    static constexpr std::align_val_t alignment{64};
};

/// A std::vector of numbers that does not fill what it gains by resize(): for large arrays that are written
/// as a whole right afterwards, where filling takes as long as the work. The first element lies at a
/// multiple of 64 bytes.
///
///     RawVector<float> sums(values.size());   // any values
///     scan(std::span<const float>(values), std::span<float>(sums));
template <class T>
using RawVector = std::vector<T, RawAllocator<T>>;

} // namespace scanline
