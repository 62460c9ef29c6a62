#include "row_order.h"

#include "scanline/core/memory.h"
#include "scanline/core/raw_array.h"
#include "scanline/cpu/radix_sort.h"
#include "scanline/cpu/shared_work.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace scanline::cube {

namespace {

constexpr int word_bits = 32;
// Comparing rows takes less time than setting up the sort of words.
constexpr std::int64_t few_rows = 512;

int bits_of(const Column& column) {
    return static_cast<int>(std::bit_width(column.cardinality - 1));
}

// The last columns of these that fit into a word.
std::size_t last_that_fit(std::span<const Column> columns) {
    int bits = 0;
    std::size_t fit = 0;
    while (fit < columns.size() && bits + bits_of(columns[columns.size() - 1 - fit]) <= word_bits)
        bits += bits_of(columns[columns.size() - 1 - fit++]);
    return fit;
}

} // namespace

std::vector<Column> columns_along(const Rows& rows, std::span<const int> path) {
    std::vector<Column> columns;
    for (const int d : path) {
        const auto dimension = static_cast<std::size_t>(d);
        columns.push_back({rows.codes[dimension], rows.shape.cardinalities[dimension]});
    }
    return columns;
}

void order_by_codes(std::span<const Column> columns, std::int64_t rows, std::vector<std::uint32_t>& order,
                    cpu::ThreadTeam& team, const CancelHook& cancelled, const char* what) {
    allocate(order, rows, what, cancelled);
    std::iota(order.begin(), order.end(), 0u);
    if (rows <= few_rows) {
        std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
            const auto differs = [&](const Column& column) { return column.codes[a] != column.codes[b]; };
            const auto found = std::ranges::find_if(columns, differs);
            return found != columns.end() && found->codes[a] < found->codes[b];
        });
        return;
    }
    const auto size = static_cast<std::size_t>(rows);
    RawArray<std::uint32_t> words(size), places(size), before(size);
    cpu::RadixSort sort({.threads = team.size()});
    const auto for_all = [&](auto work) {
        cpu::share_evenly(team, rows, cancelled,
                          [&](int /*thread*/, std::int64_t begin, std::int64_t end, CancelPoll& poll) {
                              in_pieces(end - begin, 4, poll, [&](std::int64_t first, std::int64_t last) {
                                  work(static_cast<std::size_t>(begin + first),
                                       static_cast<std::size_t>(begin + last));
                              });
                          });
    };
    while (!columns.empty()) {
        const std::size_t fit = last_that_fit(columns);
        const std::span<const Column> packed = columns.last(fit);
        columns = columns.first(columns.size() - fit);
        for_all([&](std::size_t first, std::size_t last) {
            std::fill(words.begin() + first, words.begin() + last, 0u);
            for (const Column& column : packed) {
                const int bits = bits_of(column);
                for (std::size_t i = first; i < last; ++i)
                    words[i] = (bits < word_bits ? words[i] << bits : 0) | column.codes[order[i]];
            }
        });
        sort(std::span<const std::uint32_t>(words), std::span<std::uint32_t>(words),
             std::span<std::uint32_t>(places));
        std::ranges::copy(order, before.begin());
        for_all([&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i)
                order[i] = before[places[i]];
        });
    }
}

} // namespace scanline::cube
