#include "scenes/compaction/small/setup.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/random.h"
#include "scanline/core/text.h"
#include "scanline/systems/compaction.h"
#include "scenes/compaction/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::compaction::small {

namespace {

using raster::Algorithm;
using raster::PrefixSumMethod;
using raster::RunLengthMethod;

constexpr int max_seed = 9999;
constexpr int widest_texture = 4096;

// True if an element of a generated preset is valid.
bool valid_at(Preset preset, int i, int size, int block) {
    if (preset == Preset::alternating)
        return i % 2 == 1;
    if (preset == Preset::one_run)
        return i >= size * 5 / 16 && i < size * 3 / 4;
    // From the first element the chain jumps to the last, the second, the second to last ...; the middle
    // comes last.
    if (preset == Preset::longest_jumps)
        return i % block == block / 2;
    return preset == Preset::all_valid;
}

// Wraps around to the first.
template <class List>
auto next_of(const List& all, typename List::value_type value) {
    const auto next = std::ranges::find(all, value) + 1;
    return next == all.end() ? all.front() : *next;
}

char inverted(char element) {
    return element == '1' ? '0' : '1';
}

} // namespace

std::string_view to_string(Compare compare) {
    return compare.algorithm ? to_string(*compare.algorithm) : "none";
}

bool has_chains(Algorithm algorithm) {
    const SearchKind kind = search_kind(algorithm);
    return kind == SearchKind::jumps || kind == SearchKind::runs;
}

bool Setup::shows_chains() const {
    return chains == ChainsShown::all && !compare.algorithm && has_chains(algorithm);
}

std::optional<Setup> Setup::second() const {
    if (!compare.algorithm)
        return std::nullopt;
    Setup second = *this;
    second.algorithm = *compare.algorithm;
    second.compare = {};
    return second;
}

int Setup::max_block() const {
    return power_of_two_ceiling(size());
}

void Setup::fit() {
    block_ = std::clamp(power_of_two_ceiling(block_), raster::min_block, max_block());
    selected_ = std::clamp(selected_, 0, size() - 1);
    pinned_ = std::clamp(pinned_, -1, size() - 1);
}

void Setup::make(int size) {
    if (preset_ == Preset::edited || !row_of(preset_).elements.empty()) {
        if (preset_ != Preset::edited)
            elements_ = row_of(preset_).elements;
        elements_.resize(static_cast<std::size_t>(size), '0');
    } else {
        Random random(static_cast<std::uint64_t>(seed_));
        const int block = std::min(block_, power_of_two_ceiling(size));
        elements_.clear();
        for (int i = 0; i < size; ++i) {
            const bool valid =
                preset_ == Preset::random ? random.unit() < density_ : valid_at(preset_, i, size, block);
            elements_ += valid ? '1' : '0';
        }
    }
    fit();
}

void Setup::apply(Preset preset) {
    const PresetRow& entry = row_of(preset);
    preset_ = preset;
    if (!entry.elements.empty()) {
        block_ = entry.block;
        algorithm = entry.algorithm;
        prefix_sum = entry.prefix_sum;
        run_lengths = entry.run_lengths;
        selected_ = entry.selected;
    }
    if (preset == Preset::longest_jumps) {
        algorithm = Algorithm::jj;
        selected_ = 0;
    }
    make(entry.elements.empty() ? size() : static_cast<int>(entry.elements.size()));
}

void Setup::apply_next_preset() {
    const Preset next = next_of(enumerators<Preset>, preset_);
    apply(next == Preset::edited ? enumerators<Preset>.front() : next);
}

void Setup::apply_next_algorithm() {
    algorithm = next_of(small_algorithms, algorithm);
}

void Setup::set_size(int size) {
    make(std::clamp(size, min_size, max_size));
}

void Setup::set_block(int block) {
    block_ = block;
    fit();
    if (preset_ == Preset::longest_jumps)
        make(size());
}

void Setup::set_density(double density) {
    density_ = std::clamp(density, 0.0, 1.0);
    apply(Preset::random);
}

void Setup::set_seed(int seed) {
    seed_ = std::max(0, seed) % (max_seed + 1);
    apply(Preset::random);
}

void Setup::set_elements(std::string_view elements) {
    const auto length = static_cast<int>(elements.size());
    if (length < min_size || length > max_size ||
        elements.find_first_not_of("01xX.") != std::string_view::npos)
        throw usage_error(fmt::format("elements={}: elements takes {} to {} characters, 1 or x for a valid "
                                      "element and 0 or . for another",
                                      printable(elements), min_size, max_size));
    std::string flags;
    for (const char element : elements)
        flags += element == '0' || element == '.' ? '0' : '1';
    if (flags == elements_)
        return;
    elements_ = std::move(flags);
    preset_ = Preset::edited;
    fit();
}

void Setup::toggle(int element) {
    if (element < 0 || element >= size())
        return;
    char& flag = elements_[static_cast<std::size_t>(element)];
    flag = inverted(flag);
    preset_ = Preset::edited;
}

void Setup::invert() {
    std::ranges::transform(elements_, elements_.begin(), inverted);
    preset_ = Preset::edited;
}

void Setup::select(int output) {
    selected_ = output;
    fit();
}

void Setup::pin(int element) {
    pinned_ = element;
    fit();
}

raster::StreamLayout Setup::layout() const {
    const int block = raster::is_blockwise(algorithm) ? block_ : raster::min_block;
    return raster::make_stream_layout(size(), block, widest_texture);
}

raster::CompactionOptions Setup::options() const {
    return {.algorithm = algorithm,
            .prefix_sum = prefix_sum,
            .run_lengths = run_lengths,
            .discriminator = {},
            .payload = raster::Payload::index};
}

std::vector<float> Setup::values() const {
    std::vector<float> values;
    for (const char element : elements_)
        values.push_back(element == '1' ? 255.0f : 0.0f);
    return values;
}

std::vector<Property> properties_of(Setup& setup) {
    // A row that changes others comes before them.
    std::vector<std::string> titles = list_of_names(rows_of<Preset>, std::mem_fn(&PresetRow::title));
    const auto one_is = [&setup](auto is) {
        return
            [&setup, is] { return is(setup.algorithm) || (setup.second() && is(setup.second()->algorithm)); };
    };
    const auto is_blockwise = one_is(raster::is_blockwise);
    const auto value = [](const auto& member) { return [&member] { return member; }; };
    return {
        choice_row("preset", "Preset",
                   {value(setup.preset_), [&setup](Preset preset) { setup.apply(preset); }},
                   enumerators<Preset>,
                   "Streams to begin with; those of figures are the paper's, with the algorithm shown there.",
                   std::move(titles)),
        number_row("size", "Size",
                   {[&setup] { return setup.size(); }, [&setup](int size) { setup.set_size(size); }},
                   {Setup::min_size, Setup::max_size}, "Elements of the stream."),
        power_row("block", "Block", {value(setup.block_), [&setup](int block) { setup.set_block(block); }},
                  {raster::min_block, Setup::max_size, setup.max_block()},
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
                   {0, max_seed}, "Of a random stream."),
        line_row("elements", "Elements",
                 {value(setup.elements_), [&setup](const std::string& text) { setup.set_elements(text); }},
                 "The stream: 1 or x for a valid element, 0 or . for another. A drag over the first row with "
                 "Shift changes it, too."),
        choice_row("algorithm", "Algorithm", setup.algorithm, small_algorithms, "What compacts the stream.",
                   list_of_names(small_algorithms, title_of)),
        prefix_sum_row(setup.prefix_sum).when(is_blockwise),
        run_lengths_row(setup.run_lengths).when(one_is([](Algorithm one) {
            return systems::entry(one).run_lengths;
        })),
        choice_row(
            "compare", "Compare", setup.compare, all_small_compares,
            "A second algorithm on the same stream, in step with the first; a search is one step then.",
            list_of_names(all_small_compares,
                          [](Compare one) { return one.algorithm ? title_of(*one.algorithm) : "off"; }))
            // The first algorithm, unless both are the same.
            .without(setup.second() && setup.second()->algorithm == setup.algorithm
                         ? ""
                         : to_string(setup.algorithm)),
        choice_row("chains", "Chains", setup.chains, enumerators<ChainsShown>,
                   "The search of one output, fetch by fetch, or the chains of all outputs at once.")
            .when([&setup] { return !setup.compare.algorithm && has_chains(setup.algorithm); }),
        number_row("selected", "Selected",
                   {value(setup.selected_), [&setup](int output) { setup.select(output); }},
                   {0, Setup::max_size - 1}, "The output whose search is shown."),
        number_row("pinned", "Pinned", {value(setup.pinned_), [&setup](int element) { setup.pin(element); }},
                   {-1, Setup::max_size - 1},
                   "The element of the input whose way through the passes is lit; -1 for none."),
    };
}

} // namespace scanline::view::compaction::small
