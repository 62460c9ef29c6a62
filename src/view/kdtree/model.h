#pragma once
#include "kdtree/run.h"
#include "kdtree/setup.h"
#include "kdtree/sight.h"
#include "scanline/view/transport.h"
#include "scanline/view/worker.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace scanline::view {

/// What the scene of k-d trees shows: the worker makes the run, steps go through its build or a query of it.
class KdModel {
public:
    /// warn: told why a file of the last session is not shown. Both may be empty.
    explicit KdModel(Worker& worker, std::function<void(const std::string&)> warn = {},
                     std::function<void()> redraw = {});

    const KdSetup& setup() const { return setup_; }
    /// Makes what follows from it anew; nothing before start().
    void change(const KdSetup& setup);
    /// Errors: those of view::set().
    void set(std::string_view key, std::string_view value);
    void open(const std::filesystem::path& path);
    void start();
    /// Before every frame: takes note of a file that could not be read.
    void update();

    /// Null before the first has been made.
    const KdRun* run() const { return run_.get(); }
    bool busy() const { return making_.pending(); }
    /// Whether there are steps of a query to go through.
    bool asks() const { return run_ && setup_.show == KdShow::query && run_->is_followed(); }
    const KdAsked& asked() const { return asked_; }
    const kdtree::QueryTrace<float>& visits() const { return visits_; }
    /// What is shown at the step at hand; of a run.
    const KdSight& sight();

    Transport transport;

private:
    void make(bool restored);
    void take(KdRun run);
    void ask();
    void set_steps();

    Worker* worker_;
    std::function<void(const std::string&)> warn_;
    std::function<void()> redraw_;
    KdSetup setup_;
    bool started_ = false;
    std::shared_ptr<const KdRun> run_;
    KdAsked asked_;
    kdtree::QueryTrace<float> visits_;
    KdSight sight_;
    int sight_step_ = -1; ///< that sight_ is of; -1: it has to be made anew
    Ticket making_;       ///< last, so that it is dropped before what its completion touches
};

} // namespace scanline::view
