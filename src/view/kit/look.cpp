#include "kit/look.h"

#include <algorithm>
#include <cmath>
#include <fontconfig/fontconfig.h>
#include <memory>
#include <utility>
#include <vector>

namespace scanline::view {

namespace {

// 0xRRGGBB, the usual order everywhere but in ImGui.
constexpr ImU32 rgb(unsigned value) {
    return IM_COL32((value >> 16) & 255, (value >> 8) & 255, value & 255, 255);
}

// Okabe and Ito's colours in the order of bench's figures; dark greys become light in the dark theme.
constexpr std::array<ImU32, 8> series_on_light{rgb(0x0072b2), rgb(0xe69f00), rgb(0x009e73), rgb(0x56b4e9),
                                               rgb(0xd55e00), rgb(0x333333), rgb(0xcc79a7), rgb(0x8f8f8f)};
constexpr std::array<ImU32, 8> series_on_dark{rgb(0x3d9be0), rgb(0xf2b233), rgb(0x2fc79a), rgb(0x8fd0f5),
                                              rgb(0xf07a2d), rgb(0xe6e6e6), rgb(0xe393c0), rgb(0x9aa0a8)};

constexpr Palette dark_palette{
    .background = rgb(0x14171c),
    .panel = rgb(0x1b1f26),
    .raised = rgb(0x272d37),
    .hovered = rgb(0x343c49),
    .line = rgb(0x333a45),
    .text = rgb(0xe8ebf0),
    .dim = rgb(0x9ca6b7),
    .accent = rgb(0x4aa8e8),
    .accent_text = rgb(0x0b1118),
    .valid = rgb(0x2f6f57),
    .valid_text = rgb(0xeafff6),
    .invalid = rgb(0x2a2e36),
    .invalid_text = rgb(0x949eae),
    .focus = rgb(0xf2b233),
    .pinned = rgb(0xff6fd0),
    .warning = rgb(0xf2b233),
    .error = rgb(0xff7a70),
    .series = series_on_dark,
};

constexpr Palette light_palette{
    .background = rgb(0xeceff3),
    .panel = rgb(0xf8f9fb),
    .raised = rgb(0xffffff),
    .hovered = rgb(0xdfe6ef),
    .line = rgb(0xcdd4dd),
    .text = rgb(0x1a2029),
    .dim = rgb(0x5b6675),
    .accent = rgb(0x0b6bb0),
    .accent_text = rgb(0xffffff),
    .valid = rgb(0x86cbac),
    .valid_text = rgb(0x0d3b2a),
    .invalid = rgb(0xe3e6eb),
    .invalid_text = rgb(0x5b6675),
    .focus = rgb(0x9a5500),
    .pinned = rgb(0xc2127f),
    .warning = rgb(0x9a5b00),
    .error = rgb(0xb3261e),
    .series = series_on_light,
};

struct PatternDeleter {
    void operator()(FcPattern* pattern) const { FcPatternDestroy(pattern); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;

// The file of a family; empty if fontconfig would substitute another family.
std::string file_of(FcConfig* config, const char* family, int weight) {
    const Pattern wanted(FcPatternCreate());
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    FcPatternAddInteger(wanted.get(), FC_WEIGHT, weight);
    FcPatternAddInteger(wanted.get(), FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(config, wanted.get(), &result));
    FcChar8 *found_family = nullptr, *file = nullptr;
    if (!found || FcPatternGetString(found.get(), FC_FAMILY, 0, &found_family) != FcResultMatch ||
        FcPatternGetString(found.get(), FC_FILE, 0, &file) != FcResultMatch)
        return {};
    if (std::string_view(reinterpret_cast<const char*>(found_family)) != family)
        return {};
    return reinterpret_cast<const char*>(file);
}

template <std::size_t Count>
std::string first_file(FcConfig* config, const std::array<const char*, Count>& families, int weight) {
    for (const char* family : families) {
        if (std::string file = file_of(config, family, weight); !file.empty())
            return file;
    }
    return {};
}

constexpr float text_size = 15, small_size = 13.5f, heading_size = 16, answer_size = 20, title_size = 26,
                mono_size = 13;

// Latin, and the mathematical signs and arrows used in texts here.
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

const Palette& palette_of(Theme theme) {
    return theme == Theme::dark ? dark_palette : light_palette;
}

ImU32 with_alpha(ImU32 colour, float alpha) {
    const auto scaled = static_cast<ImU32>(std::lround(std::clamp(alpha, 0.0f, 1.0f) * 255.0f));
    return (colour & ~IM_COL32_A_MASK) | (scaled << IM_COL32_A_SHIFT);
}

ImU32 mix(ImU32 a, ImU32 b, float t) {
    const ImVec4 from = ImGui::ColorConvertU32ToFloat4(a), to = ImGui::ColorConvertU32ToFloat4(b);
    const auto between = [t](float x, float y) { return x + t * (y - x); };
    return ImGui::ColorConvertFloat4ToU32(
        {between(from.x, to.x), between(from.y, to.y), between(from.z, to.z), between(from.w, to.w)});
}

Typeface find_typeface() {
    Typeface typeface;
    const std::unique_ptr<FcConfig, void (*)(FcConfig*)> config(FcInitLoadConfigAndFonts(), FcConfigDestroy);
    if (!config)
        return typeface;
    for (const char* family : {"Roboto", "Noto Sans", "DejaVu Sans"}) {
        typeface.text = file_of(config.get(), family, FC_WEIGHT_REGULAR);
        if (typeface.text.empty())
            continue;
        typeface.name = family;
        typeface.heading = file_of(config.get(), family, FC_WEIGHT_MEDIUM);
        break;
    }
    typeface.mono = first_file(
        config.get(), std::array{"Roboto Mono", "DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono"},
        FC_WEIGHT_REGULAR);
    typeface.symbols =
        first_file(config.get(), std::array{"DejaVu Sans", "Noto Sans Symbols2"}, FC_WEIGHT_REGULAR);
    return typeface;
}

Gui::Gui(Theme theme, float scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    // The program has its own session file.
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
    look_.fonts.answer = load(heading, typeface.symbols, look_.px(answer_size));
    look_.fonts.title = load(heading, {}, look_.px(title_size));
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
    // At scale 2 a border of two pixels would look heavy.
    style.PopupBorderSize = 1;
    // White fields are hard to see on a light panel.
    style.FrameBorderSize = look_.theme == Theme::light ? 1 : 0;

    const Palette& palette = look_.palette();
    const std::pair<ImU32, std::vector<ImGuiCol>> colours[] = {
        {palette.text, {ImGuiCol_Text}},
        {palette.dim, {ImGuiCol_TextDisabled, ImGuiCol_ScrollbarGrabActive}},
        {palette.panel,
         {ImGuiCol_WindowBg, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_MenuBarBg, ImGuiCol_Tab,
          ImGuiCol_TabUnfocused}},
        {with_alpha(palette.panel, 0), {ImGuiCol_ChildBg, ImGuiCol_ScrollbarBg, ImGuiCol_TableRowBg}},
        {mix(palette.panel, palette.raised, 0.5f), {ImGuiCol_PopupBg}},
        {mix(palette.panel, palette.accent, 0.25f), {ImGuiCol_Header}},
        {palette.raised,
         {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_TabActive, ImGuiCol_TabUnfocusedActive,
          ImGuiCol_TableHeaderBg}},
        {with_alpha(palette.raised, 0.4f), {ImGuiCol_TableRowBgAlt}},
        {palette.hovered,
         {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_ScrollbarGrabHovered,
          ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_TabHovered}},
        {mix(palette.hovered, palette.accent, 0.3f), {ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}},
        {palette.line,
         {ImGuiCol_Border, ImGuiCol_ScrollbarGrab, ImGuiCol_Separator, ImGuiCol_TableBorderStrong,
          ImGuiCol_TableBorderLight}},
        {palette.accent,
         {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_PlotHistogram,
          ImGuiCol_DragDropTarget, ImGuiCol_NavHighlight}},
        {with_alpha(palette.accent, 0.35f), {ImGuiCol_TextSelectedBg}},
        {with_alpha(palette.background, 0.6f), {ImGuiCol_ModalWindowDimBg}}};
    for (const auto& [colour, roles] : colours) {
        for (const ImGuiCol role : roles)
            style.Colors[role] = ImGui::ColorConvertU32ToFloat4(colour);
    }
    ImGui::GetStyle() = style;
}

} // namespace scanline::view
