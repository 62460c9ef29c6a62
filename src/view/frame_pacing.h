#pragma once
#include <algorithm>

namespace scanline::view {

/// When a window draws: some frames after every event, and none while nothing happens. Knows no clock.
class FramePacing {
public:
    static constexpr double idle_seconds = 0.5;      ///< between looks at what makes no event
    static constexpr double blinking_seconds = 0.25; ///< of the cursor in a text field

    /// How long to wait for events before the next frame. animating: the next one differs although nothing
    /// happens; typing: there is a cursor that blinks.
    double wait_seconds(bool animating, bool typing) const {
        return frames_ > 0 || animating ? 0 : typing ? blinking_seconds : idle_seconds;
    }
    /// After the wait. events: whether there were any.
    void waited(bool events, bool typing) {
        if (events)
            frames_ = after_event;
        else if (typing)
            frames_ = std::max(frames_, 1);
    }
    /// What is shown has changed without an event.
    void changed() { frames_ = std::max(frames_, 2); }
    /// Whether a frame is drawn now, which counts it.
    bool take(bool animating) {
        const bool due = frames_ > 0 || animating;
        frames_ = std::max(frames_ - 1, 0);
        return due;
    }

private:
    // ImGui answers an event within two frames: one that takes it in, one that shows what follows from it.
    static constexpr int after_event = 3;

    int frames_ = after_event;
};

} // namespace scanline::view
