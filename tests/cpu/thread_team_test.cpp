#include "affinity.h"
#include "scanline/cpu/thread_team.h"

#include <catch2/catch_all.hpp>

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

namespace thread_team_test {

using namespace scanline::cpu;

namespace {

// Read before any team exists that could have left the thread pinned.
const std::vector<int> processors_at_start = usable_processor_numbers();

} // namespace

TEST_CASE("Every thread of a team works once in each run, the caller among them") {
    for (const int threads : {1, 2, 3, 9}) {
        ThreadTeam team(threads);
        CHECK(team.size() == threads);
        for (int round = 0; round < 50; ++round) {
            std::vector<int> calls(static_cast<std::size_t>(threads));
            const auto caller = std::this_thread::get_id();
            bool is_caller = false;
            team.run([&](int thread) {
                ++calls[static_cast<std::size_t>(thread)];
                if (thread == 0)
                    is_caller = std::this_thread::get_id() == caller;
            });
            CHECK(calls == std::vector<int>(static_cast<std::size_t>(threads), 1));
            CHECK(is_caller);
        }
    }
}

TEST_CASE("Behind a barrier everybody sees what was written before it, however often it is used") {
    constexpr int rounds = 300;
    for (const int threads : {1, 2, 4, 9}) {
        ThreadTeam team(threads);
        Barrier barrier(threads);
        std::vector<int> written(static_cast<std::size_t>(threads)), wrong(written.size());
        team.run([&](int thread) {
            const auto own = static_cast<std::size_t>(thread);
            for (int round = 1; round <= rounds; ++round) {
                written[own] = round;
                barrier.wait();
                wrong[own] += std::accumulate(written.begin(), written.end(), 0) == round * threads ? 0 : 1;
                barrier.wait();
            }
        });
        CHECK(wrong == std::vector<int>(written.size(), 0));
    }
}

TEST_CASE("The caller may use the same processors after a run as before, and each thread one of them in it") {
    const std::vector<int> before = usable_processor_numbers();
    REQUIRE_FALSE(before.empty());
    CHECK(before == processors_at_start);
    CHECK(usable_processors() == static_cast<int>(before.size()));
    const int threads = ThreadTeam::all_processors();
    ThreadTeam team(threads);
    std::vector<std::vector<int>> during(static_cast<std::size_t>(threads));
    team.run([&](int thread) { during[static_cast<std::size_t>(thread)] = usable_processor_numbers(); });
    if (threads > 1) {
        for (std::size_t thread = 0; thread < during.size(); ++thread)
            CHECK(during[thread] == std::vector<int>{before[thread]});
    }
    CHECK(usable_processor_numbers() == before);
}

TEST_CASE("What a thread of a team throws comes to the caller, once all have ended") {
    for (const int threads : {1, 3}) {
        ThreadTeam team(threads);
        for (int thrower = 0; thrower < threads; ++thrower) {
            CAPTURE(threads, thrower);
            std::atomic<int> ended = 0;
            CHECK_THROWS_AS(team.run([&](int thread) {
                if (thread == thrower)
                    throw std::out_of_range("here");
                ++ended;
            }),
                            std::out_of_range);
            CHECK(ended == threads - 1);
        }
        CHECK_THROWS_AS(team.run([](int /*thread*/) { throw std::out_of_range("everywhere"); }),
                        std::out_of_range);
        std::atomic<int> ended = 0;
        team.run([&](int /*thread*/) { ++ended; });
        CHECK(ended == threads);
    }
}

TEST_CASE("A thread that may use one processor alone gets no more by a team") {
    const Pin pin(usable_processor_numbers().back());
    const std::vector<int> alone = usable_processor_numbers();
    CHECK(alone.size() == 1);
    ThreadTeam team(4);
    std::vector<std::vector<int>> during(4);
    team.run([&](int thread) { during[static_cast<std::size_t>(thread)] = usable_processor_numbers(); });
    CHECK(during == std::vector<std::vector<int>>(4, alone));
}

} // namespace thread_team_test
