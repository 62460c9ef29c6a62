#include "shell/less_motion.h"
#include "support/temporary_folder.h"

#include "data/files.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::less_motion_test {

TEST_CASE("Marks stay where they are if the desktop is to move less") {
    const scanline::test::TemporaryFolder config;
    CHECK_FALSE(wants_less_motion(config.path()));
    const auto [file, text, wanted] = GENERATE(table<const char*, const char*, bool>(
        {{"gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", true},
         {"gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations = false\n", true},
         {"gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", false},
         {"kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", true},
         {"kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", false}}));
    CAPTURE(file, text);
    std::filesystem::create_directories((config / file).parent_path());
    data::test::put(config / file, text);
    CHECK(wants_less_motion(config.path()) == wanted);
}

} // namespace scanline::view::less_motion_test
