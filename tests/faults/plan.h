#pragma once
#include <array>
#include <cstdint>

namespace scanline::faults {

/// Kinds of calls that can fail.
enum class Call : std::uint32_t {
    open,
    read,
    write,
    sync,
    rename,
    map,
    resize, ///< ftruncate, fallocate
    close,
    thread,
    allocation,
};

inline constexpr std::array call_names{"open", "read",   "write", "sync",   "rename",
                                       "map",  "resize", "close", "thread", "allocation"};

enum class Fault : std::uint32_t {
    none,
    failure,
    short_write,
    kill_before,
    kill_after,
};

/// The fault that the preloaded library injects, and the calls it counts. Both processes map the file named
/// by SCANLINE_FAULTS, so the counts survive a kill.
struct Plan {
    std::array<char, 256> folder{}; ///< calls for files elsewhere, such as those of drivers, stay as they are
    Fault fault = Fault::none;
    Call call = Call::open;
    std::uint32_t number = 0; ///< of the call that it happens to, from 1
    std::array<std::uint32_t, call_names.size()> counts{};
};

} // namespace scanline::faults
