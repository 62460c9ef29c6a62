#pragma once
#include "scanline/systems/all.h"
#include "scanline/view/view_request.h"
#include "shell/workbench.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace scanline::view::test {

/// A person's folders, and where the program was started.
struct Desk {
    scanline::test::TemporaryFolder folder;
    scanline::test::EnvironmentVariable config{"XDG_CONFIG_HOME", (folder / "config").string()};
    std::filesystem::path before = std::filesystem::current_path();

    Desk() { std::filesystem::current_path(folder.path()); }
    ~Desk() { std::filesystem::current_path(before); }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    /// The places that the mouse goes to in these tests are those of this size and scale.
    static ViewRequest request(const std::string& scene) {
        ViewRequest request;
        request.scene = scene;
        request.masks = SCANLINE_MASKS_DIR;
        request.systems = systems::all();
        request.width = 1280;
        request.height = 720;
        request.scale = 1;
        return request;
    }
};

/// A setting of the scene that is shown; empty where it has none of that name.
inline std::string setting_of(Workbench& workbench, std::string_view key) {
    for (const Setting& setting : workbench.scene().settings()) {
        if (setting.key == key)
            return setting.value;
    }
    return {};
}

} // namespace scanline::view::test
