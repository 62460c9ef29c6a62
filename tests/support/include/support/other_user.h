#pragma once
#include <catch2/catch_all.hpp>

#include <filesystem>
#include <unistd.h>

namespace scanline::test {

/// Makes the file another user's; returns false, with a warning, where only root could.
inline bool give_away(const std::filesystem::path& file) {
    const bool given = ::chown(file.c_str(), 65534, 65534) == 0;
    if (!given)
        WARN("not tried with another user's file: only root gives files away");
    return given;
}

} // namespace scanline::test
