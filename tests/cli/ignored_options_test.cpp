// An option without effect is rejected, naming what it works with.
#include "mask_file.h"
#include "outcome.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ignored_options_test {

using namespace scanline;
using namespace scanline::test;

namespace {

class IgnoredOptionsTest {
protected:
    Arguments compact(const std::string& algorithm, const Arguments& more) const {
        Arguments arguments{"compact", image, "--algorithm", algorithm};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return arguments;
    }
    static void check_ignored(const Arguments& arguments, const std::vector<std::string>& parts) {
        INFO(fmt::format("{}", fmt::join(arguments, " ")));
        check_refused(run(arguments, without_opengl()), 2, parts);
    }
    /// Checks that only OpenGL is missing.
    static void check_taken(const Arguments& arguments) {
        INFO(fmt::format("{}", fmt::join(arguments, " ")));
        check_refused(run(arguments, without_opengl()), 3, {"OpenGL"});
    }

private:
    TemporaryFolder folder;
    std::string image = put_pgm(folder / "noise.pgm", noise(8, 8, 5)).string();
};

} // namespace

TEST_CASE_METHOD(IgnoredOptionsTest, "What only some algorithms take is refused beside the others") {
    check_ignored(compact("packed", {"--prefix-sum", "blelloch"}),
                  {"--prefix-sum only works with --algorithm horn, jj, rlz: leave it out"});
    check_ignored(compact("bt", {"--prefix-sum", "blelloch"}), {"--prefix-sum", "horn, jj, rlz"});
    check_ignored(compact("horn", {"--run-lengths", "balanced-tree"}), {"--run-lengths", "rlz"});
    check_ignored(compact("packed", {"--concatenate", "quads"}), {"--concatenate", "horn, jj, rlz, bt"});
    check_ignored(compact("histopyramid", {"--block", "64"}), {"--block", "horn, jj, rlz, bt"});
    check_ignored(compact("bt", {"--among", "bt"}), {"--among only works with --algorithm auto"});
    check_ignored(compact("bt", {"--adapt", "regional"}), {"--adapt only works with --algorithm auto"});
    for (const char* option : {"--prefix-sum", "--run-lengths", "--concatenate"})
        check_ignored({"bench", "compact", "--algorithm", "packed,histopyramid", option, "quads"}, {option});
    check_ignored({"bench", "compact", "--algorithm", "packed,bt", "--among", "bt"}, {"--among", "auto"});
}

TEST_CASE_METHOD(IgnoredOptionsTest, "What one of several algorithms takes is taken, and so is a default") {
    check_taken(compact("all", {"--prefix-sum", "blelloch", "--block", "64", "--among", "bt"}));
    check_taken(compact("packed", {"--prefix-sum", "auto", "--adapt", "global"}));
    check_taken({"bench", "compact", "--algorithm", "packed,horn", "--prefix-sum", "blelloch"});
}

TEST_CASE_METHOD(IgnoredOptionsTest, "Auto takes what those that it chooses from take") {
    check_taken(compact("auto", {"--prefix-sum", "blelloch", "--concatenate", "quads"}));
    check_taken(compact("auto", {"--prefix-sum", "blelloch", "--among", "packed,horn"}));
    check_ignored(compact("auto", {"--prefix-sum", "blelloch", "--among", "packed,bt"}), {"--prefix-sum"});
    check_ignored(compact("auto", {"--block", "64"}), {"--block"});
}

TEST_CASE_METHOD(IgnoredOptionsTest, "Options of a measurement that would change nothing are refused") {
    check_ignored({"bench", "compact", "--seed", "7"}, {"--seed", "--density"});
    check_ignored({"bench", "fig9", "--masks", "."}, {"--masks"});
    check_ignored({"bench", "scan", "--quick", "--sizes", "100"}, {"--quick", "--sizes"});
    check_ignored({"bench", "kdtree", "--variant", "compute", "--peer", "none", "--threads", "2"},
                  {"--threads only works with --variant cpu or a --peer"});
    check_taken({"bench", "kdtree", "--variant", "compute", "--threads", "2"});
}

} // namespace ignored_options_test
