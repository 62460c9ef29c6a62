// Runs commands that are refused, then those that their messages advise.
#include "arrays.h"
#include "mask_file.h"
#include "outcome.h"

#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

#include <iterator>
#include <sstream>

namespace advice_test {

using namespace scanline;
using namespace scanline::test;
using data::test::put;

namespace {

/// Arguments by blanks.
Arguments words_of(const std::string& command) {
    std::istringstream text(command);
    return {std::istream_iterator<std::string>(text), {}};
}

struct Advice {
    std::string refused;
    std::string message;            ///< its end
    std::vector<std::string> taken; ///< what it says, done
};

const std::vector<Advice> all_advice{
    {"compact in.pgm --backend cpu --algorithm bt",
     "leave out --algorithm or use --backend raster",
     {"compact in.pgm --backend cpu", "compact in.pgm --backend raster --algorithm bt"}},
    {"compact in.pgm --among auto",
     "--among auto is none of horn, jj, rlz, bt, horn-unblocked, histopyramid, packed",
     {"compact in.pgm --among horn,jj,rlz,bt,horn-unblocked,histopyramid,packed"}},
    {"scan in.npy -o out.npy --algorithm simd1-p --tier shared-memory",
     "leave out --tier or choose a scan of compute",
     {"scan in.npy -o out.npy --algorithm simd1-p",
      "scan in.npy -o out.npy --algorithm tree --tier shared-memory"}},
    {"sort in.npy -o out.npy --backend cpu --gl-device 0",
     "leave out --gl-device or use --backend compute",
     {"sort in.npy -o out.npy --backend cpu", "sort in.npy -o out.npy --backend compute --gl-device 0"}},
    {"skyline in.csv --backend compute --threads 2",
     "leave out --threads or use --backend cpu",
     {"skyline in.csv --backend compute", "skyline in.csv --backend cpu --threads 2"}},
    {"skyline in.csv --tier shared-memory --threads 2",
     "leave out --threads or use --backend cpu without the options that only compute has",
     {"skyline in.csv --tier shared-memory", "skyline in.csv --backend cpu --threads 2"}},
    {"skyline in.csv --algorithm kung --backend cpu",
     "--algorithm kung is none of auto, sweep, box-tree, sky-align, sfs, bnl",
     {"skyline in.csv --algorithm bnl --backend cpu"}},
    {"skyline in.csv -o out.npz",
     "write .csv, or --emit ids as .npy",
     {"skyline in.csv -o out.csv", "skyline in.csv -o out.npy --emit ids"}},
    {"skyline in.csv -o out.npz --emit ids",
     "write .npy or .csv",
     {"skyline in.csv -o out.npy --emit ids", "skyline in.csv -o out.csv --emit ids"}},
    {"skyline in.csv -o out.npy --columns x", "write .csv", {"skyline in.csv -o out.csv --columns x"}},
    {"skyline in.csv --ignore x,y", "name (text): ignore fewer", {"skyline in.csv --ignore x"}},
    {"skyline in.csv --ignore 0,1,2", "all are ignored: ignore fewer", {"skyline in.csv --ignore x"}},
    {"kdtree knn tree.npz points.csv --at 1,2",
     "give a file QUERIES or points with --at, not both",
     {"kdtree knn tree.npz points.csv", "kdtree knn tree.npz --at 1,2"}},
    {"kdtree build points.csv -o out.npz --text x",
     "build has no option --text (see --help)",
     {"kdtree build points.csv -o out.npz"}},
    {"kdtree build points.csv -o out.npz --date-format iso",
     "build has no option --date-format (see --help)",
     {}},
    {"kdtree box tree.npz points.csv --at 1,2", "box has no option --at (see --help)", {}},
    {"bench fig8 --block 3", "fig8 has no option --block (see --help)", {}},
    {"list horn", "list has no further argument horn (see --help)", {"list"}},
    {"cube update cube more.csv",
     "or name it with --null if it stands for no value",
     {"cube update cube more.csv --null c"}}};

} // namespace

TEST_CASE("Commands that follow the advice of a message are accepted") {
    const TemporaryFolder folder;
    put_pgm(folder / "in.pgm", noise(8, 8, 1));
    put_array(folder / "in.npy", std::vector<std::uint32_t>{3, 1, 2});
    put(folder / "points.csv", "x,y\n1,2\n3,4\n");
    put(folder / "in.csv", "name,x,y\na,1,2\nb,2,3\n");
    put(folder / "more.csv", "x,y\n1,c\n");
    Setting setting = without_opengl();
    setting.folder = folder.path();
    for (const char* made :
         {"kdtree build points.csv -o tree.npz", "cube build points.csv -o cube --dims x --measures y:sum"})
        CHECK(run(words_of(made), setting).exit_code == 0);
    for (const Advice& advice : all_advice) {
        INFO(advice.refused);
        const Outcome outcome = run(words_of(advice.refused), setting);
        CHECK_THAT(outcome.err, Catch::Matchers::EndsWith(advice.message + "\n"));
        for (const std::string& command : advice.taken) {
            INFO(command);
            const int exit_code = run(words_of(command), setting).exit_code;
            CHECK((exit_code == 0 || exit_code == 3)); // only OpenGL is missing
        }
    }
}

} // namespace advice_test
