#pragma once
#include <cstddef>

namespace scanline {

/// Asks for pages of 2 MiB behind memory that nobody has written yet: large arrays are then there after a few
/// hundred page faults, not after a hundred thousand, and random access finds its translations in the caches.
/// A request that systems may pass over; less than a few of such pages are left as they are, and so is
/// everything where there is no Linux.
///
///     std::vector<float> all;
///     all.reserve(size);
///     prefer_huge_pages(all.data(), size * sizeof(float));
///     all.resize(size);
void prefer_huge_pages(void* memory, std::size_t bytes);

} // namespace scanline
