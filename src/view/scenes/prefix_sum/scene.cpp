#include "kit/scene.h"

#include "kit/job.h"
#include "kit/stage.h"
#include "kit/text.h"
#include "kit/widgets.h"
#include "scanline/core/format.h"
#include "scenes/prefix_sum/comparison.h"
#include "scenes/prefix_sum/picture.h"
#include "scenes/prefix_sum/run.h"
#include "scenes/prefix_sum/setup.h"
#include "scenes/prefix_sum/words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace scanline::view::prefix_sum {

namespace {

std::string of_total(int now, int total) {
    return now == total ? std::to_string(total) : fmt::format("{} of {}", now, total);
}

constexpr std::array<std::pair<int, const char*>, 4> element_numbers{
    {{8, "8"}, {16, "16"}, {32, "32"}, {64, "64"}}};

/// A timeline of each variant, on the same elements.
struct Run {
    Setup setup;
    std::vector<Contestant> contestants; ///< in the order of the enumerators
    ValueRange range;                    ///< of the timeline shown

    std::size_t size() const { return contestants.size(); }
    const Contestant& of(Variant variant) const { return contestants[static_cast<std::size_t>(variant)]; }
};

struct View {
    std::string title, sentence; ///< empty for a comparison, which has headings of its own
    Memory memory;               ///< after the step
};

/// Prefix sums as lanes over time: one variant step by step, or all of them side by side. At step 0 there is
/// only the input.
class Story {
public:
    using Setup = prefix_sum::Setup;
    using Run = prefix_sum::Run;
    using StepView = prefix_sum::View;
    struct Check : GpuComparison {
        ScanRun run{};
    };
    struct Measured {
        Measurement scan;
        WatchedGroups groups; ///< none if nothing is watched
    };
    struct Steps {
        int count = 0;
        std::vector<Provenance> traces{}; ///< the provenance of the pin in each variant
    };
    using At = Shown<Story>;

    static constexpr StoryTexts texts{
        .scene = {.name = "prefix-sum",
                  .title = "Prefix sums, lane by lane",
                  .summary =
                      "Thirteen traces to compute prefix sums in parallel, step by step, and what they cost.",
                  .group = "Prefix sums",
                  .highlights =
                      "Trees, threads, tiles in one pass; work, span, waits; GPU times up to 2^24."},
        .none = "",
        .empty = "",
        .checking = "The library's scan runs on the same elements, to be compared with this one.",
        .failed = "The library's scan could not be run to be compared: see the log."};

    static Run make_now(const Setup& setup) {
        Run run{setup, compare_variants(setup.spec), {}};
        run.range = value_range(run.of(setup.spec.variant).timeline);
        return run;
    }
    /// A pin that is not there is let go.
    static void settle(Setup& setup, const Run& run) {
        if (!exists(run.of(setup.spec.variant).timeline, setup.pin))
            setup.unpin();
    }
    static Work<Check> check(const Setup& setup, const std::shared_ptr<const Run>& run) {
        return {"comparing prefix sums", "comparing with the library",
                [spec = setup.spec,
                 wanted = outputs(run->of(setup.spec.variant).timeline)](WorkerContext& context) {
                    Check check;
                    check.run =
                        run_scan(context.machine(), checked_request(spec), spec.input, context.cancel_hook());
                    check.where = short_name(check.run.where);
                    check.difference = first_difference(wanted, check.run);
                    return check;
                }};
    }
    static Work<Measured> measure(const Setup& setup, const std::shared_ptr<const Run>& /*run*/) {
        return {"measuring prefix sums", "measuring",
                [request = measured_request(setup.spec), size = setup.measured_size,
                 watched = setup.watched](WorkerContext& context) {
                    Measured measured{
                        prefix_sum::measure(context.machine(), request, size, context.cancel_hook()), {}};
                    if (watched != Watched::nothing)
                        measured.groups = watch_groups(context.machine(), watched, size);
                    return measured;
                }};
    }

    static bool same_steps(const Setup& now, const Setup& before) {
        return now.compare == before.compare && now.pin == before.pin;
    }
    static bool same_check(const Setup& now, const Setup& before) { return now.same_run(before); }
    static bool same_measured(const Setup& now, const Setup& before) {
        return measured_request(now.spec) == measured_request(before.spec) &&
               now.measured_size == before.measured_size && now.watched == before.watched;
    }
    static void moved(const Setup& before, const Setup& now, Transport& transport) {
        if (before.spec.variant != now.spec.variant)
            transport.first();
    }

    static Steps steps_of(const Setup& setup, const Run& run) {
        Steps steps{run.of(setup.spec.variant).total.steps};
        for (const Contestant& contestant : run.contestants) {
            steps.traces.push_back(trace_of(contestant.timeline, setup.pin));
            if (setup.compare)
                steps.count = std::max(steps.count, contestant.total.steps);
        }
        ++steps.count;
        return steps;
    }
    static View view_of(const Setup& setup, const Run& run, const Steps& /*steps*/, int step) {
        if (setup.compare)
            return {};
        const Timeline& timeline = run.of(setup.spec.variant).timeline;
        View view{"Input", "The elements as they are given. Click one to follow it through all steps.",
                  memory_after(timeline, step)};
        if (step > 0) {
            view.title = capitalized(timeline.step(step - 1).name);
            view.sentence = timeline.step(step - 1).sentence;
        }
        return view;
    }

    static std::string step_text(const At& at) {
        if (at.step == 0)
            return "input";
        if (at.setup.compare)
            return fmt::format("step {} of all variants", at.step);
        return shown(at).timeline.step(at.step - 1).name;
    }
    static std::string answer(const At& at) {
        const Contestant& one = shown(at);
        return fmt::format("All {} sums after {} steps, with {} operations", at.setup.size(), one.total.steps,
                           one.total.work);
    }
    static std::optional<Pinned> pinned(const At& at) {
        // The values of this step may be hidden.
        return at.setup.compare ? pinned_in_all(at.run.contestants, at.setup.pin, at.step)
                                : pinned_in(shown(at).timeline, at.setup.pin,
                                            at.step - (at.prediction.hides_any() ? 1 : 0));
    }
    Listing listing(const At& at) const {
        return at.setup.compare ? Listing{} : listing_of(at.setup.spec, shown(at).timeline, sample_event(at));
    }
    static std::vector<Written> written(const At& at) {
        return at.setup.compare || at.step == 0
                   ? std::vector<Written>{}
                   : written_in(shown(at).timeline, at.step - 1, at.setup.spec.op);
    }
    static std::vector<Setting> counters(const At& at) {
        const Contestant& one = shown(at);
        const Counters now = count(one.timeline, std::min(at.step, one.total.steps), at.setup.spec.lanes);
        return {{"work", std::to_string(now.work)},         {"steps", std::to_string(now.steps)},
                {"reads", std::to_string(now.reads)},       {"writes", std::to_string(now.writes)},
                {"messages", std::to_string(now.messages)}, {"waits", std::to_string(now.waits)}};
    }
    static void legend(Legend& legend, const At& at) {
        if (!at.setup.compare)
            add_legend(legend, shown(at).timeline);
    }
    void forget() { problem_.clear(); }
    static std::string agreement(const At& at) {
        const ScanRun& run = at.check->run;
        return fmt::format("The library has the same {} prefix sums on the {}: {}.", run.output.size(),
                           short_name(run.where), run.how);
    }

    static std::vector<StoryAction<Story>> actions() {
        return {{"scene.next-variant", "Next variant", "Show the next way to compute prefix sums.", 0,
                 [](Setup& next, const Run*) {
                     const auto shown = static_cast<std::size_t>(next.spec.variant);
                     choose(next, enumerators<Variant>[(shown + 1) % enumerators<Variant>.size()]);
                 }},
                {"scene.compare", "Compare all", "Show all variants side by side, or one of them alone.", 0,
                 [](Setup& next, const Run*) { next.compare = !next.compare; },
                 [](const Setup& setup) { return setup.compare; }},
                {"scene.random", "New sample", "Draw other random values.", 0,
                 [](Setup& next, const Run*) { next.draw_next(); }},
                {"scene.shuffle", "New schedule",
                 "Let threads, or the lanes of the chained scan, move in another random order.", 0,
                 [](Setup& next, const Run*) { next.shuffle(); }}};
    }

    void controls(Panel<Story>& panel) {
        draw_variant_controls(panel);
        draw_input_controls(panel);
    }
    static void numbers(Panel<Story>& panel) {
        if (panel.shown)
            draw_counters(panel.look, *panel.shown);
        section(panel.look, "Measured");
        draw_rows(panel.look, panel.rows, {"measured-size", "watched"});
        draw_measured(panel.look, panel.measured);
    }

    PictureAnswer<Setup> draw(const Look& look, const At& at, std::int64_t hovered, const Rect& /*area*/) {
        PictureAnswer<Setup> answer{hovered, at.setup};
        if (at.setup.compare) {
            const auto is_pinned = [&at](const Contestant& of, EventId event) {
                return at.steps.traces[static_cast<std::size_t>(of.variant)].has(of.timeline, event);
            };
            if (const auto clicked = draw_comparison(look, at.run.contestants, at.setup.spec.lanes,
                                                     at.step - 1, at.setup.spec.variant, is_pinned))
                choose(answer.setup, *clicked);
            return answer;
        }
        const Clicked clicked = picture_.draw(look, {.timeline = shown(at).timeline,
                                                     .memory = at.view.memory,
                                                     .step = at.step - 1,
                                                     .op = at.setup.spec.op,
                                                     .range = at.run.range,
                                                     .pin = at.setup.pin,
                                                     .pinned = shown_trace(at),
                                                     .motion = at.motion,
                                                     .prediction = at.prediction});
        hovered_ = clicked.hovered;
        answer.hovered = hovered_.index;
        if (clicked.seek >= 0)
            answer.seek = clicked.seek + 1;
        answer.pinned = clicked.pin.has_value();
        if (clicked.pin)
            answer.setup.pin = *clicked.pin;
        if (clicked.edit >= 0)
            answer.setup.edit(clicked.edit, 1);
        return answer;
    }

    static float below(const Look& look, const At& at, const Rect& room) {
        if (at.setup.watched == Watched::nothing)
            return room.bottom;
        const float top = room.bottom - 0.45f * room.height();
        draw_groups(look, at.measured ? at.measured->groups : WatchedGroups{.not_run = "still at it"},
                    {room.left, top, room.right, room.bottom});
        return top;
    }

private:
    static const Contestant& shown(const At& at) { return at.run.of(at.setup.spec.variant); }
    static const Provenance& shown_trace(const At& at) {
        return at.steps.traces[static_cast<std::size_t>(at.setup.spec.variant)];
    }
    static void choose(Setup& setup, Variant variant) {
        setup.show(variant);
        setup.compare = false;
    }

    /// The lane whose code is shown: the one under the mouse, else one on the provenance of the pin, else the
    /// first that combines, if any does.
    EventId sample_event(const At& at) const {
        if (at.step == 0)
            return {};
        const Timeline& timeline = shown(at).timeline;
        if (hovered_.step == at.step - 1 && hovered_.index < std::ssize(timeline.step(hovered_.step).lanes))
            return hovered_;
        EventId sample;
        for (int index = 0; index < std::ssize(timeline.step(at.step - 1).lanes); ++index) {
            const EventId event{at.step - 1, index};
            if (shown_trace(at).has(timeline, event))
                return event;
            const bool combines = timeline.at(event).operations > 0;
            if (sample.index < 0 || (combines && timeline.at(sample).operations == 0))
                sample = event;
        }
        return sample;
    }

    static void draw_variant_controls(Panel<Story>& panel) {
        const Look& look = panel.look;
        Setup& next = panel.next;
        section(look, "Algorithm");
        if (draw_rows(look, panel.rows, {"variant"}))
            next.compare = false;
        draw_rows(look, panel.rows, {"compare"});
        const VariantFacts& variant = facts_of(next.spec.variant);
        note(look, variant.explanation);
        for (const Command& command : variant.commands) {
            note(look, fmt::format("{}:", to_string(command.where)));
            // Monospaced, so that lines align and two hyphens stay apart.
            note(look, command_text(command), look.fonts.mono);
        }
    }

    void draw_input_controls(Panel<Story>& panel) {
        const Look& look = panel.look;
        const std::vector<Property>& rows = panel.rows;
        Setup& next = panel.next;
        section(look, "Elements");
        draw_rows(look, rows, {"size"});
        int size = next.size();
        number_buttons(look, element_numbers, "elements", size);
        if (size != next.size())
            next.resize(size);
        draw_rows(look, rows, {"values"});
        const auto typed = [&next] { return fmt::format("{}", fmt::join(next.spec.input, " ")); };
        const auto set = [&next](const std::string& text) { next.set_values(text); };
        draw_own_row(look, {typed, set}, "Type numbers, such as 3 1 7 0 4, and Enter.", problem_);
        if (next.pin.kind == Pin::Kind::input && next.pin.index < next.size()) {
            const int index = next.pin.index, now = next.spec.input[static_cast<std::size_t>(index)];
            const Property value = number_row(
                "value", "Value",
                {[now] { return now; }, [&next, index, now](int to) { next.edit(index, to - now); }},
                {-Setup::largest_value, Setup::largest_value, 99}, "The value of the pinned element.");
            draw_rows(look, {value}, {"value"});
        }
        if (button(look, "New sample", "Draws other values between 0 and 9."))
            next.draw_next();
        draw_rows(look, rows, {"operator", "exclusive"});
        section(look, "Schedule");
        draw_rows(look, rows, {"lanes", "tile", "partition", "dilation", "seed", "stalled"});
    }

    static void draw_counters(const Look& look, const At& at) {
        section(look, "Counters");
        const Contestant& one = shown(at);
        const int lanes = at.setup.spec.lanes, steps = std::min(at.step, one.total.steps);
        const Counters now = count(one.timeline, steps, lanes),
                       before = count(one.timeline, std::max(0, at.step > steps ? steps : steps - 1), lanes);
        count_field(look, "Work", now.work - before.work, now.work, one.total.work,
                    "How often the operator has been applied.");
        field(look, "Steps", of_total(now.steps, one.total.steps), "The span: steps one after the other.");
        const double traffic = traffic_of(one.timeline, now);
        field(look, "Traffic",
              steps == one.total.steps
                  ? fmt::format("{:.2f} an element", traffic)
                  : fmt::format("{:.2f} of {}", traffic, text_of(one, Measure::traffic, lanes)),
              "Reads and writes of memory, an element. Registers and what tiles tell each other are not "
              "counted.");
        if (one.timeline.publishes || one.timeline.sum_turns() > 0)
            field(look, "Messages", of_total(now.messages, one.total.messages),
                  "Reads and writes of what tiles publish, or threads leave for each other.");
        if (one.total.waits > 0)
            field(look, "Waits", of_total(now.waits, one.total.waits),
                  "Steps that lanes have spent at barriers, at the end of their team, or spinning.");
        if (one.total.fall_backs > 0)
            field(look, "Fallbacks", of_total(now.fall_backs, one.total.fall_backs),
                  "How often a lane has reduced a tile that blocked it.");
        field(look, "Efficiency", text_of(one, Measure::efficiency, at.setup.spec.lanes),
              "Elements that a lane finishes in a step; a lane an element takes turns on the lanes chosen "
              "below. One lane alone, from left to right, would have 100 %.");
    }

    static void draw_measured(const Look& look, const WorkerResult<Measured>& measured) {
        if (measured.pending())
            return note(look, "Measuring ...");
        if (!measured.get())
            return note(look, "It could not be measured: see the log.");
        const auto& [run, difference] = measured.get()->scan;
        if (!run.not_run.empty())
            return note(look, fmt::format("Not measured: {}.", run.not_run));
        StageTable table{.rows = {}, .totals = {run.times.milliseconds}};
        for (const machine::Stage& stage : run.times.stages)
            table.rows.push_back({stage.name, {stage.milliseconds}, table.rows.size()});
        draw_stage_bars(look, table);
        note(look, fmt::format("{}: {}. The median of a few runs.", to_string(run.where), run.how));
        if (!difference.empty())
            coloured_text(look.palette().error, difference, true);
    }

    Picture picture_;
    EventId hovered_;     ///< in the last frame
    std::string problem_; ///< with what has been typed; empty: none
};

} // namespace

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<Stage<Story>>(host);
}

} // namespace scanline::view::prefix_sum
