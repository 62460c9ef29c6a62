#include "scanline/ranks/agreement.h"

#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <atomic>

namespace scanline::ranks::agreement_test {

namespace {

/// Runs three ranks, of which some fail. Returns what all of them throw; "different" if they differ.
std::string thrown(const std::function<void(int rank)>& action, ErrorKind kind) {
    std::array<std::string, 3> told;
    run_on_threads(3, [&](Communicator& ranks) {
        try {
            agree_on(ranks, [&] { action(ranks.rank()); });
        } catch (const AgreedError& error) {
            if (error.kind() == kind)
                told[static_cast<std::size_t>(ranks.rank())] = error.what();
        }
        ranks.barrier();
    });
    return told[0] == told[1] && told[1] == told[2] ? told[0] : "different";
}

} // namespace

TEST_CASE("Ranks agree on an error: once, with its rank if others have another or none") {
    CHECK(thrown([](int) {}, ErrorKind::failure) == "");
    CHECK(thrown([](int) { throw usage_error("no such option"); }, ErrorKind::usage) == "no such option");
    CHECK(thrown(
              [](int rank) {
                  if (rank == 1)
                      throw Error("the disk is full");
              },
              ErrorKind::failure) == "rank 1: the disk is full");
    CHECK(thrown([](int rank) { throw Error(std::to_string(rank)); }, ErrorKind::failure) == "rank 0: 0");
    const std::string cut = thrown([](int) { throw Error(std::string(5000, 'x')); }, ErrorKind::failure);
    CHECK(cut == std::string(1019, 'x'));
}

} // namespace scanline::ranks::agreement_test
