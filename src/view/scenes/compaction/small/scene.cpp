#include "kit/scene.h"

#include "kit/stage.h"
#include "scenes/compaction/small/canvas.h"
#include "scenes/compaction/small/model.h"
#include "scenes/compaction/time_line.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>
#include <variant>

namespace scanline::view::compaction::small {

namespace {

/// Lower scenes leave more of their room to two streams.
constexpr float min_height = 300;

/// A compaction that is shown.
struct Side {
    Model model;
    std::vector<Probe> probes; ///< of the selected output
};

/// One compaction, or two of the same stream in step.
struct Run {
    Setup setup;
    std::vector<Side> sides;
    TimeLine line;                ///< of two; without positions if there is one only
    std::vector<Step> steps;      ///< of one
    std::optional<Chains> chains; ///< if all are shown

    std::size_t size() const { return sides.size(); }
    bool is_compared() const { return sides.size() > 1; }
    Step step(std::size_t side, int position) const {
        if (!is_compared())
            return steps[static_cast<std::size_t>(position)];
        const std::optional<int> pass = line.at(position).steps[side];
        return {pass ? static_cast<std::size_t>(*pass) + 1 : 0, {}};
    }
    std::vector<std::string> row_names() const {
        return list_of_names(sides[0].model.rows(),
                             [](const Row& row) { return std::string(row.text.name) + row.text.detail; });
    }
};

struct StepView {
    std::string title, sentence;
    std::vector<Step> steps; ///< of each side
};

class Story {
public:
    using Setup = compaction::small::Setup;
    using Run = compaction::small::Run;
    using StepView = compaction::small::StepView;
    using Check = compaction::small::Check;
    using Measured = std::monostate;
    using Steps = StepCount;
    using At = Shown<Story>;

    static constexpr StoryTexts texts{
        .scene =
            {.name = "compaction-small",
             .title = "Compaction, cell by cell",
             .summary =
                 "A few elements as cells: what every pass reads and writes, and the way of every element.",
             .group = "Compaction",
             .highlights = "The search of a hole, fetch by fetch; one element through all passes."},
        .none = "",
        .empty = "",
        .checking = "The same compaction runs on the GPU, and every pass is compared with the CPU twin.",
        .failed = "The compaction could not be run on the GPU to be compared: see the log."};

    /// Several blocks, so that they are seen to be joined.
    static Setup first_setup(const Host& /*host*/) { return Setup(Preset::four_blocks); }

    static Run make_now(const Setup& setup) {
        Run run{setup, {}, {}, {}, {}};
        run.sides.push_back({Model(setup), {}});
        if (const auto second = setup.second())
            run.sides.push_back({Model(*second), {}});
        for (Side& side : run.sides)
            side.probes = probes_of(side.model, static_cast<std::size_t>(setup.selected()));
        if (setup.shows_chains())
            run.chains.emplace(run.sides[0].model);
        if (run.is_compared())
            run.line = TimeLine(trace_steps(run.sides[0].model), trace_steps(run.sides[1].model));
        run.steps = make_steps(run.sides[0].model, run.chains ? 0 : run.sides[0].probes.size());
        return run;
    }
    static Work<Check> check(const Setup& setup, const std::shared_ptr<const Run>& run) {
        std::vector<Setup> setups{setup};
        if (const auto second = setup.second())
            setups.push_back(*second);
        return {"comparing with the GPU", "comparing with the GPU", [run, setups](WorkerContext& context) {
                    Check all;
                    for (std::size_t i = 0; i < setups.size(); ++i) {
                        Check check =
                            check_on_gpu(context.machine().raster(), setups[i], run->sides[i].model.trace());
                        all.passes += check.passes;
                        if (all.difference.empty())
                            all.difference = std::move(check.difference);
                    }
                    return all;
                }};
    }
    static Work<std::monostate> measure(const Setup& /*setup*/, const std::shared_ptr<const Run>& /*run*/) {
        return {};
    }

    static bool same_steps(const Setup& /*now*/, const Setup& /*before*/) { return true; }
    static bool same_check(const Setup& now, const Setup& before) { return now.same_passes(before); }
    static bool same_measured(const Setup& /*now*/, const Setup& /*before*/) { return true; }

    static Steps steps_of(const Setup& /*setup*/, const Run& run) {
        return {run.is_compared() ? run.line.count() : static_cast<int>(run.steps.size())};
    }
    static int matching(const Run& before, const Run& now, int position) {
        const Step step = before.step(0, position);
        if (now.is_compared())
            return before.is_compared() ? now.line.matching(before.line, position)
                   : step.row == 0      ? 0
                                        : now.line.position_of(static_cast<int>(step.row) - 1, false);
        if (before.row_names() == now.row_names())
            return position_of(now.steps, step);
        const bool at_end = position + 1 == steps_of(before.setup, before).count;
        return at_end ? static_cast<int>(now.steps.size()) - 1 : 0;
    }
    static StepView view_of(const Setup& setup, const Run& run, const Steps& steps, int position) {
        StepView view;
        for (std::size_t side = 0; side < run.size(); ++side)
            view.steps.push_back(run.step(side, position));
        view.title = capitalized(heading(setup, run, view.steps, position, position + 1 == steps.count));
        view.sentence = sentence(setup, run, view.steps, position);
        return view;
    }

    static std::string step_text(const At& at) {
        const std::string a = row_text(at.setup, at.run, at.view.steps, 0);
        if (!at.run.is_compared())
            return a;
        const std::string b = row_text(at.setup, at.run, at.view.steps, 1);
        return at.run.line.text(at.step) + ": " + (a == b ? a : fmt::format("{} | {}", a, b));
    }
    static std::string answer(const At& at) {
        const Model& model = at.run.sides[0].model;
        return at.run.is_compared()
                   ? ""
                   : fmt::format("{} of {} elements are kept, after {} passes", model.survivors(),
                                 model.layout().size, model.rows().size() - 1);
    }
    static std::optional<Pinned> pinned(const At& at) {
        if (at.setup.pinned() < 0)
            return std::nullopt;
        const auto element = static_cast<std::size_t>(at.setup.pinned());
        const std::string& label = at.run.sides[0].model.label(element);
        Pinned pinned{fmt::format("Element {}: {}", element, label.empty() ? "invalid" : label), {}};
        for (std::size_t side = 0; side < at.run.size(); ++side) {
            const Step& step = at.view.steps[side];
            for (Setting fact :
                 facts_of(at.run.sides[side].model, element, step.probe ? step.row - 1 : step.row)) {
                if (at.run.is_compared())
                    fact.key = (side == 1 ? "B " : "A ") + fact.key;
                pinned.facts.push_back(std::move(fact));
            }
        }
        return pinned;
    }
    static Listing listing(const At& at) {
        const std::size_t side = at.run.is_compared() && !at.run.line.runs(at.step, false) ? 1 : 0;
        const std::optional<CellId> pinned = pinned_cell(at.setup);
        return listing_of(at.run.sides[side].model, at.run.sides[side].probes,
                          static_cast<std::size_t>(at.setup.selected()), at.view.steps[side],
                          pinned ? std::optional(pinned->index) : std::nullopt);
    }
    static std::vector<Written> written(const At& at) {
        const auto& [model, probes] = at.run.sides[0];
        View view{model, probes, static_cast<std::size_t>(at.setup.selected()), at.view.steps[0], {}, {}, {}};
        view.chains = at.run.chains ? &*at.run.chains : nullptr;
        return at.run.is_compared() ? std::vector<Written>{} : written_in(view);
    }
    static std::string question(const At& at) {
        return at.view.steps[0].probe ? "Where does this fetch read, and what is there?" : at.view.sentence;
    }
    static std::vector<Setting> counters(const At& at) {
        std::size_t fetches = 0, kept = 0;
        const auto& [model, probes] = at.run.sides[0];
        const auto& [row, probe] = at.view.steps[0];
        for (std::size_t done = 1; done < row + (probe ? 0 : 1); ++done) {
            fetches += model.rows()[done].fetches;
            kept = done >= model.search_row() ? static_cast<std::size_t>(model.survivors()) : 0;
        }
        const std::size_t of_output = row < model.search_row() ? 0 : probe ? *probe + 1 : probes.size();
        return {{"passes", fmt::format("{}", row - (probe ? 1 : 0))},
                {"fetches", fmt::format("{}", fetches)},
                {"fetches of the output", fmt::format("{}", of_output)},
                {"kept", fmt::format("{}", kept)}};
    }
    static std::string agreement(const At& at) {
        return fmt::format("All {} passes of the GPU wrote what the CPU twin wrote.", at.check->passes);
    }

    static std::vector<StoryAction<Story>> actions() {
        return {{"scene.random", "New sample", "Take another random stream of this size and density.",
                 GLFW_KEY_R, [](Setup& next, const Run*) { next.set_seed(next.seed() + 1); }},
                {"scene.invert", "Invert", "Make valid elements invalid, and the other way round.",
                 GLFW_KEY_I, [](Setup& next, const Run*) { next.invert(); }},
                {"scene.next-preset", "Next preset", "Take the next of the prepared streams.", GLFW_KEY_N,
                 [](Setup& next, const Run*) { next.apply_next_preset(); }},
                {"scene.next-algorithm", "Next algorithm", "Compact the same stream by the next algorithm.",
                 GLFW_KEY_A, [](Setup& next, const Run*) { next.apply_next_algorithm(); }},
                {"scene.previous-output", "Previous output", "Follow the search of the output before.",
                 GLFW_KEY_UP, [](Setup& next, const Run*) { next.select(next.selected() - 1); }},
                {"scene.next-output", "Next output", "Follow the search of the output behind.", GLFW_KEY_DOWN,
                 [](Setup& next, const Run*) { next.select(next.selected() + 1); }},
                {"scene.change-pinned", "Change the pinned element",
                 "Make the pinned element invalid, or valid again; as a click with Shift does for any "
                 "element.",
                 GLFW_KEY_X, [](Setup& next, const Run*) { next.toggle(next.pinned()); }}};
    }

    void controls(Panel<Story>& panel) { draw_small_controls(panel.look, panel.rows, panel.next, problem_); }
    void numbers(Panel<Story>& panel) {
        if (panel.shown)
            draw_small_facts(panel.look, views_of(*panel.shown));
    }
    static void legend(Legend& legend, const At& at) {
        add_small_legend(legend, at.view.steps[0].probe.has_value());
    }

    static int heading_lines(const Look& look, const At& at) {
        return at.run.is_compared() && ImGui::GetContentRegionAvail().y < look.px(min_height) ? 1 : 2;
    }
    PictureAnswer<Setup> draw(const Look& look, const At& at, std::int64_t /*hovered*/,
                              const Rect& /*area*/) {
        PictureAnswer<Setup> answer{-1, at.setup};
        const bool two = at.run.is_compared();
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(6));
        if (two)
            answer.seek = draw_stages(look, at.run.line, at.step, true).value_or(-1);
        const ImVec2 begin = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const bool beside = two && sides_fit_beside(look, at.run, room.x);
        const ImVec2 size{beside ? room.x / 2 : room.x, two && !beside ? room.y / 2 : room.y};
        const std::vector<View> views = views_of(at);
        std::vector<CellCanvas::Result> results;
        for (std::size_t i = 0; i < views.size(); ++i) {
            const auto before = static_cast<float>(i);
            const Rect part = Rect::of(
                {begin.x + (beside ? before * size.x : 0), begin.y + (beside ? 0 : before * size.y)}, size);
            results.push_back(two ? draw_side(look, at, part, views[i], i)
                                  : canvases_[0].draw(look, views[0]));
        }
        const std::size_t of = two && !results[0].hovered && results[1].hovered ? 1 : 0;
        const CellCanvas::Result& result = results[of];
        const Step& step = views[of].step;
        const bool hidden = result.hovered && (views[of].hides(*result.hovered) ||
                                               (views[of].hides_fetch() && result.hovered->row == step.row));
        if (result.hovered && !hidden)
            wrapped_tooltip(tip_of(at, *result.hovered, of));
        under_mouse_ = {of, hidden ? std::nullopt : result.hovered, result.chain};
        answer.hovered = under_mouse_.number();
        const bool unpins = std::ranges::count(results, Gesture::unpin, &CellCanvas::Result::gesture) > 0;
        answer.pinned = unpins || (result.hovered && !hidden && result.gesture == Gesture::pin);
        if (unpins)
            answer.setup.unpin();
        else if (answer.pinned)
            pin(at.run.sides[of].model, *result.hovered, answer.setup);
        paint(result.hovered, answer.setup);
        return answer;
    }

    void forget() {
        under_mouse_ = {};
        seen_ = {};
        problem_.clear();
    }

private:
    static std::optional<CellId> pinned_cell(const Setup& setup) {
        const int element = setup.pinned();
        return element < 0 ? std::nullopt : std::optional(CellId{0, static_cast<std::size_t>(element)});
    }
    /// Elements that the mouse passes with Shift become like the first, which has changed.
    void paint(const std::optional<CellId>& cell, Setup& setup) {
        const bool on_element = cell && cell->row == 0 && cell->index < setup.elements().size();
        if (!ImGui::IsMouseDown(ImGuiMouseButton_Left))
            painted_.reset();
        else if (on_element && ImGui::GetIO().KeyShift && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            painted_ = setup.elements()[cell->index] == '1' ? '0' : '1';
        if (on_element && painted_ && setup.elements()[cell->index] != *painted_)
            setup.toggle(static_cast<int>(cell->index));
    }
    static bool shows_chains(const Run& run, const Step& step) {
        return run.chains && step.row == run.sides[0].model.search_row();
    }
    static std::string row_text(const Setup& setup, const Run& run, const std::vector<Step>& steps,
                                std::size_t of) {
        const auto& [row, probe] = steps[of];
        const PassText& text = run.sides[of].model.rows()[row].text;
        return probe ? fmt::format("{}: output {}, fetch {} of {}", text.name, setup.selected(), *probe + 1,
                                   run.sides[of].probes.size())
                     : fmt::format("{}, {}", text.name, text.detail);
    }
    static std::string heading(const Setup& setup, const Run& run, const std::vector<Step>& steps,
                               int position, bool is_last) {
        if (shows_chains(run, steps[0]))
            return "Search: " + run.chains->text();
        if (!run.is_compared())
            return row_text(setup, run, steps, 0);
        const std::string text = run.line.text(position);
        return is_last ? fmt::format("{}: {}", text, result_note(run.sides[0].model, run.sides[1].model))
                       : text;
    }
    static std::string sentence(const Setup& setup, const Run& run, const std::vector<Step>& steps,
                                int position) {
        const auto meaning = [&](bool b) {
            const std::size_t of = b ? 1 : 0;
            return std::string(run.sides[of].model.rows()[steps[of].row].text.meaning);
        };
        if (steps[0].probe)
            return run.sides[0].probes[*steps[0].probe].text;
        if (shows_chains(run, steps[0]))
            return chains_sentence(*run.chains, setup.algorithm);
        return run.is_compared() && position > 0 ? run.line.sentence(position, true, meaning)
                                                 : meaning(false);
    }

    /// Pins the element of a cell; an output's search is shown too.
    static void pin(const Model& model, CellId cell, Setup& setup) {
        if (const auto element = model.element_of(cell))
            setup.pin(static_cast<int>(*element));
        const CellId output = cell.row > model.search_row() ? model.copied_from(cell) : cell;
        if (output.row == model.search_row() && output.index < setup.elements().size())
            setup.select(static_cast<int>(output.index));
    }

    /// Lights the way of the pinned element, else that of the cell under the mouse and its chain, else the
    /// chain there.
    std::vector<View> views_of(const At& at) {
        const std::optional<CellId> pinned = pinned_cell(at.setup), cell = under_mouse_.cell;
        std::optional<std::size_t> element, chain = under_mouse_.chain;
        if (pinned)
            element = pinned->index;
        else if (cell)
            element = at.run.sides[under_mouse_.of].model.element_of(*cell);
        if (at.run.chains && element)
            chain = at.run.chains->at(*element);
        std::vector<View> views;
        for (std::size_t of = 0; of < at.run.size(); ++of) {
            const auto& [model, probes] = at.run.sides[of];
            std::optional<CellId> lit = pinned;
            if (!pinned && of == under_mouse_.of)
                lit = cell;
            else if (!pinned && element)
                lit = CellId{0, *element};
            if (Seen& seen = seen_[of]; seen.cell != lit)
                seen = {lit, lit ? model.path(*lit) : std::vector<std::vector<PathMark>>{}};
            View& view =
                views.emplace_back(model, probes, static_cast<std::size_t>(at.setup.selected()),
                                   at.view.steps[of], seen_[of].cell, pinned.has_value(), seen_[of].path);
            view.compared = at.run.is_compared();
            view.side = of;
            view.prediction = &at.prediction;
            view.motion = &at.motion;
            if (!at.run.chains)
                continue;
            view.chains = &*at.run.chains;
            view.chain = chain;
            if (view.shows_chains()) {
                // Their colours would be lost among those of the way.
                view.looked_at.reset();
                view.path.clear();
            }
        }
        return views;
    }

    static bool sides_fit_beside(const Look& look, const Run& run, float width) {
        return std::ranges::all_of(run.sides, [&](const Side& one) {
            return 2 * Geometry::min_width(one.model, look.scale) <= width;
        });
    }

    /// One of two, under a line that says what it is.
    CellCanvas::Result draw_side(const Look& look, const At& at, const Rect& part, const View& view,
                                 std::size_t of) {
        const char* const name = of == 1 ? "B" : "A";
        const float line = look.fonts.text->FontSize + look.px(6), left = part.left + look.px(12);
        ImGui::SetCursorScreenPos({part.left, part.top + line});
        const CellCanvas::Result result =
            canvases_[of].draw(look, view, name, {part.width(), part.height() - line});
        std::string text =
            fmt::format("{}    pass {} of {}: {}", title_of(view.model.algorithm()), view.step.row,
                        view.model.rows().size() - 1, row_text(at.setup, at.run, at.view.steps, of));
        if (result.folded > 0)
            text += fmt::format("    {} row{} folded", result.folded, result.folded == 1 ? "" : "s");
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImU32 dim = look.palette().dim;
        list.AddLine({part.left, part.top}, {part.right, part.top}, look.palette().line);
        write(list, look.fonts.heading, {left, part.top + look.px(4)}, look.palette().accent, name);
        write_cut(list, look.fonts.text, {left + look.px(20), part.top + look.px(4)},
                  part.width() - look.px(44), dim, text);
        return result;
    }

    static std::string tip_of(const At& at, CellId cell, std::size_t of) {
        const Model& model = at.run.sides[of].model;
        const std::string& tip = model.cell(cell).tip;
        if (cell.row == 0 && cell.index < at.setup.elements().size())
            return tip + "\nClick to pin it, click or drag with Shift to change it and others.";
        if (cell.row == model.search_row())
            return tip + "\nClick to see its search and to pin its element.";
        if (model.element_of(cell))
            return tip + "\nClick to pin its element.";
        const CellKind kind = model.cell(cell).kind;
        return kind == CellKind::number || kind == CellKind::zero
                   ? tip + "\nNo single element: while none is pinned, what it comes from is lit here."
                   : tip;
    }

    std::array<CellCanvas, 2> canvases_;
    std::string problem_;         ///< with the stream that was typed last
    std::optional<char> painted_; ///< the element that the mouse is making
    /// In the last frame.
    struct UnderMouse {
        std::size_t of = 0; ///< a side
        std::optional<CellId> cell{};
        std::optional<std::size_t> chain{};

        /// Another one for anything else; -1 for nothing.
        std::int64_t number() const {
            const std::size_t at_cell = cell ? 1 + ((cell->row << 16 | cell->index) << 1 | of) : 0;
            return static_cast<std::int64_t>(at_cell << 16 | (chain ? *chain + 1 : 0)) - 1;
        }
    };
    UnderMouse under_mouse_;
    /// The lit cell of a side, and its Model::path().
    struct Seen {
        std::optional<CellId> cell{};
        std::vector<std::vector<PathMark>> path{};
    };
    std::array<Seen, 2> seen_;
};

} // namespace

std::unique_ptr<Scene> make_scene(Host& host) {
    return std::make_unique<Stage<Story>>(host);
}

} // namespace scanline::view::compaction::small
