#pragma once
#include "compute_fixture.h"
#include "elements.h"

#include <catch2/catch_all.hpp>

namespace scanline::test {

/// Tests a count on the GPU: run(output, count) must set the first count[0] elements of output, all `old`
/// before, to expected(i), and leave the others unchanged.
template <class T, class Expected, class Run>
void check_counts(T old, Expected expected, Run run) {
    for (const std::int64_t size : {0, 1, 5, 4096, 5000}) {
        for (const std::uint32_t count : counts_for(size)) {
            INFO(count << " of " << size);
            std::vector<T> elements(static_cast<std::size_t>(size), old);
            GuardedArray<T> output(elements);
            for (std::size_t i = 0; i < std::min<std::size_t>(count, elements.size()); ++i)
                elements[i] = expected(static_cast<std::uint32_t>(i));
            // At an odd position, so that it is not at the beginning of its storage block.
            compute::DeviceArray<std::uint32_t> counts(std::vector<std::uint32_t>{99, count, 99});
            run(output.view(), counts.view().part(1, 1));
            CHECK(same_bits(output.download(), elements));
            CHECK(output.intact());
        }
    }
}

} // namespace scanline::test
