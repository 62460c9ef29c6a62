#include "kit/prediction.h"

#include <algorithm>

namespace scanline::view {

void Prediction::turn(bool on) {
    *this = {};
    on_ = on;
}

void Prediction::begin(std::string_view scene, int step, std::vector<Written> written) {
    written_ = on_ ? std::move(written) : std::vector<Written>{};
    if (std::pair place{std::string(scene), step}; place != place_) {
        place_ = std::move(place);
        has_last_ = false;
    }
    std::erase_if(answers_, [this](const auto& answer) {
        if (answer.first.first != place_)
            return false;
        const Written* const now = find(answer.first.second);
        // A scene that is not shown, or that works, writes nothing.
        return now ? now->value != answer.second.wanted : !written_.empty();
    });
}

const Written* Prediction::find(std::uint64_t cell) const {
    const auto found = std::ranges::find(written_, cell, &Written::cell);
    return found == written_.end() ? nullptr : &*found;
}

const Prediction::Answer* Prediction::answer_to(std::uint64_t cell) const {
    const auto found = answers_.find(key_of(cell));
    return found == answers_.end() ? nullptr : &found->second;
}

bool Prediction::hides(std::uint64_t cell) const {
    return on_ && find(cell) && !answer_to(cell);
}

bool Prediction::hides_any() const {
    return std::ranges::any_of(written_, [this](const Written& one) { return hides(one.cell); });
}

const Written* Prediction::asked() const {
    if (hides(asked_))
        return find(asked_);
    const auto next = std::ranges::find_if(written_, [this](const Written& one) { return hides(one.cell); });
    return next == written_.end() ? nullptr : &*next;
}

void Prediction::answer(const std::string& value) {
    const Written* const cell = asked();
    if (!cell || value.empty())
        return;
    answers_.insert_or_assign(key_of(cell->cell), Answer{cell->value, value});
    last_ = cell->cell;
    has_last_ = true;
}

void Prediction::reveal() {
    for (const Written& one : written_)
        if (hides(one.cell))
            answers_.insert_or_assign(key_of(one.cell), Answer{one.value, ""});
    has_last_ = false;
}

const Written* Prediction::answered() const {
    return has_last_ ? find(last_) : nullptr;
}

bool Prediction::was_right() const {
    const Answer* const answer = answer_to(last_);
    return answer && answer->is_right();
}

Prediction::Score Prediction::score() const {
    Score score;
    for (const auto& [key, answer] : answers_) {
        score.answered += !answer.given.empty();
        score.right += answer.is_right();
    }
    return score;
}

bool Prediction::cover(ImDrawList& list, const Look& look, const Rect& rect, std::uint64_t cell) {
    const Palette& palette = look.palette();
    const float rounding = look.px(3);
    if (const Answer* const answer = on_ && find(cell) ? answer_to(cell) : nullptr)
        if (!answer->given.empty())
            outline(list, rect, answer->is_right() ? palette.series[2] : palette.error, rounding,
                    look.px(2.5f));
    if (!hides(cell))
        return false;
    const Written* const asked = this->asked();
    const bool is_asked = asked && asked->cell == cell;
    fill(list, rect, palette.background, rounding);
    outline(list, rect, is_asked ? palette.focus : palette.dim, rounding, look.px(is_asked ? 2.5f : 1.0f));
    if (const ImFont* const font = fitting_font(look, rect.size(), "?"))
        write_inside(list, font, rect, is_asked ? palette.focus : palette.dim, "?");
    if (is_hovered(rect)) {
        show_clickable_here();
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left))
            ask(cell);
    }
    return true;
}

} // namespace scanline::view
