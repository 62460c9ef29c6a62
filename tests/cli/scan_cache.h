#pragma once
#include "cache_folder.h"

#include <string>

namespace scanline::test {

/// On a machine without OpenGL.
class ScanCache : public CacheFolder {
public:
    ScanCache() : CacheFolder(without_opengl()) {}

    /// As printed by info, which fails without OpenGL, but only after that.
    std::string model_in_use() const {
        return nlohmann::json::parse(run({"info", "--format", "json"}, setting()).out)["cpu_scan_model"];
    }
};

/// The result of tuning, made once for all tests because it takes seconds.
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
