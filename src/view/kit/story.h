#pragma once
#include "kit/gesture.h"
#include "kit/job.h"
#include "kit/legend.h"
#include "kit/motion.h"
#include "kit/property.h"
#include "kit/scene.h"
#include "kit/worker_result.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// The texts of a story.
struct StoryTexts {
    SceneTexts scene;
    const char *none,
        *empty; ///< in place of the picture: before the first run, and for a run without elements
    const char *checking = nullptr, *failed = nullptr; ///< tooltips of the verdict: while the check runs, and
                                                       ///< if it failed; null: there is no check
};

/// Steps that need no data but their number.
struct StepCount {
    int count = 0;
};

/// A run at a step.
template <class S>
struct Shown {
    const typename S::Setup& setup; ///< the current one; that of the run may lag behind
    const typename S::Run& run;
    const typename S::Steps& steps;
    int step;
    const typename S::StepView& view;
    const typename S::Check* check;       ///< null before there is one
    const typename S::Measured* measured; ///< null before it is there
    Motion& motion;                       ///< for what is drawn
    Prediction& prediction;
};

/// The inspector of a story: its inputs, and the setup that it edits.
template <class S>
struct Panel {
    const Look& look;
    const std::vector<Property>& rows; ///< of `next`
    typename S::Setup& next;           ///< edited by the controls
    const typename S::Run* run;        ///< null before the first
    const Shown<S>* shown;             ///< null without a run that has elements
    const typename S::Check* check;    ///< null before there is one
    const WorkerResult<typename S::Measured>& measured;
    bool measure_again = false; ///< set by the story
};

/// A command of a story: changes the setup. run: null before the first.
template <class S>
struct StoryAction {
    std::string id, title, description;
    int key; ///< 0: none
    std::function<void(typename S::Setup&, const typename S::Run* run)> change;
    std::function<bool(const typename S::Setup&)> checked{}; ///< empty: it is no switch
    bool shift = false;                                      ///< with the key
};

/// The model of a scene with steps: plain data, and functions of it. Members of a story hold view state only,
/// such as a zoom.
///
/// Setup has rows of settings (properties_of()), same_run(other), take_run_of(other), is_file() and unpin().
/// Run has `setup` and size(); Steps has `count`; StepView has title, empty if the picture has headings of
/// its own, and sentence; Check is a GpuComparison. same_*(now, before): whether what was made for `before`
/// is still right.
///
/// A story may also have
/// - first_setup(host): the one to begin with;
/// - rows(next, run): its settings as the inspector offers them;
/// - actions(): its commands;
/// - endings, can_show(path) and open(setup, path): it shows files;
/// - make_now(setup) in place of make(): its runs are quick to make;
/// - settle(setup, run): drops references of the setup to an earlier run;
/// - forget(): drops view state of an earlier run;
/// - matching(before, now, position): the position among the steps of `now` for one among those of `before`;
/// - moved(before, now, transport): moves the transport after a change;
/// - heading_lines(look, shown): see step_heading();
/// - answer(shown): the heading of the last step, what all of them found;
/// - question(shown): the sentence in place of one that would tell what is to be predicted; empty: none does;
/// - legend(legend, shown): what the marks of the picture mean;
/// - below(look, shown, room): draws more below the picture, and returns its top;
/// - written(shown) and counters(shown): see Scene;
/// - first_at_end(setup): the first steps are shown from their end;
/// - made_on_gpu: its runs are made anew when shaders change;
/// - update(host, shown, playing, making), before every frame, with busy(shown), busy_text(shown) and
///   animating(): work of its own.
/// A row "pass" of the settings is the step shown.
template <class S>
concept StageStory = requires(S story, const S& seen, const Look& look, typename S::Setup next,
                              const typename S::Setup& setup,
                              const std::shared_ptr<const typename S::Run>& run,
                              const typename S::Steps& steps, const Shown<S>& shown, Panel<S>& panel,
                              const Rect& area) {
    { S::texts } -> std::same_as<const StoryTexts&>;
    { S::check(setup, run) } -> std::same_as<Work<typename S::Check>>;
    { S::measure(setup, run) } -> std::same_as<Work<typename S::Measured>>;
    { S::steps_of(setup, *run) } -> std::same_as<typename S::Steps>;
    { steps.count } -> std::convertible_to<int>;
    { S::view_of(setup, *run, steps, 0) } -> std::same_as<typename S::StepView>;
    { S::same_steps(setup, setup) } -> std::same_as<bool>;
    { S::same_check(setup, setup) } -> std::same_as<bool>;
    { S::same_measured(setup, setup) } -> std::same_as<bool>;
    { S::agreement(shown) } -> std::same_as<std::string>; ///< the verdict's tooltip if all is the same
    { S::step_text(shown) } -> std::same_as<std::string>;
    { seen.listing(shown) } -> std::same_as<Listing>;
    { seen.pinned(shown) } -> std::same_as<std::optional<Pinned>>;
    /// hovered: PictureAnswer::hovered of the last frame.
    { story.draw(look, shown, std::int64_t{}, area) } -> std::same_as<PictureAnswer<typename S::Setup>>;
    story.controls(panel); ///< the settings
    story.numbers(panel);  ///< counters and measurements
    requires std::derived_from<typename S::Check, GpuComparison>;
    requires requires {
        S::make_now(setup);
    } || requires {
        S::make(setup, run, true);
    };
};

/// Commands of every story of a Source. elements: "points".
template <class S>
std::vector<StoryAction<S>> source_actions(const std::string& elements) {
    using Setup = typename S::Setup;
    return {{"scene.random", "New sample", "Draw new random " + elements + " of the same kind.", GLFW_KEY_R,
             [](Setup& next, const auto*) { next.draw_anew(); }},
            {"scene.next-preset", "Next preset", "Take " + elements + " of the next kind.", GLFW_KEY_N,
             [](Setup& next, const auto*) { next.take_next_kind(); }}};
}

} // namespace scanline::view
