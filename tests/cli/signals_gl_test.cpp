#include "arrays.h"
#include "mask_file.h"
#include "outcome.h"

#include "scanline/data/image.h"
#include "support/patience.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <csignal>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace signals_gl_test {

using namespace scanline;
using namespace scanline::test;
using data::test::names_in;

namespace fs = std::filesystem;

namespace {

/// Makes programs start with a signal ignored, as under nohup, within a scope.
class Ignored {
public:
    explicit Ignored(int signal) : signal_(signal), before_(std::signal(signal, SIG_IGN)) {}
    ~Ignored() { std::signal(signal_, before_); }
    Ignored(const Ignored&) = delete;
    Ignored& operator=(const Ignored&) = delete;

private:
    int signal_;
    void (*before_)(int);
};

/// A scan that would run for hours.
class SignalsTest {
protected:
    TemporaryFolder folder;
    Arguments scan{"scan",      put_array(folder / "in.npy", std::vector<std::uint32_t>(1'000'000)),
                   "-o",        (folder / "out.npy").string(),
                   "--backend", "cpu",
                   "--reps",    "100000"};

    // By the signal itself, so that a shell knows.
    void check_ended(const Outcome& outcome, int signal) const {
        check_refused(outcome, 128 + signal, {"interrupted", "nothing was written"});
        CHECK(names_in(folder.path()) == std::vector<std::string>{"in.npy"});
    }
};

} // namespace

TEST_CASE_METHOD(SignalsTest,
                 "Every signal that asks the program to end does, with a message and nothing left behind") {
    const int signal = GENERATE(SIGINT, SIGTERM, SIGHUP);
    Program program(scan);
    program.wait_until_working(signal, 0.2);
    program.send(signal);
    check_ended(program.finish(), signal);
}

TEST_CASE_METHOD(SignalsTest, "A signal that was ignored when the program started stays ignored") {
    for (const int signal : {SIGHUP, SIGINT}) {
        const Ignored ignored(signal);
        Program program(scan);
        program.wait_until_working(SIGTERM, 0.2);
        program.send(signal);
        program.wait_until_working(SIGTERM, 0.4);
        program.send(SIGTERM);
        check_ended(program.finish(), SIGTERM);
    }
}

TEST_CASE_METHOD(SignalsTest, "A result for a pipe that nobody reads does not hold an interrupt up") {
    const fs::path pipe = folder / "out.npy";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    scan.back() = "1";
    Program program(scan, without_opengl());
    // It has begun to write more than the pipe takes.
    const auto is_full = [reader] {
        int bytes = 0;
        return ioctl(reader, FIONREAD, &bytes) == 0 && bytes >= 4096;
    };
    REQUIRE(eventually(is_full));
    program.send(SIGTERM);
    check_refused(program.finish(), 128 + SIGTERM, {"interrupted: nothing was written"});
    close(reader);
}

TEST_CASE_METHOD(SignalsTest, "A result over the limit of a file's size is an error like a full disk") {
    rlimit before{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    const rlimit limit{1000, before.rlim_max};
    scan.back() = "1";
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    const Outcome outcome = run(scan, without_opengl());
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
    check_refused(outcome, 1, {"cannot write", "raise the limit (ulimit -f)"});
    CHECK(names_in(folder.path()) == std::vector<std::string>{"in.npy"});
}

TEST_CASE("An interrupt ends a picture that is being made, and none is left behind") {
    const TemporaryFolder folder;
    Program program({"view", "--scene", "compaction-image", "--masks", SCANLINE_MASKS_DIR, "--set",
                     "image=bunny", "--set", "compare=side-by-side", "--size", "2000x2000", "--screenshot",
                     (folder / "out.png").string()});
    program.wait_until_working(SIGINT, 0);
    program.send(SIGINT);
    check_refused(program.finish(), 128 + SIGINT, {"interrupted", "no picture was made"});
    CHECK(names_in(folder.path()).empty());
}

TEST_CASE("An interrupt ends an animation, and the pictures that are made stay") {
    const TemporaryFolder folder;
    Program program({"view", "--scene", "compaction-image", "--masks", SCANLINE_MASKS_DIR, "--set",
                     "image=bunny", "--size", "2000x2000", "--animation", (folder / "out.png").string()});
    REQUIRE(eventually([&] { return fs::exists(folder / "out-0000.png"); }));
    program.send(SIGINT);
    check_refused(program.finish(), 128 + SIGINT, {"interrupted", "steps were drawn"});
    CHECK(data::read_image(folder / "out-0000.png").width == 2000);
}

TEST_CASE("One signal ends the visualizer even if a frame never returns") {
    const TemporaryFolder folder;
    Setting setting;
    setting.program = SCANLINE_FURTHER_PROGRAM;
    Program program({"view", "--scene", "sweep", "--set", "experiment=doubling-sizes", "--set", "sizes=13",
                     "--screenshot", (folder / "out.png").string()},
                    setting);
    program.wait_for("stuck");
    program.send(SIGTERM);
    CHECK(program.finish().exit_code == 128 + SIGTERM);
    CHECK(names_in(folder.path()).empty());
}

} // namespace signals_gl_test
