#include "scanline/view/gui.h"

#include "typeface.h"

#include <array>
#include <cmath>

namespace scanline::view {

namespace {

constexpr float text_size = 15, small_size = 12, heading_size = 16, mono_size = 13;

// Latin, the signs of mathematics and arrows that texts here use.
constexpr std::array<ImWchar, 5> latin{0x0020, 0x017F, 0x2010, 0x2030, 0};
constexpr std::array<ImWchar, 9> symbols{0x2070, 0x209C, 0x2190, 0x22FF, 0x25A0, 0x25FF, 0x2713, 0x2717, 0};

ImFont* load(const std::string& file, const std::string& symbol_file, float size) {
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    const float pixels = std::round(size);
    if (file.empty()) {
        ImFontConfig config;
        config.SizePixels = pixels;
        return atlas.AddFontDefault(&config);
    }
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    ImFont* font = atlas.AddFontFromFileTTF(file.c_str(), pixels, &config, latin.data());
    if (!font)
        return load({}, {}, size);
    if (!symbol_file.empty()) {
        config.MergeMode = true;
        atlas.AddFontFromFileTTF(symbol_file.c_str(), pixels, &config, symbols.data());
    }
    return font;
}

} // namespace

Gui::Gui(Theme theme, float scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    // The program keeps a session of its own.
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
#if IMGUI_VERSION_NUM >= 18900
    // InputQueue already spreads events over frames, and requests the frames that they need.
    io.ConfigInputTrickleEventQueue = false;
#endif
    look_.theme = theme;
    set_scale(scale);
}

Gui::~Gui() {
    ImGui::DestroyContext();
}

void Gui::set_theme(Theme theme) {
    look_.theme = theme;
    apply_style();
}

void Gui::set_scale(float scale) {
    look_.scale = scale;
    load_fonts();
    apply_style();
}

void Gui::load_fonts() {
    ImGui::GetIO().Fonts->Clear();
    const Typeface typeface = find_typeface();
    typeface_ = typeface.text.empty() ? "ImGui's own" : typeface.name;
    const std::string& heading = typeface.heading.empty() ? typeface.text : typeface.heading;
    look_.fonts.text = load(typeface.text, typeface.symbols, look_.px(text_size));
    look_.fonts.small = load(typeface.text, typeface.symbols, look_.px(small_size));
    look_.fonts.heading = load(heading, typeface.symbols, look_.px(heading_size));
    look_.fonts.mono = load(typeface.mono, {}, look_.px(mono_size));
    ImGui::GetIO().Fonts->Build();
}

void Gui::apply_style() {
    ImGuiStyle style;
    style.WindowPadding = {12, 10};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 4};
    style.ScrollbarSize = 12;
    style.GrabMinSize = 12;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.WindowRounding = 6;
    style.ChildRounding = 0;
    style.FrameRounding = 4;
    style.PopupRounding = 4;
    style.ScrollbarRounding = 6;
    style.GrabRounding = 4;
    style.TabRounding = 4;
    style.DisabledAlpha = 0.45f;
    style.ScaleAllSizes(look_.scale);
    // A border of two pixels at twice the size would look heavy.
    style.PopupBorderSize = 1;
    // White fields are hard to see on a light panel.
    style.FrameBorderSize = look_.theme == Theme::light ? 1 : 0;

    const Palette& palette = look_.palette();
    const auto set = [&style](ImGuiCol role, ImU32 colour) {
        style.Colors[role] = ImGui::ColorConvertU32ToFloat4(colour);
    };
    set(ImGuiCol_Text, palette.text);
    set(ImGuiCol_TextDisabled, palette.dim);
    set(ImGuiCol_WindowBg, palette.panel);
    set(ImGuiCol_ChildBg, with_alpha(palette.panel, 0));
    set(ImGuiCol_PopupBg, mix(palette.panel, palette.raised, 0.5f));
    set(ImGuiCol_Border, palette.line);
    set(ImGuiCol_FrameBg, palette.raised);
    set(ImGuiCol_FrameBgHovered, palette.hovered);
    set(ImGuiCol_FrameBgActive, palette.hovered);
    set(ImGuiCol_TitleBg, palette.panel);
    set(ImGuiCol_TitleBgActive, palette.panel);
    set(ImGuiCol_MenuBarBg, palette.panel);
    set(ImGuiCol_ScrollbarBg, with_alpha(palette.panel, 0));
    set(ImGuiCol_ScrollbarGrab, palette.line);
    set(ImGuiCol_ScrollbarGrabHovered, palette.hovered);
    set(ImGuiCol_ScrollbarGrabActive, palette.dim);
    set(ImGuiCol_CheckMark, palette.accent);
    set(ImGuiCol_SliderGrab, palette.accent);
    set(ImGuiCol_SliderGrabActive, palette.accent);
    set(ImGuiCol_Button, palette.raised);
    set(ImGuiCol_ButtonHovered, palette.hovered);
    set(ImGuiCol_ButtonActive, mix(palette.hovered, palette.accent, 0.3f));
    set(ImGuiCol_Header, mix(palette.panel, palette.accent, 0.25f));
    set(ImGuiCol_HeaderHovered, palette.hovered);
    set(ImGuiCol_HeaderActive, mix(palette.hovered, palette.accent, 0.3f));
    set(ImGuiCol_Separator, palette.line);
    set(ImGuiCol_Tab, palette.panel);
    set(ImGuiCol_TabHovered, palette.hovered);
    set(ImGuiCol_TabActive, palette.raised);
    set(ImGuiCol_TabUnfocused, palette.panel);
    set(ImGuiCol_TabUnfocusedActive, palette.raised);
    set(ImGuiCol_PlotHistogram, palette.accent);
    set(ImGuiCol_TableHeaderBg, palette.raised);
    set(ImGuiCol_TableBorderStrong, palette.line);
    set(ImGuiCol_TableBorderLight, palette.line);
    set(ImGuiCol_TableRowBg, with_alpha(palette.panel, 0));
    set(ImGuiCol_TableRowBgAlt, with_alpha(palette.raised, 0.4f));
    set(ImGuiCol_TextSelectedBg, with_alpha(palette.accent, 0.35f));
    set(ImGuiCol_DragDropTarget, palette.accent);
    set(ImGuiCol_NavHighlight, palette.accent);
    set(ImGuiCol_ModalWindowDimBg, with_alpha(palette.background, 0.6f));
    ImGui::GetStyle() = style;
}

} // namespace scanline::view
