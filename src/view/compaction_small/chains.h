#pragma once
#include "compaction_small/model.h"

#include <optional>
#include <string>
#include <vector>

namespace scanline::view {

/// The search of an output, place by place: its own place first, the element that it takes last.
struct Chain {
    std::vector<std::size_t> places;
    std::size_t series = 0; ///< its colour in Palette::series

    std::size_t jumps() const { return places.size() - 1; }
};

/// The chains of all outputs that find an element, in their order.
class Chains {
public:
    /// The algorithm has_chains().
    explicit Chains(const SmallModel& model);

    const std::vector<Chain>& all() const { return chains_; }
    /// The chain that a place is part of, the first if there are several.
    std::optional<std::size_t> at(std::size_t place) const { return owners_[place]; }
    /// Places that several chains use.
    std::size_t shared() const { return shared_; }
    /// "8 chains, 17 jumps, no place used twice"; an output that finds its element in its place makes none.
    std::string text() const;

private:
    /// Gives chains with places side by side different colours, as far as there are enough.
    void colour();

    std::vector<Chain> chains_;
    std::vector<std::optional<std::size_t>> owners_; ///< by place
    std::size_t shared_ = 0;
};

/// What is seen of the chains of an algorithm, and why.
std::string chains_sentence(const Chains& chains, raster::Algorithm algorithm);

} // namespace scanline::view
