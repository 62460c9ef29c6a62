#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace scanline::view {

using Texels = std::shared_ptr<const std::vector<float>>;

/// What of a run's snapshots is kept, within a cap. A snapshot is added only after room has been reserved for
/// it, so that those on their way count too: bytes() never exceeds cap(). To make room, what was least
/// recently used goes.
///
///     four steps of 10 bytes, a cap of 30: reserve_evenly() gives 0 2; reserve({1}) gives 1; reserve({3})
///     drops 0 and gives 3
class SnapshotStore {
public:
    /// step_bytes: of the snapshot of each step.
    SnapshotStore(const std::vector<std::int64_t>& step_bytes, std::int64_t cap);

    int count() const { return static_cast<int>(entries_.size()); }
    std::int64_t cap() const { return cap_; }
    /// Of what is kept or reserved.
    std::int64_t bytes() const { return bytes_; }
    /// How many are kept.
    int kept() const;
    /// Those of the steps that fit into the cap together, the most important first: one that is too much is
    /// left out.
    std::vector<int> fitting(std::span<const int> steps) const;

    /// Drops what is over a smaller cap; reservations that are over it too, so that add() drops what comes.
    void set_cap(std::int64_t cap);

    /// The snapshot of a step, which counts as a use; null where it is not kept.
    Texels use(int step);
    bool has(int step) const { return at(step).texels != nullptr; }
    bool pending(int step) const { return at(step).reserved; }

    /// Reserves room for those of the steps that are neither kept nor reserved, in their order, the most
    /// important first, as far as the cap allows; none is dropped for one behind it. Returns those that are
    /// reserved now.
    std::vector<int> reserve(std::span<const int> steps);
    /// Reserves room for every k-th step that is missing, with the smallest k whose steps all fit into the
    /// cap. Drops nothing for them.
    std::vector<int> reserve_evenly();

    /// A snapshot for which room is reserved. One whose reservation is gone is not kept.
    void add(int step, Texels texels);
    /// Ends reservations whose snapshots do not come.
    void give_up(std::span<const int> steps);

private:
    struct Entry {
        std::int64_t bytes = 0;
        Texels texels;
        bool reserved = false;
        std::uint64_t last_use = 0;
    };
    Entry& at(int step) { return entries_[static_cast<std::size_t>(step)]; }
    const Entry& at(int step) const { return entries_[static_cast<std::size_t>(step)]; }
    void reserve(Entry& entry);
    void drop(Entry& entry);
    /// Drops the least recently used of those used before `bound` until so many bytes are free; false, and
    /// nothing dropped, where they would not be.
    bool make_room(std::int64_t bytes, std::uint64_t bound);

    std::vector<Entry> entries_;
    std::int64_t cap_;
    std::int64_t bytes_ = 0;
    std::uint64_t uses_ = 0;
};

/// The steps that are shown, then the steps around the first of them, the nearest first and `ahead` before
/// `behind`: what is worth keeping of a run.
///
///     shown 5, 9 of 10 steps, 2 ahead, 1 behind: 5 9 6 4 7
std::vector<int> with_neighbours(std::span<const int> shown, int count, int ahead, int behind);

} // namespace scanline::view
