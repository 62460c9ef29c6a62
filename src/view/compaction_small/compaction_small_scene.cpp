#include "compaction_small/compaction_small_canvas.h"
#include "compaction_small/compaction_small_check.h"
#include "compaction_small/compaction_small_inspector.h"
#include "text.h"

#include "scanline/view/scene.h"
#include "scanline/view/widgets.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace scanline::view {

namespace {

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
        if (draw_small_controls(host_.look, setup_))
            rebuild();
        draw_small_facts(host_.look, make_view());
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
    void set(std::string_view key, std::string_view value) override {
        setup_.set(name(), key, value);
        rebuild();
    }

    void add_actions(Actions& actions) override {
        const auto add = [&](const char* id, const char* title, const char* description, int key,
                             auto change) {
            actions.add({.id = id,
                         .menu = "Scene",
                         .title = title,
                         .description = description,
                         .shortcut = {key},
                         .run = [this, change] {
                             change();
                             rebuild();
                         }});
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

    /// Takes the setup as it is now.
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
            names.push_back(row.text.name + row.text.detail);
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

    /// The element of a cell, or none where that is followed already.
    void follow(CellId cell) {
        const CellId origin = model_->origin_of(cell);
        if (origin.row > 0 || origin.index >= setup_.elements().size())
            return;
        const int element = static_cast<int>(origin.index);
        setup_.follow(setup_.followed() == element ? -1 : element);
        look_at(followed_cell());
    }

    std::optional<CellId> followed_cell() const {
        if (setup_.followed() < 0)
            return std::nullopt;
        return CellId{0, static_cast<std::size_t>(setup_.followed())};
    }

    void look_at(std::optional<CellId> cell) {
        if (cell == looked_at_)
            return;
        looked_at_ = cell;
        path_ = cell ? model_->path(*cell) : std::vector<std::vector<PathMark>>{};
        host_.redraw();
    }

    std::string tip_of(CellId cell) const {
        const std::string& tip = model_->rows()[cell.row].cells[cell.index].tip;
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
        draw_badge();
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(step.probe ? probes_[*step.probe].text.c_str() : text.meaning.c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndChild();
        ImGui::PopStyleVar();
        const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
        ImGui::GetWindowDrawList()->AddLine({low.x, high.y}, high, look.palette().line);
    }

    struct Badge {
        const char* text;
        ImU32 colour;
        std::string tip;
    };
    Badge badge() const {
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

    void draw_badge() const {
        const Look& look = host_.look;
        const auto [text, colour, tip] = badge();
        const ImVec2 size = ImGui::CalcTextSize(text);
        const float padding = look.px(9), width = size.x + 2 * padding + look.px(12);
        ImGui::SameLine(ImGui::GetWindowWidth() - width - look.px(14));
        const ImVec2 at = ImGui::GetCursorScreenPos();
        ImGui::Dummy({width, size.y});
        tooltip(tip.c_str());
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const float edge = look.px(3);
        list.AddRectFilled({at.x, at.y - edge}, {at.x + width, at.y + size.y + edge},
                           with_alpha(colour, 0.16f), size.y);
        list.AddCircleFilled({at.x + padding + look.px(3), at.y + size.y / 2}, look.px(3.5f), colour);
        list.AddText({at.x + padding + look.px(12), at.y}, look.palette().text, text);
    }

    Host& host_;
    SmallSetup setup_;
    std::unique_ptr<SmallModel> model_;
    std::vector<Probe> probes_;
    std::vector<SmallStep> steps_;
    Transport transport_;
    SmallCanvas canvas_;
    std::optional<CellId> looked_at_; ///< the one under the mouse, or the followed one
    std::vector<std::vector<PathMark>> path_;
    std::optional<SmallCheck> check_;
    bool check_wanted_ = false;
    Ticket ticket_; ///< last, so that it is dropped before what its completion touches
};

} // namespace

std::unique_ptr<Scene> make_compaction_small_scene(Host& host) {
    return std::make_unique<CompactionSmallScene>(host);
}

} // namespace scanline::view
