#include "scanline/view/scene.h"

#include "compaction_small/inspector.h"
#include "compaction_small/listing.h"
#include "scanline/view/widgets.h"
#include "trace/step_drawing.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

/// Lower scenes leave more of their room to two streams.
constexpr float least_height = 300;

class CompactionSmallScene final : public Scene {
public:
    explicit CompactionSmallScene(Host& host) : host_(host) { make_models(); }

    std::string_view name() const override { return "compaction-small"; }
    std::string_view title() const override { return "Compaction, cell by cell"; }
    std::string_view summary() const override {
        return "A few elements as cells: what every pass reads and writes, and the way of every element.";
    }
    std::string_view group() const override { return "Compaction"; }

    void enter() override { check_wanted_ = check_wanted_ || !check_; }
    void refresh() override { check_wanted_ = true; }
    void update() override {
        if (std::exchange(check_wanted_, false))
            post_check();
    }

    void draw() override {
        const bool two = setup_.second().has_value();
        const bool is_low = two && ImGui::GetContentRegionAvail().y < host_.look.px(least_height);
        draw_step_heading(host_.look, heading(), sentence(), verdict(), is_low ? 1 : 2);
        if (two)
            draw_stages(host_.look, line_, transport_, true);
        const ImVec2 begin = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
        const bool beside = two && sides_fit_beside(room.x);
        const ImVec2 size{beside ? room.x / 2 : room.x, two && !beside ? room.y / 2 : room.y};
        const std::vector<SmallView> views = make_views();
        std::array<SmallCanvas::Result, 2> results;
        for (std::size_t i = 0; i < views.size(); ++i) {
            const auto behind = static_cast<float>(i);
            const Rect part = Rect::of(
                {begin.x + (beside ? behind * size.x : 0), begin.y + (beside ? 0 : behind * size.y)}, size);
            results[i] =
                two ? draw_side(part, views[i], i == 1) : sides_[0].canvas.draw(host_.look, views[0]);
        }
        const bool of_b = !results[0].hovered && results[1].hovered;
        const SmallCanvas::Result& result = results[of_b ? 1 : 0];
        if (result.hovered)
            wrapped_tooltip(tip_of(*result.hovered, of_b));
        if (results[0].gesture == Gesture::unpin || results[1].gesture == Gesture::unpin)
            unpin();
        else if (result.hovered && result.gesture == Gesture::pin)
            pin(*result.hovered, of_b);
        else if (result.hovered && result.gesture == Gesture::edit)
            edit(*result.hovered);
        else
            look_at(result.hovered, of_b, result.chain);
    }

    void draw_inspector() override {
        if (draw_small_controls(host_.look, setup_))
            rebuild();
        draw_small_facts(host_.look, make_views());
    }

    Transport* transport() override { return &transport_; }
    std::string step_text() const override {
        if (!side(true).model)
            return row_text(false);
        const bool same = row_text(false) == row_text(true);
        return line_.text(transport_.position()) + ": " +
               (same ? row_text(false) : fmt::format("{} | {}", row_text(false), row_text(true)));
    }
    bool busy() const override { return check_wanted_ || ticket_.pending(); }
    std::string busy_text() const override { return busy() ? "comparing with the GPU" : ""; }

    std::vector<Setting> settings() const override { return setup_.settings(); }
    std::vector<SettingChoice> choices() override { return choices_of(setup_.properties()); }
    void set(std::string_view key, std::string_view value) override {
        setup_.set(name(), key, value);
        rebuild();
    }

    std::optional<Pinned> pinned() const override {
        if (setup_.pinned() < 0)
            return std::nullopt;
        const auto element = static_cast<std::size_t>(setup_.pinned());
        const std::string& label = side(false).model->label(element);
        Pinned pinned{fmt::format("Element {}: {}", element, label.empty() ? "invalid" : label), {}};
        for (const bool b : {false, true}) {
            if (!side(b).model)
                continue;
            const SmallStep step = this->step(b);
            for (Setting fact : facts_of(*side(b).model, element, step.probe ? step.row - 1 : step.row)) {
                if (side(true).model)
                    fact.key = (b ? "B " : "A ") + fact.key;
                pinned.facts.push_back(std::move(fact));
            }
        }
        return pinned;
    }
    Listing listing() const override {
        const bool b = side(true).model && !line_.runs(transport_.position(), false);
        const std::optional<CellId> pinned = pinned_cell();
        return listing_of(*side(b).model, side(b).probes, static_cast<std::size_t>(setup_.selected()),
                          step(b), pinned ? std::optional(pinned->index) : std::nullopt);
    }
    void unpin() override {
        setup_.pin(-1);
        look_at(std::nullopt, false, std::nullopt);
    }

    void add_actions(Actions& actions) override {
        const auto add = [&](const char* id, const char* title, const char* description, int key,
                             auto change) {
            actions.add(id, "Scene", title, description, {key}, [this, change] {
                change();
                rebuild();
            });
        };
        add("scene.random", "Another random stream", "Take another random stream of this size and density.",
            GLFW_KEY_R, [this] { setup_.set_seed(setup_.seed() + 1); });
        add("scene.invert", "Invert", "Make valid elements invalid, and the other way round.", GLFW_KEY_I,
            [this] { setup_.invert(); });
        add("scene.next-preset", "Next preset", "Take the next of the prepared streams.", GLFW_KEY_N,
            [this] { setup_.apply_next_preset(); });
        add("scene.next-algorithm", "Next algorithm", "Compact the same stream by the next algorithm.",
            GLFW_KEY_A, [this] { setup_.apply_next_algorithm(); });
        add("scene.previous-output", "Previous output", "Follow the search of the output before.",
            GLFW_KEY_UP, [this] { setup_.select(setup_.selected() - 1); });
        add("scene.next-output", "Next output", "Follow the search of the output behind.", GLFW_KEY_DOWN,
            [this] { setup_.select(setup_.selected() + 1); });
        add("scene.change-pinned", "Change the pinned element",
            "Make the pinned element invalid, or valid again; as a click with Shift does for any element.",
            GLFW_KEY_X, [this] { setup_.toggle(setup_.pinned()); });
    }

private:
    /// A compaction that is shown.
    struct Side {
        std::unique_ptr<SmallModel> model; ///< null: there is no second one
        std::vector<Probe> probes;
        SmallCanvas canvas;
        std::optional<CellId> looked_at; ///< the pinned element, else the cell under the mouse
        std::vector<std::vector<PathMark>> path;
    };
    Side& side(bool b) { return sides_[b ? 1 : 0]; }
    const Side& side(bool b) const { return sides_[b ? 1 : 0]; }

    SmallStep step(bool b) const {
        const auto position = static_cast<std::size_t>(transport_.position());
        if (!side(true).model)
            return steps_[position];
        const std::optional<int> pass = line_.at(transport_.position()).steps[b ? 1 : 0];
        return {pass ? static_cast<std::size_t>(*pass) + 1 : 0, {}};
    }

    const SmallRow& row(bool b) const { return side(b).model->rows()[step(b).row]; }

    std::string row_text(bool b) const {
        const SmallStep step = this->step(b);
        const PassText& text = row(b).text;
        return step.probe ? fmt::format("{}: output {}, fetch {} of {}", text.name, setup_.selected(),
                                        *step.probe + 1, side(b).probes.size())
                          : fmt::format("{}, {}", text.name, text.detail);
    }

    bool shows_chains() const { return chains_ && step(false).row == side(false).model->search_row(); }

    std::string heading() const {
        if (shows_chains())
            return "Search: " + chains_->text();
        if (!side(true).model)
            return row_text(false);
        const std::string text = line_.text(transport_.position());
        return transport_.position() + 1 < transport_.count()
                   ? text
                   : fmt::format("{}: {}", text, result_note(*side(false).model, *side(true).model));
    }

    std::string sentence() const {
        const SmallStep step = this->step(false);
        if (step.probe)
            return side(false).probes[*step.probe].text;
        if (shows_chains())
            return chains_sentence(*chains_, setup_.algorithm);
        if (!side(true).model || transport_.position() == 0)
            return row(false).text.meaning;
        return line_.sentence(transport_.position(), true, [this](bool b) { return row(b).text.meaning; });
    }

    std::vector<SmallView> make_views() const {
        std::vector<SmallView> views;
        for (const bool b : {false, true}) {
            const Side& one = side(b);
            if (!one.model)
                continue;
            views.push_back({*one.model, one.probes, static_cast<std::size_t>(setup_.selected()), step(b),
                             one.looked_at, setup_.pinned() >= 0, one.path});
            views.back().compared = side(true).model != nullptr;
            if (!chains_)
                continue;
            views.back().chains = &*chains_;
            views.back().chain = chain_;
            if (shows_chains()) {
                // Their colours would be lost among those of the way.
                views.back().looked_at.reset();
                views.back().path.clear();
            }
        }
        return views;
    }

    bool sides_fit_beside(float width) const {
        return std::ranges::all_of(sides_, [&](const Side& one) {
            return 2 * SmallGeometry::least_width(*one.model, host_.look.scale, true) <= width;
        });
    }

    /// One of two, under a line that says what it is.
    SmallCanvas::Result draw_side(const Rect& part, const SmallView& view, bool b) {
        const Look& look = host_.look;
        const float line = look.fonts.text->FontSize + look.px(6), left = part.left + look.px(12);
        ImGui::SetCursorScreenPos({part.left, part.top + line});
        const SmallCanvas::Result result =
            side(b).canvas.draw(look, view, b ? "B" : "A", {part.width(), part.height() - line});
        std::string text = fmt::format("{}    pass {} of {}: {}", short_title(view.model.algorithm()),
                                       view.step.row, view.model.rows().size() - 1, row_text(b));
        if (result.folded > 0)
            text += fmt::format("    {} row{} folded", result.folded, result.folded == 1 ? "" : "s");
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImU32 dim = look.palette().dim;
        list.AddLine({part.left, part.top}, {part.right, part.top}, look.palette().line);
        write(list, look.fonts.heading, {left, part.top + look.px(4)}, look.palette().accent, b ? "B" : "A");
        write_cut(list, look.fonts.text, {left + look.px(20), part.top + look.px(4)},
                  part.width() - look.px(44), dim, text);
        return result;
    }

    /// Applies the current setup.
    void rebuild() {
        const SmallStep before = step(false);
        const int pass = static_cast<int>(before.row) - 1;
        const TimeLine line = line_;
        const int position = transport_.position();
        const bool at_end = position + 1 == transport_.count();
        const std::vector<std::string> names = row_names();
        make_models();
        if (side(true).model && line.count() > 0)
            transport_.seek(line_.matching(line, position));
        else if (side(true).model)
            transport_.seek(pass < 0 ? 0 : line_.position_of(pass, false));
        else if (names == row_names())
            transport_.seek(position_of(steps_, before));
        else
            at_end ? transport_.last() : transport_.first();
        look_at(std::nullopt, false, std::nullopt);
        check_.reset();
        check_wanted_ = true;
        host_.redraw();
    }

    void make_models() {
        const std::optional<SmallSetup> second = setup_.second();
        for (Side& one : sides_) {
            one.looked_at.reset();
            one.path.clear();
        }
        side(false).model = std::make_unique<SmallModel>(setup_);
        side(true).model = second ? std::make_unique<SmallModel>(*second) : nullptr;
        for (Side& one : sides_)
            if (one.model)
                one.probes = probes_of(*one.model, static_cast<std::size_t>(setup_.selected()));
        chains_.reset();
        if (setup_.shows_chains())
            chains_.emplace(*side(false).model);
        line_ =
            second ? TimeLine(trace_steps(*side(false).model), trace_steps(*side(true).model)) : TimeLine();
        steps_ = make_steps(*side(false).model, chains_ ? 0 : side(false).probes.size());
        transport_.set_count(second ? line_.count() : static_cast<int>(steps_.size()));
    }

    std::vector<std::string> row_names() const {
        return list_of_names(side(false).model->rows(), [](const SmallRow& row) {
            return std::string(row.text.name) + row.text.detail;
        });
    }

    void post_check() {
        std::vector<std::pair<SmallSetup, raster::reference::Trace>> runs{
            {setup_, side(false).model->trace()}};
        if (const auto second = setup_.second())
            runs.emplace_back(*second, side(true).model->trace());
        ticket_ = host_.worker.post(
            "comparing with the GPU",
            [runs](WorkerContext& context) {
                SmallCheck all;
                for (const auto& [setup, twin] : runs) {
                    SmallCheck check = check_on_gpu(context.machine().raster(), setup, twin);
                    all.passes += check.passes;
                    if (!all.difference)
                        all.difference = std::move(check.difference);
                }
                return all;
            },
            [this](const SmallCheck& check) { check_ = check; });
    }

    /// Pins the element of a cell; an output's search is shown too.
    void pin(CellId cell, bool b) {
        const SmallModel& model = *side(b).model;
        if (const auto element = model.element_of(cell))
            setup_.pin(static_cast<int>(*element));
        const CellId output = cell.row > model.search_row() ? model.copied_from(cell) : cell;
        if (output.row == model.search_row() && output.index < setup_.elements().size()) {
            setup_.select(static_cast<int>(output.index));
            rebuild();
        }
        look_at(std::nullopt, false, std::nullopt);
    }

    void edit(CellId cell) {
        if (cell.row > 0)
            return;
        setup_.toggle(static_cast<int>(cell.index));
        rebuild();
    }

    std::optional<CellId> pinned_cell() const {
        const int element = setup_.pinned();
        return element < 0 ? std::nullopt : std::optional(CellId{0, static_cast<std::size_t>(element)});
    }

    /// Lights the way of the pinned element, else that of a cell of A or B and its chain, else a chain.
    void look_at(std::optional<CellId> cell, bool of_b, std::optional<std::size_t> chain) {
        const std::optional<CellId> pinned = pinned_cell();
        std::optional<std::size_t> element;
        if (pinned)
            element = pinned->index;
        else if (cell)
            element = side(of_b).model->element_of(*cell);
        if (chains_ && element)
            chain = chains_->at(*element);
        if (std::exchange(chain_, chain) != chain)
            host_.redraw();
        for (const bool b : {false, true}) {
            Side& one = side(b);
            std::optional<CellId> seen = pinned;
            if (!pinned && b == of_b)
                seen = cell;
            else if (!pinned && element)
                seen = CellId{0, *element};
            if (!one.model || seen == one.looked_at)
                continue;
            one.looked_at = seen;
            one.path = seen ? one.model->path(*seen) : std::vector<std::vector<PathMark>>{};
            host_.redraw();
        }
    }

    std::string tip_of(CellId cell, bool b) const {
        const SmallModel& model = *side(b).model;
        const std::string& tip = model.cell(cell).tip;
        if (cell.row == 0 && cell.index < setup_.elements().size())
            return tip + "\nClick to pin it, click with Shift to change it.";
        if (cell.row == model.search_row())
            return tip + "\nClick to see its search and to pin its element.";
        if (model.element_of(cell))
            return tip + "\nClick to pin its element.";
        const CellKind kind = model.cell(cell).kind;
        return kind == CellKind::number || kind == CellKind::zero
                   ? tip + "\nNo single element: while none is pinned, what it comes from is lit here."
                   : tip;
    }

    Verdict verdict() const {
        const Palette& palette = host_.look.palette();
        if (check_ && check_->difference)
            return {"GPU differs", palette.error,
                    fmt::format("The GPU differs from the CPU twin: {}", check_->difference->text)};
        if (check_)
            return {"GPU agrees", palette.series[2],
                    fmt::format("All {} passes of the GPU wrote what the CPU twin wrote.", check_->passes)};
        if (busy())
            return {"GPU ...", palette.dim,
                    "The same compaction runs on the GPU, and every pass is compared with the CPU twin."};
        return {"GPU failed", palette.error,
                "The compaction could not be run on the GPU to be compared: see the log."};
    }

    Host& host_;
    SmallSetup setup_{SmallPreset::four_blocks}; ///< several blocks, so that they are seen to be joined
    std::array<Side, 2> sides_;
    TimeLine line_;                    ///< of both; without positions if there is one only
    std::vector<SmallStep> steps_;     ///< of one
    std::optional<Chains> chains_;     ///< if all are shown
    std::optional<std::size_t> chain_; ///< that of the pinned element, else the one under the mouse
    Transport transport_;
    std::optional<SmallCheck> check_;
    bool check_wanted_ = false;
    Ticket ticket_; ///< last, so that it is destroyed before the members that its completion uses
};

} // namespace

std::unique_ptr<Scene> make_compaction_small_scene(Host& host) {
    return std::make_unique<CompactionSmallScene>(host);
}

} // namespace scanline::view
