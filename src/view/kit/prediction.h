#pragma once
#include "kit/canvas.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

/// A value that a step writes, as far as it can be predicted.
struct Written {
    std::uint64_t cell;                 ///< its number in the scene, see Prediction::cover()
    std::string name;                   ///< "y5"
    std::string value;                  ///< "12"
    std::string why;                    ///< "y1 + y4 = 5 + 7"
    std::vector<std::string> choices{}; ///< what it may be, a few; empty: it is typed
};

/// The user says what a step writes before it is shown. Cells of the current step show a question mark until
/// they are answered. A scene says what a step writes, by Scene::written(), and covers its cells:
///
///     draw_cell(list, rect, value);
///     if (!prediction.cover(list, look, rect, cell) && is_hovered(rect))
///         wrapped_tooltip(value);
class Prediction {
public:
    struct Score {
        int right = 0, answered = 0;
    };

    bool on() const { return on_; }
    /// Forgets all answers.
    void turn(bool on);
    /// Before a scene is drawn: what its step writes. Answers are kept for as long as the values are the
    /// same.
    void begin(std::string_view scene, int step, std::vector<Written> written);

    /// True until the cell is answered, or revealed.
    bool hides(std::uint64_t cell) const;
    bool hides_any() const;
    /// Draws what is known of a cell over it; a click asks for it. Returns hides(cell).
    bool cover(ImDrawList& list, const Look& look, const Rect& rect, std::uint64_t cell);

    /// The cell that is asked for; null if none is hidden.
    const Written* asked() const;
    void ask(std::uint64_t cell) { asked_ = cell; }
    /// Answers what is asked for. The next hidden cell is asked for then.
    void answer(const std::string& value);
    /// Shows the cells that are left in this step; they count as not answered.
    void reveal();
    /// The last answer in this step, and whether it was right; null before the first.
    const Written* answered() const;
    bool was_right() const;
    Score score() const;

private:
    struct Answer {
        std::string wanted, given; ///< nothing given: it was revealed
        bool is_right() const { return given == wanted; }
    };
    using Key = std::pair<std::pair<std::string, int>, std::uint64_t>; ///< scene and step, cell

    Key key_of(std::uint64_t cell) const { return {place_, cell}; }
    const Written* find(std::uint64_t cell) const;
    const Answer* answer_to(std::uint64_t cell) const;

    bool on_ = false;
    std::pair<std::string, int> place_;
    std::vector<Written> written_; ///< in the step shown
    std::map<Key, Answer> answers_;
    std::uint64_t asked_ = 0, last_ = 0;
    bool has_last_ = false; ///< last_ has been answered in this step
};

} // namespace scanline::view
