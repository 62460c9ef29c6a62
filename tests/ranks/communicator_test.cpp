#include "scanline/ranks/communicator.h"

#include "scanline/core/error.h"
#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <mutex>
#include <numeric>

namespace scanline::ranks::communicator_test {

namespace {

/// What each rank found.
template <class T>
class Found {
public:
    explicit Found(int ranks) : found_(static_cast<std::size_t>(ranks)) {}
    void keep(int rank, T value) {
        const std::scoped_lock lock(mutex_);
        found_[static_cast<std::size_t>(rank)] = std::move(value);
    }
    const std::vector<T>& all() const { return found_; }

private:
    std::mutex mutex_;
    std::vector<T> found_;
};

} // namespace

TEST_CASE("Slices follow each other, cover everything, and differ by one at most") {
    CHECK(slice_of(10, 1, 4) == Slice{2, 3});
    for (const std::int64_t size : {0, 1, 2, 3, 7, 8, 1'000'003})
        for (const int ranks : {1, 2, 3, 5, 8}) {
            std::int64_t next = 0;
            for (int rank = 0; rank < ranks; ++rank) {
                const Slice slice = slice_of(size, rank, ranks);
                INFO(size << " over " << ranks << ", rank " << rank);
                CHECK(slice.first == next);
                CHECK(slice.size >= size / ranks);
                CHECK(slice.size <= (size + ranks - 1) / ranks);
                next = slice.end();
            }
            CHECK(next == size);
        }
    CHECK(slice_of(std::numeric_limits<std::int64_t>::max(), 7, 8).end() ==
          std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("Ranks gather, add up and exchange") {
    for (const int size : {1, 2, 3, 5, 8}) {
        Found<std::vector<int>> gathered(size), exchanged(size);
        Found<std::vector<std::uint64_t>> sums(size);
        Found<Slice> slices(size);
        run_on_threads(size, [&](Communicator& ranks) {
            const int own = ranks.rank();
            gathered.keep(own, gather(ranks, own * own));
            slices.keep(own, share_of(ranks, own).slice);
            std::vector<std::uint64_t> values{std::uint64_t{1}, static_cast<std::uint64_t>(own),
                                              ~std::uint64_t{0}};
            ranks.add(values);
            sums.keep(own, values);
            // Rank i sends i + j numbers to rank j.
            std::vector<std::vector<int>> sent, received;
            std::vector<std::span<const std::byte>> parts;
            std::vector<std::span<std::byte>> places;
            for (int other = 0; other < size; ++other) {
                sent.emplace_back(static_cast<std::size_t>(own + other), 100 * own + other);
                received.emplace_back(sent.back().size());
            }
            for (std::size_t other = 0; other < sent.size(); ++other) {
                parts.push_back(std::as_bytes(std::span(sent[other])));
                places.push_back(std::as_writable_bytes(std::span(received[other])));
            }
            ranks.barrier();
            ranks.exchange(parts, places);
            std::vector<int> all;
            for (const std::vector<int>& from : received)
                all.insert(all.end(), from.begin(), from.end());
            exchanged.keep(own, all);
        });
        for (int rank = 0; rank < size; ++rank) {
            INFO("rank " << rank << " of " << size);
            const auto at = static_cast<std::size_t>(rank);
            std::vector<int> squares, from_all;
            for (int other = 0; other < size; ++other) {
                squares.push_back(other * other);
                from_all.insert(from_all.end(), static_cast<std::size_t>(other + rank), 100 * other + rank);
            }
            const auto of = static_cast<std::uint64_t>(size);
            CHECK(gathered.all()[at] == squares);
            CHECK(exchanged.all()[at] == from_all);
            CHECK(sums.all()[at] == std::vector<std::uint64_t>{of, of * (of - 1) / 2, 0 - of});
            CHECK(slices.all()[at] == Slice{rank * (rank - 1) / 2, rank});
        }
    }
}

TEST_CASE("A rank that fails ends the others, and its error is told") {
    for (int failing = 0; failing < 3; ++failing) {
        std::string told;
        try {
            run_on_threads(3, [&](Communicator& ranks) {
                ranks.barrier();
                if (ranks.rank() == failing)
                    throw usage_error("no such file");
                gather(ranks, 1);
                gather(ranks, 2);
            });
        } catch (const Error& error) {
            told = error.what();
            CHECK(error.kind() == ErrorKind::usage);
        }
        CHECK(told == "no such file");
    }
}

} // namespace scanline::ranks::communicator_test
