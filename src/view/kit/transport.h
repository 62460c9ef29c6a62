#pragma once
#include <algorithm>

namespace scanline::view {

/// A scene's position in a sequence of steps, shown and moved by the bar at the bottom. Positions are 0 to
/// count() - 1; without steps the position is 0. advance() receives the elapsed time.
class Transport {
public:
    static constexpr double slowest = 0.5, fastest = 64; ///< steps per second

    int count() const { return count_; }
    int position() const { return position_; }
    bool playing() const { return playing_; }
    /// Steps per second.
    double speed() const { return speed_; }

    /// Keeps the position if it still exists, else moves to the last one.
    void set_count(int count) {
        count_ = std::max(0, count);
        position_ = std::clamp(position_, 0, std::max(0, count_ - 1));
        if (count_ < 2)
            playing_ = false;
    }

    // These stop playing; positions are clamped.
    void seek(int position) {
        position_ = std::clamp(position, 0, std::max(0, count_ - 1));
        playing_ = false;
    }

    void step(int steps) { seek(position_ + steps); }
    void first() { seek(0); }
    void last() { seek(count_ - 1); }

    /// Playing from the last step restarts at the first. Needs at least two steps.
    void play() {
        if (count_ < 2)
            return;
        if (position_ == count_ - 1)
            position_ = 0;
        playing_ = true;
        due_ = 0;
    }

    void pause() { playing_ = false; }

    void toggle() { playing_ ? pause() : play(); }
    /// Clamped to [slowest, fastest].
    void set_speed(double steps_per_second) { speed_ = std::clamp(steps_per_second, slowest, fastest); }

    /// Advances while playing, and stops at the last step. Returns true if the position has changed.
    bool advance(double seconds) {
        if (!playing_)
            return false;
        due_ += seconds * speed_;
        const int steps = static_cast<int>(std::min(due_, static_cast<double>(count_)));
        due_ -= steps;
        position_ = std::min(position_ + steps, count_ - 1);
        if (position_ == count_ - 1)
            playing_ = false;
        return steps > 0;
    }

private:
    int count_ = 0;
    int position_ = 0;
    bool playing_ = false;
    double speed_ = 2;
    double due_ = 0; ///< elapsed fraction of the next step
};

} // namespace scanline::view
