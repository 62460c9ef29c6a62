#pragma once
#include "scanline/compute/element.h"
#include "scanline/gl/functions.h"

#include <type_traits>

namespace scanline::compute {

/// Elements in a buffer of OpenGL, whatever their type: what the algorithms work on.
struct BufferRange {
    GLuint buffer = 0;
    std::int64_t first = 0; ///< the index in the buffer of element 0, counted in elements
    std::int64_t size = 0;  ///< elements
    ElementType type = ElementType::uint32;

    std::int64_t first_byte() const { return first * element_bytes(type); }
    std::int64_t bytes() const { return size * element_bytes(type); }

    /// The part from element `from` on. Errors: usage where it does not lie within.
    BufferRange part(std::int64_t from, std::int64_t count) const;
    bool overlaps(const BufferRange& other) const;
    bool same_as(const BufferRange& other) const;
};

/// A typed view of elements in a buffer, owned by somebody else: a DeviceArray, the arena of an Engine, or
/// the program that uses this library. A plain value: copying it copies no element. ArrayView<const T> is
/// only read.
///
///     const ArrayView<float> mine = ArrayView<float>::wrap(my_vertex_buffer, 128, 1000); // floats 128 to
///     1127 scan(mine.part(0, 500), mine.part(500, 500));
template <class T>
requires Element<T>
class ArrayView {
public:
    ArrayView() = default;

    /// Elements of a buffer that the caller owns, from element `first` on. The buffer must hold them; this is
    /// not checked.
    static ArrayView wrap(GLuint buffer, std::int64_t first, std::int64_t size) {
        return ArrayView({buffer, first, size, element_type_of<T>});
    }
    explicit ArrayView(const BufferRange& range) : range_(range) {}

    std::int64_t size() const { return range_.size; }
    bool empty() const { return range_.size == 0; }
    const BufferRange& range() const { return range_; }

    /// The part from element `from` on. Errors: usage where it does not lie within.
    ArrayView part(std::int64_t from, std::int64_t count) const {
        return ArrayView(range_.part(from, count));
    }

    operator ArrayView<const T>() const requires(!std::is_const_v<T>) { return ArrayView<const T>(range_); }

private:
    BufferRange range_{.type = element_type_of<T>};
};

} // namespace scanline::compute
