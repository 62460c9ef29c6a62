#pragma once
#include "kit/property.h"
#include "scanline/raster/options.h"
#include "scanline/raster/stream_layout.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

/// Predefined streams. Those of figures are the paper's, with the algorithm that the figure shows.
enum class SmallPreset {
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
inline constexpr std::array all_small_presets{
    SmallPreset::jumping_jack, SmallPreset::figure_1,      SmallPreset::figure_2,   SmallPreset::figure_3,
    SmallPreset::figure_4,     SmallPreset::figure_5,      SmallPreset::figure_6,   SmallPreset::two_blocks,
    SmallPreset::four_blocks,  SmallPreset::all_valid,     SmallPreset::none_valid, SmallPreset::alternating,
    SmallPreset::one_run,      SmallPreset::longest_jumps, SmallPreset::random,     SmallPreset::edited};

std::string_view to_string(SmallPreset preset); ///< "figure-1"
std::string_view title_of(SmallPreset preset);  ///< "Figure 1: prefix sums"

/// The algorithms to choose from; auto would only select another.
inline constexpr std::array small_algorithms{
    raster::Algorithm::jj,    raster::Algorithm::horn,           raster::Algorithm::rlz,
    raster::Algorithm::bt,    raster::Algorithm::horn_unblocked, raster::Algorithm::histopyramid,
    raster::Algorithm::packed};

/// A second algorithm to compare with: none, or one of small_algorithms, in their order.
enum class SmallCompare { none, jj, horn, rlz, bt, horn_unblocked, histopyramid, packed };
inline constexpr std::array all_small_compares{SmallCompare::none,         SmallCompare::jj,
                                               SmallCompare::horn,         SmallCompare::rlz,
                                               SmallCompare::bt,           SmallCompare::horn_unblocked,
                                               SmallCompare::histopyramid, SmallCompare::packed};
static_assert(all_small_compares.size() == small_algorithms.size() + 1);
std::string_view to_string(SmallCompare compare); ///< "none", or as the algorithm

/// Whose searches are shown where these go from place to place: the selected output's, or all at once.
enum class SmallChains { one, all };
inline constexpr std::array all_small_chains{SmallChains::one, SmallChains::all};
std::string_view to_string(SmallChains chains);
/// True if the searches of an algorithm go from place to place.
bool has_chains(raster::Algorithm algorithm);

/// The settings of the scene compaction-small: a stream of a few elements and how it is compacted, with the
/// dependencies between settings.
class SmallSetup {
public:
    static constexpr std::string_view scene = "compaction-small";
    static constexpr int least_size = 8, most_size = 256;

    explicit SmallSetup(SmallPreset preset = SmallPreset::jumping_jack) { apply(preset); }

    raster::Algorithm algorithm = raster::Algorithm::jj;
    raster::PrefixSumMethod prefix_sum = raster::PrefixSumMethod::hillis_steele;
    raster::RunLengthMethod run_lengths = raster::RunLengthMethod::recursive_doubling;
    SmallCompare compare = SmallCompare::none;
    SmallChains chains = SmallChains::one;

    /// The same stream compacted by the algorithm to compare with, if there is one.
    std::optional<SmallSetup> second() const;
    /// The chains of all outputs are shown at once.
    bool shows_chains() const;

    /// One character per element, '1' if valid.
    const std::string& elements() const { return elements_; }
    int size() const { return static_cast<int>(elements_.size()); }
    int block() const { return block_; }
    SmallPreset preset() const { return preset_; }
    double density() const { return density_; }
    int seed() const { return seed_; }
    /// The output whose search is shown.
    int selected() const { return selected_; }

    /// The pinned element of the input, whose path is highlighted; -1 for none.
    int pinned() const { return pinned_; }

    /// The largest useful block: one that holds the whole stream.
    int most_block() const;

    /// Applies a preset's stream; a figure also sets algorithm, size and block. `edited` keeps the stream.
    void apply(SmallPreset preset);
    /// Applies the next preset, wrapping around; never `edited`.
    void apply_next_preset();
    void apply_next_algorithm();
    /// In [least_size, most_size]. A figure's or edited stream is truncated, which loses what is cut off, or
    /// padded with invalid elements. The others are generated anew.
    void set_size(int size);
    void set_block(int block);                    ///< rounded to a power of two in [2, most_block()]
    void set_density(double density);             ///< density and seed generate a random stream
    void set_seed(int seed);                      ///< wraps around to 0 after the largest
    void set_elements(std::string_view elements); ///< usage error unless 8 to 256 characters 0 and 1
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
    bool same_run(SmallSetup other) const {
        other.pinned_ = pinned_;
        return *this == other;
    }
    /// True if both have the same passes.
    bool same_passes(SmallSetup other) const {
        other.selected_ = selected_;
        other.chains = chains;
        return same_run(std::move(other));
    }

    friend bool operator==(const SmallSetup&, const SmallSetup&) = default;
    friend std::vector<Property> properties_of(SmallSetup& setup);

private:
    void make(int size);
    void fit();

    std::string elements_;
    int block_ = 16;
    SmallPreset preset_ = SmallPreset::jumping_jack;
    double density_ = 0.4;
    int seed_ = 1;
    int selected_ = 0;
    int pinned_ = -1;
};

std::vector<Property> properties_of(SmallSetup& setup);

} // namespace scanline::view
