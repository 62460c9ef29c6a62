#pragma once
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace scanline::cpu {

/// Threads that stay, each on a processor of its own as far as there are enough of those that this process
/// may use: what a thread has in its cache it finds there again.
///
/// Errors: usage for less than 1 thread or more than max_threads; failure where the system gives no thread.
///
///     ThreadTeam team(4);
///     team.run([&](int thread) { work_on(parts[thread]); });   // by 0 to 3 at once, 0 being the caller
class ThreadTeam {
public:
    static constexpr int max_threads = 1024;
    /// As many threads as there are usable processors, as far as a team may have so many.
    static int all_processors();

    explicit ThreadTeam(int threads);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    int size() const;
    /// Calls work(0) to work(size() - 1), one each, and returns when all have returned. One run at a time.
    /// Throws what one of them has thrown, once all have ended; where threads wait for one another, that one
    /// must not leave the others waiting. Thread 0 is the caller, who is pinned for as long.
    void run(const std::function<void(int thread)>& work);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Processors that this process may use.
int usable_processors();

/// Where threads wait until all have come, again and again. It spins briefly, because the others come soon
/// where each has a processor, then yields, because they cannot come where they wait for one. What was
/// written before is seen by all behind it. Source: the counting barrier of Zhang, Wang, Ross 2020,
/// section 2.2.1.
class Barrier {
public:
    explicit Barrier(int threads) : threads_(threads) {}

    void wait();

private:
    // On lines of their own: whoever comes writes one, those who wait read the other.
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<unsigned> round_{0};
    const int threads_;
};

/// Where a part begins of elements that are shared evenly; part number `parts` is the end.
///
///     part_begin(10, 1, 3) == 3; part_begin(10, 3, 3) == 10
constexpr std::size_t part_begin(std::size_t size, std::size_t part, std::size_t parts) {
    return size / parts * part + size % parts * part / parts;
}

/// Calls work(thread, first, last) for even parts of so many elements, one for each of the first `threads` of
/// a team; by the caller alone if that is one.
template <class Work>
void share_parts(ThreadTeam& team, std::size_t size, std::size_t threads, Work work) {
    if (threads == 1) {
        work(std::size_t{0}, std::size_t{0}, size);
        return;
    }
    team.run([&](int number) {
        const auto thread = static_cast<std::size_t>(number);
        if (thread < threads)
            work(thread, part_begin(size, thread, threads), part_begin(size, thread + 1, threads));
    });
}

} // namespace scanline::cpu
