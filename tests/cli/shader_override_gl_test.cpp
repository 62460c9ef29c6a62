#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

namespace shader_override_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using data::test::put;

namespace fs = std::filesystem;

namespace {

Setting with_shaders(const fs::path& folder) {
    Setting setting;
    setting.environment = {{"SCANLINE_SHADER_DIR", folder.string()}};
    return setting;
}

} // namespace

TEST_CASE("A shader that does not compile is reported with the driver's log, file and line") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 1)).string();
    fs::create_directories(folder / "shaders" / "raster");
    const fs::path shader = put(folder / "shaders" / "raster" / "bt_search.frag",
                                "#version 120\n\nvoid main() {\n    gl_FragColor = vec4(no_such_name);\n}\n");
    const Outcome outcome = run({"compact", image, "--algorithm", "bt", "-o", (folder / "out.npy").string()},
                                with_shaders(folder / "shaders"));
    CHECK(outcome.exit_code == 1);
    CHECK(outcome.out.empty());
    CHECK_THAT(lines_of(outcome.err).at(0), Catch::Matchers::StartsWith("scanline: ") &&
                                                ContainsSubstring(shader.string() + ":4") &&
                                                ContainsSubstring("no_such_name"));
    CHECK_FALSE(fs::exists(folder / "out.npy"));

    // Algorithms that do not use it still work.
    run_well({"compact", image, "--algorithm", "horn"}, with_shaders(folder / "shaders"));
}

TEST_CASE("A folder of shaders that is none is reported") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 2)).string();
    const fs::path file = put(folder / "file", "");
    for (const fs::path& path : {folder / "missing", file})
        check_refused(run({"compact", image, "--algorithm", "bt"}, with_shaders(path)), 2,
                      {"SCANLINE_SHADER_DIR", path.string(), "not a folder"});
}

TEST_CASE("An empty folder of shaders, or none by name, changes nothing") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 3)).string();
    run_well({"compact", image, "--algorithm", "bt"}, with_shaders(folder.path()));
    run_well({"compact", image, "--algorithm", "bt"}, with_shaders(""));
}

} // namespace shader_override_gl_test
