#include "kdtree/model.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <utility>

namespace scanline::view {

KdModel::KdModel(Worker& worker, std::function<void(const std::string&)> warn, std::function<void()> redraw)
    : worker_(&worker), warn_(std::move(warn)), redraw_(std::move(redraw)) {}

void KdModel::change(const KdSetup& setup) {
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
               before.neighbors == setup.neighbors && before.reach == setup.reach && before.at == setup.at;
    };
    if (run_ && !same_steps())
        ask();
    // What a build and a query come to is more than how they begin.
    if (before.show != setup.show)
        transport.last();
}

void KdModel::set(std::string_view key, std::string_view value) {
    KdSetup next = setup_;
    view::set(next, key, value);
    change(next);
}

void KdModel::open(const std::filesystem::path& path) {
    started_ = true;
    setup_.points = path.string();
    // A file that is opened again may have another content.
    make(false);
}

void KdModel::start() {
    if (!std::exchange(started_, true))
        make(true);
}

void KdModel::make(bool restored) {
    const bool replaceable = restored && !setup_.preset();
    making_ = worker_->post(
        "building a k-d tree",
        [this, setup = setup_, replaceable](WorkerContext& context) -> Worker::Completion {
            try {
                auto run = std::make_shared<KdRun>(run_kd(setup, [&context] { return context.cancelled(); }));
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

void KdModel::take(KdRun run) {
    const bool had_steps = transport.count() > 0;
    run_ = std::make_shared<const KdRun>(std::move(run));
    ask();
    if (!had_steps && asks())
        transport.last();
}

void KdModel::update() {
    if (!started_ || making_.pending() || (run_ && setup_.same_points(run_->setup)))
        return;
    // It could not be read.
    setup_.points = run_ ? run_->setup.points : KdSetup().points;
    if (!run_)
        make(false);
}

void KdModel::ask() {
    if (asks()) {
        asked_ = asked_of(*run_, setup_);
        visits_ = trace_of(*run_, asked_);
    }
    set_steps();
    sight_step_ = -1;
    if (redraw_)
        redraw_();
}

void KdModel::set_steps() {
    const bool at_end = transport.count() > 0 && transport.position() + 1 == transport.count();
    if (setup_.show == KdShow::build)
        transport.set_count(build_steps(*run_));
    else
        transport.set_count(asks() ? result_step(visits_) + 1 : 0);
    if (at_end)
        transport.last();
}

const KdSight& KdModel::sight() {
    if (sight_step_ != transport.position()) {
        sight_step_ = transport.position();
        sight_ = asks()                         ? query_sight(*run_, asked_, visits_, sight_step_)
                 : setup_.show == KdShow::build ? build_sight(*run_, sight_step_)
                                                : KdSight{};
    }
    return sight_;
}

} // namespace scanline::view
