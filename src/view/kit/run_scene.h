#pragma once
#include "kit/gesture.h"
#include "kit/job.h"
#include "kit/property.h"
#include "kit/worker_result.h"
#include "kit/zoom.h"
#include "scanline/view/scene.h"
#include "text.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fmt/format.h>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace scanline::view {

/// What a RunScene says.
struct RunSceneTexts {
    std::string_view name, title, summary, group; ///< see Scene
    const char* elements;                         ///< "points"
    const char *none, *empty; ///< in place of the picture: nothing is there yet, or a run has no elements
    const char *checking, *failed; ///< the verdict's tooltips while the GPU has no result, or failed
};

/// A scene of runs: the worker makes a run of the setup, whose steps are shown; the GPU does the same, to be
/// compared; and it is measured, if that is wanted. A setup whose file cannot be read goes back to that of
/// the run.
///
/// Run has its `setup`, and size(). Setup is a Source with camera, `pinned` (-1: nothing), same_run(other),
/// take_run_of(other) and show_all(). Sight is what a step shows, with title and sentence. Check is a
/// GpuComparison.
template <class Run, class Sight, class Check, class Measured>
class RunScene : public Scene {
public:
    using Setup = decltype(Run::setup);

    RunScene(Host& host, const RunSceneTexts& texts) : host_(host), texts_(texts) {}

    std::string_view name() const final { return texts_.name; }
    std::string_view title() const final { return texts_.title; }
    std::string_view summary() const final { return texts_.summary; }
    std::string_view group() const final { return texts_.group; }

    void enter() final {
        if (!std::exchange(started_, true))
            make(true);
    }
    void update() final {
        if (!started_ || making_.pending() || (run_ && setup_.same_run(run_->setup)))
            return;
        setup_.take_run_of(run_ ? run_->setup : Setup());
        if (!run_)
            make(false);
    }
    void refresh() final {
        if (run_) {
            check();
            measure();
        }
    }

    void draw() final {
        if (!run_)
            return write_message(host_.look, making_.pending()
                                                 ? fmt::format("{} ...", capitalized(making_status_))
                                                 : texts_.none);
        if (!has_elements())
            return write_message(host_.look, texts_.empty);
        step_heading(host_.look, sight().title, sight().sentence,
                     gpu_verdict(host_.look, checked_.pending(), checked_.get(), texts_.checking,
                                 texts_.failed, agreement()));
        const ImVec2 low = ImGui::GetCursorScreenPos(), window = ImGui::GetWindowPos(),
                     size = ImGui::GetWindowSize();
        draw_picture({low.x, low.y, window.x + size.x, window.y + size.y});
    }
    void draw_inspector() final {
        Setup next = setup_;
        std::vector<Property> rows = rows_of(next);
        if (!file_endings().empty())
            rows.front().browse = [this] { host_.actions.run("file.open"); };
        draw_controls(rows, next);
        change(next);
    }

    Transport* transport() final { return &transport_; }
    bool busy() const final { return making_.pending() || checked_.pending() || measured_.pending(); }
    std::string busy_text() const final {
        return making_.pending()    ? making_status_
               : checked_.pending() ? checked_.status()
                                    : measured_.status();
    }

    std::vector<Setting> settings() const final { return settings_of(setup_); }
    std::vector<SettingChoice> choices() final { return choices_of(properties_of(setup_)); }
    void set(std::string_view key, std::string_view value) final {
        Setup next = setup_;
        view::set(properties_of(next), name(), key, value);
        change(next);
    }
    void unpin() final { pin(-1); }

    void add_actions(Actions& actions) final {
        const std::string elements = texts_.elements;
        add_change(actions, "scene.random", "Other " + elements,
                   "Draw other " + elements + " of the same kind.", GLFW_KEY_R,
                   [](Setup& next) { next.draw_anew(); });
        add_change(actions, "scene.next-preset", "Next preset", "Take " + elements + " of the next kind.",
                   GLFW_KEY_N, [](Setup& next) { next.take_next_kind(); });
        add_further_actions(actions);
        add_change(actions, "scene.fit", "Show everything",
                   "Look at all " + elements + " as in the beginning.", GLFW_KEY_F, [this](Setup& next) {
                       next.show_all();
                       zoom_.reset();
                   });
    }

protected:
    // Only with a run that has elements:
    virtual void draw_picture(const Rect& area) = 0; ///< ends with take_in()
    virtual Sight sight_at(int step) const = 0;
    virtual std::string agreement() const = 0; ///< the verdict's tooltip if the GPU finds the same

    virtual std::vector<Property> rows_of(Setup& next) const { return properties_of(next); }
    virtual void draw_controls(const std::vector<Property>& rows, Setup& next) = 0;
    virtual void add_further_actions(Actions& actions) = 0;

    /// reread: a file may have new content.
    virtual Work<Run> making(bool reread) const = 0;
    // Only with a run:
    virtual Work<Check> checking() const = 0;
    virtual Work<Measured> measuring() const = 0;
    virtual int count_steps() = 0;
    /// Another setup has been taken.
    virtual void changed(const Setup& before) = 0;
    /// Whether the first steps are shown from their end.
    virtual bool begins_at_end() const { return false; }

    bool has_elements() const { return run_ && run_->size() > 0; }
    const Sight& sight() {
        if (sight_step_ != transport_.position()) {
            sight_step_ = transport_.position();
            sight_ = sight_at(sight_step_);
        }
        return sight_;
    }

    /// Updates whatever depends on the setup; nothing before enter().
    void change(Setup setup) {
        const Setup before = std::exchange(setup_, std::move(setup));
        if (!started_)
            return;
        if (!setup_.same_run(before)) {
            if (run_ && setup_.same_run(run_->setup))
                making_.cancel();
            else
                make(false);
        }
        if (run_)
            changed(before);
    }
    void add_change(Actions& actions, std::string id, std::string title, std::string description, int key,
                    std::function<void(Setup&)> change_of) {
        actions.add(std::move(id), "Scene", std::move(title), std::move(description), {key},
                    [this, change_of = std::move(change_of)] {
                        Setup next = setup_;
                        change_of(next);
                        change(next);
                    });
    }
    void pin(int pinned) {
        Setup next = setup_;
        next.pinned = pinned;
        change(next);
        host_.redraw();
    }
    /// Makes a run of a file that has been opened, perhaps again.
    void remake() {
        started_ = reread_ = true;
        make(false);
    }
    void check() { checked_.start(host_.worker, checking()); }
    void measure() { measured_.start(host_.worker, measuring()); }

    /// The steps are others: the last one stays the last.
    void take_steps() {
        const int count = transport_.count();
        const bool at_end = count == 0 ? begins_at_end() : transport_.position() + 1 == count;
        transport_.set_count(count_steps());
        if (at_end)
            transport_.last();
        sight_step_ = -1;
        host_.redraw();
    }

    /// Takes in what the user did in the picture. hovered: what is under the mouse; pinnable: what a click
    /// pins, -1 for nothing.
    void take_in(const Rect& area, const Setup& next, std::int64_t hovered, int pinnable) {
        if (std::exchange(hovered_, hovered) != hovered)
            host_.redraw();
        change(next);
        const Gesture gesture = gesture_in(area);
        if (gesture == Gesture::unpin || (gesture == Gesture::pin && pinnable >= 0))
            pin(gesture == Gesture::pin ? pinnable : -1);
    }

    Host& host_;
    Setup setup_;
    std::shared_ptr<const Run> run_; ///< null before the first has been made
    Transport transport_;
    Zoom zoom_;                       ///< of the plane
    std::int64_t hovered_ = -1;       ///< in the last frame
    WorkerResult<Check> checked_;     ///< of run_
    WorkerResult<Measured> measured_; ///< of run_ and setup_

private:
    /// restored: the setup is the last session's, whose file may be gone.
    void make(bool restored) {
        std::function<void(const std::string&)> failed;
        if (restored && setup_.is_file())
            failed = [this](const std::string& reason) { host_.log.warning(reason); };
        Work<Run> work = making(reread_);
        making_status_ = std::move(work.status);
        making_ = host_.worker.post(
            std::move(work.title),
            [run = std::move(work.run)](WorkerContext& context) {
                return std::make_shared<const Run>(run(context));
            },
            [this](std::shared_ptr<const Run> run) {
                run_ = std::move(run);
                reread_ = false;
                hovered_ = -1; // an element of the run before
                check();
                measure();
                take_steps();
            },
            failed);
    }

    const RunSceneTexts& texts_;
    bool started_ = false;
    bool reread_ = false; ///< until the next run
    Sight sight_;
    int sight_step_ = -1; ///< the step of sight_; -1: sight_ is stale
    std::string making_status_;
    Ticket making_; ///< last, so that it is destroyed before the members that its completion uses
};

} // namespace scanline::view
