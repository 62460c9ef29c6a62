#include "scanline/core/memory.h"

#include "scanline/core/bits.h"
#include "scanline/core/first_bytes.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <system_error>
#include <thread>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace scanline {

namespace {

// The number after a word that begins a line of a file such as /proc/meminfo, or the one that begins it.
std::optional<std::int64_t> number_in(const std::filesystem::path& path, std::string_view word = "") {
    const std::string text = first_bytes(path);
    std::string_view rest = rest_of_line(text, word).value_or("");
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(' ')));
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

// Bytes left under the limit of the root's control group. The kernel reclaims page cache before it kills
// programs, so that counts as free. A group without a limit says max.
std::optional<std::int64_t> left_in_container(const std::filesystem::path& group) {
    const auto limit = number_in(group / "memory.max"), used = number_in(group / "memory.current");
    if (!limit || !used)
        return std::nullopt;
    const std::int64_t files = number_in(group / "memory.stat", "inactive_file ").value_or(0);
    return std::max<std::int64_t>(*limit - *used + files, 0);
}

constexpr std::uintptr_t huge_page = 2 << 20, small_page = 4096;
constexpr std::size_t min_huge_pages = 4;

/// Smaller requests skip the check: querying the system costs as much as many of them.
constexpr std::int64_t many_bytes = 64 << 20;

} // namespace

std::optional<std::int64_t> available_memory(const std::string& root) {
    const std::filesystem::path folder = root;
    const auto kilobytes = number_in(folder / "proc/meminfo", "MemAvailable:");
    const auto of_container = left_in_container(folder / "sys/fs/cgroup");
    if (!kilobytes)
        return of_container;
    const std::int64_t of_system = *kilobytes * 1024;
    return of_container ? std::min(of_system, *of_container) : of_system;
}

void share_huge_pages() {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TOP_PAD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 256 << 20);
#endif
}

// A system without huge pages is not an error.
void prefer_huge_pages([[maybe_unused]] void* memory, std::size_t bytes) {
#ifdef __linux__
    const auto advise = [](std::uintptr_t first, std::uintptr_t end) {
        static_cast<void>(madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE));
    };
    const auto up_to = [](std::uintptr_t address, std::uintptr_t page) {
        return divide_rounding_up(address, page) * page;
    };
    const auto begin = reinterpret_cast<std::uintptr_t>(memory), end = begin + bytes;
#ifdef __GLIBC__
    // In the heap, also the memory of later arrays: a page that one of them has begun stays small.
    const auto heap_end = reinterpret_cast<std::uintptr_t>(sbrk(0));
    if (bytes >= huge_page / 2 && end <= heap_end)
        return advise(up_to(begin, small_page), heap_end);
#endif
    if (bytes >= min_huge_pages * huge_page)
        advise(up_to(begin, huge_page), end / huge_page * huge_page);
#endif
}

void touch_pages(void* memory, std::size_t bytes) {
    constexpr std::size_t bytes_of_a_thread = 16 << 20, most_threads = 8; // more are hardly faster
    if (bytes < 2 * bytes_of_a_thread) // before the system is asked, which takes longer than most calls
        return;
    const std::size_t threads =
        std::min({bytes / bytes_of_a_thread, most_threads, std::size_t{std::thread::hardware_concurrency()}});
    const auto touch = [&](std::size_t thread) {
        auto* const byte = static_cast<volatile std::byte*>(memory);
        for (std::size_t i = bytes * thread / threads; i < bytes * (thread + 1) / threads; i += small_page)
            byte[i] = std::byte{};
    };
    std::vector<std::jthread> others;
    try {
        for (std::size_t thread = 1; thread < threads; ++thread)
            others.emplace_back(touch, thread);
    } catch (const std::system_error&) { // no more threads: whoever writes there touches the rest
    }
    touch(0);
}

std::int64_t ResultMemory::available() const {
    if (limits_.memory)
        return *limits_.memory;
    std::call_once(asked_, [this] { of_system_ = available_memory().value_or(of_system_); });
    return of_system_;
}

void ResultMemory::require(std::int64_t results, std::int64_t bytes) const {
    if (!limits_.memory && results <= many_bytes / bytes)
        return;
    if (results > available() / bytes)
        throw Error(fmt::format("{}: it needs at least {:.0f} bytes, and {} are available: ask for "
                                "less at a time",
                                what_, static_cast<double>(results) * static_cast<double>(bytes),
                                available()));
}

Error no_room(std::int64_t size, std::size_t element_bytes, const char* what) {
    return Error(fmt::format(
        "{}: not enough memory for {} elements of {} bytes ({:.0f} bytes): ask for less at a time", what,
        size, element_bytes, static_cast<double>(size) * static_cast<double>(element_bytes)));
}

} // namespace scanline
