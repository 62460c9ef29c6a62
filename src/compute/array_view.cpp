#include "scanline/compute/array_view.h"
#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::compute {

BufferRange BufferRange::part(std::int64_t from, std::int64_t count) const {
    if (from < 0 || count < 0 || from > size || count > size - from)
        throw usage_error(fmt::format("the part of {} elements from {} on does not lie within an array of {}",
                                      count, from, size));
    return {buffer, first + from, count, type};
}

bool BufferRange::overlaps(const BufferRange& other) const {
    return buffer == other.buffer && bytes() > 0 && other.bytes() > 0 &&
           first_byte() < other.first_byte() + other.bytes() && other.first_byte() < first_byte() + bytes();
}

bool BufferRange::same_as(const BufferRange& other) const {
    return buffer == other.buffer && first_byte() == other.first_byte() && bytes() == other.bytes();
}

} // namespace scanline::compute
