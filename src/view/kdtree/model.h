#pragma once
#include "kdtree/run.h"
#include "kdtree/setup.h"
#include "kdtree/sight.h"
#include "scanline/core/error.h"
#include "scanline/view/transport.h"
#include "scanline/view/worker.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace scanline::view {

/// What the scene of k-d trees shows: the worker makes the run, steps go through its build or a query of it.
class KdModel {
public:
    /// warn: told why a file of the last session is not shown. Both may be empty.
    explicit KdModel(Worker& worker, std::function<void(const std::string&)> warn = {},
                     std::function<void()> redraw = {})
        : worker_(&worker), warn_(std::move(warn)), redraw_(std::move(redraw)) {}

    const KdSetup& setup() const { return setup_; }
    /// Makes what follows from it anew; nothing before start().
    void change(const KdSetup& setup) {
        const KdSetup before = std::exchange(setup_, setup);
        if (!started_)
            return;
        if (!setup.same_points(before)) {
            if (run_ && setup.same_points(run_->setup))
                making_.cancel();
            else
                make(false);
        }
        const auto same_steps = [&] {
            return before.show == setup.show && before.query == setup.query &&
                   before.neighbors == setup.neighbors && before.reach == setup.reach &&
                   before.at == setup.at;
        };
        if (run_ && !same_steps())
            ask();
        // What a build and a query come to is more than how they begin.
        if (before.show != setup.show)
            transport.last();
    }

    /// Errors: those of view::set().
    void set(std::string_view key, std::string_view value) {
        KdSetup next = setup_;
        view::set(next, key, value);
        change(next);
    }

    void open(const std::filesystem::path& path) {
        started_ = true;
        setup_.points = path.string();
        // A file that is opened again may have another content.
        make(false);
    }

    void start() {
        if (!std::exchange(started_, true))
            make(true);
    }

    /// Before every frame: takes note of a file that could not be read.
    void update() {
        if (!started_ || making_.pending() || (run_ && setup_.same_points(run_->setup)))
            return;
        // It could not be read.
        setup_.points = run_ ? run_->setup.points : KdSetup().points;
        if (!run_)
            make(false);
    }

    /// Null before the first has been made.
    const KdRun* run() const { return run_.get(); }
    bool busy() const { return making_.pending(); }
    /// Whether there are steps of a query to go through.
    bool asks() const { return run_ && setup_.show == KdShow::query && run_->is_followed(); }
    const KdAsked& asked() const { return asked_; }
    /// What is shown at the step at hand; of a run.
    const KdSight& sight() {
        if (sight_step_ != transport.position()) {
            sight_step_ = transport.position();
            sight_ = asks()                         ? query_sight(*run_, asked_, sight_step_)
                     : setup_.show == KdShow::build ? build_sight(*run_, sight_step_)
                                                    : KdSight{};
        }
        return sight_;
    }

    Transport transport;

private:
    void make(bool restored) {
        const bool replaceable = restored && !setup_.preset();
        making_ =
            worker_->post("building a k-d tree",
                          [this, setup = setup_, replaceable](WorkerContext& context) -> Worker::Completion {
                              try {
                                  auto run = std::make_shared<KdRun>(
                                      run_kd(setup, [&context] { return context.cancelled(); }));
                                  return [this, run] { take(std::move(*run)); };
                              } catch (const Error& error) {
                                  if (!replaceable)
                                      throw;
                                  return [this, reason = std::string(error.what())] {
                                      if (warn_)
                                          warn_(reason);
                                  };
                              }
                          });
    }

    void take(KdRun run) {
        const bool had_steps = transport.count() > 0;
        run_ = std::make_shared<const KdRun>(std::move(run));
        ask();
        if (!had_steps && asks())
            transport.last();
    }

    void ask() {
        if (asks())
            asked_ = view::ask(*run_, setup_);
        set_steps();
        sight_step_ = -1;
        if (redraw_)
            redraw_();
    }

    void set_steps() {
        const bool at_end = transport.count() > 0 && transport.position() + 1 == transport.count();
        if (setup_.show == KdShow::build)
            transport.set_count(build_steps(*run_));
        else
            transport.set_count(asks() ? asked_.result_step() + 1 : 0);
        if (at_end)
            transport.last();
    }

    Worker* worker_;
    std::function<void(const std::string&)> warn_;
    std::function<void()> redraw_;
    KdSetup setup_;
    bool started_ = false;
    std::shared_ptr<const KdRun> run_;
    KdAsked asked_;
    KdSight sight_;
    int sight_step_ = -1; ///< that sight_ is of; -1: it has to be made anew
    Ticket making_;       ///< last, so that it is dropped before what its completion touches
};

} // namespace scanline::view
