#pragma once
#include <algorithm>
#include <deque>
#include <functional>
#include <set>

namespace scanline::view {

/// Decides when a window draws: a few frames after every event, and none while nothing happens.
class FramePacing {
public:
    static constexpr double idle_seconds = 0.5;      ///< between checks for changes without events
    static constexpr double blinking_seconds = 0.25; ///< blink interval of the cursor in a text field

    /// The longest time to wait for events before the next frame. animating: the next frame will differ
    /// without an event; typing: a cursor blinks.
    double wait_seconds(bool animating, bool typing) const {
        return frames_ > 0 || animating ? 0 : typing ? blinking_seconds : idle_seconds;
    }
    /// After the wait. events: true if there were any.
    void waited(bool events, bool typing) {
        if (events)
            frames_ = after_event;
        else if (typing)
            frames_ = std::max(frames_, 1);
    }
    /// Something visible has changed without an event.
    void changed() { frames_ = std::max(frames_, 2); }
    /// Returns true if a frame is due now, and counts it.
    bool take(bool animating) {
        const bool due = frames_ > 0 || animating;
        frames_ = std::max(frames_ - 1, 0);
        return due;
    }

private:
    // ImGui answers an event within two frames: one takes it in, one shows the result.
    static constexpr int after_event = 3;

    int frames_ = after_event;
};

/// Queues key and mouse events for ImGui, which up to 1.86 samples their state once per frame: a key pressed
/// and released between two frames would be lost, and a drag would end where the mouse was a frame before the
/// button was released. So each key changes at most once per frame, none is released in a frame in which one
/// is pressed, because a Control released there would not count for that key, and no button changes in a
/// frame in which the mouse moves. No key changes after a button in a frame: a Shift released there would not
/// count for that click. An event that must wait holds up all later ones.
class InputQueue {
public:
    /// key, button: its number; handle: passes it to ImGui.
    void add_key(int key, bool released, std::function<void()> handle) {
        events_.push_back({released ? Kind::key_up : Kind::key, key, std::move(handle)});
    }
    void add_button(int button, std::function<void()> handle) {
        events_.push_back({Kind::button, -1 - button, std::move(handle)});
    }
    void add_move(std::function<void()> handle) { events_.push_back({Kind::move, 0, std::move(handle)}); }
    /// An event that may occur any number of times per frame: text, the wheel.
    void add(std::function<void()> handle) { events_.push_back({Kind::other, 0, std::move(handle)}); }

    /// Before a frame. Returns true if anything is left for the next frame.
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
    enum class Kind { key, key_up, button, move, other };
    struct Event {
        Kind kind;
        int key;
        std::function<void()> handle;
    };
    /// The events already passed on in this frame.
    struct Frame {
        std::set<int> changed{};
        bool clicked = false, moved = false, pressed = false;

        bool take(const Event& event) {
            switch (event.kind) {
            case Kind::key: return pressed = !clicked && changed.insert(event.key).second;
            case Kind::key_up: return !pressed && !clicked && changed.insert(event.key).second;
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
