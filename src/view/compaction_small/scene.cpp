#include "scanline/view/scene.h"

#include "compaction_small/canvas.h"
#include "compaction_small/listing.h"
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
    const auto group = [&](std::string title, std::size_t written, std::size_t read) {
        ImGui::TextUnformatted(title.c_str());
        field(look, "Texels", std::to_string(written), "Written to the output.");
        field(look, "Fetches", std::to_string(read), "Texels read, as the CPU twin reads them.");
    };
    if (view.step.row > 0)
        group(fmt::format("This pass, {} of {}", view.step.row, rows.size() - 1), row.texels(), row.fetches);
    group(fmt::format("All {} passes", rows.size() - 1), texels, fetches);
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
    swatch(look, mix(p.valid, p.pinned, 0.35f), p.pinned, "a", p.valid_text, "way of the pinned element");
    swatch(look, mix(p.raised, p.pinned, 0.16f), with_alpha(p.pinned, 0.5f), "3", p.text,
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
        if (result.hovered)
            wrapped_tooltip(tip_of(*result.hovered));
        if (result.gesture == Gesture::unpin)
            unpin();
        else if (result.hovered && result.gesture == Gesture::pin)
            pin(*result.hovered);
        else if (result.hovered && result.gesture == Gesture::edit)
            edit(*result.hovered);
        else
            look_at(setup_.pinned() >= 0 ? pinned_cell() : result.hovered);
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

    std::optional<Pinned> pinned() const override {
        if (setup_.pinned() < 0)
            return std::nullopt;
        const auto element = static_cast<std::size_t>(setup_.pinned());
        const SmallStep step = this->step();
        const std::string& label = model_->label(element);
        return Pinned{fmt::format("Element {}: {}", element, label.empty() ? "invalid" : label),
                      facts_of(*model_, element, step.probe ? step.row - 1 : step.row)};
    }
    Listing listing() const override {
        const std::optional<CellId> pinned = pinned_cell();
        return listing_of(*model_, probes_, static_cast<std::size_t>(setup_.selected()), step(),
                          pinned ? std::optional(pinned->index) : std::nullopt);
    }
    void unpin() override {
        setup_.pin(-1);
        look_at(std::nullopt);
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
    SmallStep step() const { return steps_[static_cast<std::size_t>(transport_.position())]; }

    SmallView make_view() const {
        return {*model_, probes_,    static_cast<std::size_t>(setup_.selected()),
                step(),  looked_at_, setup_.pinned() >= 0,
                path_};
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
        look_at(pinned_cell());
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

    /// Pins the element of a cell; an output's search is shown too.
    void pin(CellId cell) {
        const std::size_t search = model_->search_row();
        if (const auto element = model_->element_of(cell))
            setup_.pin(static_cast<int>(*element));
        const CellId output = cell.row > search ? model_->copied_from(cell) : cell;
        if (output.row == search && output.index < setup_.elements().size()) {
            setup_.select(static_cast<int>(output.index));
            rebuild();
        }
        look_at(pinned_cell());
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
            return tip + "\nClick to pin it, click with Shift to change it.";
        if (cell.row == model_->search_row())
            return tip + "\nClick to see its search and to pin its element.";
        if (model_->element_of(cell))
            return tip + "\nClick to pin its element.";
        const CellKind kind = model_->cell(cell).kind;
        return kind == CellKind::number || kind == CellKind::zero
                   ? tip + "\nNo single element: while none is pinned, what it comes from is lit here."
                   : tip;
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
    SmallSetup setup_{SmallPreset::four_blocks}; ///< several blocks, so that they are seen to be joined
    std::unique_ptr<SmallModel> model_;
    std::vector<Probe> probes_;
    std::vector<SmallStep> steps_;
    Transport transport_;
    SmallCanvas canvas_;
    std::optional<CellId> looked_at_; ///< the pinned element, else the cell under the mouse
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
