#include "kit/shader_watch.h"

#include "data/files.h"
#include "support/environment_variable.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace scanline::view::shader_watch_test {

namespace fs = std::filesystem;
using Catch::Matchers::ContainsSubstring;
using data::test::put;
using scanline::test::EnvironmentVariable;
using scanline::test::TemporaryFolder;

TEST_CASE("Without a shader folder nothing ever changes") {
    const EnvironmentVariable none("SCANLINE_SHADER_DIR", "");
    ShaderWatch watch;
    CHECK_FALSE(watch.changed());
    CHECK(watch.loss().empty());
}

TEST_CASE("Shader files that come, are written, or go are seen once, in folders too") {
    const TemporaryFolder folder;
    const EnvironmentVariable variable("SCANLINE_SHADER_DIR", folder.path().string());
    fs::create_directory(folder / "raster");
    const fs::path file = put(folder / "raster" / "bt_search.frag", "#version 120\n");
    ShaderWatch watch;
    const auto changed_once = [&watch] { return watch.changed() && !watch.changed(); };
    CHECK_FALSE(watch.changed());
    put(file, "#version 120\n// longer\n");
    CHECK(changed_once());
    const fs::file_time_type written = fs::last_write_time(file);
    fs::last_write_time(file, written + std::chrono::seconds(5)); // of the same length
    CHECK(changed_once());
    put(folder / "new.frag", "#version 120\n");
    CHECK(changed_once());
    fs::remove(file);
    CHECK(changed_once());
    CHECK(watch.loss().empty());
}

TEST_CASE("A shader folder that is gone, or cannot be looked at, is reported") {
    const TemporaryFolder parent;
    const fs::path folder = parent / "shaders";
    fs::create_directory(folder);
    const EnvironmentVariable variable("SCANLINE_SHADER_DIR", folder.string());
    put(folder / "copy.frag", "#version 120\n");
    ShaderWatch watch;
    fs::remove_all(folder);
    CHECK(watch.changed());
    CHECK_THAT(watch.loss(), ContainsSubstring(folder.string()) && ContainsSubstring("built-in"));
    fs::create_symlink(folder, folder); // to itself
    CHECK_THAT(watch.loss(), ContainsSubstring(folder.string()));
}

} // namespace scanline::view::shader_watch_test
