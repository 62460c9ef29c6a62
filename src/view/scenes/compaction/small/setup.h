#pragma once
#include "kit/property.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view::compaction::small {

/// Predefined streams. Those of figures are the paper's, with the algorithm that the figure shows.
enum class Preset {
    jumping_jack, ///< the stream of figures 1 and 2
    figure_1,
    figure_2,
    figure_3,
    figure_4,
    figure_5,
    figure_6,
    two_blocks,
    four_blocks, ///< the scene opens with it
    all_valid,
    none_valid,
    alternating,
    one_run,
    longest_jumps, ///< the longest possible chain for Jumping Jack, in every block
    random,
    edited, ///< by hand
};

/// A stream of the paper with the settings of its figure, or one generated for any size.
struct PresetRow {
    Preset value;
    std::string_view name, title;
    std::string_view elements{}; ///< empty: generated for any size
    int block = 0;
    raster::Algorithm algorithm = raster::Algorithm::jj;
    int selected = 0;
    raster::PrefixSumMethod prefix_sum = raster::PrefixSumMethod::hillis_steele;
    raster::RunLengthMethod run_lengths = raster::RunLengthMethod::recursive_doubling;
};

constexpr auto table_of(Preset) {
    using enum Preset;
    constexpr std::string_view figure_1_stream = "0110011000100100", figure_3_stream = "10011000",
                               figure_4_stream = "00010100", figure_6_stream = "10111110",
                               four_blocks_stream = "01100110001001001011111010011000";
    return std::to_array<PresetRow>({
        {jumping_jack, "jumping-jack", "Jumping Jack", figure_1_stream, 16},
        {figure_1, "figure-1", "Figure 1: Horn", figure_1_stream, 16, raster::Algorithm::horn},
        {figure_2, "figure-2", "Figure 2: RLZ search", figure_1_stream, 16, raster::Algorithm::rlz, 5},
        {figure_3, "figure-3", "Figure 3: run sums", figure_3_stream, 8, raster::Algorithm::rlz},
        {figure_4, "figure-4", "Figure 4: doubling", figure_4_stream, 8, raster::Algorithm::rlz},
        {figure_5, "figure-5", "Figure 5: run tree", figure_4_stream, 8, raster::Algorithm::rlz, 0,
         raster::PrefixSumMethod::blelloch, raster::RunLengthMethod::balanced_tree},
        {figure_6, "figure-6", "Figure 6: tree", figure_6_stream, 8, raster::Algorithm::bt, 4},
        {two_blocks, "two-blocks", "Two blocks", figure_1_stream, 8},
        {four_blocks, "four-blocks", "Four blocks", four_blocks_stream, 8},
        {all_valid, "all-valid", "All valid"},
        {none_valid, "none-valid", "None valid"},
        {alternating, "alternating", "Alternating"},
        {one_run, "one-run", "One run"},
        {longest_jumps, "longest-jumps", "Longest jumps"},
        {random, "random", "Random"},
        {edited, "edited", "Edited by hand"},
    });
}
using scanline::to_string;

/// The algorithms to choose from, Jumping Jack first; auto would only select another.
inline constexpr auto small_algorithms = [] {
    std::array<raster::Algorithm, enumerators<raster::Algorithm>.size() - 1> list{raster::Algorithm::jj};
    std::ranges::remove_copy_if(enumerators<raster::Algorithm>, list.begin() + 1, [](raster::Algorithm one) {
        return one == raster::Algorithm::jj || one == raster::Algorithm::automatic;
    });
    return list;
}();

/// A second algorithm to compare with: none, or one of small_algorithms.
struct Compare {
    std::optional<raster::Algorithm> algorithm;

    friend bool operator==(Compare, Compare) = default;
};
inline constexpr auto all_small_compares = [] {
    std::array<Compare, small_algorithms.size() + 1> list{};
    std::ranges::transform(small_algorithms, list.begin() + 1,
                           [](raster::Algorithm one) { return Compare{one}; });
    return list;
}();
std::string_view to_string(Compare compare); ///< "none", or as the algorithm

/// Whose searches are shown where these go from place to place: the selected output's, or all at once.
enum class ChainsShown { one, all };
constexpr auto table_of(ChainsShown) {
    return named<ChainsShown>({{ChainsShown::one, "one"}, {ChainsShown::all, "all"}});
}
/// True if the searches of an algorithm go from place to place.
bool has_chains(raster::Algorithm algorithm);

/// The settings of the scene compaction-small: a stream of a few elements and how it is compacted, with the
/// dependencies between settings.
class Setup {
public:
    static constexpr std::string_view scene = "compaction-small";
    static constexpr int min_size = 8, max_size = 256;

    explicit Setup(Preset preset = Preset::jumping_jack) { apply(preset); }

    raster::Algorithm algorithm = raster::Algorithm::jj;
    raster::PrefixSumMethod prefix_sum = raster::PrefixSumMethod::hillis_steele;
    raster::RunLengthMethod run_lengths = raster::RunLengthMethod::recursive_doubling;
    Compare compare{};
    ChainsShown chains = ChainsShown::one;

    /// The same stream compacted by the algorithm to compare with, if there is one.
    std::optional<Setup> second() const;
    /// The chains of all outputs are shown at once.
    bool shows_chains() const;

    /// One character per element, '1' if valid.
    const std::string& elements() const { return elements_; }
    int size() const { return static_cast<int>(elements_.size()); }
    int block() const { return block_; }
    Preset preset() const { return preset_; }
    double density() const { return density_; }
    int seed() const { return seed_; }
    /// The output whose search is shown.
    int selected() const { return selected_; }

    /// The pinned element of the input, whose path is highlighted; -1 for none.
    int pinned() const { return pinned_; }

    /// The largest useful block: one that holds the whole stream.
    int max_block() const;

    /// Applies a preset's stream; a figure also sets algorithm, size and block. `edited` keeps the stream.
    void apply(Preset preset);
    /// Applies the next preset, wrapping around; never `edited`.
    void apply_next_preset();
    void apply_next_algorithm();
    /// In [min_size, max_size]. A figure's or edited stream is truncated, which loses what is cut off, or
    /// padded with invalid elements. The others are generated anew.
    void set_size(int size);
    void set_block(int block);                    ///< rounded to a power of two in [2, max_block()]
    void set_density(double density);             ///< density and seed generate a random stream
    void set_seed(int seed);                      ///< wraps around to 0 after the largest
    void set_elements(std::string_view elements); ///< usage error unless 8 to 256 of 1, x, 0 and .
    void toggle(int element);
    void invert();
    void select(int output); ///< clamped to the stream
    void pin(int element);   ///< clamped too, or -1

    raster::StreamLayout layout() const;
    raster::CompactionOptions options() const;
    /// The values to compact: 255 if valid, else 0.
    std::vector<float> values() const;

    void unpin() { pin(-1); }
    /// True if both have the same rows, searches and steps.
    bool same_run(Setup other) const {
        other.pinned_ = pinned_;
        return *this == other;
    }
    /// True if both have the same passes.
    bool same_passes(Setup other) const {
        other.selected_ = selected_;
        other.chains = chains;
        return same_run(std::move(other));
    }

    friend bool operator==(const Setup&, const Setup&) = default;
    friend std::vector<Property> properties_of(Setup& setup);

private:
    void make(int size);
    void fit();

    std::string elements_;
    int block_ = 16;
    Preset preset_ = Preset::jumping_jack;
    double density_ = 0.4;
    int seed_ = 1;
    int selected_ = 0;
    int pinned_ = -1;
};

std::vector<Property> properties_of(Setup& setup);

} // namespace scanline::view::compaction::small
