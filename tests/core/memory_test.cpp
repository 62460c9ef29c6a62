#include "scanline/core/memory.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fstream>

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
    // The pages of files can be had back.
    put(group / "memory.stat", "anon 300000\nactive_file 4\ninactive_file 150000\n");
    CHECK(available_memory(root.path()) == 350'000);
    put(group / "memory.max", "9000000\n");
    CHECK(available_memory(root.path()) == 1'024'000);
    put(group / "memory.max", "100\n");
    CHECK(available_memory(root.path()) == 0);
}

} // namespace scanline::memory_test
