// The promises of every command about its files: no input is lost, and an unwritable target is reported
// before the work starts.
#include "arrays.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/data/image.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace output_files_test {

using namespace scanline;
using namespace scanline::test;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace fs = std::filesystem;

namespace {

/// A folder with a file of every kind that commands read.
class OutputFilesTest {
protected:
    TemporaryFolder folder;

    OutputFilesTest() {
        data::write_png(folder / "mask.png", noise(8, 8, 1));
        put_array(folder / "array.npy", std::vector<float>{3, 1, 2});
        put(folder / "points.csv", "x,y\n2,3\n5,4\n9,6\n");
        run_well({"kdtree", "build", path("points.csv"), "-o", path("tree.npz"), "--backend", "cpu"});
    }

    std::string path(const std::string& name) const { return (folder / name).string(); }

    /// Runs the command with every name of the input as output: it is rejected, naming both.
    void check_input_kept(const std::string& input, const Arguments& before, const std::string& option,
                          const Arguments& after = {}) const {
        const std::string text = get(folder / input), ending = fs::path(input).extension();
        fs::create_directory(folder / "there");
        fs::create_symlink(folder / input, folder / "there" / ("link" + ending));
        fs::create_hard_link(folder / input, folder / "there" / ("hard" + ending));
        for (const std::string& output : {path(input), path("there/../" + input), path("there/link" + ending),
                                          path("there/hard" + ending), "./" + input}) {
            Arguments arguments = before;
            arguments.insert(arguments.end(), {option, output});
            arguments.insert(arguments.end(), after.begin(), after.end());
            INFO(fmt::format("{}", fmt::join(arguments, " ")));
            Setting setting = without_opengl();
            setting.folder = folder.path();
            check_refused(run(arguments, setting), 2,
                          {fs::path(option == "-o" ? "--output" : option).string(), output, "also the input",
                           "name another file"});
            CHECK(get(folder / input) == text);
        }
        CHECK(names_in(folder / "there").size() == 2);
        fs::remove_all(folder / "there");
    }

    /// A missing input would be the first error of the work itself.
    void check_found_first(const Arguments& before, const std::string& option, const std::string& name,
                           const Arguments& after = {}) const {
        const std::string output = path("none/" + name);
        Arguments arguments = before;
        arguments.insert(arguments.end(), {option, output});
        arguments.insert(arguments.end(), after.begin(), after.end());
        INFO(fmt::format("{}", fmt::join(arguments, " ")));
        check_refused(run(arguments, without_opengl()), 1,
                      {"cannot write " + output, "there is no folder", "make it first"});
    }
};

} // namespace

TEST_CASE_METHOD(OutputFilesTest, "A command whose output is its input refuses, by whatever name") {
    check_input_kept("mask.png", {"compact", path("mask.png")}, "-o");
    check_input_kept("tree.npz", {"kdtree", "knn", path("tree.npz"), path("points.csv")}, "-o");
    check_input_kept("mask.png", {"view", path("mask.png")}, "--screenshot");
    check_input_kept("mask.png",
                     {"view", "--scene", "compaction-image", "--set", "image=" + path("mask.png")},
                     "--screenshot");
}

TEST_CASE_METHOD(OutputFilesTest, "Inputs of every place are kept, also by links with another ending") {
    const auto check = [this](const std::string& input, const std::string& link, const Arguments& arguments) {
        INFO(fmt::format("{}", fmt::join(arguments, " ")));
        const std::string text = get(folder / input);
        fs::create_hard_link(folder / input, folder / link);
        check_refused(run(arguments, without_opengl()), 2, {path(link), "also the input"});
        CHECK(get(folder / input) == text);
        fs::remove(folder / link);
    };
    const std::string points = path("points.csv"), tree = path("tree.npz"), link = path("link.npz");
    check("points.csv", "link.npz", {"kdtree", "build", points, "-o", link});
    for (const std::string kind : {"knn", "radius", "box"}) {
        Arguments query{"kdtree", kind, tree, points, "-o", link};
        if (kind == "radius")
            query.insert(query.end(), {"--radius", "1"});
        if (kind == "box")
            query.insert(query.end(), points);
        check("points.csv", "link.npz", query);
        check("tree.npz", "link.npz", query);
    }
    // The names of files written to folders are known in advance.
    check("mask.png", "compact.json", {"bench", "compact", path("mask.png"), "-o", folder.path().string()});
    for (const std::string mask : {"hand", "bunny", "finger"})
        fs::copy_file(folder / "mask.png", folder / (mask + ".png"));
    const std::string masks = folder.path().string();
    check("bunny.png", "finger-packed.png", {"demo", "--masks", masks, "-o", masks});
    check("hand.png", "table1.csv", {"bench", "table1", "--masks", masks, "-o", masks});
    check("hand.png", "link.png", {"view", "--masks", masks, "--screenshot", path("link.png")});
}

TEST_CASE_METHOD(OutputFilesTest, "Scan and sort work in place, but two outputs need two files") {
    const std::string array = path("array.npy");
    for (const std::string command : {"scan", "sort"})
        run_well({command, array, "-o", array, "--backend", "cpu"}, without_opengl());
    CHECK(get_array<float>(array) == std::vector<float>{3, 4, 6});
    fs::create_hard_link(array, folder / "hard.npy");
    check_refused(run({"sort", array, "-o", array, "--positions", path("hard.npy")}, without_opengl()), 2,
                  {"--positions", "--output", path("hard.npy"), "a file of its own"});
    CHECK(get_array<float>(array) == std::vector<float>{3, 4, 6});
}

TEST_CASE_METHOD(OutputFilesTest, "A target that cannot be written is reported before the work starts") {
    check_found_first({"compact", path("missing.png")}, "-o", "out.npy");
    for (const std::string command : {"scan", "sort"})
        check_found_first({command, path("missing.npy")}, "-o", "out.npy");
    check_found_first({"sort", path("missing.npy"), "-o", path("out.npy")}, "--positions", "out.npy");
    check_found_first({"kdtree", "build", path("missing.csv")}, "-o", "out.npz");
    check_found_first({"kdtree", "knn", path("missing.npz"), path("missing.csv")}, "-o", "out.npz");
    check_found_first({"view", path("missing.png")}, "--screenshot", "out.png");
    CHECK_FALSE(fs::exists(folder / "out.npy"));

    fs::create_directory(folder / "compact.md");
    check_refused(
        run({"bench", "compact", path("missing.png"), "-o", folder.path().string()}, without_opengl()), 1,
        {"cannot write " + path("compact.md"), "it is a folder"});
    fs::create_directory(folder / "hand-bt.png");
    check_refused(
        run({"demo", "--masks", folder.path().string(), "-o", folder.path().string()}, without_opengl()), 1,
        {"cannot write " + path("hand-bt.png"), "it is a folder"});
}

TEST_CASE_METHOD(OutputFilesTest, "A name whose ending says another format is refused, and none is written") {
    const auto check = [this](Arguments arguments, const std::string& option, const std::string& name,
                              const std::string& endings) {
        arguments.insert(arguments.end(), {option, path(name)});
        INFO(fmt::format("{}", fmt::join(arguments, " ")));
        check_refused(run(arguments, without_opengl()), 2, {path(name), "does not end in " + endings});
        CHECK_FALSE(fs::exists(folder / name));
    };
    for (const std::string name : {"x.jpg", "x.PNGX", "x", "png"})
        check({"view"}, "--screenshot", name, ".png");
    check({"compact", path("mask.png")}, "-o", "x.jpg", ".npy, .csv, .png");
    check({"scan", path("array.npy")}, "-o", "x.npz", ".npy");
    check({"kdtree", "build", path("points.csv")}, "-o", "x.npy", ".npz");
    check({"kdtree", "knn", path("tree.npz"), path("points.csv")}, "-o", "x.npy", ".npz, .csv");
    // Upper case means the same format.
    run_well({"compact", path("mask.png"), "--backend", "cpu", "-o", path("X.CSV")}, without_opengl());
    CHECK(get(folder / "X.CSV").starts_with("index\n"));
    check_refused(run({"view", "--screenshot", path("X.PNG")}, without_opengl()), 3, {"OpenGL"});
    check_refused(run({"compact", path("mask.png"), "-o", ""}, without_opengl()), 2, {"--output", "empty"});
    check_refused(run({"bench", "fig9", "-o", ""}, without_opengl()), 2, {"--output", "empty"});
}

TEST_CASE_METHOD(OutputFilesTest,
                 "A picture that no PNG can hold is refused before it is drawn, with the limit") {
    check_refused(run({"view", "--size", "16384x16384", "--screenshot", path("x.png")}, without_opengl()), 2,
                  {"16384 x 16384", "134217728", "smaller"});
    CHECK_FALSE(fs::exists(folder / "x.png"));
}

} // namespace output_files_test
