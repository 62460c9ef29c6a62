#include "compaction_small/setup.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/random.h"
#include "scanline/core/text.h"
#include "scanline/systems/compaction.h"
#include "trace/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view {

namespace {

using raster::Algorithm;
using raster::PrefixSumMethod;
using raster::RunLengthMethod;

constexpr int most_seed = 9999;
constexpr int widest_texture = 4096;

/// A stream of the paper with the settings of its figure, or one generated for any size.
struct PresetEntry {
    SmallPreset preset;
    std::string_view name, title;
    std::string_view elements{}; ///< empty: generated for any size
    int block = 0;
    Algorithm algorithm = Algorithm::jj;
    int selected = 0;
    PrefixSumMethod prefix_sum = PrefixSumMethod::hillis_steele;
    RunLengthMethod run_lengths = RunLengthMethod::recursive_doubling;
};

constexpr std::string_view figure_1_stream = "0110011000100100", figure_3_stream = "10011000",
                           figure_4_stream = "00010100", figure_6_stream = "10111110",
                           four_blocks_stream = "01100110001001001011111010011000";

constexpr auto preset_entries = std::to_array<PresetEntry>({
    {SmallPreset::jumping_jack, "jumping-jack", "Jumping Jack", figure_1_stream, 16},
    {SmallPreset::figure_1, "figure-1", "Figure 1: Horn", figure_1_stream, 16, Algorithm::horn},
    {SmallPreset::figure_2, "figure-2", "Figure 2: RLZ search", figure_1_stream, 16, Algorithm::rlz, 5},
    {SmallPreset::figure_3, "figure-3", "Figure 3: run sums", figure_3_stream, 8, Algorithm::rlz},
    {SmallPreset::figure_4, "figure-4", "Figure 4: doubling", figure_4_stream, 8, Algorithm::rlz},
    {SmallPreset::figure_5, "figure-5", "Figure 5: run tree", figure_4_stream, 8, Algorithm::rlz, 0,
     PrefixSumMethod::blelloch, RunLengthMethod::balanced_tree},
    {SmallPreset::figure_6, "figure-6", "Figure 6: tree", figure_6_stream, 8, Algorithm::bt, 4},
    {SmallPreset::two_blocks, "two-blocks", "Two blocks", figure_1_stream, 8},
    {SmallPreset::four_blocks, "four-blocks", "Four blocks", four_blocks_stream, 8},
    {SmallPreset::all_valid, "all-valid", "All valid"},
    {SmallPreset::none_valid, "none-valid", "None valid"},
    {SmallPreset::alternating, "alternating", "Alternating"},
    {SmallPreset::one_run, "one-run", "One run"},
    {SmallPreset::longest_jumps, "longest-jumps", "Longest jumps"},
    {SmallPreset::random, "random", "Random"},
    {SmallPreset::edited, "edited", "Edited by hand"},
});

const PresetEntry& entry_of(SmallPreset preset) {
    return *std::ranges::find(preset_entries, preset, &PresetEntry::preset);
}

// True if an element of a generated preset is valid.
bool valid_at(SmallPreset preset, int i, int size, int block) {
    if (preset == SmallPreset::alternating)
        return i % 2 == 1;
    if (preset == SmallPreset::one_run)
        return i >= size * 5 / 16 && i < size * 3 / 4;
    // From the first element the chain jumps to the last, the second, the second to last ...; the middle
    // comes last.
    if (preset == SmallPreset::longest_jumps)
        return i % block == block / 2;
    return preset == SmallPreset::all_valid;
}

// Wraps around to the first.
template <class List>
auto next_of(const List& all, typename List::value_type value) {
    const auto next = std::ranges::find(all, value) + 1;
    return next == all.end() ? all.front() : *next;
}

Algorithm algorithm_of(SmallCompare compare) {
    return small_algorithms[static_cast<std::size_t>(compare) - 1];
}

char inverted(char element) {
    return element == '1' ? '0' : '1';
}

} // namespace

std::string_view to_string(SmallPreset preset) {
    return entry_of(preset).name;
}

std::string_view title_of(SmallPreset preset) {
    return entry_of(preset).title;
}

std::string_view to_string(SmallCompare compare) {
    return compare == SmallCompare::none ? "none" : to_string(algorithm_of(compare));
}

std::string_view to_string(SmallChains chains) {
    return chains == SmallChains::one ? "one" : "all";
}

bool has_chains(Algorithm algorithm) {
    return algorithm == Algorithm::jj || algorithm == Algorithm::rlz;
}

bool SmallSetup::shows_chains() const {
    return chains == SmallChains::all && compare == SmallCompare::none && has_chains(algorithm);
}

std::optional<SmallSetup> SmallSetup::second() const {
    if (compare == SmallCompare::none)
        return std::nullopt;
    SmallSetup second = *this;
    second.algorithm = algorithm_of(compare);
    second.compare = SmallCompare::none;
    return second;
}

int SmallSetup::most_block() const {
    return power_of_two_ceiling(size());
}

void SmallSetup::fit() {
    block_ = std::clamp(power_of_two_ceiling(block_), raster::min_block, most_block());
    selected_ = std::clamp(selected_, 0, size() - 1);
    pinned_ = std::clamp(pinned_, -1, size() - 1);
}

void SmallSetup::make(int size) {
    if (preset_ == SmallPreset::edited || !entry_of(preset_).elements.empty()) {
        if (preset_ != SmallPreset::edited)
            elements_ = entry_of(preset_).elements;
        elements_.resize(static_cast<std::size_t>(size), '0');
    } else {
        Random random(static_cast<std::uint64_t>(seed_));
        const int block = std::min(block_, power_of_two_ceiling(size));
        elements_.clear();
        for (int i = 0; i < size; ++i) {
            const bool valid =
                preset_ == SmallPreset::random ? random.unit() < density_ : valid_at(preset_, i, size, block);
            elements_ += valid ? '1' : '0';
        }
    }
    fit();
}

void SmallSetup::apply(SmallPreset preset) {
    const PresetEntry& entry = entry_of(preset);
    preset_ = preset;
    if (!entry.elements.empty()) {
        block_ = entry.block;
        algorithm = entry.algorithm;
        prefix_sum = entry.prefix_sum;
        run_lengths = entry.run_lengths;
        selected_ = entry.selected;
    }
    if (preset == SmallPreset::longest_jumps) {
        algorithm = Algorithm::jj;
        selected_ = 0;
    }
    make(entry.elements.empty() ? size() : static_cast<int>(entry.elements.size()));
}

void SmallSetup::apply_next_preset() {
    const SmallPreset next = next_of(all_small_presets, preset_);
    apply(next == SmallPreset::edited ? all_small_presets.front() : next);
}

void SmallSetup::apply_next_algorithm() {
    algorithm = next_of(small_algorithms, algorithm);
}

void SmallSetup::set_size(int size) {
    make(std::clamp(size, least_size, most_size));
}

void SmallSetup::set_block(int block) {
    block_ = block;
    fit();
    if (preset_ == SmallPreset::longest_jumps)
        make(size());
}

void SmallSetup::set_density(double density) {
    density_ = std::clamp(density, 0.0, 1.0);
    apply(SmallPreset::random);
}

void SmallSetup::set_seed(int seed) {
    seed_ = std::max(0, seed) % (most_seed + 1);
    apply(SmallPreset::random);
}

void SmallSetup::set_elements(std::string_view elements) {
    const auto length = static_cast<int>(elements.size());
    if (length < least_size || length > most_size ||
        elements.find_first_not_of("01") != std::string_view::npos)
        throw usage_error(fmt::format(
            "elements={}: elements takes {} to {} characters, 1 for a valid element and 0 for another",
            printable(elements), least_size, most_size));
    if (elements == elements_)
        return;
    elements_ = elements;
    preset_ = SmallPreset::edited;
    fit();
}

void SmallSetup::toggle(int element) {
    if (element < 0 || element >= size())
        return;
    char& flag = elements_[static_cast<std::size_t>(element)];
    flag = inverted(flag);
    preset_ = SmallPreset::edited;
}

void SmallSetup::invert() {
    std::ranges::transform(elements_, elements_.begin(), inverted);
    preset_ = SmallPreset::edited;
}

void SmallSetup::select(int output) {
    selected_ = output;
    fit();
}

void SmallSetup::pin(int element) {
    pinned_ = element;
    fit();
}

raster::StreamLayout SmallSetup::layout() const {
    const int block = raster::is_blockwise(algorithm) ? block_ : raster::min_block;
    return raster::make_stream_layout(size(), block, widest_texture);
}

raster::CompactionOptions SmallSetup::options() const {
    return {.algorithm = algorithm,
            .prefix_sum = prefix_sum,
            .run_lengths = run_lengths,
            .discriminator = {},
            .payload = raster::Payload::index};
}

std::vector<float> SmallSetup::values() const {
    std::vector<float> values;
    for (const char element : elements_)
        values.push_back(element == '1' ? 255.0f : 0.0f);
    return values;
}

std::vector<Property> properties_of(SmallSetup& setup) {
    // A row that changes others comes before them.
    std::vector<std::string> titles = list_of_names(all_small_presets, title_of);
    const auto one_is = [&setup](auto is) {
        return
            [&setup, is] { return is(setup.algorithm) || (setup.second() && is(setup.second()->algorithm)); };
    };
    const auto is_blockwise = one_is(raster::is_blockwise);
    const auto value = [](const auto& member) { return [&member] { return member; }; };
    return {
        choice_row("preset", "Preset",
                   {value(setup.preset_), [&setup](SmallPreset preset) { setup.apply(preset); }},
                   all_small_presets,
                   "Streams to begin with; those of figures are the paper's, with the algorithm shown there.",
                   std::move(titles)),
        number_row("size", "Size",
                   {[&setup] { return setup.size(); }, [&setup](int size) { setup.set_size(size); }},
                   {SmallSetup::least_size, SmallSetup::most_size}, "Elements of the stream."),
        block_row("block", "Block", {value(setup.block_), [&setup](int block) { setup.set_block(block); }},
                  {raster::min_block, SmallSetup::most_size, setup.most_block()},
                  "Elements of a block. Every block is compacted on its own, then they are joined.")
            .when(is_blockwise),
        real_row("density", "Density",
                 {value(setup.density_),
                  [&setup](double density) { setup.set_density(std::round(density * 100) / 100); }},
                 {0, 1}, "Makes a random stream with this part of valid elements.")
            .with_set([&setup](std::string_view text) {
                setup.density_ = parse_number<double>("density", text, {0, 1});
                setup.make(setup.size());
            }),
        number_row("seed", "Seed",
                   {value(setup.seed_),
                    [&setup](int seed) {
                        setup.seed_ = seed;
                        setup.make(setup.size());
                    }},
                   {0, most_seed}, "Of a random stream."),
        {.key = "elements",
         .text = value(setup.elements_),
         .set = [&setup](std::string_view elements) { setup.set_elements(elements); }},
        choice_row("algorithm", "Algorithm", setup.algorithm, small_algorithms, "What compacts the stream.",
                   list_of_names(small_algorithms, short_title)),
        choice_row("prefix-sum", "Prefix sums", setup.prefix_sum, raster::all_prefix_sum_methods,
                   "Doubling has few long passes, the tree of Blelloch more that get shorter.")
            .when(is_blockwise),
        choice_row("run-lengths", "Run lengths", setup.run_lengths, raster::all_run_length_methods,
                   "How the lengths of runs of invalid elements are computed.")
            .when(one_is([](Algorithm one) { return systems::entry(one).run_lengths; })),
        choice_row(
            "compare", "Compare", setup.compare, all_small_compares,
            "A second algorithm on the same stream, in step with the first; a search is one step then.",
            list_of_names(all_small_compares,
                          [](SmallCompare one) {
                              return one == SmallCompare::none ? to_string(one)
                                                               : short_title(algorithm_of(one));
                          }))
            // The first algorithm, unless both are the same.
            .without(setup.second() && setup.second()->algorithm == setup.algorithm
                         ? ""
                         : to_string(setup.algorithm)),
        choice_row("chains", "Chains", setup.chains, all_small_chains,
                   "The search of one output, fetch by fetch, or the chains of all outputs at once.")
            .when([&setup] { return setup.compare == SmallCompare::none && has_chains(setup.algorithm); }),
        number_row("selected", "Selected",
                   {value(setup.selected_), [&setup](int output) { setup.select(output); }},
                   {0, SmallSetup::most_size - 1}, "The output whose search is shown."),
        number_row("pinned", "Pinned", {value(setup.pinned_), [&setup](int element) { setup.pin(element); }},
                   {-1, SmallSetup::most_size - 1},
                   "The element of the input whose way through the passes is lit; -1 for none."),
    };
}

} // namespace scanline::view
