#include "algorithms.h"
#include "mask_file.h"
#include "outcome.h"

#include "data/files.h"
#include "scanline/data/image.h"
#include "support/temporary_folder.h"

namespace compact_errors_test {

using namespace scanline;
using namespace scanline::test;
using data::test::from_hex;
using data::test::get;
using data::test::names_in;
using data::test::put;

namespace fs = std::filesystem;

namespace {

// An unreadable file is rejected with its name and `parts`, whether first or last; the output is left alone.
void check_unreadable(const TemporaryFolder& folder, const fs::path& path, std::vector<std::string> parts) {
    INFO(path.string());
    parts.push_back("cannot read " + path.string());
    check_refused(run({"compact", path.string()}, without_opengl()), 1, parts);
    const fs::path good = put_pgm(folder / "good.pgm", noise(4, 4, 1));
    check_refused(run({"compact", good.string(), path.string(), "--format", "json"}, without_opengl()), 1,
                  parts);
    fs::create_directory(folder / "out");
    const fs::path old = put(folder / "out" / "old.npy", "old");
    for (const fs::path& output : {old, folder / "out" / "new.npy"})
        check_refused(run({"compact", path.string(), "-o", output.string()}, without_opengl()), 1, parts);
    CHECK(get(old) == "old");
    CHECK(names_in(folder / "out") == std::vector<std::string>{"old.npy"});
}

// The header of a PNG of a size, without pixels.
std::string png_head(const std::string& width, const std::string& height) {
    return from_hex("89504e470d0a1a0a0000000d49484452" + width + height + "0800000000" + "00000000");
}

} // namespace

TEST_CASE("A missing file is named, with what to do") {
    const TemporaryFolder folder;
    check_unreadable(folder, folder / "missing.png", {"there is no such file", "check the name"});
}

TEST_CASE("A path through a file is told from a missing one") {
    const TemporaryFolder folder;
    check_unreadable(folder, put(folder / "file", "") / "mask.png", {"not a folder"});
}

TEST_CASE("An empty file is reported") {
    const TemporaryFolder folder;
    check_unreadable(folder, put(folder / "empty.png", ""), {"empty"});
}

TEST_CASE("A truncated picture is reported, not compacted in part") {
    const TemporaryFolder folder;
    data::write_png(folder / "whole.png", noise(100, 100, 2));
    const std::string bytes = get(folder / "whole.png");
    check_unreadable(folder, put(folder / "half.png", bytes.substr(0, bytes.size() / 2)),
                     {"ends before the picture"});
    fs::remove_all(folder / "out");
    check_unreadable(folder, put(folder / "half.pgm", "P5 10 10 255\n12345"), {"ends before the picture"});
}

TEST_CASE("A text that is called a picture is reported, with the kinds that are read") {
    const TemporaryFolder folder;
    check_unreadable(folder, put(folder / "text.png", "This is no picture.\n"), {"not an image", "PNG"});
}

TEST_CASE("A folder in place of a picture is reported") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "folder.png");
    check_unreadable(folder, folder / "folder.png", {"it is a folder", "name a file"});
}

TEST_CASE("A picture without pixels is reported") {
    const TemporaryFolder folder;
    check_unreadable(folder, put(folder / "none.pgm", "P5 0 0 255\n"), {"0 x 0", "at least 1 x 1"});
}

TEST_CASE("A picture of more pixels than are read is reported with its size and the limit") {
    const TemporaryFolder folder;
    check_unreadable(folder, put(folder / "head.png", png_head("00004e20", "00004e20")),
                     {"20000 x 20000", "268435456", "smaller"});
    fs::remove_all(folder / "out");
    // One pixel more than the limit.
    check_unreadable(folder, put(folder / "more.png", png_head("00000001", "10000001")),
                     {"1 x 268435457", "268435456"});
}

TEST_CASE("A wrong value of an option is named, with those that there are") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(4, 4, 3)).string();
    const auto check = [&image](const Arguments& options, const std::vector<std::string>& parts) {
        Arguments arguments{"compact", image};
        arguments.insert(arguments.end(), options.begin(), options.end());
        INFO(options[0] << " " << options[1]);
        check_refused(run(arguments, without_opengl()), 2, parts);
    };
    for (const std::string block : {"3", "1e3"})
        check({"--block", block}, {"block", "power of two", "2 to 4096"});
    for (const std::string block : {"0", "00", "1", "8192", "-4", "abc", "2.5", "0x10", "99999999999", ""})
        check({"--block", block}, {"--block: '" + block + "'", "2 to 4096"});
    check({"--algorithm", "quicksort"},
          {"quicksort", "backend raster", "horn, jj, rlz, bt, horn-unblocked, histopyramid, packed"});
    check({"--prefix-sum", "magic", "--algorithm", "horn"},
          {"--prefix-sum", "magic", "auto, hillis-steele, blelloch"});
    check({"--run-lengths", "magic", "--algorithm", "rlz"},
          {"--run-lengths", "magic", "auto, recursive-doubling, balanced-tree"});
    check({"--concatenate", "points"}, {"--concatenate", "points", "auto, lines, quads"});
    check({"--emit", "colours"}, {"--emit", "colours", "indices, values, xy"});
    check({"--format", "xml"}, {"--format", "xml", "text", "json", "csv"});
    for (const std::string threshold : {"abc", "nan", ""})
        check({"--threshold", threshold}, {"--threshold", threshold});
    for (const std::string repetitions : {"0", "-1", "100001", "abc"})
        check({"--reps", repetitions}, {"--reps", repetitions});
    for (const std::string device : {"-1", "abc"})
        check({"--gl-device", device}, {"--gl-device", device});
    check({"--block", "4", "--block", "8"}, {"--block"});
}

TEST_CASE("A block size for an algorithm that takes none is refused, but not among all") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(4, 4, 3)).string();
    for (const AlgorithmFacts& facts : algorithm_facts) {
        const std::string name(facts.name);
        const Outcome outcome =
            run({"compact", image, "--algorithm", name, "--block", "64"}, without_opengl());
        INFO(name);
        if (facts.blockwise)
            CHECK(outcome.exit_code == 3);
        else
            check_refused(outcome, 2, {"--block only works with --algorithm horn, jj, rlz, bt"});
    }
    CHECK(run({"compact", image, "--algorithm", "all", "--block", "64"}, without_opengl()).exit_code == 3);
}

TEST_CASE("An output of several results is refused with their numbers") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(4, 4, 4)).string();
    const std::string output = (folder / "out.npy").string();
    check_refused(run({"compact", image, image, "-o", output}, without_opengl()), 2,
                  {"--output", "one image and one algorithm", "2"});
    check_refused(run({"compact", image, "--algorithm", "all", "-o", output}, without_opengl()), 2,
                  {"--output", "one image and one algorithm", std::to_string(algorithm_facts.size())});
    CHECK_FALSE(fs::exists(output));
}

TEST_CASE("An output of no known kind is refused with the kinds") {
    const TemporaryFolder folder;
    const std::string image = put_pgm(folder / "noise.pgm", noise(4, 4, 5)).string();
    for (const std::string name : {"x.txt", "x", "x.npy.gz", "npy"}) {
        INFO(name);
        check_refused(run({"compact", image, "-o", (folder / name).string()}, without_opengl()), 2,
                      {name, ".npy, .csv, .png"});
        CHECK_FALSE(fs::exists(folder / name));
    }
    check_refused(run({"compact", image, "-o", ""}, without_opengl()), 2, {"--output", "the name is empty"});
}

} // namespace compact_errors_test
