#include "kdtree_ranks.h"

#include "scanline/ranks/lists.h"

#include <algorithm>
#include <numeric>

namespace scanline::cli {

std::int64_t of_all_ranks(std::int64_t own) {
    return joined_ranks() ? ranks::share_of(*joined_ranks(), own).all : own;
}

std::vector<std::int32_t> owners_of(std::span<const std::int32_t> rows, std::int64_t end) {
    std::vector<std::int64_t> ends = ranks::gather(*joined_ranks(), end);
    // A rank without rows ends where the one before it does.
    std::partial_sum(ends.begin(), ends.end(), ends.begin(),
                     [](std::int64_t a, std::int64_t b) { return std::max(a, b); });
    std::vector<std::int32_t> owners;
    for (const std::int32_t row : rows)
        owners.push_back(
            row < 0 ? -1 : static_cast<std::int32_t>(std::ranges::upper_bound(ends, row) - ends.begin()));
    return owners;
}

std::vector<std::string> ask_owners(std::span<const std::int32_t> numbers,
                                    std::span<const std::int32_t> owners,
                                    const std::function<std::string(std::int32_t)>& text_of) {
    ranks::Communicator& ranks = *joined_ranks();
    const auto size = static_cast<std::size_t>(ranks.size());
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::erase_if(order, [&](std::size_t i) { return owners[i] < 0; });
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return owners[i]; });
    std::vector<std::int32_t> asked;
    std::vector<std::int64_t> sent(size), received, bytes(size), lengths;
    for (const std::size_t i : order) {
        asked.push_back(numbers[i]);
        ++sent[static_cast<std::size_t>(owners[i])];
    }
    const RawArray<std::int32_t> there =
        ranks::exchange_lists(ranks, std::span<const std::int32_t>(asked), sent, &received);
    std::string texts;
    ranks::agree_on(ranks, [&] {
        const std::int32_t* number = there.begin();
        for (std::size_t rank = 0; rank < size; ++rank)
            for (std::int64_t i = 0; i < received[rank]; ++i) {
                const std::string text = text_of(*number++);
                texts += text;
                lengths.push_back(std::ssize(text));
                bytes[rank] += std::ssize(text);
            }
    });
    const RawArray<std::int64_t> each =
        ranks::exchange_lists(ranks, std::span<const std::int64_t>(lengths), received);
    const RawArray<char> all = ranks::exchange_lists(ranks, std::span<const char>(texts), bytes);
    std::vector<std::string> answers(numbers.size());
    const char* text = all.data();
    for (std::size_t i = 0; i < order.size(); ++i) {
        answers[order[i]].assign(text, static_cast<std::size_t>(each[i]));
        text += each[i];
    }
    return answers;
}

} // namespace scanline::cli
