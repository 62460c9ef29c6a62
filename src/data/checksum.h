#pragma once
#include "scanline/cpu/thread_team.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace scanline::data {

/// The CRC-32 of ZIP of two parts, one after the other. Threads share the second.
std::uint32_t checksum(cpu::ThreadTeam& team, std::span<const std::byte> first,
                       std::span<const std::byte> second);

/// Threads for work at the speed of memory on this many bytes: for few, one.
int threads_for_bytes(std::size_t bytes);

} // namespace scanline::data
