#pragma once
#include "scanline/data/read_file.h"

#include <cstdint>
#include <fmt/format.h>
#include <new>
#include <stdexcept>

namespace scanline::data {

/// Runs an action that allocates so many bytes for what a file holds. Where there is no memory for them, the
/// Error names the file and the bytes, which std::bad_alloc does not know.
template <class Action>
decltype(auto) with_memory_for(const std::filesystem::path& path, std::uint64_t bytes, Action action) {
    const auto refusal = [&] {
        return read_error(path, fmt::format("there is no memory for the {} bytes that it needs; close other "
                                            "programs or give a smaller file",
                                            bytes));
    };
    try {
        return action();
    } catch (const std::bad_alloc&) {
        throw refusal();
    } catch (const std::length_error&) {
        throw refusal();
    }
}

} // namespace scanline::data
