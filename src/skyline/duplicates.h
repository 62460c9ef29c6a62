#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/skyline/keys.h"

#include <cstdint>
#include <vector>

namespace scanline::skyline {

/// Of equal rows among these, keeps the one with the smallest id. The ids are ascending.
void keep_first(const Keys& keys, std::vector<std::uint32_t>& ids, CancelPoll& poll);

} // namespace scanline::skyline
