#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

namespace compact_unwritable_gl_test {

using namespace scanline;
using namespace scanline::test;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace fs = std::filesystem;

namespace {

void check_unwritable(const fs::path& image, const fs::path& output, std::vector<std::string> parts) {
    INFO(output.string());
    parts.push_back("cannot write " + output.string());
    check_refused(run({"compact", image.string(), "--reps", "1", "-o", output.string()}), 1, parts);
}

} // namespace

TEST_CASE("An output that cannot be written is named, with what to do, and nothing is left behind") {
    const TemporaryFolder folder, images;
    const fs::path image = put_pgm(images / "noise.pgm", noise(37, 23, 1));
    const fs::path file = put(folder / "file", "a file"), target = folder / "folder.npy";
    fs::create_directory(target);
    put(target / "inside", "in a folder");
    for (const std::string name : {"out.npy", "out.csv", "out.png"}) {
        check_unwritable(image, folder / "missing" / name, {"there is no folder", "make it first"});
        check_unwritable(image, file / name, {"is not a folder"});
    }
    check_unwritable(image, target, {"it is a folder", "name a file"});
    CHECK(get(file) == "a file");
    CHECK(get(target / "inside") == "in a folder");
    CHECK(names_in(target).size() == 1);
    CHECK(names_in(folder.path()).size() == 2);
}

TEST_CASE("A full disk under the output is reported") {
    const TemporaryFolder folder;
    const fs::path image = put_pgm(folder / "noise.pgm", noise(37, 23, 2));
    fs::create_symlink("/dev/full", folder / "full.npy");
    check_unwritable(image, folder / "full.npy", {"No space left on device"});
    CHECK(names_in(folder.path()).size() == 2);
}

TEST_CASE("A report that cannot be written is reported") {
    const TemporaryFolder folder;
    const fs::path image = put_pgm(folder / "noise.pgm", noise(37, 23, 3));
    for (const Output output : {Output::full, Output::closed}) {
        Setting setting;
        setting.output = output;
        check_message(run({"compact", image.string(), "--reps", "1"}, setting), 1, {"standard output"});
    }
}

TEST_CASE("The descriptor of a closed standard output goes to no file that is opened later") {
    Setting setting;
    setting.output = Output::closed;
    // It is /dev/null by then, and would not exist otherwise.
    check_message(run({"compact", "/dev/fd/1"}, setting), 1, {"the file is empty"});
}

} // namespace compact_unwritable_gl_test
