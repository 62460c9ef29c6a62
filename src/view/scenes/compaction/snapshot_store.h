#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace scanline::view::compaction {

using Texels = std::shared_ptr<const std::vector<float>>;

/// Keeps a run's snapshots within a cap, together with those on their way: allocate() evicts the least
/// recently used before others are read.
///
///     four steps of 10 bytes, a cap of 30: spread() gives 0 2; allocate({1}) gives 1; allocate({3}) drops
///     0 and gives 3
class SnapshotStore {
public:
    /// step_bytes: size of each step's snapshot.
    SnapshotStore(const std::vector<std::int64_t>& step_bytes, std::int64_t cap) : cap_(cap) {
        for (const std::int64_t bytes : step_bytes)
            entries_.push_back({bytes, nullptr, 0});
    }

    int count() const { return static_cast<int>(entries_.size()); }
    std::int64_t cap() const { return cap_; }
    std::int64_t bytes() const { return bytes_; }
    int kept() const {
        return count() - static_cast<int>(std::ranges::count(entries_, nullptr, &Entry::texels));
    }
    bool has(int step) const { return at(step).texels != nullptr; }

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

    void set_cap(std::int64_t cap) {
        cap_ = cap;
        evict(cap_);
    }

    /// Returns the snapshot of a step and marks it as used; null if it is not kept.
    Texels use(int step) {
        at(step).last_use = ++uses_;
        return peek(step);
    }
    /// The same without marking it as used.
    Texels peek(int step) const { return at(step).texels; }

    /// Returns those of the fitting() steps that are missing, and makes room for them; marks the others as
    /// used.
    std::vector<int> allocate(std::span<const int> steps) {
        std::vector<int> missing;
        std::int64_t room = cap_;
        for (const int step : fitting(steps)) {
            if (use(step))
                continue;
            missing.push_back(step);
            room -= at(step).bytes;
        }
        evict(room);
        return missing;
    }

    /// Every k-th step that is missing and has room, with the smallest k for which they all fit into the cap.
    /// Evicts nothing.
    std::vector<int> spread() const {
        const auto bytes_of_every = [&](int stride) {
            std::int64_t sum = 0;
            for (int step = 0; step < count(); step += stride)
                sum += at(step).bytes;
            return sum;
        };
        int stride = 1;
        while (stride < count() && bytes_of_every(stride) > cap_)
            ++stride;
        std::vector<int> missing;
        std::int64_t room = cap_ - bytes_;
        for (int step = 0; step < count(); step += stride) {
            if (has(step) || at(step).bytes > room)
                continue;
            missing.push_back(step);
            room -= at(step).bytes;
        }
        return missing;
    }

    /// Keeps a snapshot if there is room for it.
    void add(int step, Texels texels) {
        if (has(step) || bytes_ + at(step).bytes > cap_)
            return;
        at(step) = {at(step).bytes, std::move(texels), ++uses_};
        bytes_ += at(step).bytes;
    }

private:
    struct Entry {
        std::int64_t bytes = 0;
        Texels texels;
        std::uint64_t last_use = 0;
    };
    Entry& at(int step) { return entries_[static_cast<std::size_t>(step)]; }
    const Entry& at(int step) const { return entries_[static_cast<std::size_t>(step)]; }

    /// Evicts the least recently used, down to this many bytes.
    void evict(std::int64_t most) {
        while (bytes_ > most) {
            Entry& oldest = *std::ranges::min_element(entries_, {}, [](const Entry& entry) {
                return entry.texels ? entry.last_use : std::numeric_limits<std::uint64_t>::max();
            });
            oldest.texels = nullptr;
            bytes_ -= oldest.bytes;
        }
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

} // namespace scanline::view::compaction
