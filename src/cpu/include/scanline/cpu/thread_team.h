#pragma once
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

} // namespace scanline::cpu
