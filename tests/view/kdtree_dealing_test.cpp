#include "scenes/kdtree/dealing.h"

#include "kdtree_cases.h"
#include "scanline/kdtree/rank_build.h"
#include "scanline/ranks/threads.h"
#include "scenes/kdtree/step_view.h"

#include <algorithm>
#include <catch2/catch_all.hpp>
#include <numeric>

namespace scanline::view::kdtree_scene::dealing_test {

namespace {

/// Notes how many bytes go to which rank in each exchange.
class Spy final : public ranks::Communicator {
public:
    explicit Spy(Communicator& all) : all_(all) {}
    int rank() const override { return all_.rank(); }
    int size() const override { return all_.size(); }

    std::vector<std::vector<std::int64_t>> sent;

private:
    void do_barrier() override { all_.barrier(); }
    void do_gather(std::span<const std::byte> own, std::span<std::byte> all) override {
        all_.gather(own, all);
    }
    void do_add(std::span<std::uint64_t> values) override { all_.add(values); }
    void do_exchange(Parts parts, Places received) override {
        for (sent.emplace_back(); const auto& part : parts)
            sent.back().push_back(std::ssize(part));
        all_.exchange(parts, received);
    }

    Communicator& all_;
};

/// Checks that the scene shows the nodes that each rank gets and the points that it sends.
std::vector<char> are_right(const Run& run) {
    const Dealing& dealing = *run.dealing;
    const points::Points<float> points = run.cloud.points();
    const Traffic sorted = dealing.traffic(1), built = dealing.traffic(dealing.exchange_step());
    std::vector<char> right(sorted.ranks);
    ranks::run_on_threads(dealing.ranks, [&](ranks::Communicator& all) {
        Spy spy(all);
        const ranks::Slice slice = ranks::slice_of(points.size(), all.rank(), all.size());
        std::vector<std::int32_t> index(static_cast<std::size_t>(slice.size)), shown;
        std::iota(index.begin(), index.end(), static_cast<std::int32_t>(slice.first));
        const kdtree::Tree<float> own = kdtree::build_over_ranks<float>(
            spy, points::part_of(points, slice.first, slice.size), index,
            [](const points::Points<float>& some) { return kdtree::build_distinct(some, {.threads = 1}); },
            {.threads = 1});
        for (const std::int32_t point : run.tree.index)
            if (dealing.rank_of[3][static_cast<std::size_t>(point)] == all.rank())
                shown.push_back(point);
        const auto rank = static_cast<std::size_t>(all.rank());
        const auto sends = [&](const Traffic& traffic, std::vector<std::int64_t> bytes) {
            constexpr std::int64_t bytes_of_point = 20; // three coordinates, its index, and its node
            for (std::size_t to = 0; to < bytes.size(); ++to)
                bytes[to] -= bytes_of_point * traffic.sent[rank * bytes.size() + to];
            return std::ranges::count(bytes, 0) == std::ssize(bytes);
        };
        right[rank] = own.index == shown && sends(sorted, spy.sent.front()) && sends(built, spy.sent.back());
    });
    return right;
}

} // namespace

TEST_CASE("Ranks have and send the points that the scene shows") {
    for (const char* points : {"uniform", "grid", "all-equal"})
        for (const char* ranks : {"2", "3", "4", "5", "8"})
            for (const auto& [count, dimensions] : {std::pair{"24", "2"}, {"1200", "3"}}) {
                CAPTURE(points, ranks, count);
                const Run run = cases::make_run(
                    {{"points", points}, {"ranks", ranks}, {"count", count}, {"dimensions", dimensions}});
                CHECK(are_right(run) ==
                      std::vector<char>(static_cast<std::size_t>(run.dealing->ranks), true));
            }
}

TEST_CASE("A build over ranks has a step more, for the exchange, and points in the colours of ranks") {
    const Run run = cases::make_run({{"ranks", "4"}, {"count", "300"}});
    CHECK(build_steps(run) == 3 + 9 + 1);
    CHECK(build_title(run, 4) == "Level 1: split by y");
    CHECK(build_title(run, 5) == "Exchange");
    CHECK(build_title(run, 6) == "Level 2: split by x");
    const StepView view = build_view(run, 5);
    CHECK(view.sentence ==
          "Ranks get the points of whole subtrees, 4 in all, and of nodes between them: 142 points "
          "move.");
    CHECK(view.regions.size() == 4);
    CHECK(std::ranges::count(view.roles, Role::placed) == 3);
    CHECK(std::ranges::count(view.splits, true, &Split::now) == 0);
    CHECK_FALSE(build_view(cases::make_run({}), 5).rank_of);
}

} // namespace scanline::view::kdtree_scene::dealing_test
