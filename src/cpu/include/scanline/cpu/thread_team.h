#pragma once
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace scanline::cpu {

/// Persistent threads, each pinned to its own processor while enough are available to this process, so a
/// thread finds its data still in its cache.
///
/// Errors: usage for fewer than 1 thread or more than max_threads; failure if the system refuses a thread.
///
///     ThreadTeam team(4);
///     team.run([&](int thread) { work_on(parts[thread]); });   // by 0 to 3 at once, 0 being the caller
class ThreadTeam {
public:
    static constexpr int max_threads = 1024;
    /// Number of usable processors, at most max_threads.
    static int all_processors();

    /// pinned: false where other teams run at the same time, which would be pinned to the same processors.
    explicit ThreadTeam(int threads, bool pinned = true);
    ~ThreadTeam();
    ThreadTeam(const ThreadTeam&) = delete;
    ThreadTeam& operator=(const ThreadTeam&) = delete;

    int size() const;
    /// Calls work(0) to work(size() - 1) concurrently, and returns when all have returned. One run at a time.
    /// Rethrows the first exception once all have ended; if threads wait for one another, a thread that
    /// throws must not leave the others waiting. Thread 0 is the caller, pinned for the duration.
    void run(const std::function<void(int thread)>& work);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// Number of processors that this process may use.
int usable_processors();

/// A reusable barrier. Spins briefly, because the other threads come soon if each has a processor; then
/// yields, because they cannot come if they wait for one. Everything written before it is visible after it.
/// Source: the counting barrier of Zhang, Wang, Ross 2020, section 2.2.1.
class Barrier {
public:
    explicit Barrier(int threads) : threads_(threads) {}

    void wait();

private:
    // On separate cache lines: arriving threads write one, waiting threads read the other.
    alignas(64) std::atomic<int> arrived_{0};
    alignas(64) std::atomic<unsigned> round_{0};
    const int threads_;
};

/// Start of a part when elements are divided evenly; part number `parts` is the end.
///
///     part_begin(10, 1, 3) == 3; part_begin(10, 3, 3) == 10
constexpr std::size_t part_begin(std::size_t size, std::size_t part, std::size_t parts) {
    return size / parts * part + size % parts * part / parts;
}

/// Calls work(thread, first, last) on even parts of the elements, one for each of the team's first `threads`
/// threads; on the caller alone if there is only one.
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
