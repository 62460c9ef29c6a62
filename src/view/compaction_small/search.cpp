#include "compaction_small/model.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <span>

namespace scanline::view {

namespace {

using raster::Algorithm;

constexpr std::size_t flags_row = 1;

/// Narrates a search from its fetches. The value read selects the words; only the twin decides what is read
/// next.
class Narrator {
public:
    Narrator(const SmallModel& model, std::size_t output)
        : model_(model), kind_(search_kind(model.algorithm())), output_(output),
          block_(static_cast<std::size_t>(model.block())), first_(output - output % block_),
          place_(output - first_) {}

    std::vector<Probe> tell() {
        const CellId cell{model_.search_row(), output_};
        const std::vector<CellId> fetches = model_.fetches(cell);
        const bool found = model_.cell(cell).kind == CellKind::survivor;
        std::vector<Probe> probes;
        // A descent begins at the root, which holds the count; the other searches begin at the output's
        // position.
        const bool descends = kind_ == SearchKind::descent || kind_ == SearchKind::quarters;
        for (std::size_t i = 0; i < fetches.size(); ++i) {
            const CellId read = fetches[i];
            const bool copy = found && i + 1 == fetches.size();
            probes.push_back({read,
                              copy ? fmt::format("Element {} is valid: output {} takes {}.", read.index,
                                                 output_, model_.label(read.index))
                                   : tell(read, i == 0),
                              i > (descends ? 0 : 1), copy});
        }
        return probes;
    }

private:
    std::size_t value(CellId cell) const {
        return static_cast<std::size_t>(model_.trace().passes()[cell.row - 1].values[cell.index]);
    }
    /// A texel's four values.
    std::span<const float> texel(CellId cell) const {
        return std::span(model_.trace().passes()[cell.row - 1].values).subspan(cell.index, 4);
    }

    std::string tell(CellId cell, bool first) {
        switch (kind_) {
        case SearchKind::jumps: return first ? tell_block_count(cell) : tell_jump(cell);
        case SearchKind::halving: return first ? tell_block_count(cell) : tell_halving(cell);
        case SearchKind::runs: return first ? tell_block_count(cell) : tell_runs(cell);
        case SearchKind::descent: return first ? tell_block_count(cell) : tell_descent(cell);
        case SearchKind::quarters: return tell_quarter(cell);
        case SearchKind::bits: return first ? tell_count(value(cell)) : tell_packed(cell);
        case SearchKind::none: break;
        }
        return "";
    }

    std::string tell_block_count(CellId cell) const {
        const std::size_t count = value(cell), other = block_ - count;
        const auto [invalid, survivors] =
            kind_ == SearchKind::descent ? std::pair(other, count) : std::pair(count, other);
        return fmt::format("{} of {} elements are invalid, so {} {}: output {} {}.", invalid, block_,
                           survivors, survivors == 1 ? "survives" : "survive", output_,
                           place_ < survivors ? "is one of them" : "stays empty");
    }

    std::string tell_count(std::size_t survivors) const {
        return fmt::format("{} elements survive: output {} {}.", survivors, output_,
                           output_ < survivors ? "is one of them" : "stays empty");
    }

    std::string tell_flag(CellId cell, std::string_view where_invalid) const {
        return value(cell) == 0 ? fmt::format("Element {} is valid: this is the one.", cell.index)
                                : fmt::format("Element {} is invalid: {}.", cell.index, where_invalid);
    }

    std::string tell_jump(CellId cell) const {
        if (cell.row == flags_row)
            return tell_flag(cell, "follow its pointer");
        const std::size_t sum = value(cell), target = first_ + block_ - sum;
        const std::string block =
            first_ > 0 ? fmt::format("{} + {}", first_, block_) : fmt::format("{}", block_);
        return fmt::format("{} invalid up to element {}: {} - {} = {}, jump to {}.", sum, cell.index, block,
                           sum, target, target);
    }

    std::string tell_halving(CellId cell) const {
        if (cell.row == flags_row)
            return tell_flag(cell, "the one looked for is further left");
        const std::size_t moved = cell.index - first_ - place_, sum = value(cell);
        const std::string read =
            fmt::format("{} places further right, {} invalid up to element {}", moved, sum, cell.index);
        if (sum == moved)
            return read + ": as many as it would move. Is it valid?";
        return read + (sum > moved ? ": more than it would move, so look further right."
                                   : ": fewer than it would move, so look further left.");
    }

    std::string tell_runs(CellId cell) const {
        const std::size_t moved = cell.index - first_ - place_, sum = value(cell);
        const std::string read = fmt::format("Runs of {} invalid ones up to element {}, and it has moved {}",
                                             sum, cell.index, moved);
        return sum == moved ? read + ": found."
                            : fmt::format("{}: go on at {} + {} = {}.", read, output_, sum, output_ + sum);
    }

    std::string tell_descent(CellId cell) {
        const std::size_t left = value(cell), from = before_;
        const bool goes_left = place_ < before_ + left;
        if (!goes_left)
            before_ += left;
        const char* side = goes_left ? "so go left" : "so go right";
        const char* child = cell.row == flags_row ? "The left leaf" : "The left child";
        if (left == 0)
            return fmt::format("{} counts none, {}.", child, side);
        const std::string range =
            left == 1 ? fmt::format("place {}", from) : fmt::format("places {} to {}", from, from + left - 1);
        return fmt::format("{} counts {}, for {} of the block: {} is {}there, {}.", child, left, range,
                           place_, goes_left ? "" : "not ", side);
    }

    std::string tell_quarter(CellId cell) {
        const std::span<const float> counts = texel(cell);
        const auto total = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0.0f));
        if (rank_ >= total)
            return tell_count(total);
        const std::size_t rank = rank_;
        std::size_t child = 0;
        for (; rank_ >= static_cast<std::size_t>(counts[child]); ++child)
            rank_ -= static_cast<std::size_t>(counts[child]);
        return fmt::format("The quarters count {}, {}, {}, {}: number {} is number {} of the {} one.",
                           counts[0], counts[1], counts[2], counts[3], rank, rank_,
                           model_.rows()[cell.row].text.channels[child]);
    }

    std::string tell_packed(CellId cell) const {
        const PassText& text = model_.rows()[cell.row].text;
        if (text.name == "leaf starts")
            return fmt::format("{} survivors lie before leaf {}.", value(cell), cell.index);
        const std::span<const float> channels = texel(cell);
        const auto counts = [&channels](std::size_t group) { return std::floor(channels[group] / 256); };
        if (text.name != "lookup")
            return fmt::format(
                "The groups from {} on count {}, {}, {}, {}: the output's bit is the one of its rank.",
                cell.index, counts(0), counts(1), counts(2), counts(3));
        if (channels[0] < 0)
            return "The survivors of these 16 outputs lie far apart: search the starts.";
        const int entry = static_cast<int>(channels[0]);
        return fmt::format("The first of these 16 outputs is in group {}, as number {} there. The groups "
                           "from there on count {}, {}, {}: the output's bit is the one of its rank.",
                           entry / 16, entry % 16, counts(1), counts(2), counts(3));
    }

    const SmallModel& model_;
    SearchKind kind_;
    std::size_t output_, block_, first_, place_;
    std::size_t before_ = 0;     ///< survivors left of the node that the descent has reached
    std::size_t rank_ = output_; ///< of the output in the quarter that the descent has reached
};

} // namespace

std::vector<Probe> probes_of(const SmallModel& model, std::size_t output) {
    return Narrator(model, output).tell();
}

std::vector<SmallStep> make_steps(const SmallModel& model, std::size_t probes) {
    std::vector<SmallStep> steps;
    for (std::size_t row = 0; row < model.rows().size(); ++row) {
        if (row == model.search_row())
            for (std::size_t probe = 0; probe < probes; ++probe)
                steps.push_back({row, probe});
        steps.push_back({row, {}});
    }
    return steps;
}

int position_of(const std::vector<SmallStep>& steps, const SmallStep& step) {
    // A row comes after all of its fetches.
    const auto place = [](const SmallStep& one) {
        return std::pair(one.row, one.probe.value_or(std::numeric_limits<std::size_t>::max()));
    };
    const auto behind = std::ranges::upper_bound(steps, place(step), {}, place);
    return std::max(0, static_cast<int>(behind - steps.begin()) - 1);
}

} // namespace scanline::view
