#include "scanline/ranks/places.h"

#include "scanline/ranks/lists.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <random>

namespace scanline::ranks::places_test {

namespace {

/// Compared by key alone.
struct Record {
    std::uint32_t key;
    int rank;
    std::int64_t place;

    bool operator==(const Record&) const = default;
};

void check_places(const std::vector<std::vector<Record>>& records) {
    std::vector<Record> all;
    for (const std::vector<Record>& own : records)
        all.insert(all.end(), own.begin(), own.end());
    std::ranges::stable_sort(all, {}, &Record::key);
    std::vector<std::int64_t> positions(all.size() + 1);
    std::iota(positions.begin(), positions.end(), std::int64_t{0});
    std::vector<std::vector<std::int64_t>> found(records.size());
    run_on_threads(static_cast<int>(records.size()), [&](Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        found[rank] =
            places_of(ranks, std::span<const Record>(records[rank]), std::span<const std::int64_t>(positions),
                      [](const Record& a, const Record& b) { return a.key < b.key; });
    });
    run_on_threads(static_cast<int>(records.size()), [&](Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        const std::vector<std::int64_t> counts =
            counts_by_slice(ranks, std::span<const Record>(records[rank]),
                            [](const Record& a, const Record& b) { return a.key < b.key; });
        for (int to = 0; to < ranks.size(); ++to) {
            const Slice slice = slice_of(std::ssize(all), to, ranks.size());
            if (counts[static_cast<std::size_t>(to)] !=
                std::count_if(all.begin() + slice.first, all.begin() + slice.end(),
                              [&](const Record& of) { return of.rank == ranks.rank(); }))
                throw std::runtime_error("another number of records for a rank");
        }
    });
    for (std::size_t rank = 0; rank < records.size(); ++rank)
        for (std::size_t i = 0; i < positions.size(); ++i) {
            INFO("rank " << rank << " of " << records.size() << ", position " << i << " of " << all.size());
            REQUIRE(found[rank][i] ==
                    std::count_if(all.begin(), all.begin() + positions[i],
                                  [&](const Record& of) { return of.rank == static_cast<int>(rank); }));
        }
}

} // namespace

TEST_CASE("Positions in the order of all ranks are found in each, ties by rank and place") {
    std::mt19937_64 random(7300);
    for (const int ranks : {1, 2, 3, 5, 8})
        for (const std::uint32_t keys : {1u, 3u, 1000u})
            for (const std::size_t size : {0u, 1u, 2u, 60u}) {
                INFO(keys << " different keys, up to " << size << " a rank, seed 7300");
                std::vector<std::vector<Record>> records(static_cast<std::size_t>(ranks));
                for (int rank = 0; rank < ranks; ++rank) {
                    std::vector<Record>& own = records[static_cast<std::size_t>(rank)];
                    for (std::size_t i = random() % (size + 1); i > 0; --i)
                        own.push_back({static_cast<std::uint32_t>(random() % keys), rank, 0});
                    std::ranges::sort(own, {}, &Record::key);
                    for (std::size_t i = 0; i < own.size(); ++i)
                        own[i].place = static_cast<std::int64_t>(i);
                }
                check_places(records);
            }
}

TEST_CASE("Lists of any lengths are gathered and exchanged in the order of ranks") {
    run_on_threads(3, [](Communicator& ranks) {
        const auto rank = static_cast<std::size_t>(ranks.rank());
        const std::vector<std::vector<std::string>> texts{{"a", ""}, {}, {"bcd"}};
        const std::vector<std::vector<int>> sent{{1, 2, 3}, {4}, {}};
        const std::vector<std::vector<std::int64_t>> counts{{1, 0, 2}, {1, 0, 0}, {0, 0, 0}};
        const std::vector<std::vector<int>> received{{1, 4}, {}, {2, 3}};
        std::vector<std::int64_t> of_texts, from;
        const std::vector<std::string> all =
            gather_texts(ranks, std::span<const std::string>(texts[rank]), &of_texts);
        const RawArray<int> own = exchange_lists(ranks, std::span<const int>(sent[rank]),
                                                 std::span<const std::int64_t>(counts[rank]), &from);
        const bool is_right = all == std::vector<std::string>{"a", "", "bcd"} &&
                              of_texts == std::vector<std::int64_t>{2, 0, 1} &&
                              std::ranges::equal(std::span(own.data(), own.size()), received[rank]) &&
                              from[1] == (rank == 0 ? 1 : 0);
        if (!is_right)
            throw std::runtime_error("another list");
    });
}

} // namespace scanline::ranks::places_test
