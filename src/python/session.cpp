#include "session.h"

#include "scanline/core/error.h"
#include "scanline/data/user_folders.h"
#include "scanline/gl/cancellation_scope.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pthread.h>

namespace scanline::python {

namespace {

constexpr double at_once = 1e-3; ///< seconds of work below which no other thread is asked
constexpr std::chrono::milliseconds between_signals{50};

/// The module's thread, with the machine that lives on it.
class Session {
public:
    using Task = std::packaged_task<void(machine::Machine&)>;

    /// forked: OpenGL was started in a process that this one was forked from.
    explicit Session(bool forked) : forked_(forked) {}

    std::future<void> add(Task task) {
        std::future<void> done = task.get_future();
        {
            const std::scoped_lock lock(mutex_);
            if (ends_)
                return done;
            if (!thread_.joinable())
                thread_ = std::thread([this] { serve(); });
            waits_.push_back(std::move(task));
        }
        changed_.notify_one();
        return done;
    }

    void close() {
        {
            const std::scoped_lock lock(mutex_);
            ends_ = true;
        }
        changed_.notify_one();
        if (thread_.joinable())
            thread_.join();
    }

    bool forked() const { return forked_; }

    std::atomic<bool> has_opengl = false;
    std::mutex last_mutex;
    std::string last = "none";

private:
    static machine::Machine::Options options() {
        const auto cache = data::user_cache_folder();
        return {.cache = cache ? *cache / "driver" : std::filesystem::path()};
    }

    void serve() {
        machine::Machine machine(options());
        for (;;) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return ends_ || !waits_.empty(); });
            if (waits_.empty())
                return;
            Task task = std::move(waits_.front());
            waits_.erase(waits_.begin());
            lock.unlock();
            task(machine);
        }
    }

    const bool forked_;

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Task> waits_;
    bool ends_ = false;
    std::thread thread_;
};

// A forked process has none of the threads, so it gets a session of its own; the other one's memory is left.
Session*& current_session() {
    static Session* one = [] {
        pthread_atfork(nullptr, nullptr, [] {
            current_session() = new Session(current_session()->forked() || current_session()->has_opengl);
        });
        return new Session(false);
    }();
    return one;
}

Session& session() {
    return *current_session();
}

void note(const machine::ChosenBackend& backend) {
    const std::scoped_lock lock(session().last_mutex);
    session().last = backend.text();
}

} // namespace

void run(const machine::BackendRequest& request, const std::function<void(const Place&)>& work) {
    using machine::Backend;
    const bool may_be_cpu = request.backend == Backend::cpu || request.backend == Backend::automatic;
    if (may_be_cpu && request.cpu_seconds && *request.cpu_seconds < at_once) {
        machine::ChosenBackend cpu{};
        if (request.backend == Backend::automatic)
            cpu.reason = "done before OpenGL would have started";
        note(cpu);
        const py::gil_scoped_release release;
        work({std::move(cpu), {}});
        return;
    }
    machine::BackendRequest possible = request;
    if (session().forked()) {
        constexpr const char* why = "this process was forked after OpenGL had started";
        if (!may_be_cpu)
            throw Error(fmt::format("{} on compute: {}: start it by multiprocessing.get_context(\"spawn\"), "
                                    "or use the backend cpu",
                                    request.what, why));
        possible.only_cpu = why;
    }
    std::atomic<bool> stop = false;
    std::future<void> done = session().add(Session::Task([&](machine::Machine& machine) {
        Place place{machine::choose_backend(machine, possible), [&stop] { return stop.load(); }};
        session().has_opengl = machine.start_seconds() == 0;
        note(place.backend);
        std::optional<gl::CancellationScope> scope;
        if (place.backend.backend == Backend::compute)
            scope.emplace(place.backend.gpu->compute(), place.cancelled);
        work(place);
    }));
    // The task refers to what lives here, so it is always waited for.
    std::optional<py::error_already_set> interrupt;
    for (;;) {
        {
            const py::gil_scoped_release release;
            if (done.wait_for(between_signals) == std::future_status::ready)
                break;
        }
        if (!stop && PyErr_CheckSignals() != 0) {
            interrupt.emplace();
            stop = true;
        }
    }
    if (!interrupt)
        return done.get();
    try {
        done.get();
    } catch (const std::exception&) { // what was asked for is the interrupt
    }
    throw *interrupt;
}

void run_on_cpu(double cpu_seconds, const std::function<void(const Place&)>& work) {
    run({.backend = machine::Backend::cpu, .cpu_seconds = cpu_seconds}, work);
}

void run_later(std::function<void()> work) {
    if (!session().forked())
        session().add(Session::Task([work = std::move(work)](machine::Machine& /*machine*/) { work(); }));
}

std::string last_backend() {
    const std::scoped_lock lock(session().last_mutex);
    return session().last;
}

void close_session() {
    session().close();
}

} // namespace scanline::python
