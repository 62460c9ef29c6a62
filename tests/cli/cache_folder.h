#pragma once
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace scanline::test {

/// A user's cache folder, initially without Scanline's.
class CacheFolder {
public:
    /// on: the simulated machine.
    explicit CacheFolder(Setting on = {}) : on_(std::move(on)) {}

    Setting setting() const {
        Setting setting = on_;
        setting.environment["XDG_CACHE_HOME"] = folder_.path().string();
        return setting;
    }
    std::filesystem::path folder() const { return folder_ / "scanline"; }
    /// The only file in it.
    std::filesystem::path file() const {
        const std::vector<std::string> names = data::test::names_in(folder());
        REQUIRE(names.size() == 1);
        return folder() / names.front();
    }
    bool is_empty() const { return data::test::names_in(folder_.path()).empty(); }
    void put(const std::string& name, const std::string& text) const {
        std::filesystem::create_directories(folder());
        data::test::put(folder() / name, text);
    }

private:
    Setting on_;
    TemporaryFolder folder_;
};

} // namespace scanline::test
