#include "box_kernels.h"
#include "candidates.h"
#include "find.h"

#include "scanline/core/bits.h"
#include "scanline/core/memory.h"
#include "scanline/cpu/radix_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <span>

namespace scanline::skyline {

namespace {

/// The limits between the codes 0 to 254 of a column; 255 belongs to places without a row.
using CodeLimits = std::array<std::uint32_t, 256>;
constexpr std::uint8_t no_row = 255;

/// The number of limits below a key. Increases with the key.
std::uint8_t code_of(const CodeLimits& limits, std::uint32_t key) {
    std::size_t below = 0;
    // A product, because a branch is mispredicted half of the time.
    for (std::size_t step = limits.size() / 2; step > 0; step /= 2)
        below += step * static_cast<std::size_t>(limits[below + step - 1] < key);
    return static_cast<std::uint8_t>(below);
}

/// The first bits of the codes, then the second ones, and so on.
std::uint32_t interleave(const std::uint8_t* codes, int columns) {
    std::uint32_t bits = 0;
    int left = 32;
    for (int bit = 7; bit >= 0 && left > 0; --bit) {
        for (int column = 0; column < columns && left > 0; ++column, --left)
            bits = bits << 1 | (static_cast<std::uint32_t>(codes[column] >> bit) & 1u);
    }
    return bits << left;
}

class BoxSkyline {
public:
    BoxSkyline(const Keys& keys, const Options& options)
        : keys_(keys), options_(options.cpu), progress_(options.progress),
          dimensions_(static_cast<std::size_t>(keys.dimensions)),
          team_(cpu::threads_for(options.cpu, keys.size() / cpu::items_of_a_thread)),
          sort_({.threads = team_.size()}), counters_(static_cast<std::size_t>(team_.size())) {}

    Skyline operator()() {
        ids_ = candidates(keys_, team_, options_);
        settle(keys_.size() - static_cast<std::int64_t>(ids_.size()), true);
        sort();
        find();
        settle(0, true);
        return result();
    }

    Skyline beside(std::size_t others, bool or_equal) {
        rows_ = keys_.values;
        ids_.resize(static_cast<std::size_t>(keys_.size()));
        std::iota(ids_.begin(), ids_.end(), 0u);
        first_id_ = ids_;
        first_id_.push_back(static_cast<std::uint32_t>(ids_.size()));
        const auto first = ids_.begin() + static_cast<std::ptrdiff_t>(others);
        build({ids_.begin(), first}, 0);
        const StageScope stage(options_.observer, "query");
        found_.assign(first, ids_.end());
        keep_undominated(found_, true, [&](std::size_t i, std::uint8_t* codes) {
            encode(found_[i], codes);
            return BoxQuery{0, codes, found_[i], or_equal};
        });
        return result();
    }

private:
    const CancelHook& cancelled() const { return options_.limits.cancelled; }
    const std::uint32_t* row(std::size_t place) const { return rows_.data() + place * dimensions_; }

    /// Counts rows as settled. Only the calling thread may show it.
    void settle(std::int64_t rows, bool shown) {
        const std::int64_t settled = settled_.fetch_add(rows, std::memory_order_relaxed) + rows;
        if (shown && progress_)
            progress_(settled, keys_.size());
    }

    template <class T>
    void room(std::vector<T>& elements, std::size_t size) const {
        allocate(elements, static_cast<std::int64_t>(size), find_operation, cancelled());
    }

    /// Calls work(i) for each i.
    template <class Work>
    void for_each(std::size_t size, Work work) {
        constexpr std::size_t piece = 1 << 12;
        in_turn(team_, size, piece, cancelled(),
                [&](std::size_t first, std::size_t last, std::size_t /*thread*/, CancelPoll& poll) {
                    poll.count(static_cast<std::int64_t>((last - first) * dimensions_));
                    for (std::size_t i = first; i < last; ++i)
                        work(i);
                });
    }

    void sort() {
        const StageScope stage(options_.observer, "sort");
        sort_by_sum();
        gather_distinct();
    }

    // Equal rows come one after the other, by id.
    void sort_by_sum() {
        std::vector<std::uint64_t> sums;
        room(sums, ids_.size());
        for_each(ids_.size(), [&](std::size_t i) {
            const std::uint32_t* const key = keys_[ids_[i]];
            sums[i] = std::accumulate(key, key + dimensions_, std::uint64_t{0});
        });
        const auto [least, greatest] = std::ranges::minmax(sums);
        const int shift = std::max(static_cast<int>(std::bit_width(greatest - least)) - 32, 0);
        std::vector<std::uint32_t> leading, order;
        room(leading, ids_.size());
        room(order, ids_.size());
        for_each(ids_.size(), [&, from = least](std::size_t i) {
            leading[i] = static_cast<std::uint32_t>((sums[i] - from) >> shift);
        });
        sort_(std::span<const std::uint32_t>(leading), std::span(leading), std::span(order));
        CancelPoll poll(cancelled());
        const auto less = [&](std::uint32_t a, std::uint32_t b) {
            if (sums[a] != sums[b])
                return sums[a] < sums[b];
            const std::uint32_t *p = keys_[ids_[a]], *q = keys_[ids_[b]];
            const auto compared =
                std::lexicographical_compare_three_way(p, p + dimensions_, q, q + dimensions_);
            return compared != 0 ? compared < 0 : a < b;
        };
        for (std::size_t first = 0, last; first < order.size(); first = last) {
            for (last = first + 1; last < order.size() && leading[last] == leading[first];)
                ++last;
            if (last - first > 1)
                cancellable_sort(order.begin() + static_cast<std::ptrdiff_t>(first),
                                 order.begin() + static_cast<std::ptrdiff_t>(last), less, poll);
        }
        for_each(order.size(), [&](std::size_t i) { leading[i] = ids_[order[i]]; });
        ids_ = std::move(leading);
    }

    void gather_distinct() {
        room(rows_, ids_.size() * dimensions_);
        for_each(ids_.size(), [this](std::size_t i) {
            std::copy_n(keys_[ids_[i]], dimensions_, rows_.data() + i * dimensions_);
        });
        std::size_t distinct = 0;
        for (std::size_t i = 0; i < ids_.size(); ++i) {
            if (i > 0 && std::equal(row(i), row(i) + dimensions_, row(distinct - 1)))
                continue;
            if (distinct < i)
                std::copy_n(row(i), dimensions_, rows_.data() + distinct * dimensions_);
            first_id_.push_back(static_cast<std::uint32_t>(i));
            ++distinct;
        }
        first_id_.push_back(static_cast<std::uint32_t>(ids_.size()));
    }

    void find() {
        constexpr std::size_t first_batch = 1 << 11;
        const std::size_t distinct = first_id_.size() - 1;
        for (std::size_t first = 0, last; first < distinct; first = last) {
            last = std::min(std::max(first_batch, 2 * first), distinct);
            std::vector<std::uint32_t> batch(last - first);
            std::iota(batch.begin(), batch.end(), static_cast<std::uint32_t>(first));
            if (first > 0) {
                build(found_, 0);
                const StageScope stage(options_.observer, "query");
                keep_undominated(batch, false, [&](std::size_t i, std::uint8_t* codes) {
                    encode(batch[i], codes);
                    return BoxQuery{0, codes, batch[i]};
                });
            }
            build(batch, 1);
            const StageScope stage(options_.observer, "query");
            // Neighbours in the tree look at the same boxes.
            batch = tree_.rows;
            keep_undominated(batch, true, [&](std::size_t i, std::uint8_t* /*codes*/) {
                return BoxQuery{0, codes_.data() + order_[i] * columns(), batch[i]};
            });
            found_.insert(found_.end(), batch.begin(), batch.end());
        }
    }

    std::size_t columns() const { return static_cast<std::size_t>(tree_.columns); }

    void encode(std::size_t place, std::uint8_t* codes) const {
        for (std::size_t column = 0; column < dimensions_; ++column)
            codes[column] = code_of(limits_[column], row(place)[column]);
    }

    /// Keeps those of the rows that nothing in the tree dominates. last_tree: the others are settled too.
    /// query: of a row, by its number.
    template <class Query>
    void keep_undominated(std::vector<std::uint32_t>& rows, bool last_tree, Query query) {
        std::vector<std::uint8_t> dominated(rows.size());
        constexpr std::size_t piece = 64;
        in_turn(team_, rows.size(), piece, cancelled(),
                [&](std::size_t first, std::size_t last, std::size_t thread, CancelPoll& poll) {
                    std::uint8_t codes[max_dimensions];
                    Counters& counters = counters_[thread].counters;
                    std::int64_t settled = 0;
                    for (std::size_t i = first; i < last; ++i) {
                        const std::int64_t before = counters.dominance_tests + counters.mask_tests;
                        dominated[i] =
                            has_dominator(tree_, query(i, codes), rows_.data(), keys_.dimensions, counters);
                        poll.count((counters.dominance_tests + counters.mask_tests - before) / 4);
                        if (last_tree || dominated[i] != 0)
                            settled += first_id_[rows[i] + 1] - first_id_[rows[i]];
                    }
                    settle(settled, thread == 0);
                });
        std::size_t kept = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (dominated[i] == 0)
                rows[kept++] = rows[i];
        }
        rows.resize(kept);
    }

    /// Makes the tree of these rows. extra: 1 for a first column with the codes of the order of their sums.
    void build(const std::vector<std::uint32_t>& members, int extra) {
        const StageScope stage(options_.observer, "build");
        tree_.columns = keys_.dimensions + extra;
        find_limits(members);
        codes_.resize(members.size() * columns());
        std::vector<std::uint32_t> bits(members.size());
        order_.resize(members.size());
        for_each(members.size(), [&](std::size_t i) {
            std::uint8_t* const codes = codes_.data() + i * columns();
            if (extra != 0)
                codes[0] = static_cast<std::uint8_t>(i * no_row / members.size());
            encode(members[i], codes + extra);
            bits[i] = interleave(codes + extra, keys_.dimensions);
        });
        sort_(std::span<const std::uint32_t>(bits), std::span(bits), std::span(order_));
        tree_.rows.resize(members.size());
        for_each(members.size(), [&](std::size_t i) { tree_.rows[i] = members[order_[i]]; });
        fill_levels();
    }

    void find_limits(const std::vector<std::uint32_t>& members) {
        constexpr std::size_t sample_size = 1 << 11;
        const std::size_t size = std::min(members.size(), sample_size);
        limits_.resize(dimensions_);
        std::vector<std::uint32_t> sample(size);
        for (std::size_t column = 0; column < dimensions_; ++column) {
            for (std::size_t i = 0; i < size; ++i)
                sample[i] = row(members[cpu::part_begin(members.size(), i, size)])[column];
            std::ranges::sort(sample);
            limits_[column].fill(std::numeric_limits<std::uint32_t>::max());
            for (std::size_t code = 1; code < no_row && size > 0; ++code)
                limits_[column][code - 1] = sample[code * size / no_row];
        }
    }

    void fill_levels() {
        tree_.levels.clear();
        std::size_t entries = tree_.rows.size();
        add_level(entries, [this](std::size_t entry, std::size_t column) {
            return codes_[order_[entry] * columns() + column];
        });
        while (entries > box_entries) {
            entries = divide_rounding_up(entries, box_entries);
            const std::vector<std::uint8_t>& below = tree_.levels.back();
            add_level(entries, [&](std::size_t entry, std::size_t column) {
                const auto codes =
                    std::span(below).subspan(entry * tree_.block_bytes() + column * box_entries, box_entries);
                return std::ranges::min(codes);
            });
        }
    }

    /// code(entry, column): of a new level's entries.
    template <class Code>
    void add_level(std::size_t entries, Code code) {
        const std::size_t blocks = divide_rounding_up(entries, box_entries);
        std::vector<std::uint8_t> level(blocks * tree_.block_bytes(), no_row);
        for_each(blocks, [&](std::size_t block) {
            const std::size_t first = block * box_entries, last = std::min(first + box_entries, entries);
            for (std::size_t column = 0; column < columns(); ++column) {
                for (std::size_t entry = first; entry < last; ++entry)
                    level[block * tree_.block_bytes() + column * box_entries + entry - first] =
                        code(entry, column);
            }
        });
        tree_.levels.push_back(std::move(level));
    }

    Skyline result() const {
        Skyline skyline;
        for (const std::uint32_t place : found_)
            skyline.ids.insert(skyline.ids.end(), ids_.begin() + first_id_[place],
                               ids_.begin() + first_id_[place + 1]);
        std::ranges::sort(skyline.ids);
        for (const OfThread& part : counters_) {
            skyline.counters.dominance_tests += part.counters.dominance_tests;
            skyline.counters.mask_tests += part.counters.mask_tests;
        }
        return skyline;
    }

    struct alignas(64) OfThread {
        Counters counters;
    };

    const Keys& keys_;
    const cpu::Options& options_;
    const SettledHook& progress_;
    std::atomic<std::int64_t> settled_ = 0;
    const std::size_t dimensions_;
    cpu::ThreadTeam team_;
    cpu::RadixSort sort_;
    std::vector<OfThread> counters_;
    std::vector<std::uint32_t> ids_;      ///< by sum
    std::vector<std::uint32_t> rows_;     ///< distinct ones, by sum
    std::vector<std::uint32_t> first_id_; ///< of each distinct row, the first place in ids_; and the end
    std::vector<std::uint32_t> found_;    ///< distinct rows of the skyline so far

    BoxTree tree_;
    std::vector<CodeLimits> limits_;   ///< of its columns
    std::vector<std::uint8_t> codes_;  ///< of its members
    std::vector<std::uint32_t> order_; ///< which member each entry is
};

} // namespace

Skyline box_tree(const Keys& keys, const Options& options) {
    return BoxSkyline(keys, options)();
}

Skyline box_tree_beside(const Keys& keys, std::size_t others, const Options& options) {
    return BoxSkyline(keys, options).beside(others, options.keep == Duplicates::first);
}

} // namespace scanline::skyline
