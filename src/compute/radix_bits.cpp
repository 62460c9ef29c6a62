#include "scanline/compute/radix_sort.h"

#include "scanline/core/error.h"

#include <fmt/format.h>

namespace scanline::compute {

void require_bits(const RadixSortOptions& options) {
    if (options.begin_bit < 0 || options.end_bit > key_bits || options.begin_bit >= options.end_bit)
        throw usage_error(fmt::format(
            "sort: the bits {} to {} are no range of a key of {} bits: the first must be at least 0, and "
            "below the one behind the last",
            options.begin_bit, options.end_bit, key_bits));
}

} // namespace scanline::compute
