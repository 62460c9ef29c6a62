#pragma once
#include "scanline/core/call_limits.h"
#include "scanline/core/error.h"
#include "scanline/core/huge_pages.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <new>
#include <stdexcept>
#include <vector>

namespace scanline::kdtree {

/// Makes room for so many elements. Errors: failure where there is no memory for them; `what` begins the
/// message: "kdtree knn"; Cancelled.
template <class T>
void make_room(std::vector<T>& elements, std::int64_t size, const char* what,
               const CancelHook& cancelled = {}) {
    const auto refuse = [&] {
        return Error(fmt::format(
            "{}: there is no memory for {} elements of {} bytes ({:.0f} bytes): ask for less at a time", what,
            size, sizeof(T), static_cast<double>(size) * sizeof(T)));
    };
    try {
        const auto wanted = static_cast<std::size_t>(size);
        elements.reserve(wanted);
        prefer_huge_pages(elements.data(), wanted * sizeof(T));
        elements.resize(std::min(elements.size(), wanted));
        CancelPoll poll(cancelled);
        in_pieces(size, 1, poll, [&](std::int64_t /*first*/, std::int64_t last) {
            if (static_cast<std::size_t>(last) > elements.size())
                elements.resize(static_cast<std::size_t>(last));
        });
    } catch (const std::bad_alloc&) {
        throw refuse();
    } catch (const std::length_error&) {
        throw refuse();
    }
}

} // namespace scanline::kdtree
