#include "scanline/compute/arena.h"
#include "scanline/compute/device_array.h"
#include "scanline/core/bits.h"

#include <algorithm>
#include <numeric>

namespace scanline::compute {
namespace {

constexpr std::int64_t smallest_chunk = 64 * 1024;

} // namespace

Arena::Scope::Scope(Arena& arena)
    : arena_(arena), chunk_(arena.current_),
      used_(arena.chunks_.empty() ? 0 : arena.chunks_[arena.current_].used) {
    ++arena_.scopes_;
}

Arena::Scope::~Scope() {
    for (std::size_t i = chunk_ + 1; i < arena_.chunks_.size(); ++i)
        arena_.chunks_[i].used = 0;
    if (!arena_.chunks_.empty())
        arena_.chunks_[chunk_].used = used_;
    arena_.current_ = chunk_;
    --arena_.scopes_;
}

std::int64_t Arena::bytes() const {
    return std::accumulate(chunks_.begin(), chunks_.end(), std::int64_t{0},
                           [](std::int64_t sum, const Chunk& chunk) { return sum + chunk.bytes; });
}

std::int64_t Arena::used() const {
    return std::accumulate(chunks_.begin(), chunks_.end(), std::int64_t{0},
                           [](std::int64_t sum, const Chunk& chunk) { return sum + chunk.used; });
}

void Arena::clear() {
    chunks_.clear();
    current_ = 0;
}

BufferRange Arena::take(ElementType type, std::int64_t size) {
    const std::int64_t bytes = divide_rounding_up(size * element_bytes(type), alignment) * alignment;
    if (bytes == 0)
        return {0, 0, 0, type};
    if (used() == 0 && chunks_.size() > 1)
        merge();
    while (current_ < chunks_.size() && chunks_[current_].bytes - chunks_[current_].used < bytes)
        ++current_;
    if (current_ == chunks_.size())
        add_chunk(bytes);
    Chunk& chunk = chunks_[current_];
    const BufferRange range{chunk.buffer.id(), chunk.used / element_bytes(type), size, type};
    chunk.used += bytes;
    peak_ = std::max(peak_, used());
    return range;
}

void Arena::add_chunk(std::int64_t bytes) {
    const std::int64_t wanted = std::max({bytes, smallest_chunk, this->bytes()});
    chunks_.push_back({make_buffer(wanted), wanted, 0});
    ++allocations_;
}

void Arena::merge() {
    clear();
    add_chunk(peak_);
}

} // namespace scanline::compute
