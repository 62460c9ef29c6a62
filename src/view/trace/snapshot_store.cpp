#include "trace/snapshot_store.h"

#include <algorithm>
#include <limits>

namespace scanline::view {

SnapshotStore::SnapshotStore(const std::vector<std::int64_t>& step_bytes, std::int64_t cap) : cap_(cap) {
    entries_.reserve(step_bytes.size());
    for (const std::int64_t bytes : step_bytes)
        entries_.push_back({bytes, nullptr, false, 0});
}

int SnapshotStore::kept() const {
    return static_cast<int>(
        std::ranges::count_if(entries_, [](const Entry& entry) { return entry.texels != nullptr; }));
}

void SnapshotStore::set_cap(std::int64_t cap) {
    cap_ = cap;
    make_room(0, std::numeric_limits<std::uint64_t>::max());
    for (Entry& entry : entries_) {
        if (bytes_ > cap_ && entry.reserved)
            drop(entry);
    }
}

Texels SnapshotStore::use(int step) {
    Entry& entry = at(step);
    if (entry.texels)
        entry.last_use = ++uses_;
    return entry.texels;
}

std::vector<int> SnapshotStore::fitting(std::span<const int> steps) const {
    std::vector<int> fitting;
    std::int64_t sum = 0;
    for (const int step : steps) {
        if (sum + at(step).bytes <= cap_) {
            sum += at(step).bytes;
            fitting.push_back(step);
        }
    }
    return fitting;
}

std::vector<int> SnapshotStore::reserve(std::span<const int> steps) {
    // What is in the list has been used from here on, and is not dropped for what is behind it.
    const std::uint64_t bound = uses_ + 1;
    std::vector<int> reserved;
    for (const int step : steps) {
        Entry& entry = at(step);
        if (entry.texels || entry.reserved) {
            entry.last_use = ++uses_;
        } else if (make_room(entry.bytes, bound)) {
            reserve(entry);
            reserved.push_back(step);
        }
    }
    return reserved;
}

std::vector<int> SnapshotStore::reserve_evenly() {
    const std::size_t count = entries_.size();
    const auto bytes_of_every = [&](std::size_t stride) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < count; i += stride)
            sum += entries_[i].bytes;
        return sum;
    };
    std::size_t stride = 1;
    while (stride < count && bytes_of_every(stride) > cap_)
        ++stride;
    std::vector<int> reserved;
    for (std::size_t i = 0; i < count; i += stride) {
        Entry& entry = entries_[i];
        if (entry.texels || entry.reserved || bytes_ + entry.bytes > cap_)
            continue;
        reserve(entry);
        reserved.push_back(static_cast<int>(i));
    }
    return reserved;
}

void SnapshotStore::add(int step, Texels texels) {
    Entry& entry = at(step);
    if (!entry.reserved)
        return;
    entry.reserved = false;
    entry.texels = std::move(texels);
}

void SnapshotStore::give_up(std::span<const int> steps) {
    for (const int step : steps) {
        if (at(step).reserved)
            drop(at(step));
    }
}

void SnapshotStore::reserve(Entry& entry) {
    entry.reserved = true;
    entry.last_use = ++uses_;
    bytes_ += entry.bytes;
}

void SnapshotStore::drop(Entry& entry) {
    entry.texels = nullptr;
    entry.reserved = false;
    bytes_ -= entry.bytes;
}

bool SnapshotStore::make_room(std::int64_t bytes, std::uint64_t bound) {
    std::vector<Entry*> old;
    std::int64_t droppable = 0;
    for (Entry& entry : entries_) {
        if (entry.texels && entry.last_use < bound) {
            old.push_back(&entry);
            droppable += entry.bytes;
        }
    }
    const bool possible = bytes_ - droppable + bytes <= cap_;
    // A cap that has become smaller is kept as far as it can be.
    if (!possible && bytes > 0)
        return false;
    std::ranges::sort(old, {}, &Entry::last_use);
    for (auto next = old.begin(); next != old.end() && bytes_ + bytes > cap_; ++next)
        drop(**next);
    return possible;
}

std::vector<int> with_neighbours(std::span<const int> shown, int count, int ahead, int behind) {
    std::vector<int> steps(shown.begin(), shown.end());
    const auto add = [&](int step) {
        if (step >= 0 && step < count && std::ranges::find(steps, step) == steps.end())
            steps.push_back(step);
    };
    if (shown.empty())
        return steps;
    for (int distance = 1; distance <= std::max(ahead, behind); ++distance) {
        if (distance <= ahead)
            add(shown.front() + distance);
        if (distance <= behind)
            add(shown.front() - distance);
    }
    return steps;
}

} // namespace scanline::view
