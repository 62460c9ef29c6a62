#include "scanline/view/worker.h"

#include "shader_watch.h"

#include "scanline/core/error.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace scanline::view {

struct Ticket::State {
    std::atomic<bool> stopped = false;   ///< the job shall end early
    std::atomic<bool> cancelled = false; ///< ... and its completion shall not run
    std::atomic<bool> delivered = false;
    mutable std::mutex mutex;
    Progress progress;
};

Ticket& Ticket::operator=(Ticket&& other) noexcept {
    if (this != &other) {
        cancel();
        state_ = std::move(other.state_);
    }
    return *this;
}

bool Ticket::pending() const {
    return state_ && !state_->cancelled && !state_->delivered;
}

Ticket::Progress Ticket::progress() const {
    if (!state_)
        return {};
    const std::lock_guard lock(state_->mutex);
    return state_->progress;
}

void Ticket::stop() {
    if (state_)
        state_->stopped = true;
}

void Ticket::cancel() {
    if (!state_)
        return;
    state_->stopped = true;
    state_->cancelled = true;
}

class Worker::Thread final : public WorkerContext {
public:
    explicit Thread(Options options) : options_(std::move(options)) {
        thread_ = std::thread([this] { run(); });
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ready_; });
        if (failure_) {
            lock.unlock();
            thread_.join();
            std::rethrow_exception(failure_);
        }
    }
    Thread(const Thread&) = delete;
    Thread& operator=(const Thread&) = delete;

    ~Thread() override {
        {
            const std::lock_guard lock(mutex_);
            ending_ = true;
            if (current_)
                current_->stopped = true;
        }
        changed_.notify_all();
        if (thread_.joinable())
            thread_.join();
    }

    // On the worker's thread.
    machine::Machine& machine() override { return *machine_; }
    bool cancelled() const override { return current_->stopped; }
    void progress(double fraction, const std::string& what) override {
        {
            const std::lock_guard lock(current_->mutex);
            current_->progress = {fraction, what};
        }
        wake();
    }

    void note(const std::string& text) override { say({}, text); }

    // On the interface's thread.
    Ticket post(std::string what, Job job) {
        auto state = std::make_shared<Ticket::State>();
        state->progress.what = std::move(what);
        {
            const std::lock_guard lock(mutex_);
            posted_.push_back({state, std::move(job)});
        }
        changed_.notify_all();
        return Ticket(std::move(state));
    }

    bool deliver() {
        std::vector<Finished> finished;
        {
            const std::lock_guard lock(mutex_);
            finished.swap(finished_);
        }
        for (Finished& one : finished) {
            if (!one.note.empty() && options_.on_note)
                options_.on_note(one.note);
            if (!one.error.empty() && options_.on_error && !(one.state && one.state->cancelled))
                options_.on_error(one.error);
            if (!one.state)
                continue;
            one.state->delivered = true;
            if (one.completion && !one.state->cancelled)
                complete(one.completion);
        }
        return !finished.empty();
    }

    bool idle() const {
        const std::lock_guard lock(mutex_);
        return posted_.empty() && !current_ && finished_.empty();
    }

    /// Until something can be delivered, or nothing is left to wait for.
    bool wait_until(std::chrono::steady_clock::time_point end) {
        std::unique_lock lock(mutex_);
        return changed_.wait_until(lock, end,
                                   [this] { return !finished_.empty() || (posted_.empty() && !current_); });
    }

    bool reload_changed_shaders() {
        if (!shaders_.changed())
            return false;
        const std::string loss = shaders_.loss();
        std::optional<gl::ShaderStore> shaders;
        try {
            shaders = shaders_.shaders();
        } catch (const std::exception& error) {
            say(error.what(), {});
            return false;
        }
        if (!loss.empty())
            say({}, loss);
        const std::lock_guard lock(mutex_);
        new_shaders_ = std::move(shaders);
        return true;
    }

    gl::Capabilities capabilities;
    gl::TimerKind chosen_timer = gl::TimerKind::wall_clock;
    int max_side = 0;

private:
    struct Posted {
        std::shared_ptr<Ticket::State> state;
        Worker::Job job;
    };

    /// A result for deliver(): a completion, an error or a note.
    struct Finished {
        std::shared_ptr<Ticket::State> state; ///< null: said whatever became of the job
        Worker::Completion completion;
        std::string error, note;
    };

    /// One that throws keeps none of the others from running.
    void complete(const Completion& completion) const {
        try {
            completion();
        } catch (const std::exception& error) {
            if (options_.on_error)
                options_.on_error(error.what());
        }
    }

    void wake() const {
        if (options_.wake)
            options_.wake();
    }

    void run() {
        try {
            machine_.emplace(machine::Machine::Options{.device = options_.device.value_or(-1),
                                                       .highest = options_.highest,
                                                       .shaders = shaders_.shaders(),
                                                       .clock = options_.clock});
            max_side = machine_->raster().max_side();
            capabilities = machine_->capabilities();
            chosen_timer = machine_->timer();
        } catch (...) {
            failure_ = std::current_exception();
        }
        {
            const std::lock_guard lock(mutex_);
            ready_ = true;
        }
        changed_.notify_all();
        while (std::optional<Posted> posted = failure_ ? std::nullopt : next())
            finish(*posted);
        machine_.reset(); // on the thread on which its OpenGL is current
    }

    std::optional<Posted> next() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return ending_ || !posted_.empty(); });
        if (ending_)
            return std::nullopt;
        Posted posted = std::move(posted_.front());
        posted_.pop_front();
        current_ = posted.state;
        return posted;
    }

    void finish(const Posted& posted) {
        Finished finished{posted.state, {}, {}, {}};
        if (!posted.state->cancelled)
            finished = work(posted);
        {
            const std::lock_guard lock(mutex_);
            current_ = nullptr;
            finished_.push_back(std::move(finished));
        }
        changed_.notify_all();
        wake();
    }

    /// With the newest shaders; where that fails, with those that stood before them.
    Finished work(const Posted& posted) {
        Finished finished{posted.state, {}, {}, {}};
        std::string failure = take_new_shaders();
        // A job that was given up ends early, which says nothing for the shaders: another one will tell.
        bool telling = true;
        if (failure.empty()) {
            failure = run_job(posted, finished);
            telling = !posted.state->stopped;
        }
        if (failure.empty() || !machine_->can_go_back() || !telling) {
            finished.error = failure;
            return finished;
        }
        const bool shaders_at_fault = machine_->go_back([&] {
            finished.error = run_job(posted, finished);
            return finished.error.empty();
        });
        if (shaders_at_fault)
            say(failure, {});
        return finished;
    }

    /// Whatever becomes of the job at hand.
    void say(std::string error, std::string note) {
        {
            const std::lock_guard lock(mutex_);
            finished_.push_back({nullptr, {}, std::move(error), std::move(note)});
        }
        wake();
    }

    /// What went wrong, or nothing.
    std::string run_job(const Posted& posted, Finished& finished) {
        try {
            finished.completion = posted.job(*this);
            machine_->accept_shaders();
            return {};
        } catch (const std::exception& error) {
            return error.what();
        }
    }

    /// What is wrong with them, or nothing.
    std::string take_new_shaders() {
        std::optional<gl::ShaderStore> shaders;
        {
            const std::lock_guard lock(mutex_);
            shaders = std::exchange(new_shaders_, std::nullopt);
        }
        if (!shaders)
            return {};
        try {
            machine_->use_shaders(std::move(*shaders));
            return {};
        } catch (const std::exception& error) {
            return error.what();
        }
    }

    Options options_;
    ShaderWatch shaders_;
    std::optional<machine::Machine> machine_; ///< made, used and dropped on the worker's thread

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Posted> posted_;
    std::vector<Finished> finished_;
    std::shared_ptr<Ticket::State> current_;
    std::optional<gl::ShaderStore> new_shaders_;
    std::exception_ptr failure_;
    bool ready_ = false, ending_ = false;
    std::thread thread_;
};

Worker::Worker(Options options) : thread_(std::make_unique<Thread>(std::move(options))) {}

Worker::~Worker() = default;

const gl::Capabilities& Worker::capabilities() const {
    return thread_->capabilities;
}

gl::TimerKind Worker::timer() const {
    return thread_->chosen_timer;
}

int Worker::max_side() const {
    return thread_->max_side;
}

Ticket Worker::post(std::string what, Job job) {
    return thread_->post(std::move(what), std::move(job));
}

bool Worker::deliver() {
    return thread_->deliver();
}

bool Worker::idle() const {
    return thread_->idle();
}

bool Worker::finish(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (true) {
        // Completions may post more.
        deliver();
        if (idle())
            return true;
        if (std::chrono::steady_clock::now() >= end || !thread_->wait_until(end))
            return false;
    }
}

bool Worker::reload_changed_shaders() {
    return thread_->reload_changed_shaders();
}

} // namespace scanline::view
