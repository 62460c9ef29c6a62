#include "scanline/view/scene.h"

#include "kit/worker_result.h"
#include "prefix_sum/comparison.h"
#include "prefix_sum/picture.h"
#include "prefix_sum/pin.h"
#include "prefix_sum/run.h"
#include "prefix_sum/setup.h"
#include "prefix_sum/words.h"
#include "scanline/core/format.h"
#include "scanline/view/widgets.h"
#include "text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace scanline::view {

namespace prefix_sum {

namespace {

std::string of_total(int now, int total) {
    return now == total ? std::to_string(total) : fmt::format("{} of {}", now, total);
}

/// Prefix sums as lanes over time: one variant step by step, or all of them side by side.
class PrefixSumScene final : public Scene {
public:
    explicit PrefixSumScene(Host& host) : host_(host) { recompute(); }

    std::string_view name() const override { return "prefix-sum"; }
    std::string_view title() const override { return "Prefix sums, lane by lane"; }
    std::string_view summary() const override {
        return "Thirteen ways to compute prefix sums in parallel, step by step, and what they cost.";
    }
    std::string_view group() const override { return "Prefix sums"; }

    void enter() override {
        check_wanted_ = check_wanted_ || (!checked_.get() && !checked_.pending());
        measurement_wanted_ = measurement_wanted_ || (!measured_.get() && !measured_.pending());
    }
    void refresh() override { check_wanted_ = measurement_wanted_ = true; }
    void update() override {
        if (std::exchange(check_wanted_, false))
            checked_.start(host_.worker, checking());
        if (std::exchange(measurement_wanted_, false))
            measured_.start(host_.worker, measuring());
    }
    bool busy() const override { return checks() || measures(); }
    std::string busy_text() const override {
        return checks() ? "comparing with the library" : measures() ? "measuring" : "";
    }

    void draw() override {
        if (!setup_.compare) {
            draw_one();
            return;
        }
        const auto is_pinned = [this](const Contestant& of, EventId event) {
            return ways_[static_cast<std::size_t>(of.variant)].has(of.timeline, event);
        };
        const auto clicked = draw_comparison(host_.look, contestants_, setup_.spec.lanes, current_step(),
                                             setup_.spec.variant, is_pinned);
        if (clicked)
            choose(*clicked);
    }

    void draw_inspector() override {
        draw_variant_controls();
        draw_numbers();
        draw_input_controls();
        draw_measured();
    }

    Transport* transport() override { return &transport_; }
    std::string step_text() const override {
        if (steps_done() == 0)
            return "input";
        if (setup_.compare)
            return fmt::format("step {} of all variants", steps_done());
        return shown().timeline.step(current_step()).name;
    }

    std::vector<Setting> settings() const override { return setup_.settings(); }
    std::vector<SettingChoice> choices() override { return choices_of(setup_.properties()); }
    void set(std::string_view key, std::string_view value) override {
        setup_.set(key, value);
        recompute();
    }

    std::optional<Pinned> pinned() const override {
        return setup_.compare ? pinned_in_all(contestants_, setup_.pin, steps_done())
                              : pinned_in(shown().timeline, setup_.pin, steps_done());
    }
    void unpin() override { pin({}); }
    Listing listing() const override {
        if (setup_.compare)
            return {};
        scan_trace::Code code = scan_trace::code_of(setup_.spec);
        Listing listing{std::move(code.title), {}, {}};
        for (std::string& line : code.lines)
            listing.lines.push_back({std::move(line), ""});
        const EventId sample = sample_event();
        if (sample.index < 0)
            return listing;
        listing.title +=
            fmt::format(", {} {}", to_string(shown().timeline.column), shown().timeline.at(sample).lane);
        for (auto& [line, value] : scan_trace::lines_run(setup_.spec, shown().timeline, sample)) {
            listing.lines[line].value = std::move(value);
            listing.current.push_back(line);
        }
        return listing;
    }

    void add_actions(Actions& actions) override {
        actions.add("scene.next-variant", "Scene", "Next variant",
                    "Show the next way to compute prefix sums.", {}, [this] {
                        const auto shown = static_cast<std::size_t>(setup_.spec.variant);
                        choose(all_variants[(shown + 1) % all_variants.size()]);
                    });
        actions.add(
            "scene.compare", "Scene", "Compare all", "Show all variants side by side, or one of them alone.",
            {},
            [this] {
                setup_.compare = !setup_.compare;
                recompute();
            },
            [this] { return setup_.compare; });
        actions.add("scene.random", "Scene", "New random values", "Draw other random values.", {}, [this] {
            setup_.draw_next();
            recompute();
        });
        actions.add("scene.shuffle", "Scene", "New schedule",
                    "Let threads, or the lanes of the chained scan, move in another random order.", {},
                    [this] {
                        setup_.shuffle();
                        recompute();
                    });
    }

private:
    bool checks() const { return check_wanted_ || checked_.pending(); }
    bool measures() const { return measurement_wanted_ || measured_.pending(); }

    void recompute() {
        contestants_ = compare_variants(setup_.spec);
        range_ = value_range(shown().timeline);
        int steps = shown().total.steps;
        for (const Contestant& contestant : contestants_)
            steps = setup_.compare ? std::max(steps, contestant.total.steps) : steps;
        pin(exists(shown().timeline, setup_.pin) ? setup_.pin : Pin{});
        transport_.set_count(steps + 1);
        checked_.drop();
        check_wanted_ = true;
        remeasure();
        host_.redraw();
    }

    void pin(const Pin& pin) {
        setup_.pin = pin;
        ways_.clear();
        for (const Contestant& contestant : contestants_)
            ways_.push_back(way_of(contestant.timeline, pin));
        host_.redraw();
    }

    /// The lane whose code is shown: one on the way of the pin, else the first that combines, if any does.
    EventId sample_event() const {
        if (current_step() < 0)
            return {};
        const Timeline& timeline = shown().timeline;
        EventId sample;
        for (int index = 0; index < std::ssize(timeline.step(current_step()).lanes); ++index) {
            const EventId event{current_step(), index};
            if (ways_[shown_index()].has(timeline, event))
                return event;
            const bool combines = timeline.at(event).operations > 0;
            if (sample.index < 0 || (combines && timeline.at(sample).operations == 0))
                sample = event;
        }
        return sample;
    }

    /// Cancels the measurement of an earlier choice.
    void remeasure() {
        const std::pair wanted(measured_request(setup_.spec), setup_.measured_size);
        if (wanted == measured_for_)
            return;
        measured_for_ = wanted;
        measured_.drop();
        measurement_wanted_ = true;
        host_.redraw();
    }

    Work<Measurement> checking() const {
        return {"comparing prefix sums", "comparing with the library",
                [spec = setup_.spec, wanted = outputs(shown().timeline)](WorkerContext& context) {
                    const ScanRun run =
                        run_scan(context.machine(), checked_request(spec), spec.input, context.cancel_hook());
                    return Measurement{run, first_difference(wanted, run)};
                }};
    }
    Work<Measurement> measuring() const {
        return {"measuring prefix sums", "measuring", [wanted = measured_for_](WorkerContext& context) {
                    return measure(context.machine(), wanted.first, wanted.second, context.cancel_hook());
                }};
    }

    Verdict verdict() const {
        const Palette& palette = host_.look.palette();
        if (checks())
            return {"Comparing ...", palette.dim,
                    "The library's scan runs on the same elements, to be compared with this one."};
        if (!checked_.get())
            return {"Failed", palette.error,
                    "The library's scan could not be run to be compared: see the log."};
        const auto& [run, difference] = *checked_.get();
        const std::string_view where = short_name(run.where);
        if (!difference.empty())
            return {fmt::format("{} differs", where), palette.error, difference};
        return {fmt::format("{} agrees", where), palette.series[2],
                fmt::format("The library has the same {} prefix sums on the {}: {}.", run.output.size(),
                            where, run.how)};
    }

    void draw_measured() {
        const Look& look = host_.look;
        section(look, "Measured");
        if (draw_rows(look, setup_.properties(), {"measured-size"}))
            remeasure();
        if (measures())
            return note(look, "Measuring ...");
        if (!measured_.get())
            return note(look, "It could not be measured: see the log.");
        const auto& [run, difference] = *measured_.get();
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

    void draw_one() {
        if (steps_done() == 0) {
            step_heading(host_.look, "Input",
                         "The elements as they are given. Click one to follow it through all steps.",
                         verdict());
        } else {
            const TimeStep& step = shown().timeline.step(current_step());
            step_heading(host_.look, capitalized(step.name), step.sentence, verdict());
        }
        const Memory memory = memory_after(shown().timeline, steps_done());
        const PictureAnswer answer = picture_.draw(host_.look, {.timeline = shown().timeline,
                                                                .memory = memory,
                                                                .step = current_step(),
                                                                .op = setup_.spec.op,
                                                                .range = range_,
                                                                .pin = setup_.pin,
                                                                .pinned = ways_[shown_index()]});
        if (answer.seek >= 0)
            transport_.seek(answer.seek + 1);
        if (answer.pin)
            pin(*answer.pin);
        if (answer.edit >= 0) {
            setup_.edit(answer.edit, 1);
            recompute();
        }
    }

    void draw_variant_controls() {
        const Look& look = host_.look;
        const std::vector<Property> rows = setup_.properties();
        section(look, "Variant");
        if (draw_rows(look, rows, {"variant"}))
            choose(setup_.spec.variant);
        if (draw_rows(look, rows, {"compare"}))
            recompute();
        const VariantFacts& variant = facts_of(setup_.spec.variant);
        note(look, variant.explanation);
        for (const Command& command : variant.commands) {
            note(look, fmt::format("{}:", to_string(command.where)));
            // Monospaced, so that lines align and two hyphens stay apart.
            note(look, command_text(command), look.fonts.mono);
        }
    }

    void draw_input_controls() {
        const Look& look = host_.look;
        const std::vector<Property> rows = setup_.properties();
        section(look, "Elements");
        bool changed = draw_rows(look, rows, {"size"});
        const float width = (ImGui::GetContentRegionAvail().x - 3 * look.px(6)) / 4;
        for (const int preset : {8, 16, 32, 64}) {
            if (preset > 8)
                ImGui::SameLine(0, look.px(6));
            if (ImGui::Button(std::to_string(preset).c_str(), {width, 0})) {
                setup_.resize(preset);
                changed = true;
            }
            tooltip(fmt::format("{} elements.", preset).c_str());
        }
        changed |= draw_rows(look, rows, {"values"});
        if (setup_.pin.kind == Pin::Kind::input) {
            const int index = setup_.pin.index, now = setup_.spec.input[static_cast<std::size_t>(index)];
            const Property value = number_row(
                "value", "Value",
                {[now] { return now; }, [this, index, now](int next) { setup_.edit(index, next - now); }},
                {-Setup::largest_value, Setup::largest_value, 99}, "The value of the pinned element.");
            changed |= draw_rows(look, {value}, {"value"});
        }
        if (button(look, "New random values", "Draws other values between 0 and 9.")) {
            setup_.draw_next();
            changed = true;
        }
        changed |= draw_rows(look, rows, {"operator", "exclusive"});
        section(look, "Schedule");
        changed |= draw_rows(look, rows, {"lanes", "tile", "partition", "dilation", "seed", "stalled"});
        if (changed)
            recompute();
    }

    void draw_numbers() {
        const Look& look = host_.look;
        section(look, "Counters");
        const Contestant& one = shown();
        const int steps = std::min(steps_done(), one.total.steps);
        const Counters now = count(one.timeline, steps, setup_.spec.lanes);
        field(look, "Work", of_total(now.work, one.total.work), "How often the operator has been applied.");
        field(look, "Steps", of_total(now.steps, one.total.steps), "The span: steps one after the other.");
        const double traffic = traffic_of(one.timeline, now);
        field(look, "Traffic",
              steps == one.total.steps
                  ? fmt::format("{:.2f} an element", traffic)
                  : fmt::format("{:.2f} of {}", traffic, text_of(one, Measure::traffic, setup_.spec.lanes)),
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
        field(look, "Efficiency", text_of(one, Measure::efficiency, setup_.spec.lanes),
              "Elements that a lane finishes in a step; a lane an element takes turns on the lanes chosen "
              "below. One lane alone, from left to right, would have 100 %.");
    }

    void choose(Variant variant) {
        setup_.show(variant);
        setup_.compare = false;
        recompute();
        transport_.first();
    }

    std::size_t shown_index() const { return static_cast<std::size_t>(setup_.spec.variant); }
    const Contestant& shown() const { return contestants_[shown_index()]; }

    // At position 0 there is only the input.
    int steps_done() const { return transport_.position(); }
    int current_step() const { return steps_done() - 1; }

    Host& host_;
    Setup setup_;
    Transport transport_;
    std::vector<Contestant> contestants_; ///< in the order of all_variants
    std::vector<Way> ways_;               ///< the way of the pin in each
    ValueRange range_;                    ///< of the timeline shown
    Picture picture_;
    WorkerResult<Measurement> checked_, measured_;
    std::pair<ScanRequest, int> measured_for_;
    bool check_wanted_ = false, measurement_wanted_ = false;
};

} // namespace

} // namespace prefix_sum

std::unique_ptr<Scene> make_prefix_sum_scene(Host& host) {
    return std::make_unique<prefix_sum::PrefixSumScene>(host);
}

} // namespace scanline::view
