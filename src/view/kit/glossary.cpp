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

constexpr auto terms = std::to_array<Term>({
    {"stream", "The elements of an array or a picture in order; of a picture row by row from the top left."},
    {"valid", "Kept by compaction. A threshold, or its negation, says which elements are."},
    {"invalid", "Dropped by compaction. A threshold, or its negation, says which elements are."},
    {"survivor", "A valid element that stands in the output."},
    {"block", "A run of elements of one length, a power of two, that is compacted on its own. The compacted "
              "blocks are then joined."},
    {"descriptor", "What is known of a block before blocks are joined: where it lies, where its survivors "
                   "go, and how many there are."},
    {"hole", "In Jumping Jack, an output position whose own element is invalid."},
    {"chain|jumping-jack chain", "The elements that one hole of Jumping Jack visits, jump by jump, until it "
                                 "meets a valid one. No two chains meet."},
    {"run length", "How many elements of one kind stand side by side, here invalid ones."},
    {"pyramid|histogram pyramid|HistoPyramid", "Counts of the survivors in squares of 2 x 2 elements, of 4 x "
                                               "4, and so on, up to one count of all."},
    {"texel", "One element of a texture, with up to four numbers."},
    {"pass", "One draw call or dispatch of the GPU, over a set of elements."},
    {"prefix sum", "For each element the sum of those before it; the word covers minima and maxima too."},
    {"recursive doubling", "Hillis and Steele: in step d each element adds the one 2^d before it."},
    {"balanced tree", "Blelloch: sums go up a tree, prefix sums come down it."},
    {"up-sweep", "From the leaves to the root, every node adds its children."},
    {"down-sweep", "From the root to the leaves, every node learns the sum of all that lies before it."},
    {"lane", "One place of a vector register, or one invocation of a subgroup."},
    {"subgroup", "Invocations of a shader that run together and exchange values without memory."},
    {"workgroup", "Invocations of a shader that share fast memory and can wait for each other."},
    {"tile", "The elements that a workgroup, or a worker, holds at a time."},
    {"look-back|look back|looks back", "In a scan of one pass, reading what earlier tiles have published "
                                       "instead of waiting for all of them."},
    {"partition", "The part of an array that threads work on together between barriers."},
    {"dilation", "How much smaller the first thread's extra share of a partition is made, so that no thread "
                 "idles."},
    {"barrier", "A point that no thread passes before all have reached it."},
    {"super key", "A point's coordinates in cyclic order from the axis on, so that points with equal "
                  "coordinates still have an order."},
    {"median", "The middle one of values in order: as many are less as are greater."},
    {"index array|array of indices|arrays of indices",
     "Numbers of points, sorted by one coordinate. The points themselves stay where they are."},
    {"skyline", "The rows of a table that no other row dominates: however the columns are weighed, one of "
                "them is best."},
    {"dominate|dominated|dominator", "A row dominates another if it is nowhere worse and somewhere better."},
    {"median mask", "A bit for each column: set if the row is in the worse half of the column."},
    {"quartile mask",
     "A bit for each column: set if the row is in the worse half of its half of the column."},
    {"quartile", "A value that cuts off a quarter of a sorted column; the second one is the median."},
    {"tau",
     "The best of the rows' worst values: the row that has it dominates every row with no better value."},
    {"level",
     "The rows whose median masks have the same number of bits set, or the nodes of a tree at one depth."},
    {"median cell", "The rows with the same median mask."},
    {"dt|dominance test", "A comparison of two rows, column by column."},
    {"mt|mask test", "A comparison of two masks, which may save dominance tests."},
    {"query|queries", "What is looked up: a point with k or a radius, a box, or a cell of a data cube."},
    {"h-tree",
     "A tree of rows with a level for each dimension: rows that agree in the first dimensions share the "
     "first nodes, which hold the aggregates of their rows."},
    {"dimension", "A column that rows are filtered and grouped by, as codes from 0 to its cardinality - 1."},
    {"measure", "A column of numbers that is aggregated: by its sum, minimum or maximum."},
    {"popular path",
     "The order of the dimensions in the tree, from the root down. A query on the first of them is "
     "answered by a single node."},
    {"header table", "For each code of a level, where its run of side links begins."},
    {"side link", "A link between nodes of a level that have the same key, wherever they are in the tree."},
    {"roll-up", "Aggregating the counts and values of children into those of their parent, level by level."},
    {"cell of the cube|data cube",
     "A cell holds the aggregates of all rows that have given codes in some dimensions, whatever "
     "their codes in the others; a data cube is the set of all cells."},
    {"skip|skipped|prune|pruned|left out", "Not looked at, because nothing there can be part of the answer."},
});

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
    for (const Term& term : terms) {
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
