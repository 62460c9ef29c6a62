#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/cpu/thread_team.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace scanline::cpu {

/// Splits the merge of two sorted runs: of its first `count` elements, returns how many come from the first
/// run; the rest come from the second. For equal elements, those of the first run come first. count: at most
/// the sum of both sizes. Source: the merge path of Odeh, Green, Mwassi, Shmueli, Birk, 2012.
///
///     merge_split({1, 3, 5}, {2, 4}, 3, less) == 2    // 1 2 3: two of the first run
template <class T, class Less>
std::size_t merge_split(std::span<const T> first, std::span<const T> second, std::size_t count, Less less) {
    std::size_t low = count > second.size() ? count - second.size() : 0, high = std::min(count, first.size());
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (less(second[count - middle - 1], first[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/// Writes elements `begin` to `end` - 1 of the merge of two sorted runs.
template <class T, class Less>
void merge_part(std::span<const T> first, std::span<const T> second, std::size_t begin, std::size_t end,
                T* to, Less less) {
    const std::size_t first_begin = merge_split(first, second, begin, less),
                      first_end = merge_split(first, second, end, less);
    std::merge(first.data() + first_begin, first.data() + first_end, second.data() + (begin - first_begin),
               second.data() + (end - first_end), to, less);
}

/// Sorts with a team: each thread sorts a part, then all threads merge the parts pairwise. Not stable: if
/// order matters, `less`, a strict weak order, must define it. scratch: as long as the elements, disjoint
/// from them; its contents are lost. Errors: Cancelled, if `cancelled` returned true.
///
///     ThreadTeam team(4);
///     sort(team, std::span(a), std::span(scratch), std::less<>());   // a: 3 1 7 0 4 becomes 0 1 3 4 7
template <class T, class Less>
void sort(ThreadTeam& team, std::span<T> elements, std::span<T> scratch, Less less,
          const CancelHook& cancelled = {}) {
    const auto threads = static_cast<std::size_t>(team.size());
    const auto place = [&](std::size_t part) { return part_begin(elements.size(), part, threads); };
    // Calls work(begin, end, poll) with the elements of each thread.
    const auto in_chunks = [&](auto work) {
        share_parts(team, elements.size(), threads,
                    [&](std::size_t /*thread*/, std::size_t begin, std::size_t end) {
                        CancelPoll poll(cancelled);
                        work(begin, end, poll);
                    });
    };
    in_chunks([&](std::size_t begin, std::size_t end, CancelPoll& poll) {
        const std::span<T> part = elements.subspan(begin, end - begin);
        cancellable_sort(part.begin(), part.end(), less, poll);
    });
    std::span<T> from = elements, to = scratch;
    for (std::size_t runs = threads, width = 1; runs > 1; runs = (runs + 1) / 2, width *= 2) {
        // Start of a run of this round, made of `width` parts.
        const auto run_begin = [&](std::size_t run) { return place(std::min(run * width, threads)); };
        in_chunks([&](std::size_t begin, std::size_t end, CancelPoll& poll) {
            for (std::size_t run = 0; run < runs; run += 2) {
                const std::size_t first = run_begin(run), middle = run_begin(run + 1),
                                  last = run_begin(run + 2);
                const std::size_t from_here = std::max(begin, first), to_here = std::min(end, last);
                if (from_here >= to_here)
                    continue;
                const std::span<const T> a = from.subspan(first, middle - first),
                                         b = from.subspan(middle, last - middle);
                merge_part(a, b, from_here - first, to_here - first, to.data() + from_here,
                           polling(less, poll));
            }
        });
        std::swap(from, to);
    }
    if (from.data() != elements.data())
        in_chunks([&](std::size_t begin, std::size_t end, CancelPoll& /*poll*/) {
            std::ranges::copy(from.subspan(begin, end - begin),
                              elements.begin() + static_cast<std::ptrdiff_t>(begin));
        });
}

} // namespace scanline::cpu
