#include "compaction_small/chains.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ranges>

namespace scanline::view {

namespace {

// All colours that are neither close to the pinned element's nor as grey as what is dimmed.
constexpr std::array<std::size_t, 6> colours{0, 1, 2, 4, 5, 3};

} // namespace

Chains::Chains(const SmallModel& model) : owners_(model.rows()[0].cells.size()) {
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

} // namespace scanline::view
