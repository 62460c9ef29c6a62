#include "scanline/skyline/layers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <utility>

namespace scanline::skyline {

namespace {

/// The rows of a layer so far. Rows arrive in the order of the first column, so only the other columns are
/// compared. A row is dropped once another is nowhere worse in these, because that one dominates all that it
/// does. Stored in blocks, column by column.
class Layer {
public:
    explicit Layer(int columns)
        : first_(columns > 1 ? 1 : 0), columns_(static_cast<std::size_t>(columns) - first_) {}

    void add(const std::uint32_t* row) {
        const Row added = signed_row(row);
        for (std::size_t place = 0; place < size_;) {
            if (place % block == 0 && !any_below(added, place))
                place += block;
            else if (is_below(added, place))
                replace_by_last(place);
            else
                ++place;
        }
        if (size_ % block == 0)
            keys_.resize(keys_.size() + columns_ * block, nothing);
        for (std::size_t column = 0; column < columns_; ++column)
            *key(size_, column) = added[column];
        ++size_;
    }

    /// True if the layer dominates the row, which is not in it.
    bool dominates(const std::uint32_t* row, std::int64_t& tests) const {
        const Row asked = signed_row(row);
        for (std::size_t first = 0; first < size_; first += block) {
            tests += std::int64_t{block};
            if (any(first, [&](std::int32_t key, std::size_t column) { return key > asked[column]; }))
                return true;
        }
        return false;
    }

private:
    // Vector instructions compare signed integers only.
    using Row = std::array<std::int32_t, max_dimensions>;
    Row signed_row(const std::uint32_t* row) const {
        Row keys{};
        for (std::size_t column = 0; column < columns_; ++column)
            keys[column] = std::bit_cast<std::int32_t>(row[first_ + column] ^ 0x8000'0000u);
        return keys;
    }

    static constexpr std::uint32_t block = 16;
    static constexpr std::int32_t nothing = std::numeric_limits<std::int32_t>::max();

    std::int32_t* key(std::size_t place, std::size_t column) {
        return keys_.data() + (place / block * columns_ + column) * block + place % block;
    }

    /// True if some row of the block has differs() false in every column.
    template <class Differs>
    bool any(std::size_t first, Differs differs) const {
        std::array<std::int32_t, block> different{};
        for (std::size_t column = 0; column < columns_; ++column) {
            const std::int32_t* const keys = keys_.data() + first * columns_ + column * block;
            for (std::size_t i = 0; i < block; ++i)
                different[i] |= differs(keys[i], column) ? -1 : 0;
        }
        std::int32_t all = -1;
        for (const std::int32_t one : different)
            all &= one;
        return all == 0;
    }

    bool any_below(const Row& row, std::size_t first) const {
        return any(first, [&](std::int32_t key, std::size_t column) { return key < row[column]; });
    }

    bool is_below(const Row& row, std::size_t place) {
        for (std::size_t column = 0; column < columns_; ++column)
            if (*key(place, column) < row[column])
                return false;
        return true;
    }

    void replace_by_last(std::size_t place) {
        --size_;
        for (std::size_t column = 0; column < columns_; ++column)
            *key(place, column) = std::exchange(*key(size_, column), nothing);
        if (size_ % block == 0)
            keys_.resize(keys_.size() - columns_ * block);
    }

    std::size_t first_, columns_, size_ = 0;
    std::vector<std::int32_t> keys_;
};

class Peeling {
public:
    /// find: empty for find_layers()
    Peeling(const Keys& keys, int most, const Options& options, const FindSkyline& find,
            const std::function<void(double)>& show)
        : keys_(keys), max_(static_cast<std::uint32_t>(most)), options_(options), find_(find), show_(show),
          poll_(options.cpu.limits.cancelled) {}

    Layers operator()() {
        layers_.of_row.assign(static_cast<std::size_t>(keys_.size()), 0);
        sort_rows();
        peel();
        if (options_.keep == Duplicates::all)
            for (const auto& [row, first] : duplicates_)
                layers_.of_row[row] = layers_.of_row[first];
        return std::move(layers_);
    }

private:
    // Sorts rows after those that dominate them. Of equal rows only the first stays.
    void sort_rows() {
        rows_.resize(layers_.of_row.size());
        std::iota(rows_.begin(), rows_.end(), 0u);
        const auto less = [&](std::uint32_t a, std::uint32_t b) {
            const auto order = std::lexicographical_compare_three_way(keys_[a], keys_[a] + keys_.dimensions,
                                                                      keys_[b], keys_[b] + keys_.dimensions);
            return order != 0 ? order < 0 : a < b;
        };
        cancellable_sort(rows_.begin(), rows_.end(), less, poll_);
        std::size_t distinct = 0;
        for (const std::uint32_t row : rows_) {
            if (distinct > 0 &&
                std::equal(keys_[row], keys_[row] + keys_.dimensions, keys_[rows_[distinct - 1]]))
                duplicates_.emplace_back(row, rows_[distinct - 1]);
            else
                rows_[distinct++] = row;
        }
        rows_.resize(distinct);
    }

    void peel() {
        Keys rest{{}, keys_.dimensions};
        for (const std::uint32_t row : rows_)
            rest.values.insert(rest.values.end(), keys_[row], keys_[row] + keys_.dimensions);
        for (std::uint32_t layer = 1; layer <= max_ && !rows_.empty(); ++layer) {
            const Skyline found = find_next(rest, layer);
            if (layer == 1 && is_bisection_worthwhile(found.ids.size()))
                return bisect();
            count(found.counters);
            take(found.ids, layer, rest);
            show_(static_cast<double>(layer) / max_);
        }
        if (!find_)
            layers_.how =
                options_.algorithm == Algorithm::automatic
                    ? fmt::format("{}; once for each layer, because layers are large",
                                  choose(keys_.size(), keys_.dimensions).reason)
                    : fmt::format("{}, as asked, once for each layer", to_string(options_.algorithm));
    }

    Skyline find_next(const Keys& rest, std::uint32_t layer) const {
        Options options = options_;
        options.progress = [&](std::int64_t settled, std::int64_t rows) {
            show_((layer - 1 + static_cast<double>(settled) / static_cast<double>(rows)) / max_);
        };
        return find_ ? find_(rest, options) : find(rest, options);
    }

    // Moves what is not in the layer to the front.
    void take(const std::vector<std::uint32_t>& places, std::uint32_t layer, Keys& rest) {
        std::size_t left = 0;
        auto next = places.begin();
        const auto columns = static_cast<std::size_t>(keys_.dimensions);
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (next != places.end() && *next == i) {
                layers_.of_row[rows_[i]] = layer;
                ++next;
                continue;
            }
            std::copy_n(rest.values.data() + i * columns, columns, rest.values.data() + left * columns);
            rows_[left++] = rows_[i];
        }
        rows_.resize(left);
        rest.values.resize(left * columns);
    }

    // Compares the keys read per row: by bisection, eight at a time, and by a skyline for each layer.
    bool is_bisection_worthwhile(std::size_t skyline_size) const {
        constexpr std::size_t keys_at_once = 8, keys_of_skyline = 500;
        return !find_ && options_.algorithm == Algorithm::automatic &&
               skyline_size * static_cast<std::size_t>(keys_.dimensions) *
                       static_cast<std::size_t>(std::bit_width(max_)) / keys_at_once <=
                   keys_of_skyline * max_;
    }

    void bisect() {
        std::vector<Layer> layers;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const std::uint32_t* const row = keys_[rows_[i]];
            const std::int64_t before = layers_.counters.dominance_tests;
            const auto layer = std::ranges::partition_point(layers, [&](const Layer& one) {
                return one.dominates(row, layers_.counters.dominance_tests);
            });
            poll_.count(layers_.counters.dominance_tests - before);
            const auto number = static_cast<std::uint32_t>(layer - layers.begin());
            if (number == max_)
                continue;
            if (number == layers.size())
                layers.emplace_back(keys_.dimensions);
            layers[number].add(row);
            layers_.of_row[rows_[i]] = number + 1;
            if (i % 4096 == 0)
                show_(static_cast<double>(i) / static_cast<double>(rows_.size()));
        }
        layers_.how = "bisection: every row is compared with the layers so far, which are small";
    }

    void count(const Counters& counters) {
        layers_.counters.dominance_tests += counters.dominance_tests;
        layers_.counters.mask_tests += counters.mask_tests;
    }

    const Keys& keys_;
    const std::uint32_t max_;
    const Options& options_;
    const FindSkyline& find_;
    const std::function<void(double)>& show_;
    CancelPoll poll_;
    std::vector<std::uint32_t> rows_;                                 ///< distinct, and not in a layer yet
    std::vector<std::pair<std::uint32_t, std::uint32_t>> duplicates_; ///< each with the first of its equals
    Layers layers_;
};

} // namespace

Layers find_layers(const Keys& keys, int most, const Options& options,
                   const std::function<void(double part)>& show) {
    return Peeling(keys, most, options, {}, show)();
}

Layers peel_layers(const Keys& keys, int most, const Options& options, const FindSkyline& find,
                   const std::function<void(double part)>& show) {
    return Peeling(keys, most, options, find, show)();
}

} // namespace scanline::skyline
