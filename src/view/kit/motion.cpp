#include "kit/motion.h"

#include <algorithm>
#include <utility>

namespace scanline::view {

void Motion::frame(int step, float passed, bool wanted) {
    // A frame that took long shows a part of the way all the same.
    constexpr float most = seconds / 5;
    time_ = std::min(seconds, time_ + std::min(passed, most));
    if (const int last = std::exchange(step_, step); step != last) {
        before_ = std::exchange(now_, {});
        time_ = wanted && last >= 0 && step == last + 1 ? 0 : seconds;
    } else if (!wanted) {
        time_ = seconds;
    }
}

float Motion::progress() const {
    const float t = time_ / seconds;
    return t * t * (3 - 2 * t);
}

ImVec2 Motion::place(std::uint64_t mark, ImVec2 at, std::optional<ImVec2> from) {
    now_[mark] = at;
    if (!running())
        return at;
    if (const auto last = before_.find(mark); last != before_.end())
        from = last->second;
    const ImVec2 start = from.value_or(at);
    const float t = progress();
    return {start.x + t * (at.x - start.x), start.y + t * (at.y - start.y)};
}

} // namespace scanline::view
