#pragma once
#include "kit/look.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view {

/// An entry of the finder.
struct Findable {
    std::string text;   ///< "Compare: side-by-side"
    std::string detail; ///< what it is: "View, Ctrl+B"
    std::function<void()> run;
    bool is_near = false; ///< of the scene that is shown: first among equals
};

/// Scores a text against the typed letters: higher is better; none unless the letters, without spaces, are a
/// subsequence of the text. Ignores the case of ASCII. Letters that begin words, stand at either end of the
/// text, or follow each other score more; most of all a typed text that is the whole, its beginning,
/// or that of a word.
std::optional<int> match_score(std::string_view typed, std::string_view text);

/// Indices of the entries that match, best first, among equals those near, then in order. Without typed
/// letters, all entries match, in order.
std::vector<std::size_t> ranked(std::string_view typed, const std::vector<Findable>& entries);

/// A search field above a list. Arrow keys select, Enter or a click runs the entry, Escape closes.
class Finder {
public:
    void open(std::vector<Findable> entries);
    bool is_open() const { return open_; }
    /// Draws it if it is open.
    void draw(const Look& look);

private:
    /// Returns the entry that was clicked, if any.
    std::optional<std::size_t> draw_results(const Look& look, float room);

    bool open_ = false;
    bool moved_ = false; ///< the selection, by keys: scrolls to it
    std::vector<Findable> entries_;
    std::vector<std::size_t> found_; ///< indices, best first
    std::string typed_;
    std::size_t selected_ = 0; ///< of found_
};

} // namespace scanline::view
