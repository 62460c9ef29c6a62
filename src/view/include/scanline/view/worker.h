#pragma once
#include "scanline/machine/machine.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace scanline::view {

class ShaderWatch;

/// What a job sees of the worker, on the worker's thread.
class WorkerContext {
public:
    virtual ~WorkerContext() = default;
    /// Its engines have the newest shaders.
    virtual machine::Machine& machine() = 0;
    /// True if nobody wants the result any more: long jobs ask often, and return early.
    virtual bool cancelled() const = 0;
    /// How far the job is, in [0, 1], and what it is doing; seen through Ticket::progress().
    virtual void progress(double fraction, const std::string& what) = 0;
    /// Gives on_note a line, whatever becomes of the job.
    virtual void note(const std::string& text) = 0;
};

/// A job that has been posted. Dropping the ticket cancels the job: its completion will not run.
class Ticket {
public:
    struct State;
    struct Progress {
        double fraction = 0;
        std::string what;
    };

    Ticket() = default;
    explicit Ticket(std::shared_ptr<State> state) : state_(std::move(state)) {}
    Ticket(Ticket&&) noexcept = default;
    Ticket& operator=(Ticket&& other) noexcept;
    Ticket(const Ticket&) = delete;
    Ticket& operator=(const Ticket&) = delete;
    ~Ticket() { cancel(); }

    /// Posted, not cancelled, and its completion has not run.
    bool pending() const;
    Progress progress() const;
    /// Asks the job to end early but still lets its completion run: what was finished is kept.
    void stop();
    /// Drops the job: the completion never runs.
    void cancel();

private:
    std::shared_ptr<State> state_;
};

/// A thread with an OpenGL context of its own, where everything runs that may take longer than a frame: the
/// user interface never waits for it. Jobs run one after the other in the order in which they were posted.
///
/// A job returns its completion, which deliver() runs on the thread of the interface. What a job throws
/// becomes a call of on_error there, and its completion does not run; the worker goes on. What a completion
/// throws becomes one too.
///
///     ticket_ = worker.post("compacting", [spec](WorkerContext& context) -> Worker::Completion {
///         auto result = compact(context.machine().raster(), spec);
///         return [this, result = std::move(result)] { result_ = result; };
///     });
class Worker : private WorkerContext {
public:
    using Completion = std::function<void()>;
    using Job = std::function<Completion(WorkerContext&)>;

    struct Options {
        std::optional<int> device{}; ///< an EGL device, see gl::ContextRequest
        gl::Version highest{4, 5};
        std::function<void()> wake{}; ///< called from the worker's thread whenever deliver() has work
        std::function<void(const std::string&)> on_error{}; ///< called by deliver()
        std::function<void(const std::string&)> on_note{};  ///< the same: what is worth a line in the log
        Clock clock = steady_time;                          ///< that jobs measure by
    };

    /// Waits until the context is there. Errors: no_opengl where none can be had.
    explicit Worker(Options options);
    /// Cancels what is waiting, and waits for the job at hand to notice.
    ~Worker() override;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    const gl::Capabilities& capabilities() const { return capabilities_; }
    gl::TimerKind timer() const { return timer_; }
    int max_side() const { return max_side_; } ///< of the raster engine: for raster::make_stream_layout()

    [[nodiscard]] Ticket post(std::string what, Job job);

    /// Runs the completions of what has been finished. Returns whether there were any.
    bool deliver();
    /// Whether nothing is posted, running or waiting to be delivered.
    bool idle() const;
    /// Delivers until idle, for headless pictures and tests. false when the time is over first.
    bool finish(std::chrono::milliseconds limit);

    /// Where SCANLINE_SHADER_DIR names a folder whose files have changed since the last call: the jobs from
    /// now on run with the new shaders. A job that cannot compile them is told through on_error, and runs
    /// again with the last ones that compiled; files that cannot be read are told too, and change nothing.
    /// Returns whether there are new shaders. Cheap enough for every second, not for every frame.
    bool reload_changed_shaders();

private:
    struct Posted {
        std::shared_ptr<Ticket::State> state;
        Job job;
    };
    /// What deliver() hands on: a completion, an error or a note.
    struct Finished {
        std::shared_ptr<Ticket::State> state; ///< null: said whatever became of the job
        Completion completion{};
        std::string error{}, note{};
    };

    // On the worker's thread.
    machine::Machine& machine() override { return *machine_; }
    bool cancelled() const override;
    void progress(double fraction, const std::string& what) override;
    void note(const std::string& text) override { say({}, text); }
    void run(std::promise<void> ready);
    std::optional<Posted> next();
    Finished work(const Posted& posted);
    std::string run_job(const Posted& posted, Finished& finished);
    std::string take_new_shaders();

    void say(std::string error, std::string note);
    void put(Finished finished);
    void complete(const Completion& completion) const;

    Options options_;
    std::unique_ptr<ShaderWatch> shaders_;
    std::optional<machine::Machine> machine_; ///< made, used and dropped on the worker's thread
    gl::Capabilities capabilities_;
    gl::TimerKind timer_ = gl::TimerKind::wall_clock;
    int max_side_ = 0;

    mutable std::mutex mutex_; ///< of what follows
    std::condition_variable changed_;
    std::deque<Posted> posted_;
    std::vector<Finished> finished_;
    std::shared_ptr<Ticket::State> current_;
    std::optional<gl::ShaderStore> new_shaders_;
    bool ending_ = false;
    std::jthread thread_;
};

} // namespace scanline::view
