#include "scanline/data/user_folders.h"

#include "support/environment_variable.h"

#include <catch2/catch_all.hpp>

using scanline::test::EnvironmentVariable;

namespace scanline::data::user_folders_test {

namespace fs = std::filesystem;

TEST_CASE("The folders are those of the XDG variables, or else in the home folder") {
    const EnvironmentVariable home("HOME", "/home/someone");
    {
        const EnvironmentVariable cache("XDG_CACHE_HOME", "/cache"), config("XDG_CONFIG_HOME", "/config");
        CHECK(user_cache_folder() == fs::path("/cache/scanline"));
        CHECK(user_config_folder() == fs::path("/config/scanline"));
    }
    // The XDG base directory specification requires that relative paths be ignored.
    for (const char* none : {"", "relative/cache", "~/.cache"}) {
        const EnvironmentVariable cache("XDG_CACHE_HOME", none), config("XDG_CONFIG_HOME", none);
        CHECK(user_cache_folder() == fs::path("/home/someone/.cache/scanline"));
        CHECK(user_config_folder() == fs::path("/home/someone/.config/scanline"));
    }
}

TEST_CASE("Without a home there are no folders") {
    const EnvironmentVariable home("HOME", ""), cache("XDG_CACHE_HOME", ""), config("XDG_CONFIG_HOME", "");
    CHECK_FALSE(user_cache_folder());
    CHECK_FALSE(user_config_folder());
}

} // namespace scanline::data::user_folders_test
