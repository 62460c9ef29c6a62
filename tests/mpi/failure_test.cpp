// What becomes of a command and its files if a rank dies.
#include "run_on_ranks.h"
#include "scanline/data/npy.h"

#include <filesystem>

namespace scanline::mpi_failure_test {

using namespace test;

TEST_CASE("A rank killed at any of its calls ends the command, and an older file stays whole", "[repeat]") {
    const TemporaryFolder folder;
    const std::string keys = (folder / "keys.npy").string(), sorted = (folder / "sorted.npy").string();
    data::write_npy<std::uint32_t>(keys, std::vector<std::uint32_t>{5, 3, 9, 1, 7, 2}, {6});
    const std::vector<std::uint32_t> older{1, 2, 3};
    // The last calls agree that the file is in place: it is the new one then.
    bool is_old = true, has_ended = false;
    for (int call = 1; !has_ended && call < 40; call += call < 4 ? 1 : 4) {
        data::write_npy<std::uint32_t>(sorted, older, {older.size()});
        const std::vector<std::byte> before = data::read_file(sorted);
        const Outcome outcome = run_on_ranks(3, {"sort", keys, "-o", sorted, "--backend", "cpu"},
                                             {{"SCANLINE_KILL_RANK", "1@" + std::to_string(call)}});
        INFO("call " << call << ": " << outcome.err);
        has_ended = outcome.exit_code == 0;
        const bool stayed = data::read_file(sorted) == before;
        CHECK((has_ended || outcome.exit_code > 2));
        CHECK((stayed || data::read_npy(sorted).shape == std::vector<std::size_t>{6}));
        CHECK((is_old || !stayed)); // from some call on, it is the new file
        is_old = stayed;
        if (!has_ended)
            CHECK(outcome.err.find("rank 1") != std::string::npos);
    }
    CHECK(has_ended);
    CHECK_FALSE(is_old);
    // The next command removes what a dead one left.
    REQUIRE(run_on_ranks(2, {"sort", keys, "-o", sorted, "--backend", "cpu"}).exit_code == 0);
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 2);
}

} // namespace scanline::mpi_failure_test
