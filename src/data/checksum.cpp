#include "byte_threads.h"
#include "scanline/core/bits.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/data/npz.h"

#include <algorithm>
#include <isa-l/crc.h>
#include <vector>
#include <zlib.h>

namespace scanline::data {

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
    constexpr std::size_t piece = std::size_t{1} << 20;
    cpu::ThreadTeam team(threads_for_bytes(bytes.size()));
    const auto part = [&](std::size_t i) {
        return bytes.subspan(i * piece, std::min(piece, bytes.size() - i * piece));
    };
    std::vector<std::uint32_t> sums(divide_rounding_up(bytes.size(), piece));
    cpu::share_parts(team, sums.size(), sums.size() > 1 ? static_cast<std::size_t>(team.size()) : 1,
                     [&](std::size_t /*thread*/, std::size_t begin, std::size_t end) {
                         for (std::size_t i = begin; i < end; ++i)
                             sums[i] = crc32_gzip_refl(
                                 0, reinterpret_cast<const unsigned char*>(part(i).data()), part(i).size());
                     });
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < sums.size(); ++i)
        sum = combine_checksums(sum, sums[i], part(i).size());
    return sum;
}

std::uint32_t combine_checksums(std::uint32_t first, std::uint32_t second, std::uint64_t second_size) {
    return static_cast<std::uint32_t>(crc32_combine(first, second, static_cast<z_off_t>(second_size)));
}

} // namespace scanline::data
