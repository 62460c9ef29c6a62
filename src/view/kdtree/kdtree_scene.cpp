#include "kdtree/kdtree_arrays.h"
#include "kdtree/kdtree_inspector.h"
#include "kdtree/kdtree_model.h"
#include "kdtree/kdtree_picture.h"
#include "kdtree/kdtree_text.h"
#include "scanline/view/scene.h"
#include "scanline/view/widgets.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::view {

namespace {

constexpr std::array<std::string_view, 3> point_endings{".csv", ".ply", ".npy"};
constexpr float low_middle = 430; ///< below it the arrays are drawn narrower

class KdTreeScene final : public Scene {
public:
    explicit KdTreeScene(Host& host)
        : host_(host),
          model_(
              host.worker, [this](const std::string& text) { host_.log.warning(text); }, host.redraw) {}

    std::string_view name() const override { return "kdtree"; }
    std::string_view title() const override { return "k-d trees, level by level"; }
    std::string_view summary() const override {
        return "A balanced k-d tree is built level by level, and searched node by node, in the plane or in "
               "space.";
    }

    void enter() override { model_.start(); }
    void update() override { model_.update(); }
    void draw() override;
    void draw_inspector() override { draw_kd_inspector(host_.look, model_); }

    Transport* transport() override { return &model_.transport; }
    std::string step_text() const override;
    bool busy() const override { return model_.busy(); }
    std::string busy_text() const override { return busy() ? "building the tree" : ""; }

    std::span<const std::string_view> file_endings() const override { return point_endings; }
    void open(const std::filesystem::path& path) override { model_.open(path); }

    std::vector<Setting> settings() const override { return settings_of(model_.setup()); }
    void set(std::string_view key, std::string_view value) override { model_.set(key, value); }
    void add_actions(Actions& actions) override;

private:
    void draw_run(const KdRun& run);
    void say(const std::string& text) const;

    Host& host_;
    KdModel model_;
    std::int64_t hovered_ = -1; ///< the node that was under the mouse in the last frame
};

void KdTreeScene::draw() {
    const KdRun* run = model_.run();
    if (!run)
        say(busy() ? "Building the tree ..." : "There are no points yet.");
    else if (run->tree.size() == 0)
        say("This file has no points: its tree is empty.");
    else if (model_.setup().show == KdShow::query && !run->is_followed())
        say(fmt::format("Queries are followed node by node in up to {} points: there are {}.",
                        count_text(KdRun::most_followed), count_text(run->cloud.points().size())));
    else
        draw_run(*run);
}

void KdTreeScene::say(const std::string& text) const {
    const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    const float wrap = std::max(1.0f, room.x - host_.look.px(40));
    ImFont* const font = host_.look.fonts.text;
    const ImVec2 size = font->CalcTextSizeA(font->FontSize, 1e6f, wrap, text.c_str());
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize,
                                        {at.x + (room.x - size.x) / 2, at.y + (room.y - size.y) / 2},
                                        host_.look.palette().dim, text.c_str(), nullptr, wrap);
}

void KdTreeScene::draw_run(const KdRun& run) {
    const Look& look = host_.look;
    const KdSight& sight = model_.sight();
    const ImVec2 window = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const ImVec2 end{window.x + size.x, window.y + size.y};
    step_heading(look, sight.title, sight.sentence);
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const bool builds = model_.setup().show == KdShow::build;
    const bool has_arrays = builds && run.is_followed() && kd_arrays_fit(look, run, size.x);
    const bool narrow = size.y < look.px(low_middle);
    const float middle = has_arrays ? end.y - kd_arrays_height(look, run.tree.dimensions, narrow) : end.y;

    const KdPicture picture{run, sight, model_.setup(), hovered_};
    std::string left_out = sight.left_out;
    if (builds && !has_arrays)
        left_out += fmt::format("{}The index arrays have too many cells to be told apart.",
                                left_out.empty() ? "" : " ");
    const float below = left_out.empty() ? middle : middle - look.px(26);
    const KdAnswer answer = run.tree.dimensions == 2 ? draw_kd_plane(look, picture, low, {end.x, below})
                                                     : draw_kd_space(look, picture, low, {end.x, below});
    if (!left_out.empty()) {
        ImGui::SetCursorScreenPos({low.x + look.px(14), below + look.px(2)});
        note(look, left_out);
    }
    std::int64_t hovered = answer.hovered;
    if (has_arrays) {
        const std::int64_t cell =
            draw_kd_arrays(look, run, model_.transport.position(), hovered_, {window.x, middle}, end, narrow);
        hovered = std::max(hovered, cell);
    }
    if (hovered != hovered_)
        host_.redraw();
    hovered_ = hovered;
    model_.change(answer.setup);
}

std::string KdTreeScene::step_text() const {
    const KdRun* run = model_.run();
    if (!run || model_.transport.count() == 0)
        return "";
    const int position = model_.transport.position();
    if (!model_.asks())
        return build_text(*run, position).title;
    if (position == 0)
        return "before the search";
    if (position == result_step(model_.visits()))
        return "result";
    const auto& visit = model_.visits()[static_cast<std::size_t>(position) - 1];
    return fmt::format("{} {}", to_string(visit.kind), run->point_of(visit.node));
}

void KdTreeScene::add_actions(Actions& actions) {
    const auto add = [&](const char* id, const char* title, const char* description, int key, auto change) {
        actions.add({.id = id,
                     .menu = "Scene",
                     .title = title,
                     .description = description,
                     .shortcut = {key},
                     .run = [this, change] {
                         KdSetup next = model_.setup();
                         change(next);
                         model_.change(next);
                     }});
    };
    add("scene.random", "Other points", "Draw other points of the same kind.", GLFW_KEY_R,
        [](KdSetup& next) { next.seed = next.seed == KdSetup::most_seed ? 0 : next.seed + 1; });
    add("scene.next-preset", "Next preset", "Take points of the next kind.", GLFW_KEY_N, [](KdSetup& next) {
        const std::size_t place = next.preset() ? static_cast<std::size_t>(*next.preset()) + 1 : 0;
        next.points =
            to_string(points::all_point_distributions[place % points::all_point_distributions.size()]);
    });
    add("scene.query", "Build or query", "Go through a query in place of the build, or the other way round.",
        GLFW_KEY_Q,
        [](KdSetup& next) { next.show = next.show == KdShow::build ? KdShow::query : KdShow::build; });
    add("scene.next-query", "Next query", "Ask for the nearest, within a radius, or in a box.", GLFW_KEY_A,
        [](KdSetup& next) {
            const std::size_t place = static_cast<std::size_t>(next.query) + 1;
            next.query = all_kd_queries[place % all_kd_queries.size()];
        });
    add("scene.fit", "Show everything", "Look at points in space as in the beginning.", GLFW_KEY_F,
        [](KdSetup& next) {
            const KdSetup fresh;
            next.yaw = fresh.yaw;
            next.pitch = fresh.pitch;
            next.zoom = fresh.zoom;
        });
}

} // namespace

std::unique_ptr<Scene> make_kdtree_scene(Host& host) {
    return std::make_unique<KdTreeScene>(host);
}

} // namespace scanline::view
