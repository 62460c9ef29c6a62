#pragma once
#include "device_steps.h"

namespace scanline::skyline {

/// Tests points against a block of others that lie in shared memory tile by tile.
class BlockTests {
public:
    /// ordered: no point dominates one before it.
    BlockTests(compute::Engine& engine, int dimensions, int record, bool ordered, bool counters);

    /// Tests all records against the first ones.
    void operator()(const Search& search, const Records& records, std::int64_t killers,
                    const TestSums& sums) const;

private:
    compute::Engine* engine_;
    int dimensions_;
    compute::Kernel kernel_;
};

} // namespace scanline::skyline
