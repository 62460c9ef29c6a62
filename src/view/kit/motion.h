#pragma once
#include <cstdint>
#include <imgui.h>
#include <optional>
#include <unordered_map>

namespace scanline::view {

/// Moves marks from one step to the next: each starts where the last step drew it. A scene
/// calls frame() first, and place() for every mark that it draws:
///
///     motion.frame(step, delta_time, host.motion);
///     write(list, font, motion.place(element, at), colour, letter, 0.5f);
///
/// Only a step forward moves marks; any other change jumps.
class Motion {
public:
    static constexpr float seconds = 0.25f; ///< that a transition takes

    /// step: the one shown; another one begins a transition, if `wanted`. passed: seconds since the last
    /// frame.
    void frame(int step, float passed, bool wanted);
    /// The steps are others: the next frame moves nothing.
    void forget() { step_ = -1; }

    bool running() const { return time_ < seconds; }
    /// Returns the progress of the transition from 0 to 1, eased in and out; 1 at rest.
    float progress() const;
    /// Returns the current position of a mark whose place is `at`. from: where it starts if the last step did
    /// not draw it; by default it does not move.
    ImVec2 place(std::uint64_t mark, ImVec2 at, std::optional<ImVec2> from = std::nullopt);

private:
    using Places = std::unordered_map<std::uint64_t, ImVec2>;

    int step_ = -1;
    float time_ = seconds;
    Places before_, now_; ///< in the last step, and in this one
};

} // namespace scanline::view
