#include "scanline/cpu/thread_team.h"
#include "affinity.h"
#include "scanline/core/error.h"
#include "spin.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace scanline::cpu {

struct ThreadTeam::Parts {
    explicit Parts(int team_size) : size(team_size), processors(usable_processor_numbers()) {}

    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {
        ending = true;
        start_round();
        for (std::thread& thread : threads)
            thread.join();
    }

    // Threads beyond the processors share them in turns.
    std::optional<int> processor_of(int thread) const {
        if (processors.empty() || size > static_cast<int>(processors.size()))
            return std::nullopt;
        return processors[static_cast<std::size_t>(thread)];
    }

    void serve(int thread) {
        std::optional<Pin> pin;
        if (const std::optional<int> processor = processor_of(thread))
            pin.emplace(*processor);
        for (unsigned seen = 0;;) {
            // A run often follows the one before; else the system wakes the thread.
            for (int look = 0; look < brief && round.load(std::memory_order_acquire) == seen; ++look)
                std::this_thread::yield();
            round.wait(seen, std::memory_order_acquire);
            seen = round.load(std::memory_order_acquire);
            if (ending)
                return;
            call(thread);
            working.fetch_sub(1, std::memory_order_acq_rel);
        }
    }

    void call(int thread) {
        try {
            (*work)(thread);
        } catch (...) {
            if (!failed.test_and_set(std::memory_order_relaxed))
                failure = std::current_exception();
        }
    }

    void start_round() {
        round.fetch_add(1, std::memory_order_acq_rel);
        round.notify_all();
    }

    static constexpr int brief = 100;

    // On lines of their own.
    alignas(64) std::atomic<unsigned> round{0};
    alignas(64) std::atomic<int> working{0};
    bool ending = false;
    const int size;
    const std::vector<int> processors;
    const std::function<void(int)>* work = nullptr;
    std::atomic_flag failed;
    std::exception_ptr failure; ///< the first; read once all have ended
    std::vector<std::thread> threads;
};

ThreadTeam::ThreadTeam(int threads) {
    if (threads < 1 || threads > max_threads)
        throw usage_error(
            fmt::format("a team of {} threads cannot be: it has 1 to {}", threads, max_threads));
    parts_ = std::make_unique<Parts>(threads);
    try {
        for (int thread = 1; thread < threads; ++thread)
            parts_->threads.emplace_back([parts = parts_.get(), thread] { parts->serve(thread); });
    } catch (const std::system_error& error) {
        throw Error(fmt::format("a team of {} threads cannot be made: the system gave {} beside the caller, "
                                "then {}; ask for fewer",
                                threads, parts_->threads.size(), error.what()));
    }
}
ThreadTeam::~ThreadTeam() = default;

int ThreadTeam::all_processors() {
    return std::min(usable_processors(), max_threads);
}

int ThreadTeam::size() const {
    return parts_->size;
}

void ThreadTeam::run(const std::function<void(int)>& work) {
    Parts& parts = *parts_;
    if (parts.size == 1) {
        work(0);
        return;
    }
    std::optional<Pin> pin;
    if (const std::optional<int> processor = parts.processor_of(0))
        pin.emplace(*processor);
    parts.work = &work;
    parts.working.store(parts.size - 1, std::memory_order_relaxed);
    parts.start_round();
    parts.call(0);
    spin_until([&] { return parts.working.load(std::memory_order_acquire) == 0; });
    if (parts.failure) {
        parts.failed.clear(std::memory_order_relaxed);
        std::rethrow_exception(std::exchange(parts.failure, nullptr));
    }
}

int usable_processors() {
    return std::max(1, static_cast<int>(usable_processor_numbers().size()));
}

} // namespace scanline::cpu
