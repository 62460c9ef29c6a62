#pragma once
#include "compute_fixture.h"
#include "elements.h"

#include <catch2/catch_all.hpp>

namespace scanline::test {

/// Tries a length that lies on the GPU: run(output, count) is to make expected(i) of the first count[0]
/// elements of output, which are all `old` before, and to leave the others.
template <class T, class Expected, class Run>
void check_counts(T old, Expected expected, Run run) {
    for (const std::int64_t size : {0, 1, 5, 4096, 5000}) {
        for (const std::uint32_t count : counts_for(size)) {
            INFO(count << " of " << size);
            std::vector<T> elements(static_cast<std::size_t>(size), old);
            GuardedArray<T> output(elements);
            for (std::size_t i = 0; i < std::min<std::size_t>(count, elements.size()); ++i)
                elements[i] = expected(static_cast<std::uint32_t>(i));
            // An odd place, so that its beginning is not that of its storage block.
            compute::DeviceArray<std::uint32_t> counts(std::vector<std::uint32_t>{99, count, 99});
            run(output.view(), counts.view().part(1, 1));
            CHECK(same_bits(output.download(), elements));
            CHECK(output.intact());
        }
    }
}

} // namespace scanline::test
