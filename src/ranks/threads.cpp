#include "scanline/ranks/threads.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace scanline::ranks {

namespace {

/// What the threads share: a barrier, and what each shows to the others between two of its calls.
class Meeting {
public:
    explicit Meeting(int size) : shown_(static_cast<std::size_t>(size)), size_(size) {}

    int size() const { return size_; }

    void wait() {
        std::unique_lock lock(mutex_);
        const std::uint64_t round = round_;
        if (++arrived_ == size_) {
            arrived_ = 0;
            ++round_;
            changed_.notify_all();
        }
        changed_.wait(lock, [&] { return failed_ || round_ != round; });
        if (failed_)
            throw Error("another rank failed");
    }

    /// Each rank shows something, looks at that of the others, and goes on when all have looked.
    template <class Look>
    void show(int rank, const void* what, Look look) {
        shown_[static_cast<std::size_t>(rank)] = what;
        wait();
        for (std::size_t other = 0; other < shown_.size(); ++other)
            look(other, shown_[other]);
        wait();
    }

    /// Keeps the first failure.
    void fail(std::exception_ptr error) {
        const std::scoped_lock lock(mutex_);
        if (!std::exchange(failed_, true))
            error_ = std::move(error);
        changed_.notify_all();
    }
    const std::exception_ptr& error() const { return error_; }

private:
    std::vector<const void*> shown_;
    int size_, arrived_ = 0;
    std::uint64_t round_ = 0;
    bool failed_ = false;
    std::exception_ptr error_;
    std::mutex mutex_;
    std::condition_variable changed_;
};

class ThreadRank final : public Communicator {
public:
    ThreadRank(Meeting& meeting, int rank) : meeting_(meeting), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return meeting_.size(); }

private:
    void do_barrier() override { meeting_.wait(); }

    void do_gather(std::span<const std::byte> own, std::span<std::byte> all) override {
        meeting_.show(rank_, own.data(), [&](std::size_t other, const void* bytes) {
            if (!own.empty())
                std::memcpy(all.data() + other * own.size(), bytes, own.size());
        });
    }

    void do_add(std::span<std::uint64_t> values) override {
        const std::vector<std::uint64_t> own(values.begin(), values.end());
        std::ranges::fill(values, 0);
        meeting_.show(rank_, own.data(), [&](std::size_t /*other*/, const void* shown) {
            for (std::size_t i = 0; i < values.size(); ++i)
                values[i] += static_cast<const std::uint64_t*>(shown)[i];
        });
    }

    void do_exchange(Parts sent, Places received) override {
        meeting_.show(rank_, sent.data(), [&](std::size_t other, const void* shown) {
            const auto part =
                static_cast<const std::span<const std::byte>*>(shown)[static_cast<std::size_t>(rank_)];
            std::ranges::copy(part, received[other].begin());
        });
    }

    Meeting& meeting_;
    int rank_;
};

} // namespace

void run_on_threads(int ranks, const std::function<void(Communicator& ranks)>& work) {
    Meeting meeting(ranks);
    {
        std::vector<std::jthread> threads;
        for (int rank = 0; rank < ranks; ++rank)
            threads.emplace_back([&, rank] {
                try {
                    ThreadRank own(meeting, rank);
                    work(own);
                } catch (...) {
                    meeting.fail(std::current_exception());
                }
            });
    }
    if (meeting.error())
        std::rethrow_exception(meeting.error());
}

} // namespace scanline::ranks
