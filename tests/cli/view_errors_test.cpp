// What `scanline view` rejects: one line says what and why, and no picture is written.
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

namespace view_errors_test {

using namespace scanline;
using namespace scanline::test;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace fs = std::filesystem;

namespace {

void check_no_picture(const Arguments& options, int exit_code, const std::vector<std::string>& parts) {
    const TemporaryFolder folder;
    Arguments arguments{"view", "--masks", SCANLINE_MASKS_DIR, "--screenshot", (folder / "out.png").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    for (const std::string& option : options)
        UNSCOPED_INFO(option);
    check_refused(run(arguments), exit_code, parts);
    CHECK(names_in(folder.path()).empty());
}

} // namespace

TEST_CASE("An unknown scene or setting is named, with those that there are") {
    check_no_picture(
        {"--scene", "nope"}, 2,
        {"no scene nope",
         "compaction-small, compaction-image, prefix-sum, kdtree, explorer, skyline, cube, sweep"});
    for (const std::string scene : {"compaction-small", "compaction-image", "prefix-sum", "kdtree",
                                    "explorer", "skyline", "cube", "sweep"})
        check_no_picture({"--scene", scene, "--set", "colour=red"}, 2,
                         {scene, "no setting colour", "it has"});
}

TEST_CASE("A setting's value that it does not take is named, with what it takes", "[repeat]") {
    const auto check = [](const std::string& scene, const std::string& setting,
                          const std::vector<std::string>& parts) {
        check_no_picture({"--scene", scene, "--set", setting}, 2, parts);
    };
    check("compaction-small", "algorithm=quicksort", {"algorithm", "quicksort", "bt"});
    check("compaction-small", "block=3", {"block", "3", "power of two"});
    check("compaction-small", "block=many", {"block", "many"});
    check("compaction-image", "block=3", {"block", "3", "power of two"});
    check("compaction-image", "compare=maybe", {"compare", "maybe", "off"});
    check("skyline", "brush=0:1", {"brush", "0:1", "COLUMN:LOW:HIGH"});
    check("skyline", "date-format=%q", {"%q"});
    // A dash is no standard input here, and not every value is a list.
    check_no_picture({"--scene", "skyline", "--set", "null=-", "--set", "separator=,", "--set", "colour=red"},
                     2, {"no setting colour"});
    check("cube", "path=AX", {"path", "AX", "CAB"});
    check("sweep", "density=2", {"density", "2", "0", "1"});
    check("sweep", "reps=0", {"reps", "0", "1"});
    check("sweep", "tab=none", {"tab", "none", "chart, table, claims"});
    for (const std::string text : {"block", "=8", ""})
        check("compaction-small", text, {"--set", "key=value"});
}

TEST_CASE("A step that there is not is named, with those that there are", "[repeat]") {
    check_no_picture({"--scene", "compaction-small", "--pass", "999"}, 2, {"--pass 999", "0 to"});
    check_no_picture({"--scene", "sweep", "--pass", "0"}, 2, {"--pass 0", "sweep", "no steps: leave it out"});
    for (const std::string pass : {"-1", "abc", "2000000"})
        check_no_picture({"--pass", pass}, 2, {"--pass", pass});
}

TEST_CASE("A state that is damaged, unknown or beside another scene is reported in one line") {
    check_no_picture({"scanline:kdtree?count=32#"}, 2, {"the state is damaged or not whole"});
    check_no_picture({"scanline:none#4af48a8e"}, 2, {"there is no scene none"});
    check_no_picture({"scanline:kdtree?counts=5#711462ff"}, 2, {"counts"});
    check_no_picture({"scanline:kdtree?count=32#00000000", "--scene", "cube"}, 2, {"--scene"});
}

TEST_CASE("An animation that cannot be made is reported in one line, and no picture is written", "[repeat]") {
    const TemporaryFolder folder;
    const auto check = [&folder](const Arguments& options, const std::string& name, int exit_code,
                                 const std::vector<std::string>& parts) {
        Arguments arguments{"view", "--size", "640x400", "--animation", (folder / name).string()};
        arguments.insert(arguments.end(), options.begin(), options.end());
        check_refused(run(arguments), exit_code, parts);
    };
    check({"--scene", "sweep"}, "a.png", 2, {"the scene sweep has no steps"});
    check({"--scene", "home"}, "a.png", 2, {"the opening page has no steps"});
    check({}, "a.gif", 2, {"--animation", "gif", ".apng, .png, .svg"});
    check({"--pass", "2"}, "a.png", 2, {"--pass", "--animation"});
    check({"--screenshot", (folder / "b.png").string()}, "a.png", 2, {"--screenshot", "--animation"});
    check({}, "missing/a.png", 1, {"missing"});
    check({}, "missing/a.apng", 1, {"missing"});
    check({"--animation-seconds", "2"}, "a.png", 2, {"--animation-seconds", "--animation OUT.apng"});
    check({"--animation-seconds", "0"}, "a.apng", 2, {"--animation-seconds", "0.01 to 600"});
    check_refused(run({"view", "--animation", ""}), 2, {"--animation", "empty"});
    CHECK(names_in(folder.path()).empty());
    // A picture with the number of a step.
    const std::string input = put_pgm(folder / "a-0001.png", noise(64, 48, 1)).string();
    const std::string before = get(input);
    check({input}, "a.png", 2, {"step 1", "would replace the input", "a-0001.png"});
    CHECK(get(input) == before);
    CHECK(names_in(folder.path()).size() == 1);
}

TEST_CASE("A size, scale or theme that cannot be is named, with the limits") {
    for (const std::string size :
         {"abc", "1280", "1280x", "x720", "63x720", "1280x16385", "1280x720x2", "-1x-1"})
        check_no_picture({"--size", size}, 2, {"--size", size, "64 to 16384"});
    for (const std::string scale : {"0", "0.4", "4.1", "big"})
        check_no_picture({"--scale", scale}, 2, {"--scale", scale});
    check_no_picture({"--theme", "blue"}, 2, {"--theme", "blue", "dark, light"});
    check_no_picture({"--gl-device", "99"}, 2, {"99", "scanline info"});
}

TEST_CASE("A file that cannot be shown is named, with why and what to do", "[repeat]") {
    const TemporaryFolder folder;
    const auto check = [](const fs::path& path, std::vector<std::string> parts) {
        parts.push_back("cannot read " + path.string());
        check_no_picture({path.string()}, 1, parts);
    };
    fs::create_directory(folder / "folder.png");
    check(folder / "missing.png", {"no such file", "check the name"});
    check(folder / "folder.png", {"it is a folder", "name a file"});
    check(put(folder / "empty.png", ""), {"empty"});
    check(put(folder / "text.png", "no picture\n"), {"not an image", "PNG"});
    check(put(folder / "half.pgm", "P5 10 10 255\n12345"), {"ends before the picture"});
    check(put(folder / "results.json", "no results\n"), {"no JSON"});
    check(put_pgm(folder / "wide.pgm", data::Image(30'000, 2, 1, 200)), {"30000 x 2", "at most", "narrower"});
}

TEST_CASE("A file for a scene that takes none, or another kind, is refused", "[repeat]") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(4, 4, 1)).string();
    for (const std::string scene : {"compaction-small", "prefix-sum"})
        check_no_picture({image, "--scene", scene}, 2,
                         {scene, "opens no files: leave out --scene, or the file"});
    check_no_picture({image, "--scene", "sweep"}, 1, {"cannot read " + image, "no JSON"});
    check_no_picture({image, image}, 2, {image, "--help"});
}

TEST_CASE("Masks that are missing are reported by the scene that shows them, their folder at once") {
    const TemporaryFolder folder;
    const auto check = [&](const fs::path& masks, int exit_code, const std::vector<std::string>& parts) {
        check_refused(run({"view", "--scene", "compaction-image", "--masks", masks.string(), "--screenshot",
                           (folder / "out.png").string()}),
                      exit_code, parts);
    };
    check(folder.path(), 1, {(folder / "hand.png").string(), "no such file"});
    check(folder / "none", 2, {"--masks", "there is no folder " + (folder / "none").string()});
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("A picture that cannot be written is reported, and nothing is left behind") {
    const TemporaryFolder folder;
    const fs::path file = put(folder / "file", "a file"), full = folder / "full.png",
                   old = folder / "folder.png";
    fs::create_directory(old);
    fs::create_symlink("/dev/full", full);
    const auto check = [](const fs::path& path, std::vector<std::string> parts) {
        parts.push_back("cannot write " + path.string());
        check_refused(
            run({"view", "--scene", "prefix-sum", "--size", "1024x640", "--screenshot", path.string()}), 1,
            parts);
    };
    check(folder / "missing" / "out.png", {"there is no folder", "make it first"});
    check(file / "out.png", {"is not a folder"});
    check(old, {"it is a folder", "name a file"});
    check(full, {"No space left on device"});
    check("/dev/full", {"No space left on device"});
    CHECK(get(file) == "a file");
    CHECK(names_in(old).empty());
    CHECK(names_in(folder.path()).size() == 3);
}

TEST_CASE("A picture whose ending names no format is refused, with those that do") {
    const TemporaryFolder folder;
    for (const char* name : {"out.gif", "out", "svg"})
        check_refused(run({"view", "--screenshot", (folder / name).string()}), 2,
                      {"--screenshot", name, ".png, .svg"});
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("A window without a display is refused, with what to do; so is the program without a subcommand") {
    const TemporaryFolder folder;
    Setting setting = without_display();
    setting.environment["XDG_CONFIG_HOME"] = folder.path().string();
    const Outcome view = run({"view"}, setting);
    check_refused(view, 3, {"no window", "display", "xvfb-run"});
    const Outcome nothing = run({}, setting);
    CHECK(nothing.exit_code == view.exit_code);
    CHECK(nothing.out == view.out);
    CHECK(nothing.err == view.err);
    setting.environment["DISPLAY"] = ":987";
    check_refused(run({"view"}, setting), 3, {"no window", ":987", "xvfb-run"});
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("A picture without OpenGL is refused, with what to do") {
    const TemporaryFolder folder;
    check_refused(run({"view", "--screenshot", (folder / "out.png").string()}, without_opengl()), 3,
                  {"no OpenGL", "install"});
    CHECK(names_in(folder.path()).empty());
}

} // namespace view_errors_test
