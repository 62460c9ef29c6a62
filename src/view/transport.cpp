#include "scanline/view/transport.h"

#include <algorithm>

namespace scanline::view {

void Transport::set_count(int count) {
    count_ = std::max(0, count);
    position_ = std::clamp(position_, 0, std::max(0, count_ - 1));
    if (count_ < 2)
        playing_ = false;
}

void Transport::seek(int position) {
    position_ = std::clamp(position, 0, std::max(0, count_ - 1));
    playing_ = false;
}

void Transport::play() {
    if (count_ < 2)
        return;
    if (position_ == count_ - 1)
        position_ = 0;
    playing_ = true;
    due_ = 0;
}

void Transport::pause() {
    playing_ = false;
}

void Transport::set_speed(double steps_per_second) {
    speed_ = std::clamp(steps_per_second, slowest, fastest);
}

bool Transport::advance(double seconds) {
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

} // namespace scanline::view
