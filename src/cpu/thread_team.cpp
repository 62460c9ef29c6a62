#include "scanline/cpu/thread_team.h"

#include "affinity.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <new>
#include <optional>
#include <sched.h>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace scanline::cpu {

namespace {

constexpr int max_processors = 8192;

// A system set with room for all possible processors.
using ProcessorSet = std::array<cpu_set_t, max_processors / CPU_SETSIZE>;

void use(const std::vector<int>& processors) {
    if (processors.empty())
        return;
    ProcessorSet set{};
    for (const int processor : processors)
        CPU_SET_S(static_cast<std::size_t>(processor), sizeof set, set.data());
    sched_setaffinity(0, sizeof set, set.data());
}

} // namespace

std::vector<int> usable_processor_numbers() {
    ProcessorSet set{};
    std::vector<int> numbers;
    if (sched_getaffinity(0, sizeof set, set.data()) != 0)
        return numbers;
    // Called for every run of a team, so stop after the last processor.
    const int count = CPU_COUNT_S(sizeof set, set.data());
    for (int processor = 0; static_cast<int>(numbers.size()) < count; ++processor) {
        if (CPU_ISSET_S(static_cast<std::size_t>(processor), sizeof set, set.data()))
            numbers.push_back(processor);
    }
    return numbers;
}

Pin::Pin(int processor) : before_(usable_processor_numbers()) {
    use({processor});
}
Pin::~Pin() {
    use(before_);
}

namespace {

/// Waits until done() returns true: spins for about a microsecond, then yields.
template <class Done>
void spin_until(Done done) {
    constexpr int brief = 200;
    for (int look = 0; !done();) {
        if (look >= brief) {
            std::this_thread::yield();
            continue;
        }
        ++look;
#if defined(__x86_64__) || defined(__i386__)
        _mm_pause();
#endif
    }
}

} // namespace

void Barrier::wait() {
    const unsigned round = round_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
        arrived_.store(0, std::memory_order_relaxed);
        round_.store(round + 1, std::memory_order_release);
        return;
    }
    spin_until([&] { return round_.load(std::memory_order_acquire) != round; });
}

struct ThreadTeam::Parts {
    Parts(int team_size, bool pinned)
        : size(team_size), processors(pinned ? usable_processor_numbers() : std::vector<int>{}) {}

    Parts(const Parts&) = delete;
    Parts& operator=(const Parts&) = delete;
    ~Parts() {
        ending = true;
        start_round();
        for (std::thread& thread : threads)
            thread.join();
    }

    // Threads beyond the number of processors share them.
    std::optional<int> processor_of(int thread) const {
        if (processors.empty() || size > static_cast<int>(processors.size()))
            return std::nullopt;
        return processors[static_cast<std::size_t>(thread)];
    }

    void serve(int thread) {
        std::optional<Pin> pin;
        try {
            if (const std::optional<int> processor = processor_of(thread))
                pin.emplace(*processor);
        } catch (const std::bad_alloc&) { // unpinned, it does the same work
        }
        for (unsigned seen = 0;;) {
            // Runs often follow closely; otherwise the system wakes the thread.
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

    // On separate cache lines.
    alignas(64) std::atomic<unsigned> round{0};
    alignas(64) std::atomic<int> working{0};
    bool ending = false;
    const int size;
    const std::vector<int> processors;
    const std::function<void(int)>* work = nullptr;
    std::atomic_flag failed;
    std::exception_ptr failure; ///< the first exception; read once all have ended
    std::vector<std::thread> threads;
};

ThreadTeam::ThreadTeam(int threads, bool pinned) {
    if (threads < 1 || threads > max_threads)
        throw usage_error(
            fmt::format("a team of {} threads cannot be: it has 1 to {}", threads, max_threads));
    parts_ = std::make_unique<Parts>(threads, pinned);
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
