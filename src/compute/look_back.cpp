#include "scanline/compute/look_back.h"
#include "scanline/compute/device_array.h"
#include "scanline/core/bits.h"

#include <GL/glew.h>
#include <algorithm>
#include <vector>

namespace scanline::compute {
namespace {

constexpr std::int64_t header_words = 4, tile_words = 4;
constexpr std::int64_t smallest_bytes = 64 * 1024;
constexpr std::uint32_t last_epoch = (1u << 16) - 1; // 16 bits of a state

} // namespace

void LookBack::allocate(std::int64_t tiles) {
    const std::int64_t needed = (header_words + tile_words * tiles) * element_bytes(ElementType::uint32);
    if (needed <= bytes_)
        return;
    const std::int64_t wanted = std::max(smallest_bytes, power_of_two_ceiling(needed));
    buffer_ = make_buffer(wanted);
    bytes_ = wanted;
    clear();
}

LookBack::Round LookBack::begin(std::int64_t tiles) {
    allocate(tiles);
    if (epoch_ == last_epoch)
        clear();
    return {{buffer_.id(), 0, header_words + tile_words * tiles, ElementType::uint32}, ++epoch_};
}

LookBack::Round LookBack::header() {
    allocate(0);
    return {{buffer_.id(), 0, header_words, ElementType::uint32}, epoch_};
}

void LookBack::clear() {
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer_.id());
    // Null clears to zero; a pointer would be read as an offset if a pixel unpack buffer is bound.
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, nullptr);
    epoch_ = 0;
}

std::uint32_t LookBack::fallbacks() const {
    if (bytes_ == 0)
        return 0;
    return download(ArrayView<const std::uint32_t>({buffer_.id(), 1, 1})).front();
}

} // namespace scanline::compute
