#include "session.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <thread>

namespace scanline::python {

namespace {

constexpr double at_once = 1e-3; ///< seconds of work below which no other thread is asked
constexpr std::chrono::milliseconds between_signals{50};

/// The module's thread, with the machine that lives on it.
class Session {
public:
    using Task = std::packaged_task<void(machine::Machine&)>;

    std::future<void> add(Task task) {
        std::future<void> done = task.get_future();
        {
            const std::scoped_lock lock(mutex_);
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

    std::mutex last_mutex;
    std::string last = "none";

private:
    void serve() {
        machine::Machine machine;
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

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Task> waits_;
    bool ends_ = false;
    std::thread thread_;
};

Session& session() {
    static Session one;
    return one;
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
    std::atomic<bool> stop = false;
    std::future<void> done = session().add(Session::Task([&](machine::Machine& machine) {
        Place place{machine::choose_backend(machine, request), [&stop] { return stop.load(); }};
        note(place.backend);
        work(place);
    }));
    // The task refers to what lives here, so it is always waited for.
    for (;;) {
        {
            const py::gil_scoped_release release;
            if (done.wait_for(between_signals) == std::future_status::ready)
                break;
        }
        if (!stop && PyErr_CheckSignals() != 0)
            stop = true;
    }
    if (stop) {
        try {
            done.get();
        } catch (const Cancelled&) {
        }
        throw py::error_already_set();
    }
    done.get();
}

void run_on_cpu(double cpu_seconds, const std::function<void(const Place&)>& work) {
    run({.backend = machine::Backend::cpu, .cpu_seconds = cpu_seconds}, work);
}

std::string last_backend() {
    const std::scoped_lock lock(session().last_mutex);
    return session().last;
}

void close_session() {
    session().close();
}

} // namespace scanline::python
