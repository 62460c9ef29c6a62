#include "kit/worker.h"

#include "kit/shader_watch.h"
#include "scanline/core/error.h"
#include "scanline/gl/functions.h"

#include <atomic>
#include <exception>
#include <utility>

namespace scanline::view {

struct Ticket::State {
    std::atomic<bool> stopped = false;   ///< the job should end early
    std::atomic<bool> cancelled = false; ///< ... and its completion must not run
    std::atomic<bool> delivered = false;
    mutable std::mutex mutex;
    Progress progress;
};

namespace {

/// What work throws; empty if it does not.
template <class Work>
std::string error_of(const Work& work) {
    try {
        work();
        return {};
    } catch (const std::exception& error) {
        return error.what();
    }
}

} // namespace

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
    stop();
    if (state_)
        state_->cancelled = true;
}

Worker::Worker(Options options) : options_(std::move(options)), shaders_(std::make_unique<ShaderWatch>()) {
    const auto nothing = [](const std::string&) {};
    options_.on_error = options_.on_error ? options_.on_error : nothing;
    options_.on_note = options_.on_note ? options_.on_note : nothing;
    options_.wake = options_.wake ? options_.wake : [] {};
    std::promise<void> ready;
    std::future<void> made = ready.get_future();
    thread_ = std::jthread([this, ready = std::move(ready)]() mutable { run(std::move(ready)); });
    made.get();
}

Worker::~Worker() {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    if (current_)
        current_->stopped = true;
    changed_.notify_all();
}

Ticket Worker::post(std::string what, Job job) {
    auto state = std::make_shared<Ticket::State>();
    state->progress.what = std::move(what);
    {
        const std::lock_guard lock(mutex_);
        posted_.push_back({state, std::move(job)});
    }
    changed_.notify_all();
    return Ticket(std::move(state));
}

bool Worker::deliver() {
    std::vector<Finished> finished;
    {
        const std::lock_guard lock(mutex_);
        finished.swap(finished_);
    }
    for (Finished& one : finished) {
        const bool wanted = !one.state || !one.state->cancelled;
        if (!one.note.empty())
            options_.on_note(one.note);
        if (!one.error.empty() && wanted)
            options_.on_error(one.error);
        if (one.state)
            one.state->delivered = true;
        if (!one.completion || !wanted)
            continue;
        // A throwing completion does not prevent the others from running.
        if (const std::string error = error_of(one.completion); !error.empty())
            options_.on_error(error);
    }
    return !finished.empty();
}

bool Worker::idle() const {
    const std::lock_guard lock(mutex_);
    return posted_.empty() && !current_ && finished_.empty();
}

bool Worker::finish(std::chrono::milliseconds limit) {
    const auto end = std::chrono::steady_clock::now() + limit;
    const auto has_news = [this] { return !finished_.empty() || (posted_.empty() && !current_); };
    while (true) {
        // Completions may post more jobs.
        deliver();
        if (idle())
            return true;
        std::unique_lock lock(mutex_);
        if (std::chrono::steady_clock::now() >= end || !changed_.wait_until(lock, end, has_news))
            return false;
    }
}

bool Worker::reload_changed_shaders() {
    if (!shaders_->changed())
        return false;
    const std::string loss = shaders_->loss();
    std::optional<gl::ShaderStore> shaders;
    if (std::string error = error_of([&] { shaders = shaders_->shaders(); }); !error.empty()) {
        put({.error = std::move(error)});
        return false;
    }
    if (!loss.empty())
        put({.note = loss});
    const std::lock_guard lock(mutex_);
    new_shaders_ = std::move(shaders);
    return true;
}

void Worker::put(Finished finished) {
    {
        const std::lock_guard lock(mutex_);
        if (finished.state)
            current_ = nullptr;
        finished_.push_back(std::move(finished));
    }
    changed_.notify_all();
    options_.wake();
}

bool Worker::cancelled() const {
    return current_->stopped;
}

void Worker::progress(double fraction, const std::string& what) {
    {
        const std::lock_guard lock(current_->mutex);
        current_->progress = {fraction, what};
    }
    options_.wake();
}

void Worker::run(std::promise<void> ready) {
    try {
        make_machine(shaders_->shaders());
        max_side_ = machine_->raster().max_side();
        capabilities_ = machine_->capabilities();
        timer_ = machine_->timer();
    } catch (...) {
        machine_.reset();
        ready.set_exception(std::current_exception());
        return;
    }
    ready.set_value();
    while (std::optional<Posted> posted = next())
        put(work(*posted));
    machine_.reset(); // on the thread on which its OpenGL context is current
}

/// If the GPU was reset during a job that failed, makes a new machine, and returns true.
bool Worker::renew_lost_machine(const std::string& failure) {
    if (failure.empty() || !gl::context_is_lost())
        return false;
    make_machine(machine_->shaders());
    return true;
}

void Worker::make_machine(std::optional<gl::ShaderStore> shaders) {
    machine_.emplace(machine::Machine::Options{.device = options_.device.value_or(-1),
                                               .highest = options_.highest,
                                               .shaders = std::move(shaders),
                                               .clock = options_.clock});
}

std::optional<Worker::Posted> Worker::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ending_ || !posted_.empty(); });
    if (ending_)
        return std::nullopt;
    Posted posted = std::move(posted_.front());
    posted_.pop_front();
    current_ = posted.state;
    return posted;
}

/// Runs the job with the newest shaders; if that fails, with the previous ones.
Worker::Finished Worker::work(const Posted& posted) {
    Finished finished{.state = posted.state};
    if (posted.state->cancelled)
        return finished;
    std::string failure = take_new_shaders();
    // A job that was stopped ends early, which proves nothing about the shaders; another job will.
    bool telling = true;
    if (failure.empty()) {
        failure = run_job(posted, finished);
        if (renew_lost_machine(failure)) {
            note("the GPU was reset: computing again, with a new OpenGL context");
            failure = run_job(posted, finished);
            renew_lost_machine(failure);
        }
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
        put({.error = failure});
    return finished;
}

/// Returns the error, or an empty string.
std::string Worker::run_job(const Posted& posted, Finished& finished) {
    return error_of([&] {
        finished.completion = posted.job(*this);
        machine_->accept_shaders();
    });
}

/// Returns the error, or an empty string.
std::string Worker::take_new_shaders() {
    std::optional<gl::ShaderStore> shaders;
    {
        const std::lock_guard lock(mutex_);
        shaders = std::exchange(new_shaders_, std::nullopt);
    }
    return shaders ? error_of([&] { machine_->use_shaders(std::move(*shaders)); }) : "";
}

} // namespace scanline::view
