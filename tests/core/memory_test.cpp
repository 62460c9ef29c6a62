#include "scanline/core/memory.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

namespace scanline::memory_test {

namespace {

using test::TemporaryFolder;

void put(const std::filesystem::path& path, const std::string& text) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

} // namespace

TEST_CASE("The available memory is what the system says") {
    const TemporaryFolder root;
    CHECK(available_memory(root.path()) == std::nullopt);
    put(root / "proc/meminfo", "MemTotal:       24684096 kB\nMemFree:  1 kB\n");
    CHECK(available_memory(root.path()) == std::nullopt);
    put(root / "proc/meminfo", "MemTotal:       24684096 kB\nMemAvailable:   23537196 kB\nCached: 5 kB\n");
    CHECK(available_memory(root.path()) == std::int64_t{23'537'196} * 1024);
    put(root / "proc/meminfo", "MemAvailable: many kB\n");
    CHECK(available_memory(root.path()) == std::nullopt);
}

TEST_CASE("The available memory is what the limit of a container leaves, where that is less") {
    const TemporaryFolder root;
    const std::filesystem::path group = root / "sys/fs/cgroup";
    put(root / "proc/meminfo", "MemAvailable: 1000 kB\n");
    put(group / "memory.max", "max\n");
    put(group / "memory.current", "500000\n");
    CHECK(available_memory(root.path()) == 1'024'000);
    put(group / "memory.max", "700000\n");
    CHECK(available_memory(root.path()) == 200'000);
    // Page cache can be reclaimed.
    put(group / "memory.stat", "anon 300000\nactive_file 4\ninactive_file 150000\n");
    CHECK(available_memory(root.path()) == 350'000);
    put(group / "memory.max", "9000000\n");
    CHECK(available_memory(root.path()) == 1'024'000);
    put(group / "memory.max", "100\n");
    CHECK(available_memory(root.path()) == 0);
}

} // namespace scanline::memory_test

namespace scanline::huge_pages_test {

namespace {

// True if the system reports that huge pages were requested at an address; none if it does not report.
std::optional<bool> asked_for(const void* address) {
    std::ifstream maps("/proc/self/smaps");
    const auto wanted = reinterpret_cast<std::uintptr_t>(address);
    bool here = false;
    for (std::string line; std::getline(maps, line);) {
        std::uintptr_t begin = 0, end = 0;
        char dash = 0;
        std::istringstream range(line);
        if (range >> std::hex >> begin >> dash >> end && dash == '-')
            here = begin <= wanted && wanted < end;
        else if (here && line.starts_with("VmFlags:"))
            return line.find(" hg") != std::string::npos;
    }
    return std::nullopt;
}

} // namespace

TEST_CASE("Huge pages are asked for where whole ones lie in the memory, and nowhere else") {
    constexpr std::size_t page = 2 << 20;
    const std::unique_ptr<std::byte, decltype(&std::free)> memory(
        static_cast<std::byte*>(std::aligned_alloc(page, 16 * page)), &std::free);
    std::byte* const all = memory.get();
    REQUIRE(all != nullptr);
    if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage/enabled") || !asked_for(all)) {
        WARN("not tried: this system has no huge pages to ask for, or does not tell");
        return;
    }
    prefer_huge_pages(all + page + 1, 8 * page);
    CHECK(asked_for(all + 2 * page) == true);
    CHECK(asked_for(all + 9 * page - 1) == true);
    CHECK(asked_for(all + 2 * page - 1) == false);
    CHECK(asked_for(all + 9 * page) == false);
    prefer_huge_pages(all + 10 * page, 4 * page - 1);
    CHECK(asked_for(all + 11 * page) == false);
}

TEST_CASE("Memory for which huge pages were asked is as any other, wherever it begins and ends") {
    prefer_huge_pages(nullptr, 0);
    constexpr std::size_t page = 2 << 20;
    std::vector<unsigned char> all;
    all.reserve(16 * page);
    std::vector<std::size_t> neighbours(1000);
    std::iota(neighbours.begin(), neighbours.end(), std::size_t{0});
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}, page - 1, page + 4096}) {
        for (const std::size_t bytes : {std::size_t{1}, 4 * page - 1, 4 * page, 9 * page + 17}) {
            CAPTURE(first, bytes);
            prefer_huge_pages(all.data() + first, bytes);
            all.assign(16 * page, 0);
            all[first + bytes - 1] = 9;
            CHECK(std::accumulate(all.begin(), all.end(), 0u) == 9);
        }
    }
    for (std::size_t i = 0; i < neighbours.size(); ++i)
        CHECK(neighbours[i] == i);
}

TEST_CASE(
    "Large arrays grow by zeros and keep what they hold, and memory that is touched is touched to its ends") {
    constexpr std::int64_t most = (std::int64_t{40} << 20) + 77; // some threads touch so much
    std::vector<unsigned char> all(100'000, 7);
    allocate(all, most, "test");
    REQUIRE(std::ssize(all) == most);
    CHECK(std::count(all.begin(), all.begin() + 100'000, 7) == 100'000);
    CHECK(std::count(all.begin() + 100'000, all.end(), 0) == most - 100'000);
    allocate(all, 5, "test");
    CHECK(all == std::vector<unsigned char>(5, 7));

    std::vector<unsigned char> touched(static_cast<std::size_t>(most), 1);
    touch_pages(touched.data() + 3, touched.size() - 6);
    CHECK(std::accumulate(touched.begin(), touched.begin() + 3, 0) == 3);
    CHECK(std::accumulate(touched.end() - 3, touched.end(), 0) == 3);
}

} // namespace scanline::huge_pages_test
