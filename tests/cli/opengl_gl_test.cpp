#include "algorithms.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include <fmt/format.h>

namespace opengl_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::StartsWith;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

json info() {
    return run_for_json({"info", "--format", "json"});
}

} // namespace

TEST_CASE("Without OpenGL one line says what to install, and nothing is written") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 1)).string();
    const std::vector<std::string> parts{"no OpenGL", "install libegl1 and libgl1-mesa-dri"};
    const std::vector<Arguments> commands{
        {"info"},
        {"info", "--format", "json"},
        {"verify", "--cases", "1"},
        {"compact", image, "--backend", "raster", "-o", (folder / "out.npy").string()},
        {"bench", "compact", image},
        {"demo", "--masks", SCANLINE_MASKS_DIR, "-o", (folder / "demo").string()}};
    for (const Arguments& arguments : commands) {
        INFO(arguments.front());
        const Outcome outcome = run(arguments, without_opengl());
        check_message(outcome, 3, parts);
        // info prints what it knows without OpenGL.
        CHECK(outcome.out.empty() == (arguments.front() != "info"));
    }
    CHECK_FALSE(fs::exists(folder / "out.npy"));
    CHECK((!fs::exists(folder / "demo") || fs::is_empty(folder / "demo")));
}

TEST_CASE("A device that there is not is refused with the number of those that there are") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 2)).string();
    const std::size_t count = info()["egl_devices"].size();
    const std::vector<std::string> parts{"99", fmt::format("{} device", count), "scanline info"};
    for (const Arguments& command :
         {Arguments{"info"}, {"verify"}, {"compact", image}, {"bench", "compact", image}}) {
        INFO(command.front());
        Arguments arguments = command;
        arguments.insert(arguments.end(), {"--gl-device", "99"});
        const Outcome outcome = run(arguments);
        check_message(outcome, 2, parts);
        CHECK(outcome.out.empty() == (command.front() != "info"));
    }
}

TEST_CASE("The devices are listed also where the one asked for is not there") {
    const Outcome outcome = run({"info", "--format", "json", "--gl-device", "99"});
    CHECK(outcome.exit_code == 2);
    CHECK(json::parse(outcome.out)["egl_devices"] == info()["egl_devices"]);
}

TEST_CASE("The device that is taken by itself can be asked for by its number") {
    const json chosen = info();
    const std::string window_system = chosen["window_system"], prefix = "EGL device ";
    if (!window_system.starts_with(prefix)) {
        WARN("OpenGL comes from " + window_system + ", which has no number: this is not tried");
        return;
    }
    const json asked =
        run_for_json({"info", "--format", "json", "--gl-device", window_system.substr(prefix.size())});
    CHECK(asked == chosen);
}

TEST_CASE("The oldest OpenGL gives the same files", "[repeat]") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(137, 61, 3)).string();
    Setting old;
    old.environment = {{"MESA_GL_VERSION_OVERRIDE", "2.1"}, {"MESA_GLSL_VERSION_OVERRIDE", "120"}};
    const std::string version = run_for_json({"info", "--format", "json"}, old)["gl_version"];
    // Drivers other than Mesa ignore this; then both files are from the same OpenGL.
    if (version.find("Mesa") != std::string::npos)
        CHECK_THAT(version, StartsWith("2.1"));
    else
        WARN("this driver cannot pretend to be OpenGL 2.1: it is " + version);
    // Each algorithm with a different kind of file.
    const std::vector<std::string> emits{"indices", "values"}, extensions{"npy", "csv", "png"};
    std::size_t turn = 0;
    for (const std::string& algorithm : algorithm_names()) {
        const std::string emit = emits[turn % emits.size()], extension = extensions[turn % extensions.size()];
        ++turn;
        INFO(algorithm << " " << emit << " " << extension);
        const fs::path now = folder / ("now." + extension), then = folder / ("then." + extension);
        const Arguments options{"--algorithm", algorithm, "--emit", emit, "--reps", "1"};
        Arguments arguments{"compact", image, "-o", now.string()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        run_well(arguments);
        arguments[3] = then.string();
        run_well(arguments, old);
        CHECK(data::test::get(now) == data::test::get(then));
    }
}

} // namespace opengl_gl_test
