#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scanline::view {

using Texels = std::shared_ptr<const std::vector<float>>;

/// Keeps a run's snapshots within a cap. Room is reserved for a snapshot before it is added, so that pending
/// ones count too: bytes() never exceeds cap(). The least recently used are evicted.
///
///     four steps of 10 bytes, a cap of 30: reserve_evenly() gives 0 2; reserve({1}) gives 1; reserve({3})
///     drops 0 and gives 3
class SnapshotStore {
public:
    /// step_bytes: size of each step's snapshot.
    SnapshotStore(const std::vector<std::int64_t>& step_bytes, std::int64_t cap) : cap_(cap) {
        for (const std::int64_t bytes : step_bytes)
            entries_.push_back({bytes, nullptr, false, 0});
    }

    int count() const { return static_cast<int>(entries_.size()); }
    std::int64_t cap() const { return cap_; }
    std::int64_t bytes() const { return bytes_; } ///< kept or reserved
    int kept() const {
        return count() - static_cast<int>(std::ranges::count(entries_, nullptr, &Entry::texels));
    }
    bool has(int step) const { return at(step).texels != nullptr; }
    bool pending(int step) const { return at(step).reserved; }

    /// The steps that fit into the cap together, chosen in order of importance; one that is too large is
    /// skipped.
    std::vector<int> fitting(std::span<const int> steps) const {
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

    /// Drops what exceeds a smaller cap, reservations too, so that add() drops their snapshots on arrival.
    void set_cap(std::int64_t cap) {
        cap_ = cap;
        make_room(0, std::numeric_limits<std::uint64_t>::max());
        for (Entry& entry : entries_) {
            if (bytes_ > cap_ && entry.reserved)
                drop(entry);
        }
    }

    /// Returns the snapshot of a step and marks it as used; null if it is not kept.
    Texels use(int step) {
        Entry& entry = at(step);
        if (entry.texels)
            entry.last_use = ++uses_;
        return entry.texels;
    }

    /// The same without marking it as used.
    Texels peek(int step) const { return at(step).texels; }

    /// Reserves room for the steps that are neither kept nor reserved, the most important first, as far as
    /// the cap allows; never evicts one for a less important one. Returns the steps that are now reserved.
    std::vector<int> reserve(std::span<const int> steps) {
        // The list's steps count as used from here on, so that none is evicted for a later one.
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

    /// Reserves room for every k-th missing step, with the smallest k for which they all fit into the cap.
    /// Evicts nothing.
    std::vector<int> reserve_evenly() {
        const auto bytes_of_every = [&](int stride) {
            std::int64_t sum = 0;
            for (int step = 0; step < count(); step += stride)
                sum += at(step).bytes;
            return sum;
        };
        int stride = 1;
        while (stride < count() && bytes_of_every(stride) > cap_)
            ++stride;
        std::vector<int> reserved;
        for (int step = 0; step < count(); step += stride) {
            Entry& entry = at(step);
            if (entry.texels || entry.reserved || bytes_ + entry.bytes > cap_)
                continue;
            reserve(entry);
            reserved.push_back(step);
        }
        return reserved;
    }

    /// Keeps a snapshot that has a reservation; drops it if the reservation is gone.
    void add(int step, Texels texels) {
        if (std::exchange(at(step).reserved, false))
            at(step).texels = std::move(texels);
    }

    /// Cancels reservations whose snapshots will not come.
    void give_up(std::span<const int> steps) {
        for (const int step : steps) {
            if (at(step).reserved)
                drop(at(step));
        }
    }

private:
    struct Entry {
        std::int64_t bytes = 0;
        Texels texels;
        bool reserved = false;
        std::uint64_t last_use = 0;
    };
    Entry& at(int step) { return entries_[static_cast<std::size_t>(step)]; }
    const Entry& at(int step) const { return entries_[static_cast<std::size_t>(step)]; }

    void reserve(Entry& entry) {
        entry.reserved = true;
        entry.last_use = ++uses_;
        bytes_ += entry.bytes;
    }

    void drop(Entry& entry) {
        entry.texels = nullptr;
        entry.reserved = false;
        bytes_ -= entry.bytes;
    }

    /// Evicts the least recently used of those used before `bound` until this many bytes are free. If that is
    /// impossible, returns false and evicts nothing.
    bool make_room(std::int64_t bytes, std::uint64_t bound) {
        std::vector<Entry*> old;
        std::int64_t droppable = 0;
        for (Entry& entry : entries_) {
            if (entry.texels && entry.last_use < bound) {
                old.push_back(&entry);
                droppable += entry.bytes;
            }
        }
        const bool possible = bytes_ - droppable + bytes <= cap_;
        // If the cap was lowered, comes as close to it as possible.
        if (!possible && bytes > 0)
            return false;
        std::ranges::sort(old, {}, &Entry::last_use);
        for (auto next = old.begin(); next != old.end() && bytes_ + bytes > cap_; ++next)
            drop(**next);
        return possible;
    }

    std::vector<Entry> entries_;
    std::int64_t cap_;
    std::int64_t bytes_ = 0;
    std::uint64_t uses_ = 0;
};

/// The visible steps, then the steps around the first of them, nearest first and `ahead` before `behind`: the
/// steps of a run that are worth keeping.
///
///     shown 5, 9 of 10 steps, 2 ahead, 1 behind: 5 9 6 4 7
inline std::vector<int> with_neighbours(std::span<const int> shown, int count, int ahead, int behind) {
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
