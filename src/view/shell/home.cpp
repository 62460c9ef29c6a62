#include "shell/home.h"

#include "kit/canvas.h"
#include "kit/gui_renderer.h"
#include "shell/dialog.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace scanline::view {

namespace {

/// A picture shows what a window of this width would, shrunk to its tile by at most `max_shrunk`: beyond,
/// the filter skips too many pixels.
constexpr float picture_width = 720, max_shrunk = 2.8f, min_tile = 250; // at scale 1
/// ImGui learns the sizes of what it draws in a first frame.
constexpr int settling_frames = 2;
constexpr double rest_seconds = 1.5;

float wrapped_height(const ImFont* font, std::string_view text, float width) {
    return text.empty()
               ? 0
               : font->CalcTextSizeA(font->FontSize, FLT_MAX, width, text.data(), text.data() + text.size())
                     .y;
}

/// Returns its height.
float write_wrapped(const ImFont* font, ImVec2 at, ImU32 colour, std::string_view text, float width) {
    ImGui::GetWindowDrawList()->AddText(font, font->FontSize, at, colour, text.data(),
                                        text.data() + text.size(), width);
    return wrapped_height(font, text, width);
}

} // namespace

Home::Home(Host& host, std::vector<std::unique_ptr<Scene>> scenes)
    : host_(host), context_(ImGui::CreateContext(ImGui::GetIO().Fonts), ImGui::DestroyContext),
      theme_(host.look.theme), scale_(host.look.scale) {
    for (std::unique_ptr<Scene>& scene : scenes)
        tiles_.push_back({.scene = std::move(scene)});
}

bool Home::update(double seconds) {
    if (!host_.renderer)
        return false;
    const bool restyled = std::exchange(theme_, host_.look.theme) != host_.look.theme;
    const bool rescaled = std::exchange(scale_, host_.look.scale) != host_.look.scale;
    for (Tile& tile : tiles_) {
        if (tile.size.x > 0)
            update(tile, seconds);
        if (tile.entered && (restyled || rescaled))
            tile.due = settling_frames;
    }
    const auto next = std::ranges::find_if(tiles_, [](const Tile& tile) { return tile.due > 0; });
    if (next == tiles_.end())
        return false;
    --next->due;
    next->picture = picture_of(*next);
    return true;
}

void Home::update(Tile& tile, double seconds) {
    Scene& scene = *tile.scene;
    if (!std::exchange(tile.entered, true)) {
        scene.enter();
        tile.due = settling_frames;
    }
    scene.update();
    if (Transport* transport = scene.transport(); transport && transport->count() > 1) {
        const int before = transport->position(), halfway = transport->count() / 2;
        tile.rested = transport->playing() ? 0 : tile.rested + seconds;
        if (!tile.hovered && (before != halfway || transport->playing()))
            transport->seek(halfway); // where there is much to see
        else if (tile.hovered && tile.rested >= rest_seconds)
            transport->play();
        transport->advance(seconds);
        if (transport->position() != before)
            tile.due = settling_frames;
    }
    if (std::exchange(tile.busy, scene.busy()) != tile.busy)
        tile.due = settling_frames;
}

bool Home::busy() const {
    return animating() || std::ranges::any_of(tiles_, &Tile::busy);
}

bool Home::animating() const {
    return host_.renderer && std::ranges::any_of(tiles_, [](const Tile& tile) {
               const Transport* transport = tile.scene->transport();
               const bool plays = tile.hovered && transport && transport->count() > 1;
               return tile.due > 0 || plays || (tile.entered && tile.scene->animating()) ||
                      (tile.size.x > 0 && !tile.entered);
           });
}

gl::Texture Home::picture_of(const Tile& tile) {
    const float larger = std::clamp(host_.look.px(picture_width) / tile.size.x, 1.0f, max_shrunk);
    const ImVec2 size{std::round(larger * tile.size.x), std::round(larger * tile.size.y)};
    ImGuiContext* const window = ImGui::GetCurrentContext();
    const ImGuiStyle style = ImGui::GetStyle();
    const ImGuiBackendFlags flags = ImGui::GetIO().BackendFlags;
    host_.renderer->new_frame();
    ImGui::SetCurrentContext(context_.get());
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags = flags;
    io.DisplaySize = size;
    ImGui::GetStyle() = style;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("scene", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    tile.scene->draw();
    ImGui::End();
    ImGui::Render();
    const ImDrawData& data = *ImGui::GetDrawData();
    ImGui::SetCurrentContext(window);
    return host_.renderer->texture(data, static_cast<int>(size.x), static_cast<int>(size.y),
                                   host_.look.palette().background);
}

void Home::press_keys(int columns, int first) {
    const int count = static_cast<int>(tiles_.size());
    const int before = std::max(selected_, first);
    const auto pressed = [](int key) { return is_pressed(key, true); };
    if (pressed(GLFW_KEY_LEFT))
        --selected_;
    if (pressed(GLFW_KEY_RIGHT))
        ++selected_;
    if (pressed(GLFW_KEY_UP))
        selected_ = selected_ < 0 ? selected_ - 1 : std::max(selected_ - columns, -1);
    if (pressed(GLFW_KEY_DOWN))
        selected_ += selected_ < 0 ? 1 : columns;
    selected_ = std::clamp(selected_, first, count - 1);
    moved_ = selected_ != before;
}

std::optional<int> Home::draw(const std::string& continued, bool has_tour) {
    const Look& look = host_.look;
    const float margin = look.px(28), gap = look.px(20), inner = look.px(14);
    ImGui::BeginChild("home", {0, 0});
    // As if there were a scroll bar: the tiles must not depend on it.
    const float room = ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - 2 * margin;
    const int columns = std::clamp(static_cast<int>((room + gap) / (look.px(min_tile) + gap)), 1, 3);
    const float width = std::max(64.0f, std::floor((room + gap) / static_cast<float>(columns) - gap));
    const ImVec2 picture{width, std::floor(width * 9 / 16)};
    const bool answers =
        !ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId) && !ImGui::GetIO().WantTextInput;
    const int first = (continued.empty() ? 0 : -1) - (has_tour ? 1 : 0);
    if (answers)
        press_keys(columns, first);

    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 top = ImGui::GetCursorScreenPos();
    float y = top.y + margin;
    write(list, look.fonts.title, {top.x + margin, y}, look.palette().text, "Scanline");
    y += look.fonts.title->FontSize + look.px(4);
    y += write_wrapped(look.fonts.text, {top.x + margin, y}, look.palette().dim,
                       "Data-parallel algorithms, step by step. The picture under the mouse plays.", room) +
         look.px(16);
    std::optional<int> chosen;
    for (int place = first; place < 0; ++place) {
        ImGui::SetCursorScreenPos({top.x + margin, y});
        const bool continues = place == -1 && !continued.empty();
        if (draw_bar(place,
                     continues ? "Continue: " + continued
                               : "Start here: from a mask to a data cube, in ten minutes",
                     room))
            chosen = place;
        y += look.px(44 + 12);
    }
    float texts = 0;
    for (const Tile& tile : tiles_)
        texts = std::max(
            texts, wrapped_height(look.fonts.text, tile.scene->texts().summary, width - 2 * inner) +
                       wrapped_height(look.fonts.small, tile.scene->texts().highlights, width - 2 * inner));
    const float height = picture.y + look.fonts.heading->FontSize + texts + look.px(40);
    for (int i = 0; i < static_cast<int>(tiles_.size()); ++i) {
        const auto row = static_cast<float>(i / columns), column = static_cast<float>(i % columns);
        ImGui::SetCursorScreenPos(
            {top.x + margin + column * (width + gap), y + look.px(8) + row * (height + gap)});
        if (draw_tile(i, picture, height))
            chosen = i;
    }
    const auto rows = static_cast<float>((std::ssize(tiles_) + columns - 1) / columns);
    ImGui::SetCursorScreenPos({top.x, y + look.px(8) + rows * (height + gap)});
    ImGui::Dummy({1, margin});
    ImGui::EndChild();
    if (answers && (is_pressed(GLFW_KEY_ENTER) || is_pressed(GLFW_KEY_KP_ENTER)))
        chosen = selected_;
    return chosen == -1 && continued.empty() ? tour : chosen;
}

bool Home::draw_bar(int place, const std::string& text, float width) const {
    const Look& look = host_.look;
    const Palette& palette = look.palette();
    const Rect bar = Rect::of(ImGui::GetCursorScreenPos(), {std::max(1.0f, width), look.px(44)});
    const bool clicked = ImGui::InvisibleButton(text.c_str(), bar.size());
    show_clickable();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    fill(list, bar, mix(palette.panel, palette.accent, ImGui::IsItemHovered() ? 0.3f : 0.2f), look.px(6));
    if (selected_ == place)
        outline(list, bar, palette.accent, look.px(6), look.px(1.5f));
    const float key = width_of(look.fonts.small, "Enter"),
                y = std::round(bar.middle_y() - look.fonts.heading->FontSize / 2);
    write_cut(list, look.fonts.heading, {bar.left + look.px(16), y}, bar.width() - key - look.px(48),
              palette.text, text);
    if (selected_ == place)
        write(list, look.fonts.small, {bar.right - look.px(16), y + look.px(3)}, palette.dim, "Enter", 1);
    return clicked;
}

bool Home::draw_tile(int index, ImVec2 picture, float height) {
    const Look& look = host_.look;
    const Palette& palette = look.palette();
    Tile& tile = tiles_[static_cast<std::size_t>(index)];
    const Rect card = Rect::of(ImGui::GetCursorScreenPos(), {picture.x, height});
    const bool clicked = ImGui::InvisibleButton(tile.scene->name().data(), card.size());
    show_clickable();
    const bool chosen = index == selected_;
    if (chosen && moved_)
        ImGui::SetScrollHereY();
    tile.hovered = ImGui::IsItemHovered();
    if (ImGui::IsItemVisible() && (tile.size.x != picture.x || tile.size.y != picture.y)) {
        tile.size = picture;
        tile.due = tile.entered ? settling_frames : 0;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float rounding = look.px(6), left = card.left + look.px(14), width = picture.x - look.px(28);
    fill(list, card, tile.hovered ? mix(palette.panel, palette.hovered, 0.5f) : palette.panel, rounding);
    const Rect frame = Rect::of(card.low(), picture);
    if (tile.picture) // OpenGL counts its rows from below
        list.AddImageRounded(reinterpret_cast<ImTextureID>(std::uintptr_t{tile.picture.id()}), frame.low(),
                             frame.high(), {0, 1}, {1, 0}, IM_COL32_WHITE, rounding,
                             ImDrawFlags_RoundCornersTop);
    else
        write_message(list, look, frame, std::string(tile.scene->texts().title), look.px(14));
    list.AddLine({frame.left, frame.bottom}, frame.high(), palette.line);
    outline(list, card, chosen || tile.hovered ? palette.accent : palette.line, rounding,
            look.px(chosen ? 2 : 1));
    float y = frame.bottom + look.px(12);
    write_cut(list, look.fonts.heading, {left, y}, width, palette.text,
              std::string(tile.scene->texts().title));
    y += look.fonts.heading->FontSize + look.px(6);
    y += write_wrapped(look.fonts.text, {left, y}, mix(palette.dim, palette.text, 0.4f),
                       tile.scene->texts().summary, width) +
         look.px(6);
    write_wrapped(look.fonts.small, {left, y}, palette.dim, tile.scene->texts().highlights, width);
    return clicked;
}

} // namespace scanline::view
