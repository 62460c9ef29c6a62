#include "checksum.h"

#include "scanline/core/bits.h"

#include <algorithm>
#include <isa-l/crc.h>
#include <vector>
#include <zlib.h>

namespace scanline::data {

std::uint32_t checksum(cpu::ThreadTeam& team, std::span<const std::byte> first,
                       std::span<const std::byte> second) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    const auto sum_of = [](std::span<const std::byte> bytes) {
        return crc32_gzip_refl(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
    };
    const auto part = [&](std::size_t i) {
        return second.subspan(i * piece, std::min(piece, second.size() - i * piece));
    };
    std::vector<std::uint32_t> sums(divide_rounding_up(second.size(), piece));
    cpu::share_parts(team, sums.size(), sums.size() > 1 ? static_cast<std::size_t>(team.size()) : 1,
                     [&](std::size_t /*thread*/, std::size_t begin, std::size_t end) {
                         for (std::size_t i = begin; i < end; ++i)
                             sums[i] = sum_of(part(i));
                     });
    unsigned long sum = sum_of(first);
    for (std::size_t i = 0; i < sums.size(); ++i)
        sum = crc32_combine(sum, sums[i], static_cast<z_off_t>(part(i).size()));
    return static_cast<std::uint32_t>(sum);
}

int threads_for_bytes(std::size_t bytes) {
    constexpr std::size_t bytes_of_a_thread = std::size_t{4} << 20;
    constexpr int most = 8; // more are no faster
    return std::clamp(static_cast<int>(bytes / bytes_of_a_thread), 1,
                      std::min(cpu::ThreadTeam::all_processors(), most));
}

} // namespace scanline::data
