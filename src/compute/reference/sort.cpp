#include "scanline/compute/reference/sort.h"
#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace scanline::compute::reference {
namespace {

void require_size(std::size_t size, std::size_t wanted, std::string_view what) {
    if (size != wanted)
        throw usage_error(fmt::format("sort: {} elements given for the {}, {} needed", size, what, wanted));
}

// True if one key comes before another.
class Before {
public:
    explicit Before(const RadixSortOptions& options) {
        require_bits(options);
        flipped_ = options.descending ? ~0u : 0u;
        shift_ = options.begin_bit;
        mask_ = ~0u >> (key_bits - (options.end_bit - options.begin_bit));
    }

    template <class K>
    bool operator()(K a, K b) const {
        return digits(a) < digits(b);
    }

private:
    template <class K>
    std::uint32_t digits(K key) const {
        return ((ordered_key(key) ^ flipped_) >> shift_) & mask_;
    }

    std::uint32_t flipped_ = 0;
    int shift_ = 0;
    std::uint32_t mask_ = 0;
};

} // namespace

template <class K>
void sort(std::span<const K> keys, std::span<K> sorted_keys, const RadixSortOptions& options) {
    const Before before(options);
    require_size(sorted_keys.size(), keys.size(), "sorted keys");
    if (keys.data() != sorted_keys.data())
        std::ranges::copy(keys, sorted_keys.begin());
    std::stable_sort(sorted_keys.begin(), sorted_keys.end(), before);
}

template <class K>
void sort_positions(std::span<const K> keys, std::span<K> sorted_keys, std::span<std::uint32_t> positions,
                    const RadixSortOptions& options) {
    const Before before(options);
    require_size(sorted_keys.size(), keys.size(), "sorted keys");
    require_size(positions.size(), keys.size(), "positions");
    std::iota(positions.begin(), positions.end(), 0u);
    const auto key_at = [keys](std::uint32_t position) { return keys[position]; };
    std::ranges::stable_sort(positions, before, key_at);
    std::ranges::transform(positions, sorted_keys.begin(), key_at);
}

#define SCANLINE_INSTANTIATE(K)                                                                              \
    template void sort<K>(std::span<const K>, std::span<K>, const RadixSortOptions&);                        \
    template void sort_positions<K>(std::span<const K>, std::span<K>, std::span<std::uint32_t>,              \
                                    const RadixSortOptions&);
SCANLINE_INSTANTIATE(std::uint32_t)
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::compute::reference
