#include "scanline/core/memory.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace scanline {

namespace {

// The number behind a word of a file such as /proc/meminfo; without a word the first one.
std::optional<std::int64_t> number_in(const std::filesystem::path& path, const std::string& word = "") {
    std::ifstream file(path);
    std::int64_t number = 0;
    if (word.empty())
        return file >> number ? std::optional(number) : std::nullopt;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(word) && line.size() > word.size()) {
            try {
                return std::stoll(line.substr(word.size()));
            } catch (const std::exception&) {
                return std::nullopt;
            }
        }
    }
    return std::nullopt;
}

// What the limit of the control group that is the root here leaves. The system takes the pages of files back
// before it ends programs. A group without a limit has the word max.
std::optional<std::int64_t> left_in_container(const std::filesystem::path& group) {
    const auto limit = number_in(group / "memory.max"), used = number_in(group / "memory.current");
    if (!limit || !used)
        return std::nullopt;
    const std::int64_t files = number_in(group / "memory.stat", "inactive_file ").value_or(0);
    return std::max<std::int64_t>(*limit - *used + files, 0);
}

} // namespace

std::optional<std::int64_t> available_memory(const std::filesystem::path& root) {
    const auto kilobytes = number_in(root / "proc/meminfo", "MemAvailable:");
    const auto of_container = left_in_container(root / "sys/fs/cgroup");
    if (!kilobytes)
        return of_container;
    const std::int64_t of_system = *kilobytes * 1024;
    return of_container ? std::min(of_system, *of_container) : of_system;
}

} // namespace scanline
