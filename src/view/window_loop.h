#pragma once
#include <algorithm>
#include <deque>
#include <functional>
#include <set>

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

/// Queues key and mouse events for ImGui. Up to 1.86 it samples their state once a frame: a key
/// pressed and released between two frames would not be seen at all, and a drag would end where the mouse was
/// a frame before its button was let go. So of each key one change is let through a frame, and a button
/// changes in no frame in which the mouse moves. What has to wait holds up everything behind it.
class InputQueue {
public:
    /// key, button: a number of its own for each; handle: tells ImGui.
    void add_key(int key, std::function<void()> handle) {
        events_.push_back({Kind::key, key, std::move(handle)});
    }
    void add_button(int button, std::function<void()> handle) {
        events_.push_back({Kind::button, -1 - button, std::move(handle)});
    }
    void add_move(std::function<void()> handle) { events_.push_back({Kind::move, 0, std::move(handle)}); }
    /// What may come any number of times in a frame: text, the wheel.
    void add(std::function<void()> handle) { events_.push_back({Kind::other, 0, std::move(handle)}); }

    /// Before a frame. Returns whether something is left for the next.
    bool feed() {
        Frame frame;
        while (!events_.empty()) {
            if (!frame.take(events_.front()))
                return true;
            events_.front().handle();
            events_.pop_front();
        }
        return false;
    }

private:
    enum class Kind { key, button, move, other };
    struct Event {
        Kind kind;
        int key;
        std::function<void()> handle;
    };
    /// What has been let through.
    struct Frame {
        std::set<int> changed{};
        bool clicked = false, moved = false;

        bool take(const Event& event) {
            switch (event.kind) {
            case Kind::key: return changed.insert(event.key).second;
            case Kind::button: return clicked = !moved && changed.insert(event.key).second;
            case Kind::move: return moved = !clicked;
            case Kind::other: return true;
            }
            return true;
        }
    };
    std::deque<Event> events_;
};

} // namespace scanline::view
