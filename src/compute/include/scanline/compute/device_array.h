#pragma once
#include "scanline/compute/element.h"
#include "scanline/gl/functions.h"
#include "scanline/gl/handle.h"
#include "scanline/gl/large_pages.h"

#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace scanline::compute {

/// An untyped range of elements in an OpenGL buffer.
struct BufferRange {
    unsigned buffer = 0;
    std::int64_t first = 0; ///< offset of element 0 in the buffer, in elements
    std::int64_t size = 0;  ///< elements
    ElementType type = ElementType::uint32;

    std::int64_t first_byte() const { return first * element_bytes(type); }
    std::int64_t bytes() const { return size * element_bytes(type); }

    /// Returns `count` elements from `from` on. Errors: usage if they are out of range.
    BufferRange part(std::int64_t from, std::int64_t count) const;
    bool overlaps(const BufferRange& other) const;
    bool same_as(const BufferRange& other) const;
};

/// Requires that the range lies in its buffer. Errors: see ArrayView::wrap().
void require_in_buffer(const BufferRange& range);

/// A typed, non-owning view of elements in a buffer; the owner is a DeviceArray, the arena of an Engine, or
/// the application. Copying it copies no element. ArrayView<const T> is read-only.
///
///     const auto mine = ArrayView<float>::wrap(my_vertex_buffer, 128, 1000); // floats 128 to 1127
///     scan(mine.part(0, 500), mine.part(500, 500));
template <class T>
requires Element<T>
class ArrayView {
public:
    ArrayView() = default;

    /// Views a buffer that the caller owns, from element `first` on. It must keep its size as long as the
    /// view is used. Errors: usage, with the bytes needed and present, if the buffer is too short, or if
    /// there is no buffer of that name; those of gl::check_caller().
    static ArrayView wrap(unsigned buffer, std::int64_t first, std::int64_t size) {
        const BufferRange range{buffer, first, size, element_type_of<T>};
        require_in_buffer(range);
        return ArrayView(range);
    }
    explicit ArrayView(const BufferRange& range) : range_(range) {}

    std::int64_t size() const { return range_.size; }
    bool empty() const { return range_.size == 0; }
    const BufferRange& range() const { return range_; }

    /// Returns `count` elements from `from` on. Errors: usage if they are out of range.
    ArrayView part(std::int64_t from, std::int64_t count) const {
        return ArrayView(range_.part(from, count));
    }

    operator ArrayView<const T>() const requires(!std::is_const_v<T>) { return ArrayView<const T>(range_); }

private:
    BufferRange range_{.type = element_type_of<T>};
};

/// How many elements a call processes: all, or the first count[0], read on the GPU.
class Count {
public:
    Count() = default;
    Count(ArrayView<std::uint32_t> count) : range_(count.range()) {}
    Count(ArrayView<const std::uint32_t> count) : range_(count.range()) {}

    const std::optional<BufferRange>& range() const { return range_; }

private:
    std::optional<BufferRange> range_;
};

/// The page size of an array's memory. It affects time only.
enum class Pages {
    large, ///< from 4 MiB on, if available: faster access, but a millisecond or more to allocate
    usual, ///< for arrays that are allocated about as often as they are used
};

/// Allocates a buffer of `bytes` with undefined contents; none for 0. Errors: failure, naming the bytes, if
/// the driver is out of memory. mapping: set if the array has large pages that CUDA sees too.
gl::Buffer make_buffer(std::int64_t bytes, Pages pages = Pages::large,
                       std::optional<gl::CudaMapping>* mapping = nullptr);

/// Copy between CPU and GPU; both wait for earlier work. Errors: usage if the lengths differ; those of
/// gl::check_caller().
void upload_bytes(const BufferRange& range, std::span<const std::byte> bytes);
void download_bytes(const BufferRange& range, std::span<std::byte> bytes);

template <class T>
void upload(ArrayView<T> array, std::span<const T> values) {
    upload_bytes(array.range(), std::as_bytes(values));
}
template <class T>
std::vector<std::remove_const_t<T>> download(ArrayView<T> array) {
    std::vector<std::remove_const_t<T>> values(static_cast<std::size_t>(array.size()));
    download_bytes(array.range(), std::as_writable_bytes(std::span(values)));
    return values;
}

/// An array on the GPU that owns its buffer. Move-only; must be destroyed while its context (or one that
/// shares with it) is current. Preserves the OpenGL state.
///
///     DeviceArray<std::uint32_t> numbers(std::vector<std::uint32_t>{3, 1, 2});
///     scan(numbers.view(), numbers.view());
///     numbers.download();   // 3 4 6
template <class T>
requires(Element<T> && !std::is_const_v<T>) class DeviceArray {
public:
    DeviceArray() = default;
    /// Allocates elements with undefined values. Errors: as make_buffer(); usage if size is negative.
    explicit DeviceArray(std::int64_t size, Pages pages = Pages::large)
        : buffer_(make_buffer(size * element_bytes(element_type_of<T>), pages)), size_(size) {}
    explicit DeviceArray(std::span<const T> values) : DeviceArray(static_cast<std::int64_t>(values.size())) {
        compute::upload(view(), values);
    }
    explicit DeviceArray(const std::vector<T>& values) : DeviceArray(std::span<const T>(values)) {}

    std::int64_t size() const { return size_; }
    ArrayView<T> view() { return ArrayView<T>({buffer_.id(), 0, size_, element_type_of<T>}); }
    ArrayView<const T> view() const {
        return ArrayView<const T>({buffer_.id(), 0, size_, element_type_of<T>});
    }
    /// Returns the elements. Waits for the GPU.
    std::vector<T> download() const { return compute::download(view()); }

private:
    gl::Buffer buffer_;
    std::int64_t size_ = 0;
};

} // namespace scanline::compute
