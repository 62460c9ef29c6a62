#include "prefix_sum/prefix_sum_scene.h"

#include "prefix_sum/prefix_sum_comparison_view.h"
#include "prefix_sum/prefix_sum_text.h"
#include "scanline/view/widgets.h"
#include "text.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view {

std::unique_ptr<Scene> make_prefix_sum_scene(Host& host) {
    return std::make_unique<PrefixSumScene>(host);
}

PrefixSumScene::PrefixSumScene(Host& host) : host_(host) {
    recompute();
}

void PrefixSumScene::recompute() {
    contestants_ = prefix_sum::compare_variants(setup_.spec());
    longest_ = prefix_sum::longest_values(shown().timeline);
    int steps = 0;
    if (setup_.compare) {
        for (const prefix_sum::Contestant& contestant : contestants_)
            steps = std::max(steps, contestant.total.steps);
    } else {
        steps = shown().total.steps;
    }
    transport_.set_count(steps);
    host_.redraw();
}

const prefix_sum::Contestant& PrefixSumScene::shown() const {
    return contestants_[static_cast<std::size_t>(setup_.variant)];
}

void PrefixSumScene::choose(prefix_sum::Variant variant) {
    setup_.variant = variant;
    setup_.compare = false;
    recompute();
    transport_.first();
}

void PrefixSumScene::set(std::string_view key, std::string_view value) {
    setup_.set(key, value);
    recompute();
}

std::string PrefixSumScene::step_text() const {
    if (setup_.compare)
        return fmt::format("step {} of all variants", steps_done());
    const prefix_sum::TimeStep& step =
        shown().timeline.steps[static_cast<std::size_t>(transport_.position())];
    return step.name;
}

void PrefixSumScene::draw() {
    if (!setup_.compare) {
        draw_one();
        return;
    }
    const auto clicked = prefix_sum::draw_comparison(host_.look, contestants_, setup_.lanes,
                                                     transport_.position(), setup_.variant);
    if (clicked)
        choose(*clicked);
}

void PrefixSumScene::draw_one() {
    const prefix_sum::TimeStep& step =
        shown().timeline.steps[static_cast<std::size_t>(transport_.position())];
    step_heading(host_.look, capitalized(step.name), step.sentence);
    const prefix_sum::Memory memory = prefix_sum::memory_after(shown().timeline, steps_done());
    const prefix_sum::PictureAnswer answer = picture_.draw(host_.look, {.timeline = shown().timeline,
                                                                        .memory = memory,
                                                                        .step = transport_.position(),
                                                                        .op = setup_.op,
                                                                        .longest = longest_});
    if (answer.seek >= 0)
        transport_.seek(answer.seek);
    if (answer.element >= 0) {
        setup_.edit(answer.element, answer.change);
        recompute();
    }
}

void PrefixSumScene::add_actions(Actions& actions) {
    actions.add({.id = "scene.next-variant",
                 .menu = "Scene",
                 .title = "Next variant",
                 .description = "Show the next way to compute prefix sums.",
                 .run = [this] {
                     const auto next =
                         (static_cast<std::size_t>(setup_.variant) + 1) % prefix_sum::all_variants.size();
                     choose(prefix_sum::all_variants[next]);
                 }});
    actions.add({.id = "scene.compare",
                 .menu = "Scene",
                 .title = "Compare all",
                 .description = "Show all variants side by side, or one of them alone.",
                 .run =
                     [this] {
                         setup_.compare = !setup_.compare;
                         recompute();
                     },
                 .checked = [this] { return setup_.compare; }});
    actions.add({.id = "scene.random",
                 .menu = "Scene",
                 .title = "New random values",
                 .description = "Draw other random values.",
                 .run = [this] {
                     setup_.draw_next();
                     recompute();
                 }});
    actions.add(
        {.id = "scene.shuffle",
         .menu = "Scene",
         .title = "New schedule",
         .description = "Let threads, or the lanes of the chained scan, move in another random order.",
         .run = [this] {
             setup_.shuffle();
             recompute();
         }});
}

} // namespace scanline::view
