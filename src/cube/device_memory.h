#pragma once
#include "scanline/cube/device_tree.h"

namespace scanline::cube {

/// Recycles the memory of the last freed tree: drivers take milliseconds to allocate it.
class SpareMemory {
public:
    /// Takes memory that returns here when its tree is freed, if this still exists. Errors: failure, naming
    /// the bytes, if the GPU is out of memory.
    TreeMemory take(std::int64_t words) const;

private:
    std::shared_ptr<compute::DeviceArray<std::uint32_t>> spare_ =
        std::make_shared<compute::DeviceArray<std::uint32_t>>();
};

} // namespace scanline::cube
