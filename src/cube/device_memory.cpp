#include "device_memory.h"

#include <utility>

namespace scanline::cube {

TreeMemory SpareMemory::take(std::int64_t words) const {
    using Memory = compute::DeviceArray<std::uint32_t>;
    if (spare_->size() < words || spare_->size() / 2 > words) {
        *spare_ = {};
        *spare_ = Memory(words + words / 8); // updates make trees grow
    }
    const auto give_back = [keeper = std::weak_ptr<Memory>(spare_)](Memory* memory) {
        if (const auto spare = keeper.lock())
            *spare = std::move(*memory);
        delete memory;
    };
    return {new Memory(std::exchange(*spare_, {})), give_back};
}

} // namespace scanline::cube
