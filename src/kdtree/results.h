#pragma once
#include "scanline/core/error.h"

#include <cstdint>
#include <fmt/format.h>
#include <new>
#include <stdexcept>
#include <vector>

namespace scanline::kdtree {

/// Makes room for so many results. Errors: failure where there is no memory for them.
template <class T>
void make_room(std::vector<T>& results, std::int64_t size, const char* what) {
    const auto refuse = [&] {
        return Error(fmt::format(
            "{}: there is no memory for {} results of {} bytes ({:.0f} bytes): ask for fewer at a time", what,
            size, sizeof(T), static_cast<double>(size) * sizeof(T)));
    };
    try {
        results.resize(static_cast<std::size_t>(size));
    } catch (const std::bad_alloc&) {
        throw refuse();
    } catch (const std::length_error&) {
        throw refuse();
    }
}

} // namespace scanline::kdtree
