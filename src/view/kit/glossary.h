#pragma once
#include "kit/look.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace scanline::view {

/// A term of the field; docs/terms.md has all of them.
struct Term {
    std::string_view spellings; ///< with '|' between them: "look-back|look back"
    std::string_view meaning;   ///< one or two sentences
};

/// The terms of all scenes.
std::span<const Term> terms();

/// Where a term stands in a text: from `begin` to before `end`.
struct TermPlace {
    const Term* term;
    std::size_t begin, end;
};

/// The terms in a text, in order, each where it occurs first: as whole words, also with an s at the end, in
/// large or small letters.
std::vector<TermPlace> terms_in(std::string_view text);

/// The top left corner of every letter of a text, and of its end, when ImGui writes it at (0, 0) in lines of
/// this width; 0: in one line. The bytes of a letter have the same corner.
std::vector<ImVec2> letter_places(const ImFont& font, std::string_view text, float width);

/// As coloured_text(), wrapped where a wrap position has been pushed, with dots under its terms; the mouse on
/// one shows what it means.
void glossed_text(const Look& look, ImU32 colour, std::string_view text);

} // namespace scanline::view
