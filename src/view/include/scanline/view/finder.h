#pragma once
#include "scanline/view/look.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// Something that can be found by its name and run.
struct Findable {
    std::string text;   ///< "Compare: side-by-side"
    std::string detail; ///< what it is: "View, Ctrl+B"
    std::function<void()> run;
};

/// How well a text matches what was typed: higher is better; none if the letters typed, without spaces, do
/// not occur in the text in this order. Upper and lower case of ASCII are alike. Letters at the beginnings of
/// words, at both ends of the text, and next to each other count more than others.
std::optional<int> match_score(std::string_view typed, std::string_view text);

/// The texts that match, best first; of equals the earlier one. All, in their order, if nothing has been
/// typed.
std::vector<std::size_t> ranked(std::string_view typed, const std::vector<Findable>& entries);

/// A search field over a list, moved through by arrow keys; Enter or a click runs the entry, Escape closes.
class Finder {
public:
    void open(std::vector<Findable> entries);
    bool is_open() const { return open_; }
    /// Draws it if it is open.
    void draw(const Look& look);

private:
    void draw_results(const Look& look, float room, std::optional<std::size_t>& picked);

    bool open_ = false;
    bool moved_ = false; ///< the selection, by keys: scrolls to it
    std::vector<Findable> entries_;
    std::vector<std::size_t> found_; ///< indices, best first
    std::string typed_;
    std::size_t selected_ = 0; ///< of found_
};

} // namespace scanline::view
