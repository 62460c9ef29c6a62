#include "scanline/view/scene.h"

#include "compaction_small/canvas.h"
#include "scanline/systems/compaction.h"
#include "scanline/view/widgets.h"
#include "text.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

/// The controls. Returns true if one changed `setup`.
bool draw_controls(const Look& look, SmallSetup& setup) {
    const std::vector<Property> rows = setup.properties();
    section(look, "Algorithm");
    bool changed = draw_rows(look, rows, {"algorithm", "block", "prefix-sum", "run-lengths"});
    ImGui::Dummy({0, look.px(2)});
    const catalog::CompactionEntry& entry = catalog::entry(setup.algorithm);
    ImGui::TextWrapped("%s", fmt::format("{}: {}.", entry.title, entry.idea).c_str());
    note(look, explanation_of(setup.algorithm));
    section(look, "Stream");
    changed |= draw_rows(look, rows, {"preset", "size", "density"});
    if (button(look, "Another random stream", "A random stream of this size and density.")) {
        setup.set_seed(setup.seed() + 1);
        changed = true;
    }
    if (button(look, "Invert", "Valid elements become invalid, and the other way round.")) {
        setup.invert();
        changed = true;
    }
    return changed;
}

void draw_search(const Look& look, const SmallView& view) {
    section(look, fmt::format("Search of output {}", view.selected).c_str());
    if (view.step.row < view.model.search_row()) {
        note(look,
             "Begins once all sums are there. Click a cell of the search's row to follow another output.");
        return;
    }
    const std::size_t current = view.step.probe.value_or(view.probes.size());
    for (std::size_t i = 0; i < view.probes.size() && i <= current; ++i) {
        const bool now = i == current;
        const float start = ImGui::GetCursorPosX();
        coloured_text(now ? look.palette().focus : look.palette().dim, std::to_string(i + 1));
        ImGui::SameLine(start + look.px(22));
        coloured_text(now ? look.palette().text : look.palette().dim, view.probes[i].text, true);
    }
}

void draw_counters(const Look& look, const SmallView& view) {
    section(look, "Counters");
    const std::vector<SmallRow>& rows = view.model.rows();
    std::size_t texels = 0, fetches = 0;
    for (std::size_t r = 1; r < rows.size(); ++r) {
        texels += rows[r].texels();
        fetches += rows[r].fetches;
    }
    const SmallRow& row = rows[view.step.row];
    field(look, "Passes", fmt::format("{} of {}", view.step.row, rows.size() - 1),
          "Up to this step, and in all.");
    field(look, "Texels", fmt::format("{} of {}", view.step.row > 0 ? row.texels() : 0, texels),
          "Written by this pass, and in all.");
    field(look, "Fetches", fmt::format("{} of {}", row.fetches, fetches),
          "Texels read by this pass, and in all, as the CPU twin reads them.");
    const SmallModel::SearchCost cost = view.model.search_cost();
    field(look, "Search", fmt::format("{:.1f} mean, {} most", cost.mean, cost.most),
          "Fetches of an output that finds its element.");
    field(look, "Survivors", fmt::format("{} of {}", view.model.survivors(), view.model.layout().size),
          "Valid elements of the stream.");
}

void draw_legend(const Look& look) {
    section(look, "Legend");
    const Palette& p = look.palette();
    swatch(look, p.valid, p.line, "a", p.valid_text, "valid element, or its copy");
    swatch(look, p.invalid, p.line, "", p.text, "invalid element, empty place");
    swatch(look, p.raised, p.line, "3", p.text, "number of a pass");
    swatch(look, mix(p.valid, p.focus, 0.35f), p.focus, "a", p.valid_text,
           "way of the element under the mouse");
    swatch(look, mix(p.raised, p.focus, 0.16f), with_alpha(p.focus, 0.5f), "3", p.text,
           "what it came from or went into");
    swatch(look, p.panel, p.accent, "?", p.accent, "output whose search is shown");
}

class CompactionSmallScene final : public Scene {
public:
    explicit CompactionSmallScene(Host& host) : host_(host), model_(std::make_unique<SmallModel>(setup_)) {
        search();
    }

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
        draw_header();
        SmallView view = make_view();
        const SmallCanvas::Result result = canvas_.draw(host_.look, view);
        if (result.hovered && !result.clicked)
            ImGui::SetTooltip("%s", tip_of(*result.hovered).c_str());
        if (result.clicked)
            click(*result.clicked);
        else if (result.followed)
            follow(*result.followed);
        else
            look_at(result.hovered ? result.hovered : followed_cell());
    }

    void draw_inspector() override {
        if (draw_controls(host_.look, setup_))
            rebuild();
        const SmallView view = make_view();
        draw_search(host_.look, view);
        draw_counters(host_.look, view);
        draw_legend(host_.look);
    }

    Transport* transport() override { return &transport_; }
    std::string step_text() const override {
        const SmallStep step = this->step();
        const PassText& text = model_->rows()[step.row].text;
        if (step.probe)
            return fmt::format("{}: output {}, fetch {} of {}", text.name, setup_.selected(), *step.probe + 1,
                               probes_.size());
        return fmt::format("{}, {}", text.name, text.detail);
    }
    bool busy() const override { return check_wanted_ || ticket_.pending(); }
    std::string busy_text() const override { return busy() ? "comparing with the GPU" : ""; }

    std::vector<Setting> settings() const override { return setup_.settings(); }
    std::vector<SettingChoice> choices() override { return choices_of(setup_.properties()); }
    void set(std::string_view key, std::string_view value) override {
        setup_.set(name(), key, value);
        rebuild();
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
    }

private:
    SmallStep step() const { return steps_[static_cast<std::size_t>(transport_.position())]; }

    SmallView make_view() const {
        return {*model_, probes_, static_cast<std::size_t>(setup_.selected()), step(), looked_at_, path_};
    }

    /// Applies the current setup.
    void rebuild() {
        const SmallStep before = step();
        const bool at_end = transport_.position() + 1 == transport_.count();
        std::vector<std::string> names = row_names();
        model_ = std::make_unique<SmallModel>(setup_);
        search();
        if (names == row_names())
            transport_.seek(position_of(steps_, before));
        else
            at_end ? transport_.last() : transport_.first();
        looked_at_.reset();
        path_.clear();
        look_at(followed_cell());
        check_.reset();
        check_wanted_ = true;
        host_.redraw();
    }

    void search() {
        probes_ = probes_of(*model_, static_cast<std::size_t>(setup_.selected()));
        steps_ = make_steps(*model_, probes_.size());
        transport_.set_count(static_cast<int>(steps_.size()));
    }

    std::vector<std::string> row_names() const {
        std::vector<std::string> names;
        for (const SmallRow& row : model_->rows())
            names.push_back(fmt::format("{}{}", row.text.name, row.text.detail));
        return names;
    }

    void post_check() {
        ticket_ = host_.worker.post(
            "comparing with the GPU",
            [this, setup = setup_, twin = model_->trace()](WorkerContext& context) -> Worker::Completion {
                return [this, check = check_on_gpu(context.machine().raster(), setup, twin)] {
                    check_ = check;
                    host_.redraw();
                };
            });
    }

    void click(CellId cell) {
        const std::size_t search = model_->search_row();
        if (cell.row == 0 && cell.index < setup_.elements().size()) {
            setup_.toggle(static_cast<int>(cell.index));
            rebuild();
        } else if (cell.row >= search) {
            const CellId output = cell.row == search ? cell : model_->copied_from(cell);
            if (output.row != search)
                return;
            setup_.select(static_cast<int>(output.index));
            rebuild();
        }
    }

    /// Follows the element of a cell, or stops if it is followed already.
    void follow(CellId cell) {
        const CellId origin = model_->origin_of(cell);
        if (origin.row > 0 || origin.index >= setup_.elements().size())
            return;
        const int element = static_cast<int>(origin.index);
        setup_.follow(setup_.followed() == element ? -1 : element);
        look_at(followed_cell());
    }

    std::optional<CellId> followed_cell() const {
        const int element = setup_.followed();
        return element < 0 ? std::nullopt : std::optional(CellId{0, static_cast<std::size_t>(element)});
    }

    void look_at(std::optional<CellId> cell) {
        if (cell == looked_at_)
            return;
        looked_at_ = cell;
        path_ = cell ? model_->path(*cell) : std::vector<std::vector<PathMark>>{};
        host_.redraw();
    }

    std::string tip_of(CellId cell) const {
        const std::string& tip = model_->cell(cell).tip;
        if (cell.row == 0 && cell.index < setup_.elements().size())
            return tip + "\nClick to change it, right click to follow it.";
        if (cell.row == model_->search_row())
            return tip + "\nClick to see its search, right click to follow its element.";
        return tip;
    }

    void draw_header() {
        const Look& look = host_.look;
        const SmallStep step = this->step();
        const PassText& text = model_->rows()[step.row].text;
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {look.px(14), look.px(10)});
        ImGui::BeginChild("header", {0, look.px(86)}, false,
                          ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar |
                              ImGuiWindowFlags_NoScrollWithMouse);
        ImGui::PushFont(look.fonts.heading);
        ImGui::TextUnformatted(capitalized(step_text()).c_str());
        ImGui::PopFont();
        draw_verdict(look, verdict());
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(step.probe ? probes_[*step.probe].text.c_str() : text.meaning.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndChild();
        ImGui::PopStyleVar();
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddLine({low.x, high.y}, high, look.palette().line);
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
    SmallSetup setup_;
    std::unique_ptr<SmallModel> model_;
    std::vector<Probe> probes_;
    std::vector<SmallStep> steps_;
    Transport transport_;
    SmallCanvas canvas_;
    std::optional<CellId> looked_at_; ///< under the mouse, or the followed one
    std::vector<std::vector<PathMark>> path_;
    std::optional<SmallCheck> check_;
    bool check_wanted_ = false;
    Ticket ticket_; ///< last, so that it is destroyed before the members that its completion uses
};

} // namespace

std::unique_ptr<Scene> make_compaction_small_scene(Host& host) {
    return std::make_unique<CompactionSmallScene>(host);
}

} // namespace scanline::view
