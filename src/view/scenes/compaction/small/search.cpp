#include "scenes/compaction/code.h"
#include "scenes/compaction/small/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>

namespace scanline::view::compaction::small {

namespace {

using raster::Algorithm;

constexpr std::size_t flags_row = 1;

/// Narrates a search from its fetches. The value read selects the words; only the twin decides what is read
/// next.
class StepText {
public:
    StepText(const Model& model, std::size_t output)
        : model_(model), kind_(search_kind(model.algorithm())), output_(output),
          block_(static_cast<std::size_t>(model.block())), first_(output - output % block_),
          place_(output - first_) {}

    std::vector<Probe> describe() {
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
                                   : describe(read, i == 0),
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

    std::string describe(CellId cell, bool first) {
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

    const Model& model_;
    SearchKind kind_;
    std::size_t output_, block_, first_, place_;
    std::size_t before_ = 0;     ///< survivors left of the node that the descent has reached
    std::size_t rank_ = output_; ///< of the output in the quarter that the descent has reached
};

/// The numbers of a cell's texel.
std::string texel_text(const Model& model, CellId cell) {
    const Row& row = model.rows()[cell.row];
    const std::size_t first = cell.index - cell.index % row.channels;
    std::vector<std::string> texts;
    for (std::size_t i = first; i < first + row.channels; ++i)
        texts.push_back(row.cells[i].kind == CellKind::hole ? "empty" : row.cells[i].text);
    return fmt::format("{}", fmt::join(texts, ", "));
}

/// The texel of a row that belongs to an element: its number, its copy, that of its block or row of blocks,
/// else the first that it flows into; the first of all if there is none.
std::size_t texel_of(const Model& model, std::size_t row, std::size_t element) {
    const PassText& text = model.rows()[row].text;
    if (text.kind == RowKind::survivors)
        return model.place_of(element, row).value_or(0);
    const std::size_t block = element / static_cast<std::size_t>(model.block());
    if (text.scope == RowScope::blocks)
        return block;
    if (text.scope == RowScope::block_rows)
        return block / static_cast<std::size_t>(raster::block_layout(model.layout()).width);
    if (const auto number = model.number_of(element, row))
        return number->index;
    const std::vector<PathMark> marks = model.path({0, element})[row];
    const auto reached = std::ranges::find(marks, PathMark::influence);
    return reached == marks.end()
               ? 0
               : static_cast<std::size_t>(reached - marks.begin()) / model.rows()[row].channels;
}

// All colours that are neither close to the pinned element's nor as grey as what is dimmed.
constexpr std::array<std::size_t, 6> colours{0, 1, 2, 4, 5, 3};

} // namespace

std::vector<Probe> probes_of(const Model& model, std::size_t output) {
    return StepText(model, output).describe();
}

std::vector<Step> make_steps(const Model& model, std::size_t probes) {
    std::vector<Step> steps;
    for (std::size_t row = 0; row < model.rows().size(); ++row) {
        if (row == model.search_row())
            for (std::size_t probe = 0; probe < probes; ++probe)
                steps.push_back({row, probe});
        steps.push_back({row, {}});
    }
    return steps;
}

int position_of(const std::vector<Step>& steps, const Step& step) {
    // A row comes after all of its fetches.
    const auto place = [](const Step& one) {
        return std::pair(one.row, one.probe.value_or(std::numeric_limits<std::size_t>::max()));
    };
    const auto behind = std::ranges::upper_bound(steps, place(step), {}, place);
    return std::max(0, static_cast<int>(behind - steps.begin()) - 1);
}

Listing listing_of(const Model& model, const std::vector<Probe>& probes, std::size_t selected,
                   const Step& step, std::optional<std::size_t> element) {
    if (step.row == 0)
        return {};
    const std::vector<PassName> passes = passes_of(model.trace());
    if (step.row == model.search_row()) {
        std::vector<CodeFetch> fetches;
        for (const Probe& probe : probes)
            fetches.push_back({probe.copy ? CodeTexel::stream : static_cast<int>(probe.cell.row) - 1,
                               texel_text(model, probe.cell)});
        fetches.resize(std::min(step.probe.value_or(fetches.size()) + 1, fetches.size()));
        return search_listing(passes, model.algorithm(), fmt::format("Search of output {}", selected),
                              fetches);
    }

    const Row& row = model.rows()[step.row];
    const std::size_t texel = element ? texel_of(model, step.row, *element) : 0;
    const auto read = [&](int pass, std::int64_t number) -> std::optional<float> {
        const auto i = static_cast<std::size_t>(number);
        if (pass == CodeTexel::stream && i < static_cast<std::size_t>(model.layout().size))
            return model.cell({0, i}).kind == CellKind::survivor ? 255.0f : 0.0f;
        if (pass == CodeTexel::stream || i >= model.rows()[static_cast<std::size_t>(pass) + 1].cells.size())
            return std::nullopt;
        return model.trace().passes()[static_cast<std::size_t>(pass)].values[i];
    };
    return listing_of(
        CodeTexel{passes, static_cast<int>(step.row) - 1, static_cast<std::int64_t>(texel), read},
        model.algorithm(), fmt::format("{}, number {}", row.text.name, texel),
        texel_text(model, {step.row, texel * row.channels}));
}

Chains::Chains(const Model& model) : owners_(model.rows()[0].cells.size()) {
    std::vector<bool> shared(owners_.size());
    for (std::size_t output = 0; output < owners_.size(); ++output) {
        const CellId cell{model.search_row(), output};
        if (model.cell(cell).kind != CellKind::survivor)
            continue;
        // The first fetch reads the block's count, which is not part of the chain.
        Chain chain{{output}};
        const std::vector<CellId> fetches = model.fetches(cell);
        for (const CellId fetch : fetches | std::views::drop(1))
            if (fetch.index != chain.places.back())
                chain.places.push_back(fetch.index);
        for (const std::size_t place : chain.places) {
            shared[place] = owners_[place].has_value();
            owners_[place] = owners_[place].value_or(chains_.size());
        }
        chains_.push_back(std::move(chain));
    }
    shared_ = static_cast<std::size_t>(std::ranges::count(shared, true));
    colour();
}

void Chains::colour() {
    std::size_t next = 0;
    for (std::size_t c = 0; c < chains_.size(); ++c) {
        if (chains_[c].jumps() == 0)
            continue;
        std::array<bool, std::tuple_size_v<decltype(Palette::series)>> taken{};
        for (const std::size_t place : chains_[c].places) {
            for (const std::size_t beside : {place - 1, place + 1})
                if (beside < owners_.size() && owners_[beside].value_or(c) < c &&
                    chains_[*owners_[beside]].jumps() > 0)
                    taken[chains_[*owners_[beside]].series] = true;
        }
        std::size_t tries = 0;
        while (tries < colours.size() && taken[colours[(next + tries) % colours.size()]])
            ++tries;
        chains_[c].series = colours[(next + tries) % colours.size()];
        ++next;
    }
}

std::string Chains::text() const {
    std::size_t chains = 0, jumps = 0;
    for (const Chain& chain : chains_) {
        chains += static_cast<std::size_t>(chain.jumps() > 0);
        jumps += chain.jumps();
    }
    const auto number = [](std::size_t count, std::string_view one) {
        return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
    };
    return fmt::format("{}, {}, {} used twice", number(chains, "chain"), number(jumps, "jump"),
                       shared_ == 0 ? "no place" : number(shared_, "place"));
}

std::string chains_sentence(const Chains& chains, raster::Algorithm algorithm) {
    if (algorithm == raster::Algorithm::jj)
        return "Every output jumps from hole to hole to its element, to the right above the row, to the left "
               "below it. No two chains meet: every hole points to a place of its own.";
    return fmt::format("Every output jumps to the right by the sum that it reads, until it has found its "
                       "element. {}",
                       chains.shared() == 0 ? "No two of these chains meet."
                                            : "Some of these chains meet, and part again, for each adds "
                                              "the sum to its own place.");
}

} // namespace scanline::view::compaction::small
