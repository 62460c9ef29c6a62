#pragma once
#include "scanline/core/error.h"

#include <catch2/catch_all.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::data::test {

/// Throws if the last operation failed. Catch2's assertions are for one thread only.
inline void require_good(const std::ios& file, const std::filesystem::path& path) {
    if (!file.good())
        throw std::runtime_error("the test cannot read or write " + path.string());
}

/// Writes bytes without the code under test.
inline std::filesystem::path put(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    require_good(file, path);
    return path;
}

inline std::string get(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    require_good(file, path);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return std::move(bytes).str();
}

inline std::string from_hex(std::string_view digits) {
    const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
    std::string bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        bytes += static_cast<char>(value(digits[i]) * 16 + value(digits[i + 1]));
    return bytes;
}

/// The text of the Error thrown by an action; checks its kind.
template <class Action>
std::string error_of(Action action, ErrorKind kind = ErrorKind::failure) {
    try {
        action();
    } catch (const Error& error) {
        REQUIRE(error.kind() == kind);
        return error.what();
    }
    return "no error";
}

inline std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    return names;
}

} // namespace scanline::data::test
