#include "compaction_image/compaction_image_inspector.h"
#include "compaction_image/image_model.h"
#include "compaction_image/pane.h"
#include "compaction_image/pane_drawing.h"
#include "scanline/view/scene.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace scanline::view {

namespace {

constexpr float pane_margin = 12, pane_gap = 14;
constexpr std::array<std::string_view, 10> picture_endings{".png", ".jpg", ".jpeg", ".bmp", ".tga",
                                                           ".pgm", ".ppm", ".pbm",  ".pnm", ".npy"};
constexpr float wide_pane = 220; ///< the least width of panes of which three stand side by side

class CompactionImageScene final : public Scene {
public:
    explicit CompactionImageScene(Host& host)
        : host_(host),
          model_(host.worker, host.masks, [this](const std::string& text) { host_.log.warning(text); }) {}

    std::string_view name() const override { return "compaction-image"; }
    std::string_view title() const override { return "Compaction of a picture"; }
    std::string_view summary() const override {
        return "A picture is compacted on the GPU: every pass as it stands in its texture, two variants "
               "side by side, and what their stages take.";
    }

    void enter() override { model_.start(); }
    void refresh() override { model_.restart(); }
    void update() override {
        model_.update();
        std::vector<PaneContents> contents = model_.panes(wide_);
        shown_ = contents.size();
        // All panes together take a part of a frame.
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
        for (std::size_t i = 0; i < shown_; ++i) {
            std::optional<std::chrono::microseconds> time;
            if (host_.renderer)
                time = std::chrono::duration_cast<std::chrono::microseconds>(
                    end - std::chrono::steady_clock::now());
            panes_[i].update(host_.worker, std::move(contents[i]), time);
        }
    }

    void draw() override;
    void draw_inspector() override { draw_image_inspector(host_.look, model_); }

    Transport* transport() override { return &model_.transport; }
    std::string step_text() const override { return model_.step_text(); }
    bool busy() const override {
        return model_.busy() || std::ranges::any_of(panes(), [](const Pane& pane) { return pane.busy(); });
    }
    std::string busy_text() const override { return model_.busy() ? model_.progress().what : std::string(); }
    bool animating() const override {
        return std::ranges::any_of(panes(), [](const Pane& pane) { return pane.uploading(); });
    }

    std::span<const std::string_view> file_endings() const override { return picture_endings; }
    void open(const std::filesystem::path& path) override { model_.open(path); }

    std::vector<Setting> settings() const override { return model_.settings(); }
    void set(std::string_view key, std::string_view value) override { model_.set(key, value); }
    void add_actions(Actions& actions) override;

private:
    std::span<const Pane> panes() const { return std::span(panes_).first(shown_); }
    void toggle(bool ImageSettings::*setting) {
        ImageSettings next = model_.current();
        next.*setting = !(next.*setting);
        model_.change(next);
    }
    void flip_while_held();
    std::vector<PaneRect> rects() const;

    Host& host_;
    ImageModel model_;
    std::array<Pane, ImageModel::most_panes> panes_;
    std::size_t shown_ = 0;
    bool wide_ = false;
    bool held_ = false;                   ///< the key that shows B in place of A
    std::optional<std::int64_t> element_; ///< of the source, under the mouse
};

std::vector<PaneRect> CompactionImageScene::rects() const {
    const Look& look = host_.look;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const glm::vec2 border(look.px(pane_margin));
    const PaneRect room{glm::vec2(at.x, at.y) + border, glm::vec2(size.x, size.y) - 2.0f * border};
    int columns = model_.columns(wide_);
    if (columns == 0) {
        std::vector<glm::vec2> contents;
        for (const Pane& pane : panes())
            contents.emplace_back(pane.wanted().elements);
        columns = best_columns(contents, room, look.px(pane_gap), pane_chrome(look));
    }
    return arrange_panes(static_cast<int>(shown_), columns, room, look.px(pane_gap));
}

void CompactionImageScene::draw() {
    const Look& look = host_.look;
    wide_ = ImGui::GetContentRegionAvail().x >= 3 * look.px(wide_pane) + 2 * look.px(pane_gap + pane_margin);
    flip_while_held();
    const std::vector<PaneRect> where = rects();
    std::vector<PaneParts> parts;
    std::vector<PaneFrame> frames;
    for (std::size_t i = 0; i < shown_; ++i) {
        parts.push_back(pane_parts(look, where[i], panes_[i].shown()));
        frames.push_back(parts.back().frame);
    }
    model_.view.resolve(frames);

    std::vector<PaneMouse> mice;
    std::optional<std::int64_t> element;
    for (std::size_t i = 0; i < shown_; ++i) {
        const std::string id = "pane" + std::to_string(i);
        mice.push_back(handle_pane_mouse(id.c_str(), parts[i], panes_[i].shown(), model_.view));
        if (mice.back().texel)
            element = panes_[i].shown().element_of(*mice.back().texel);
    }
    for (std::size_t i = 0; i < shown_; ++i) {
        PaneMarks marks{mice[i].texel, mice[i].hovered, model_.current().grid};
        if (!marks.texel && element)
            marks.texel = panes_[i].shown().texel_of(*element);
        draw_pane(look, panes_[i], parts[i], model_.view, marks);
    }
}

void CompactionImageScene::flip_while_held() {
    const ImGuiIO& io = ImGui::GetIO();
    // With a modifier it is a shortcut.
    const bool held =
        ImGui::IsKeyDown(ImGuiKey{GLFW_KEY_B}) && !io.KeyShift && !io.KeyCtrl && !io.WantTextInput;
    if (held != held_)
        toggle(&ImageSettings::flip);
    held_ = held;
}

void CompactionImageScene::add_actions(Actions& actions) {
    actions.add(
        {.id = "scene.fit",
         .menu = "Scene",
         .title = "Show everything",
         .description = "Zoom so that all of the panes' contents can be seen; a double click does too.",
         .shortcut = {GLFW_KEY_F},
         .run = [this] { model_.view.fit(); }});
    actions.add({.id = "scene.one-to-one",
                 .menu = "Scene",
                 .title = "One pixel for an element",
                 .description = "Zoom to 1 : 1.",
                 .shortcut = {GLFW_KEY_1},
                 .run = [this] { model_.view.zoom_to(1); }});
    actions.add({.id = "scene.flip",
                 .menu = "Scene",
                 .title = "Show B in place of A",
                 .description = "Show the second variant in place of the first; or hold B.",
                 .shortcut = {GLFW_KEY_B, false, true},
                 .run = [this] { toggle(&ImageSettings::flip); },
                 .checked = [this] { return model_.current().flip; }});
    actions.add({.id = "scene.grid",
                 .menu = "Scene",
                 .title = "Block grid",
                 .description = "Show where blocks begin.",
                 .shortcut = {GLFW_KEY_G},
                 .run = [this] { toggle(&ImageSettings::grid); },
                 .checked = [this] { return model_.current().grid; }});
}

} // namespace

std::unique_ptr<Scene> make_compaction_image_scene(Host& host) {
    return std::make_unique<CompactionImageScene>(host);
}

} // namespace scanline::view
