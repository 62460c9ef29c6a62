#include "kit/glossary.h"

#include "kit/canvas.h"
#include "kit/text.h"
#include "kit/widgets.h"

#include <imgui_internal.h> // the wrap position, and UTF-8

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string>

namespace scanline::view {

namespace {

/// Names of settings and files are no words of a sentence: "--tile", "block/a.png".
bool is_part_of_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string_view("-_/=").find(letter) != std::string_view::npos;
}

/// The length of a spelling at the beginning of a text in lower case; 0 if it is not there.
std::size_t length_at(std::string_view text, std::string_view spelling) {
    const auto lower = [](char letter) { return std::tolower(static_cast<unsigned char>(letter)); };
    if (!std::ranges::equal(text.substr(0, spelling.size()), spelling, {}, {}, lower))
        return 0;
    const auto ends = [text](std::size_t end) { return end >= text.size() || !is_part_of_word(text[end]); };
    const std::size_t end = spelling.size();
    return ends(end) ? end : text[end] == 's' && ends(end + 1) ? end + 1 : 0;
}

TermPlace longest_at(std::string_view text, std::size_t begin) {
    TermPlace longest{nullptr, begin, begin};
    for (const Term& term : terms()) {
        for (std::string_view rest = term.spellings; !rest.empty();) {
            const std::string_view spelling = rest.substr(0, rest.find('|'));
            rest.remove_prefix(std::min(spelling.size() + 1, rest.size()));
            if (const auto end = begin + length_at(text.substr(begin), spelling); end > longest.end)
                longest = {&term, begin, end};
        }
    }
    return longest;
}

/// What a term covers: a rectangle for each of its lines.
std::vector<Rect> rects_of(const TermPlace& place, std::string_view text, const ImFont& font,
                           std::span<const ImVec2> letters) {
    std::vector<Rect> rects;
    for (std::size_t i = place.begin; i < place.end; ++i) {
        const auto letter = static_cast<ImWchar>(text[i]); // terms are in ASCII
        const Rect rect = Rect::of(letters[i], {font.GetCharAdvance(letter), font.FontSize});
        if (rects.empty() || (rects.back().top != rect.top && text[i] != ' '))
            rects.push_back(rect);
        else if (rects.back().top == rect.top)
            rects.back().right = rect.right;
    }
    return rects;
}

void draw_dots(const Look& look, const Rect& word, ImU32 colour) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float side = std::max(1.0f, std::round(look.px(1))), y = std::round(word.bottom - side);
    for (float x = std::round(word.left); x + side <= word.right; x += 3 * side)
        list.AddRectFilled({x, y}, {x + side, y + side}, colour);
}

} // namespace

std::vector<TermPlace> terms_in(std::string_view text) {
    const std::string lower = lowered(std::string(text));
    std::vector<TermPlace> places;
    for (std::size_t i = 0; i < lower.size();) {
        const bool begins = is_part_of_word(lower[i]) && (i == 0 || !is_part_of_word(lower[i - 1]));
        const TermPlace found = begins ? longest_at(lower, i) : TermPlace{nullptr, i, i};
        if (found.term && std::ranges::count(places, found.term, &TermPlace::term) == 0)
            places.push_back(found);
        i = std::max(i + 1, found.end);
    }
    return places;
}

std::vector<ImVec2> letter_places(const ImFont& font, std::string_view text, float width) {
    // As ImFont::RenderText() goes through a text.
    std::vector<ImVec2> places(text.size() + 1);
    const char *const begin = text.data(), *const end = begin + text.size(), *line_end = nullptr;
    ImVec2 at{0, 0};
    for (const char* s = begin; s < end;) {
        if (width > 0 && !line_end)
            line_end = std::max(s + 1, font.CalcWordWrapPositionA(1, s, end, width - at.x));
        if (line_end && s >= line_end) {
            line_end = nullptr;
            at = {0, at.y + font.FontSize};
            for (; s < end && (*s == ' ' || *s == '\t'); ++s)
                places[static_cast<std::size_t>(s - begin)] = at;
            if (s < end && *s == '\n')
                places[static_cast<std::size_t>(s++ - begin)] = at;
            continue;
        }
        unsigned letter = 0;
        const int bytes = ImTextCharFromUtf8(&letter, s, end);
        std::fill_n(places.begin() + (s - begin), bytes, at);
        s += bytes;
        if (letter == '\n')
            at = {0, at.y + font.FontSize};
        else if (letter != '\r')
            at.x += font.GetCharAdvance(static_cast<ImWchar>(letter));
    }
    places.back() = at;
    return places;
}

void glossed_text(const Look& look, ImU32 colour, std::string_view text) {
    const ImGuiWindowTempData& window = ImGui::GetCurrentWindow()->DC;
    const ImVec2 at{std::floor(window.CursorPos.x),
                    std::floor(window.CursorPos.y + window.CurrLineTextBaseOffset)};
    const float wrap = window.TextWrapPos;
    const float width = wrap < 0 ? 0 : ImGui::CalcWrapWidthForPos(window.CursorPos, wrap);
    coloured_text(colour, text);
    const std::vector<TermPlace> places = terms_in(text);
    if (places.empty())
        return;
    const ImFont& font = *ImGui::GetFont();
    const std::vector<ImVec2> letters = letter_places(font, text, width);
    for (const TermPlace& place : places) {
        for (const Rect& line : rects_of(place, text, font, letters)) {
            const Rect word = line.moved(at);
            const bool hovered = is_hovered(word);
            draw_dots(look, word, hovered ? look.palette().accent : with_alpha(colour, 0.7f));
            if (hovered)
                wrapped_tooltip(fmt::format("{}: {}", text.substr(place.begin, place.end - place.begin),
                                            place.term->meaning));
        }
    }
}

} // namespace scanline::view
