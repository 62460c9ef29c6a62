#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace scanline::test {

/// The bytes of a file; none if there is no such file, or the process of a file in /proc has ended.
inline std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

} // namespace scanline::test
