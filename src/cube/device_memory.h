#pragma once
#include "scanline/cube/device_tree.h"

namespace scanline::cube {

/// Keeps the memory of the last tree that is gone for the next one: drivers take milliseconds to make it.
class SpareMemory {
public:
    /// Memory that comes back here when the tree is gone, if this is still there. Errors: failure, naming the
    /// bytes, if the GPU is out of memory.
    TreeMemory take(std::int64_t words) const;

private:
    std::shared_ptr<compute::DeviceArray<std::uint32_t>> spare_ =
        std::make_shared<compute::DeviceArray<std::uint32_t>>();
};

} // namespace scanline::cube
