#include "scanline/view/scene.h"

#include "compaction_image/model.h"
#include "kit/gesture.h"
#include "kit/zoom.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/data/image.h"
#include "scanline/systems/compaction.h"
#include "scanline/view/widgets.h"
#include "text.h"
#include "trace/step_drawing.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <limits>

namespace scanline::view {

namespace {

void show_numbers(const Look& look, const RunRecord& record) {
    const auto size = static_cast<double>(record.layout.size);
    field(
        look, "Elements",
        fmt::format("{} x {} = {}", record.spec.source->width, record.spec.source->height, short_count(size)),
        "Of the stream: the picture read row by row.");
    field(look, "Survivors",
          fmt::format("{}, {:.1f} %", record.survivors,
                      100.0 * static_cast<double>(record.survivors) / std::max(1.0, size)),
          "Valid elements, and their share of all.");
    field(look, "Texture", fmt::format("{} x {}", record.layout.width, record.layout.height),
          "The shape in which the stream lies on the GPU: rows of a power of two, whatever the picture's "
          "width.");
}

void show_times(const Look& look, const ImageModel& model) {
    section(look, "Times");
    std::vector<machine::Repetition> variants;
    for (const RunTrace* trace : {model.a(), model.b()}) {
        if (trace && trace->times)
            variants.push_back(trace->times->stages);
    }
    const std::size_t wanted = model.current().needs_b() ? 2 : 1;
    if (variants.size() < wanted)
        note(look, "Being measured ...");
    else
        draw_stage_bars(look, stage_table(variants, compaction_stages), std::array{"A", "B"});
}

void show_work(const Look& look, const ImageModel& model) {
    section(look, "Work");
    for (const auto& [trace, letter] : {std::pair{model.a(), " A"}, {model.b(), " B"}}) {
        if (!trace)
            continue;
        const Work work = work_of(trace->steps());
        const std::string of = model.b() ? letter : "";
        field(look, ("Passes" + of).c_str(),
              fmt::format("{} passes, {} texels", work.passes, short_count(static_cast<double>(work.items))),
              "Passes, and texels and vertices drawn in them.");
        field(look, ("Fetches" + of).c_str(),
              (work.uncounted_passes > 0 ? "> " : "") + short_count(static_cast<double>(work.fetches)),
              "Texels fetched; searches fetch as many as the data asks for, which are not counted.");
    }
    const double bytes = static_cast<double>(model.snapshot_bytes()),
                 cap = static_cast<double>(model.cap_bytes());
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, look.palette().accent);
    field(look, "Trace", fmt::format("{} of {}", bytes_text(bytes), bytes_text(cap)),
          "Memory of the snapshots that are kept. What is not kept is made again when it is looked at.");
    ImGui::ProgressBar(static_cast<float>(bytes / cap), {-1, look.px(4)}, "");
    ImGui::PopStyleColor();
}

void draw_image_inspector(const Host& host, ImageModel& model) {
    const Look& look = host.look;
    ImageSettings next = model.current();
    std::vector<Property> rows = properties_of(next);
    rows.front().browse = [&host] { host.actions.run("file.open"); };
    section(look, "Compaction");
    draw_rows(look, rows, {"image"});
    if (model.source() && !model.source()->note.empty())
        note(look, capitalized(model.source()->note) + '.');
    draw_rows(look, rows, {"algorithm", "block", "compare"});
    if (next.needs_b())
        draw_rows(look, rows, {"b-algorithm", "b-block"});
    draw_rows(look, rows, {"prefix-sum", "run-lengths"});

    section(look, "Stream");
    static const ValueImage none;
    const ValueImage& source = model.source() ? *model.source() : none;
    const float least = source.range.least, most = source.range.most;
    float threshold = next.discriminator(source).threshold;
    // The limit of ImGui's sliders.
    constexpr float widest = std::numeric_limits<float>::max() / 2;
    if (slider(look, "Threshold", threshold, std::clamp(least, -widest, widest),
               std::clamp(most, -widest, widest), most - least >= 100 && most <= 1e5f ? "%.0f" : "%.4g",
               "The least value that is valid."))
        next.threshold = threshold;
    draw_rows(look, rows, {"negate", "payload"});
    if (model.a())
        show_numbers(look, *model.a()->record);

    show_times(look, model);
    show_work(look, model);

    section(look, "View");
    draw_rows(look, rows, {"grid", "cap"});
    model.change(next);
}

constexpr float pane_margin = 12, pane_gap = 14, least_picture = 60;
constexpr auto mask_endings = with_ending(".npy", data::picture_endings);
constexpr float wide_pane = 220; ///< least width of a pane for three side by side

class CompactionImageScene final : public Scene {
public:
    explicit CompactionImageScene(Host& host)
        : host_(host),
          model_(host.worker, host.masks, [this](const std::string& text) { host_.log.warning(text); }) {}

    SceneTexts texts() const override {
        return {.name = ImageSettings::scene,
                .title = "Compaction of a picture",
                .summary = "A picture is compacted on the GPU: every pass as it stands in its texture, two "
                           "variants side by side, and what their stages take.",
                .group = "Compaction",
                .highlights = "Your own pictures; two algorithms in step; stage times."};
    }

    void enter() override { model_.start(); }
    void refresh() override { model_.restart(); }
    void update() override {
        model_.update();
        std::vector<PaneContents> contents = model_.panes(wide_);
        shown_ = contents.size();
        // Together, all panes take a fraction of a frame.
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
        for (std::size_t i = 0; i < shown_; ++i) {
            std::optional<std::chrono::microseconds> time;
            if (host_.renderer)
                time = std::chrono::duration_cast<std::chrono::microseconds>(
                    end - std::chrono::steady_clock::now());
            panes_[i].update(host_.worker, std::move(contents[i]), time);
        }
    }

    void draw() override {
        const Look& look = host_.look;
        wide_ =
            ImGui::GetContentRegionAvail().x >= 3 * look.px(wide_pane) + 2 * look.px(pane_gap + pane_margin);
        flip_while_held();
        step_heading(look, capitalized(model_.title()), model_.sentence(), {}, 2);
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + look.px(6));
        if (const auto clicked = draw_stages(look, model_.time_line(), model_.transport.position(),
                                             model_.current().needs_b()))
            model_.transport.seek(*clicked);
        const std::vector<Rect> where = rects();
        std::vector<PaneParts> parts;
        std::vector<PaneFrame> frames;
        for (std::size_t i = 0; i < shown_; ++i) {
            parts.push_back(pane_parts(look, where[i], panes_[i].shown()));
            frames.push_back(parts.back().frame);
        }
        model_.view.resolve(frames);

        const std::optional<std::int64_t> pinned = model_.pinned_element();
        std::vector<PaneMarks> marks;
        std::optional<std::int64_t> element;
        for (std::size_t i = 0; i < shown_; ++i) {
            const std::string id = "pane" + std::to_string(i);
            const PaneContents& contents = panes_[i].shown();
            marks.push_back(handle_pane_mouse(id.c_str(), parts[i], contents, model_.view));
            if (!panes_[i].wanted().message.empty())
                marks.back().texel.reset();
            if (marks.back().texel)
                element = contents.element_of(*marks.back().texel);
        }
        for (std::size_t i = 0; i < shown_; ++i) {
            if (!marks[i].texel && element)
                marks[i].texel = panes_[i].shown().texel_of(*element);
            if (pinned)
                marks[i].pinned = panes_[i].shown().texel_of(*pinned);
            draw_pane(look, panes_[i], parts[i], model_.view, marks[i], model_.current().grid);
        }
        if (shown_ > 0)
            draw_map(panes_[0], parts[0]);
        for (std::size_t i = 0; i < shown_; ++i)
            follow(gesture_in(parts[i].picture), element);
    }

    void draw_inspector() override { draw_image_inspector(host_, model_); }

    Transport* transport() override { return &model_.transport; }
    std::string step_text() const override { return model_.step_text(); }
    bool busy() const override {
        return model_.busy() || std::ranges::any_of(panes(), [](const Pane& pane) { return pane.busy(); });
    }
    std::string busy_text() const override { return model_.busy() ? model_.progress().what : std::string(); }
    bool animating() const override {
        return std::ranges::any_of(panes(), [](const Pane& pane) { return pane.uploading(); });
    }

    std::span<const std::string_view> file_endings() const override { return mask_endings; }
    void open(const std::filesystem::path& path) override { model_.open(path); }

    std::vector<Setting> settings() const override { return model_.settings(); }
    std::vector<SettingChoice> choices() override {
        ImageSettings now = model_.current();
        return choices_of(properties_of(now));
    }
    void set(std::string_view key, std::string_view value) override { model_.set(key, value); }
    void add_actions(Actions& actions) override {
        actions.add("scene.fit", "Scene", "Show everything",
                    "Zoom so that all of the panes' contents can be seen; a double click does too.",
                    {GLFW_KEY_F}, [this] { model_.view.fit(); });
        actions.add("scene.one-to-one", "Scene", "One pixel for an element", "Zoom to 1 : 1.", {GLFW_KEY_1},
                    [this] { model_.view.zoom_to(1); });
        actions.add(
            "scene.flip", "Scene", "Show B in place of A",
            "Show the second variant in place of the first; or hold B.", {GLFW_KEY_B, false, true},
            [this] { toggle(&ImageSettings::flip); }, [this] { return model_.current().flip; });
        actions.add(
            "scene.grid", "Scene", "Block grid", "Show where blocks begin.", {GLFW_KEY_G},
            [this] { toggle(&ImageSettings::grid); }, [this] { return model_.current().grid; });
    }

    std::optional<Pinned> pinned() const override { return model_.pinned(); }
    void unpin() override { model_.unpin(); }
    Listing listing() const override { return model_.listing(); }

private:
    void follow(Gesture gesture, std::optional<std::int64_t> element) {
        switch (gesture) {
        case Gesture::pin:
            if (element)
                model_.pin(*element);
            break;
        case Gesture::unpin: model_.unpin(); break;
        case Gesture::reset: model_.view.fit(); break;
        case Gesture::edit:
        case Gesture::none: break;
        }
    }

    /// Draws the map of a pane that shows a part of its contents.
    void draw_map(const Pane& pane, const PaneParts& parts) {
        if (!pane.wanted().message.empty() || !pane.painted())
            return;
        const Rect whole = model_.view.area(parts.frame, {0, 0}, parts.frame.contents);
        const auto centre =
            draw_minimap(host_.look, parts.picture, whole, [&](ImDrawList& list, const Rect& map) {
                draw_picture(list, pane, {map.left, map.top}, {map.right, map.bottom});
            });
        if (centre)
            model_.view.move_to({centre->x, centre->y});
    }

    std::span<const Pane> panes() const { return std::span(panes_).first(shown_); }
    void toggle(bool ImageSettings::*setting) {
        ImageSettings next = model_.current();
        next.*setting = !(next.*setting);
        model_.change(next);
    }
    void flip_while_held() {
        const ImGuiIO& io = ImGui::GetIO();
        // With a modifier the key is a shortcut.
        const bool held =
            ImGui::IsKeyDown(ImGuiKey{GLFW_KEY_B}) && !io.KeyShift && !io.KeyCtrl && !io.WantTextInput;
        if (held != held_)
            toggle(&ImageSettings::flip);
        held_ = held;
    }

    std::vector<Rect> rects() const {
        const Look& look = host_.look;
        const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
        const Rect room = Rect::of(at, size).inset(look.px(pane_margin));
        int columns = model_.columns(wide_);
        if (columns == 0) {
            std::vector<glm::vec2> contents;
            for (const Pane& pane : panes())
                contents.emplace_back(pane.wanted().elements);
            columns = best_columns(contents, room, look.px(pane_gap), pane_chrome(look));
        }
        // Where there is little height, all lie beside one another.
        const int count = static_cast<int>(shown_), down = (count + columns - 1) / columns;
        if (room.height() / static_cast<float>(down) < pane_chrome(look) + look.px(least_picture))
            columns = count;
        return arrange_panes(count, columns, room, look.px(pane_gap));
    }

    Host& host_;
    ImageModel model_;
    std::array<Pane, ImageModel::most_panes> panes_;
    std::size_t shown_ = 0;
    bool wide_ = false;
    bool held_ = false; ///< the key that shows B instead of A
};

} // namespace

std::unique_ptr<Scene> make_compaction_image_scene(Host& host) {
    return std::make_unique<CompactionImageScene>(host);
}

} // namespace scanline::view
