#pragma once
#include "kit/look.h"
#include "scanline/machine/repetition.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scanline::view {

/// The controls of the inspector: a dim label at the left, the control at the right, a tooltip on both. All
/// return true if the user changed the value. Labels are also the controls' ids, so they must be unique
/// within a panel.

/// A line in the font of headings.
void heading(const Look& look, const char* text);
/// The same, underlined, with space above.
void section(const Look& look, const char* title);

/// Shown when the mouse rests on the label or the control.
using Tooltip = const char*;

bool choice(const Look& look, const char* label, std::span<const std::string> names, int& index,
            Tooltip tooltip);

/// A check box before its label, outlined so that it is seen where it is not checked.
bool check_box(const Look& look, const char* label, bool& on);
bool toggle(const Look& look, const char* label, bool& on, Tooltip tooltip);
bool slider(const Look& look, const char* label, int& value, int least, int most, Tooltip tooltip);
bool slider(const Look& look, const char* label, float& value, float least, float most, const char* format,
            Tooltip tooltip);
/// A power of two between two powers of two: 2, 4, 8 ... shown: the value as text; empty: its digits.
bool power_of_two(const Look& look, const char* label, int& value, int least, int most, Tooltip tooltip,
                  const std::string& shown = {});
/// A line of text.
bool text_field(const Look& look, const char* label, std::string& text, Tooltip tooltip);
/// Any subset of the names; `on` has an entry for each.
bool multi_choice(const Look& look, const char* label, std::span<const std::string> names,
                  std::vector<bool>& on, Tooltip tooltip);
/// As wide as the panel; greyed out unless `enabled`.
bool button(const Look& look, const char* label, Tooltip tooltip, bool enabled = true);
/// One that stands out.
bool accent_button(const Look& look, const char* label, ImVec2 size);
/// A read-only value.
void field(const Look& look, const char* label, const std::string& value, Tooltip tooltip = nullptr);
/// A count: of this step, and so far, of all of them. "this step 12, so far 49 of 67"
void count_field(const Look& look, const char* label, std::int64_t now, std::int64_t so_far, std::int64_t all,
                 Tooltip tooltip = nullptr);
/// Coloured text; wrapped: to the available width.
void coloured_text(ImU32 colour, std::string_view text, bool wrapped = false);
/// Text aligned in the available room: 0 at the left, 1 at the right.
void aligned_text(const std::string& text, float fraction);
/// A dim paragraph, wrapped at the panel's width; its terms show what they mean. font: null for the current
/// one.
void note(const Look& look, std::string_view text, ImFont* font = nullptr);

/// The result of a comparison with the GPU, in two or three words.
struct Verdict {
    std::string text; ///< "GPU agrees"
    ImU32 colour = 0;
    std::string tooltip;
};
/// A badge at the right end of the current line: only its coloured dot, if there is no room for the text.
void draw_verdict(const Look& look, const Verdict& verdict);
/// Title and description of a step, at the top of the middle, with a badge beside the title unless the
/// verdict is empty. Reserves two lines for the sentence, which may take more; or as many as `lines` says,
/// and cuts what does not fit, which the tooltip shows. is_answer: in large type, if it fits.
void step_heading(const Look& look, const std::string& title, const std::string& sentence,
                  const Verdict& verdict = {}, std::optional<int> lines = {}, bool is_answer = false);

/// A tooltip for the last item.
void tooltip(Tooltip text);

/// The stage times of some variants, one column each.
struct StageTable {
    struct Row {
        std::string stage;
        std::vector<double> milliseconds; ///< one per variant; 0 if it lacks the stage
        std::size_t series = 0;           ///< its colour in Palette::series
    };
    std::vector<Row> rows; ///< in execution order
    std::vector<double> totals;
};

/// The name of a stage, and its colour in Palette::series.
struct StageColour {
    std::string_view name;
    std::size_t series;
};

/// The stages of some variants in this order, without those that none has.
StageTable stage_table(std::span<const machine::Repetition> variants, std::span<const StageColour> order);

/// Like figure 7 of Moreira et al., but horizontal: a stacked bar for each variant, all on one scale, and a
/// legend with the times. Fills the available width. names: "A", "B"; unused for a single variant.
void draw_stage_bars(const Look& look, const StageTable& table, std::span<const char* const> names = {});

} // namespace scanline::view
