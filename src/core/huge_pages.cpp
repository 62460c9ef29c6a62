#include "scanline/core/huge_pages.h"

#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace scanline {

namespace {

constexpr std::uintptr_t huge_page = 2 << 20;
constexpr std::size_t worthwhile_pages = 4;

} // namespace

void prefer_huge_pages([[maybe_unused]] void* memory, std::size_t bytes) {
    if (bytes < worthwhile_pages * huge_page)
        return;
#ifdef __linux__
    // Whole ones within it. That the system has none is no error.
    const std::uintptr_t before = reinterpret_cast<std::uintptr_t>(memory) % huge_page,
                         skipped = before == 0 ? 0 : huge_page - before;
    const std::size_t whole = (bytes - skipped) / huge_page * huge_page;
    static_cast<void>(madvise(static_cast<std::byte*>(memory) + skipped, whole, MADV_HUGEPAGE));
#endif
}

} // namespace scanline
