#pragma once
#include <cstdint>
#include <imgui.h>
#include <optional>
#include <unordered_map>

namespace scanline::view {

/// How marks travel from one step to the next: each begins where it was drawn in the step before. A scene
/// calls frame() first, and place() for every mark that it draws:
///
///     motion.frame(step, delta_time, host.motion);
///     write(list, font, motion.place(element, at), colour, letter, 0.5f);
///
/// Only going on by one step moves marks; anything else jumps.
class Motion {
public:
    static constexpr float seconds = 0.25f; ///< that a transition takes

    /// step: the one shown; another one begins a transition, if `wanted`. passed: seconds since the last
    /// frame.
    void frame(int step, float passed, bool wanted);
    /// The steps are others: the next frame moves nothing.
    void forget() { step_ = -1; }

    bool running() const { return time_ < seconds; }
    /// From 0 to 1, slow at both ends; 1 at rest.
    float progress() const;
    /// Where a mark is now that belongs at `at`. from: where it begins if the last step did not draw it; by
    /// default it does not move.
    ImVec2 place(std::uint64_t mark, ImVec2 at, std::optional<ImVec2> from = std::nullopt);

private:
    using Places = std::unordered_map<std::uint64_t, ImVec2>;

    int step_ = -1;
    float time_ = seconds;
    Places before_, now_; ///< in the last step, and in this one
};

} // namespace scanline::view
