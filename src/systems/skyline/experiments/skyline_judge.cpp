#include "experiments/skyline_experiments.h"

#include "scanline/core/random.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace scanline::bench {

namespace {

constexpr std::uint32_t most_compared = 2048, sampled_rows = 32; ///< of those kept, and of the others

} // namespace

std::optional<std::uint32_t> SkylineJudge::dominating(std::uint32_t row) const {
    const auto columns = static_cast<std::size_t>(table_.dimensions);
    const float* const q = table_[row];
    const auto size = static_cast<std::uint32_t>(table_.size());
    for (std::uint32_t other = 0; other < size; ++other) {
        const float* const p = table_[other];
        bool everywhere = true, somewhere = false;
        for (std::size_t column = 0; column < columns && everywhere; ++column) {
            everywhere = p[column] <= q[column];
            somewhere = somewhere || p[column] < q[column];
        }
        if (everywhere && somewhere)
            return other;
    }
    return std::nullopt;
}

std::optional<std::string> SkylineJudge::wrong_row(const std::vector<std::uint32_t>& ids,
                                                   std::uint32_t row) const {
    const bool kept = std::ranges::binary_search(ids, row);
    const std::optional<std::uint32_t> by = dominating(row);
    if (kept && by)
        return fmt::format("keeps row {}, which row {} dominates", row, *by);
    if (!kept && !by)
        return fmt::format("misses row {}, which no row dominates", row);
    return std::nullopt;
}

std::optional<std::string> SkylineJudge::wrong(const std::vector<std::uint32_t>& ids) {
    const auto size = static_cast<std::uint32_t>(table_.size());
    if (std::ranges::adjacent_find(ids, std::greater_equal()) != ids.end())
        return "row numbers do not ascend";
    if (!ids.empty() && ids.back() >= size)
        return fmt::format("there is no row {}: there are {}", ids.back(), size);
    if (right_ && ids != *right_) {
        const auto [ours, theirs] = std::ranges::mismatch(ids, *right_);
        const std::uint32_t row =
            std::min(ours == ids.end() ? size : *ours, theirs == right_->end() ? size : *theirs);
        const std::optional<std::string> wrong = wrong_row(ids, row);
        return wrong ? wrong : fmt::format("differs in row {} from the result before, which is wrong", row);
    }
    if (!right_) {
        Random random(primitive_seed);
        const bool all = size <= most_compared;
        for (std::uint32_t i = 0; i < (all ? size : 2 * sampled_rows); ++i) {
            const bool any = i % 2 == 0 || ids.empty();
            const std::uint32_t row = all   ? i
                                      : any ? static_cast<std::uint32_t>(random.below(size))
                                            : ids[random.below(ids.size())];
            if (std::optional<std::string> wrong = wrong_row(ids, row))
                return wrong;
        }
        right_ = ids;
    }
    return std::nullopt;
}

} // namespace scanline::bench
