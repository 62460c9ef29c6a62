#include "scanline/cpu/radix_sort.h"

#include "memory_kernels.h"
#include "radix_kernels.h"
#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/raw_array.h"
#include "scanline/cpu/processor.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fmt/format.h>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace scanline::cpu {
namespace {

constexpr int key_bits = 32;

// Fewer keys than this are sorted before another thread wakes up.
constexpr std::size_t keys_of_thread = std::size_t{1} << 15;

std::size_t sort_threads(std::size_t keys, int most) {
    return std::clamp<std::size_t>(keys / keys_of_thread, 1, static_cast<std::size_t>(most));
}

void require_options(const RadixSortOptions& options) {
    if (options.begin_bit < 0 || options.end_bit > key_bits || options.begin_bit >= options.end_bit)
        throw usage_error(
            fmt::format("sort: {} to {} is not a range within the {} bits of a key: begin at 0 or "
                        "above, and below the end",
                        options.begin_bit, options.end_bit, key_bits));
}

void require_size(std::size_t size, std::size_t needed, std::string_view what) {
    if (size != needed)
        throw usage_error(fmt::format("sort: there are {} {} for {} keys: make the arrays equally long", size,
                                      what, needed));
}

void require_apart(const void* a, const void* b, std::size_t keys, std::string_view what) {
    if (overlap(a, b, keys * sizeof(std::uint32_t)))
        throw usage_error(fmt::format(
            "sort: {} overlap: give each array memory of its own, or sort the keys in place", what));
}

// Positions have 32 bits.
void require_countable(std::size_t keys) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    if (keys > most)
        throw usage_error(fmt::format("sort: {} keys are more than {}: sort them in parts", keys, most));
}

template <class K>
KeyOrder order_of(bool descending) {
    constexpr std::uint32_t sign = 0x8000'0000u;
    const std::uint32_t flip = std::is_same_v<K, std::uint32_t> ? 0 : sign;
    return {.magnitude = std::is_same_v<K, float> ? ~sign : 0, .flip = descending ? ~flip : flip};
}

// For more output than this, lines that bypass the caches are faster than single keys: several times L2,
// because writes are clustered.
std::size_t direct_bytes() {
    return 8 * static_cast<std::size_t>(second_level_cache_bytes());
}

// A few keys sort faster by more, shorter digits with smaller tables.
constexpr std::size_t few_keys = 2048;
constexpr int bits_of_few = 8;

} // namespace

class RadixSort::Parts {
public:
    explicit Parts(const RadixSortOptions& given) : options(given), team_(given.threads) {}

    void sort(const void* keys, void* sorted, std::size_t size, const KeyOrder& order) {
        start(size);
        const std::vector<RadixDigit> digits = differing_digits(keys, order);
        if (digits.empty()) {
            copy(keys, sorted);
            return;
        }
        if (digits.size() > 1 || keys == sorted)
            scratch_.allocate(size_);
        const void* from = keys;
        // The passes alternate between two arrays and end in `sorted`: an odd number of passes starts there.
        if (keys == sorted && digits.size() % 2 == 1) {
            copy(keys, scratch_.data());
            from = scratch_.data();
        }
        for (std::size_t left = digits.size(); left > 0; --left) {
            void* const to = left % 2 == 1 ? sorted : scratch_.data();
            pass(kernels_.count_keys, kernels_.keys_to_keys, digits[digits.size() - left], from, {to},
                 sizeof(std::uint32_t));
            from = to;
        }
    }

    void sort(const void* keys, void* sorted, std::uint32_t* positions, std::size_t size,
              const KeyOrder& order) {
        start(size);
        const std::vector<RadixDigit> digits = differing_digits(keys, order);
        if (digits.empty()) {
            copy(keys, sorted);
            std::iota(positions, positions + size, 0u);
            return;
        }
        constexpr std::size_t bytes = sizeof(std::uint64_t);
        const RadixOutput apart{sorted, positions};
        if (digits.size() == 1) {
            if (keys == sorted) {
                scratch_.allocate(size_);
                copy(keys, scratch_.data());
                keys = scratch_.data();
            }
            pass(kernels_.count_keys, kernels_.numbered_to_apart, digits.front(), keys, apart, bytes);
            return;
        }
        pairs_.allocate(size_);
        if (digits.size() > 2)
            more_pairs_.allocate(size_);
        std::uint64_t *from = pairs_.data(), *to = more_pairs_.data();
        pass(kernels_.count_keys, kernels_.numbered_to_pairs, digits.front(), keys, {from}, bytes);
        for (std::size_t i = 1; i + 1 < digits.size(); ++i) {
            pass(kernels_.count_pairs, kernels_.pairs_to_pairs, digits[i], from, {to}, bytes);
            std::swap(from, to);
        }
        pass(kernels_.count_pairs, kernels_.pairs_to_apart, digits.back(), from, apart, bytes);
    }

    const RadixSortOptions options;

private:
    void start(std::size_t size) {
        size_ = size;
        threads_ = sort_threads(size, team_.size());
        tables_.resize(threads_);
    }

    // Calls work(thread, first, last) with the keys of each thread.
    template <class Work>
    void run(Work work) {
        CancelPoll(options.cancelled).ask();
        share_parts(team_, size_, threads_, work);
    }

    void copy(const void* from, void* to) {
        constexpr std::size_t key = sizeof(std::uint32_t);
        if (from == to || size_ == 0)
            return;
        run([&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
            std::memcpy(static_cast<std::byte*>(to) + first * key,
                        static_cast<const std::byte*>(from) + first * key, (last - first) * key);
        });
    }

    // Digits that cover the bits in which keys differ, from the lowest up, of about equal length.
    std::vector<RadixDigit> differing_digits(const void* keys, const KeyOrder& order) {
        if (size_ == 0)
            return {};
        std::uint32_t first_key = 0;
        std::memcpy(&first_key, keys, sizeof(first_key));
        std::vector<std::uint32_t> differing(threads_);
        run([&](std::size_t thread, std::size_t first, std::size_t last) {
            differing[thread] = kernels_.differing_bits({keys, first, last}, order, order(first_key));
        });
        const std::uint32_t range = ~0u >> (key_bits - options.end_bit) & ~0u << options.begin_bit;
        const std::uint32_t bits =
            std::accumulate(differing.begin(), differing.end(), 0u, std::bit_or<>()) & range;
        if (bits == 0)
            return {};
        const int begin = std::countr_zero(bits), end = key_bits - std::countl_zero(bits);
        const int digit_count = divide_rounding_up(end - begin, size_ < few_keys ? bits_of_few : radix_bits);
        std::vector<RadixDigit> digits;
        for (int i = 0; i < digit_count; ++i) {
            const int from = begin + (end - begin) * i / digit_count,
                      to = begin + (end - begin) * (i + 1) / digit_count;
            digits.push_back({order, from, (1u << (to - from)) - 1});
        }
        return digits;
    }

    // The keys of a value follow those of smaller values, in thread order.
    void pass(RadixKernels::Count count, RadixKernels::Scatter scatter, const RadixDigit& digit,
              const void* from, const RadixOutput& to, std::size_t element_bytes) {
        run([&](std::size_t thread, std::size_t first, std::size_t last) {
            count({from, first, last}, digit, tables_[thread]);
        });
        std::uint32_t place = 0;
        for (std::size_t value = 0; value <= digit.mask; ++value) {
            for (DigitTable& table : tables_)
                place += std::exchange(table[value], place);
        }
        const bool direct = size_ * element_bytes <= direct_bytes();
        if (!direct)
            lines_.allocate(threads_);
        run([&](std::size_t thread, std::size_t first, std::size_t last) {
            scatter({from, first, last}, digit, tables_[thread], to, direct ? nullptr : &lines_[thread]);
        });
    }

    ThreadTeam team_;
    const RadixKernels& kernels_ = radix_kernels();
    std::size_t size_ = 0, threads_ = 1;
    std::vector<DigitTable> tables_; ///< one for each thread
    RawArray<WaitingLines> lines_;   ///< one for each thread
    RawArray<std::uint32_t> scratch_;
    RawArray<std::uint64_t> pairs_, more_pairs_;
};

RadixSort::RadixSort(const RadixSortOptions& options) {
    require_options(options);
    parts_ = std::make_unique<Parts>(options);
}
RadixSort::~RadixSort() = default;
RadixSort::RadixSort(RadixSort&&) noexcept = default;
RadixSort& RadixSort::operator=(RadixSort&&) noexcept = default;

template <class K>
void RadixSort::operator()(std::span<const K> keys, std::span<K> sorted_keys) {
    require_countable(keys.size());
    require_size(sorted_keys.size(), keys.size(), "sorted keys");
    if (keys.data() != sorted_keys.data())
        require_apart(keys.data(), sorted_keys.data(), keys.size(), "keys and sorted keys");
    parts_->sort(keys.data(), sorted_keys.data(), keys.size(), order_of<K>(options().descending));
}

template <class K>
void RadixSort::operator()(std::span<const K> keys, std::span<K> sorted_keys,
                           std::span<std::uint32_t> positions) {
    require_countable(keys.size());
    require_size(sorted_keys.size(), keys.size(), "sorted keys");
    require_size(positions.size(), keys.size(), "positions");
    if (keys.data() != sorted_keys.data())
        require_apart(keys.data(), sorted_keys.data(), keys.size(), "keys and sorted keys");
    require_apart(keys.data(), positions.data(), keys.size(), "keys and positions");
    require_apart(sorted_keys.data(), positions.data(), keys.size(), "sorted keys and positions");
    parts_->sort(keys.data(), sorted_keys.data(), positions.data(), keys.size(),
                 order_of<K>(options().descending));
}

const RadixSortOptions& RadixSort::options() const {
    return parts_->options;
}

int RadixSort::threads_for(std::size_t keys) {
    return static_cast<int>(sort_threads(keys, ThreadTeam::all_processors()));
}

#define SCANLINE_INSTANTIATE(K)                                                                              \
    template void RadixSort::operator()(std::span<const K>, std::span<K>);                                   \
    template void RadixSort::operator()(std::span<const K>, std::span<K>, std::span<std::uint32_t>);
SCANLINE_INSTANTIATE(std::uint32_t)
SCANLINE_INSTANTIATE(std::int32_t)
SCANLINE_INSTANTIATE(float)
#undef SCANLINE_INSTANTIATE

} // namespace scanline::cpu
