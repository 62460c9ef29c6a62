#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::ranks {

/// Connects the ranks that work on one command: processes, or threads of one. All ranks call the same
/// functions in the same order; each waits for those that it needs something from. Use on one thread.
///
/// Errors of every call: failure if another rank has failed or is gone.
class Communicator {
public:
    Communicator() = default;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    virtual ~Communicator() = default;

    virtual int rank() const = 0; ///< from 0
    virtual int size() const = 0; ///< at least 1

    void barrier();
    /// Gives every rank the bytes of all, in their order. all: size() times as long as own, and as long as
    /// on every rank.
    void gather(std::span<const std::byte> own, std::span<std::byte> all);
    /// Gives every rank the sums over all ranks, value by value, modulo 2^64.
    void add(std::span<std::uint64_t> values);

    using Parts = std::span<const std::span<const std::byte>>;
    using Places = std::span<const std::span<std::byte>>;
    /// Sends part i to rank i, and receives its part for this rank in place i; both know its length, which
    /// has no limit. The memory must not overlap.
    void exchange(Parts sent, Places received);

    /// What this rank has sent so far to others: bytes, each counted once for each receiver; of sums, once.
    std::uint64_t sent_bytes() const { return sent_bytes_; }

private:
    virtual void do_barrier() = 0;
    virtual void do_gather(std::span<const std::byte> own, std::span<std::byte> all) = 0;
    virtual void do_add(std::span<std::uint64_t> values) = 0;
    virtual void do_exchange(Parts sent, Places received) = 0;

    std::uint64_t sent_bytes_ = 0;
};

/// One value of each rank, in their order.
///
///     gather(ranks, size);   // of ranks with 3, 0 and 5: 3 0 5
template <class T>
std::vector<T> gather(Communicator& ranks, const T& own) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<T> all(static_cast<std::size_t>(ranks.size()));
    ranks.gather(std::as_bytes(std::span(&own, 1)), std::as_writable_bytes(std::span(all)));
    return all;
}

/// A part of what all ranks have together.
struct Slice {
    std::int64_t first = 0, size = 0;

    std::int64_t end() const { return first + size; }
    bool operator==(const Slice&) const = default;
};

/// Cuts `size` elements into one slice a rank, whose lengths differ by at most one.
///
///     slice_of(10, 1, 4)   // elements 2 to 4: 0 1 | 2 3 4 | 5 6 | 7 8 9
Slice slice_of(std::int64_t size, int rank, int ranks);

/// The slice of a rank that has `own` elements, if all ranks' come one after the other, and their number.
struct Share {
    Slice slice;
    std::int64_t all = 0;
};
Share share_of(Communicator& ranks, std::int64_t own);

} // namespace scanline::ranks
