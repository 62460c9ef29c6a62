#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/error.h"
#include "scanline/machine/machine.h"

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
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::view {

class ShaderWatch;

/// The worker as seen by a job, on the worker's thread.
class WorkerContext {
public:
    virtual ~WorkerContext() = default;
    /// Its engines use the newest shaders.
    virtual machine::Machine& machine() = 0;
    /// True if the result is no longer wanted: long jobs poll this often and return early.
    virtual bool cancelled() const = 0;
    /// The same as a hook; not after the job.
    CancelHook cancel_hook() const {
        return [this] { return cancelled(); };
    }
    /// Reports how far the job is, in [0, 1], and what it is doing; seen through Ticket::progress().
    virtual void progress(double fraction, const std::string& what) = 0;
    /// Sends a line to on_note, whatever becomes of the job.
    virtual void note(const std::string& text) = 0;
};

/// A job that has been posted. Dropping the ticket cancels the job: its completion does not run.
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

    /// True from post() until the job is cancelled or its completion has run.
    bool pending() const;
    Progress progress() const;
    /// Asks the job to end early; its completion still runs.
    void stop();
    /// Drops the job: the completion never runs.
    void cancel();

private:
    std::shared_ptr<State> state_;
};

/// A thread with its own OpenGL context for everything that may take longer than a frame: the user interface
/// never waits for it. Jobs run one after another in the order of post().
///
/// A job returns its completion, which deliver() runs on the thread of the interface. If a job or a
/// completion throws, deliver() calls on_error instead, and the worker continues. A job during which the GPU
/// was reset is run once more, with a new context.
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
        std::function<void()> wake{}; ///< called on the worker's thread when deliver() has work
        std::function<void(const std::string&)> on_error{}; ///< called by deliver()
        std::function<void(const std::string&)> on_note{};  ///< likewise, with a line for the log
        Clock clock = steady_time;                          ///< for jobs that measure
    };

    /// Waits until the context exists. Errors: no_opengl.
    explicit Worker(Options options);
    /// Cancels all jobs, and waits for the running one to notice.
    ~Worker() override;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    const gl::Capabilities& capabilities() const { return capabilities_; }
    gl::TimerKind timer() const { return timer_; }
    int max_side() const { return max_side_; } ///< of the raster engine: for raster::make_stream_layout()

    [[nodiscard]] Ticket post(std::string what, Job job);

    /// The same for a job in two parts: work(context) makes a result, which take(result) receives in
    /// deliver(). With `failed`, that receives the text of an Error of `work` in place of on_error.
    ///
    ///     ticket_ = worker.post(
    ///         "compacting", [spec](WorkerContext& context) { return compact(context.machine().raster(),
    ///         spec); }, [this](Result result) { result_ = std::move(result); });
    template <class Work, class Take>
    [[nodiscard]] Ticket post(std::string what, Work work, Take take,
                              std::function<void(const std::string&)> failed = {}) {
        return post(std::move(what),
                    [work = std::move(work), take = std::move(take),
                     failed = std::move(failed)](WorkerContext& context) -> Completion {
                        try {
                            auto result = std::make_shared<std::invoke_result_t<const Work&, WorkerContext&>>(
                                work(context));
                            return [take, result] { take(std::move(*result)); };
                        } catch (const Error& error) {
                            if (!failed)
                                throw;
                            return [failed, text = std::string(error.what())] { failed(text); };
                        }
                    });
    }

    /// Runs the completions of finished jobs. Returns true if there were any.
    bool deliver();
    /// True if nothing is posted, running or waiting for delivery.
    bool idle() const;
    /// Delivers until idle, for headless pictures and tests. Returns false on timeout.
    bool finish(std::chrono::milliseconds limit);

    /// If files in the folder SCANLINE_SHADER_DIR have changed since the last call, the next jobs run with
    /// the new shaders. If a job cannot compile them, it reports that to on_error and reruns with the last
    /// shaders that compiled. on_error also reports unreadable files, which change nothing. Returns true if
    /// there are new shaders. Cheap enough for every second, not for every frame.
    bool reload_changed_shaders();

private:
    struct Posted {
        std::shared_ptr<Ticket::State> state;
        Job job;
    };
    /// A result for deliver(): a completion, an error or a note.
    struct Finished {
        std::shared_ptr<Ticket::State> state{}; ///< null: delivered in any case
        Completion completion{};
        std::string error{}, note{};
    };

    // On the worker's thread.
    machine::Machine& machine() override { return *machine_; }
    bool cancelled() const override;
    void progress(double fraction, const std::string& what) override;
    void note(const std::string& text) override { put({.note = text}); }
    void run(std::promise<void> ready);
    std::optional<Posted> next();
    Finished work(const Posted& posted);
    std::string run_job(const Posted& posted, Finished& finished);
    bool renew_lost_machine(const std::string& failure);
    void make_machine(std::optional<gl::ShaderStore> shaders);
    std::string take_new_shaders();

    void put(Finished finished);

    Options options_;
    std::unique_ptr<ShaderWatch> shaders_;
    std::optional<machine::Machine> machine_; ///< created, used and destroyed on the worker's thread
    gl::Capabilities capabilities_;
    gl::TimerKind timer_ = gl::TimerKind::wall_clock;
    int max_side_ = 0;

    mutable std::mutex mutex_; ///< guards the members below
    std::condition_variable changed_;
    std::deque<Posted> posted_;
    std::vector<Finished> finished_;
    std::shared_ptr<Ticket::State> current_;
    std::optional<gl::ShaderStore> new_shaders_;
    bool ending_ = false;
    std::jthread thread_;
};

} // namespace scanline::view
