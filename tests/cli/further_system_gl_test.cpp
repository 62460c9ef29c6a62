#include "outcome.h"
#include "support/temporary_folder.h"

#include <catch2/catch_all.hpp>

namespace further_system_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("One more system is listed, verified, measured, described by the help, and shown") {
    Setting setting;
    setting.program = SCANLINE_FURTHER_PROGRAM;
    CHECK_THAT(run_well({"list"}, setting), ContainsSubstring("Doubled numbers") &&
                                                ContainsSubstring("loop (doubling): Loop") &&
                                                ContainsSubstring("Doubling by size"));
    const std::string verified = run_well({"verify", "--system", "doubling", "--cases", "5"}, setting);
    CHECK_THAT(verified, ContainsSubstring("doubling: loop 5") && ContainsSubstring("5 passed, 0 failed"));
    CHECK_THAT(run_well({"verify", "--help"}, setting), ContainsSubstring("doubles"));
    CHECK_THAT(run_well({"bench", "--help"}, setting), ContainsSubstring("Doubling by size"));
    const TemporaryFolder folder;
    run_well({"bench", "doubling-sizes", "--sizes", "10,100", "--output", folder.path().string()}, setting);
    const std::string results = (folder / "doubling-sizes.json").string();
    run_well({"compare", results, results}, setting);
    const std::string picture = (folder / "picture.png").string();
    run_well({"view", results, "--screenshot", picture}, setting);
    run_well({"view", "--scene", "sweep", "--set", "experiment=doubling-sizes", "--set", "sizes=5",
              "--screenshot", picture},
             setting);
    CHECK(std::filesystem::exists(picture));
}

} // namespace further_system_gl_test
