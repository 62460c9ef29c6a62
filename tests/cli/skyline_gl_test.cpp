// Skylines of tables found on the GPU: the same rows as on the CPU.
#include "outcome.h"

#include "data/files.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace skyline_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;

namespace {

class SkylineGLTest {
protected:
    std::string path(const char* name) const { return (folder / name).string(); }

    /// Ties by the grid of tenths, a column of texts that is a group, and 40 to 60 rows in layers.
    SkylineGLTest() {
        run_well({"generate", "skyline", "--kind", "anticorrelated", "-n", "300", "-d", "4", "--seed", "3",
                  "-o", path("numbers.csv")});
        std::string text;
        std::size_t row = 0;
        for (const std::string& line : lines_of(data::test::get(folder / "numbers.csv")))
            text += line + (row++ == 0 ? ",city" : row % 3 == 0 ? ",Oslo" : ",Rome") + "\n";
        data::test::put(folder / "a.csv", text);
    }

    Arguments arguments(const char* backend, const Arguments& more) const {
        Arguments line{"skyline", path("a.csv"), "--backend", backend};
        line.insert(line.end(), more.begin(), more.end());
        return line;
    }
    // Standard error names the column of text, unless columns are given.
    static std::string found(const Arguments& line) {
        const Outcome outcome = run(line);
        CHECK(outcome.exit_code == 0);
        const std::string messages = messages_of(outcome);
        CHECK((messages.empty() || messages.ends_with("left out: city (text)\n")));
        return outcome.out;
    }
    std::string on_cpu(const Arguments& more) const { return found(arguments("cpu", more)); }
    std::string on_gpu(const Arguments& more) const { return found(arguments("compute", more)); }

    TemporaryFolder folder;
};

} // namespace

TEST_CASE_METHOD(SkylineGLTest, "Filters, groups, grids, layers and duplicates are the same on the GPU") {
    for (const Arguments& more :
         {Arguments{},
          Arguments{"--epsilon", "x0=0.1", "--epsilon", "x1=0.2", "--keep", "first", "--max", "x3", "--min",
                    "x0,x1"},
          Arguments{"--diff", "city", "--where", "x0<=0.6", "--layers", "3", "--keep", "first"},
          Arguments{"--layers", "4", "--epsilon", "x2=0.25", "--min", "x0,x2", "--algorithm", "sweep"}}) {
        CAPTURE(more);
        CHECK(on_gpu(more) == on_cpu(more));
    }
}

TEST_CASE_METHOD(SkylineGLTest, "Every algorithm of the GPU finds the same rows") {
    const std::string rows = on_cpu({"--min", "x0,x1"});
    for (const char* algorithm : {"sky-cells", "sky-align", "sky-align-no-sync", "sky-align-no-quart",
                                  "sky-align-padded", "sorted-blocks", "brute-force", "sweep"}) {
        INFO(algorithm);
        CHECK(on_gpu({"--min", "x0,x1", "--algorithm", algorithm}) == rows);
    }
}

TEST_CASE_METHOD(SkylineGLTest, "The report names the GPU and what it did, and how the CPU was chosen") {
    const nlohmann::json json = nlohmann::json::parse(
        on_gpu({"--stats", "--format", "json", "--algorithm", "sorted-blocks", "-o", path("out.csv")}));
    CHECK(json["backend"] == "compute");
    CHECK(json["gpu"].is_string());
    CHECK(json["reason"].is_null());
    CHECK(json["algorithm"] == "sorted-blocks, as asked");
    CHECK(json["dominance_tests"].is_null());
    const std::string text = on_gpu({"--stats", "-o", path("out.csv")});
    CHECK_THAT(text, ContainsSubstring("  backend    compute\n") && ContainsSubstring("  gpu        ") &&
                         ContainsSubstring("  algorithm  sky-cells: the fastest on a GPU for 4 columns\n") &&
                         !ContainsSubstring("tests"));
    // An algorithm that only the GPU has needs no --backend.
    const std::string chosen =
        found({"skyline", path("a.csv"), "--algorithm", "brute-force", "--stats", "-o", path("out.csv")});
    CHECK_THAT(chosen, ContainsSubstring("  backend    compute (auto: only it has what was requested)\n"));
    check_refused(run(arguments("compute", {"--algorithm", "sweep", "--min", "0,1,2"})), 2,
                  {"sweep takes 1 or 2 columns, not 3: choose another algorithm"});
    // The CPU's sweep takes 3.
    CHECK(run_well({"skyline", path("a.csv"), "--algorithm", "sweep", "--min", "0,1,2"}) ==
          on_cpu({"--min", "0,1,2"}));
}

} // namespace skyline_gl_test
