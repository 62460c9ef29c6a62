#pragma once
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include <catch2/catch.hpp>

#include <filesystem>
#include <string>

namespace scanline::test {

/// A user's cache folder, in which Scanline may not have been yet, on a machine without OpenGL.
class ScanCache {
public:
    Setting setting() const {
        Setting setting = without_opengl();
        setting.environment["XDG_CACHE_HOME"] = folder_.path().string();
        return setting;
    }
    std::filesystem::path folder() const { return folder_ / "scanline"; }
    /// The one file that is there.
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
    /// As info tells it, which ends without OpenGL, but not before.
    std::string model_in_use() const {
        return nlohmann::json::parse(run({"info", "--format", "json"}, setting()).out)["cpu_scan_model"];
    }

private:
    TemporaryFolder folder_;
};

/// What tuning leaves: once for all tests, because it takes seconds.
struct TunedScans {
    std::string name, text, printed;
};
inline const TunedScans& tuned_scans() {
    static const TunedScans left = [] {
        const ScanCache cache;
        const std::string printed = run_well({"tune", "--cpu", "--quick"}, cache.setting());
        return TunedScans{cache.file().filename().string(), data::test::get(cache.file()), printed};
    }();
    return left;
}

} // namespace scanline::test
