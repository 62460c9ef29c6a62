#include "prefix_sum/setup.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/random.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

constexpr std::array textbook{3, 1, 7, 0, 4, 1, 6, 3};
constexpr std::array compaction{1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1};
constexpr int largest_seed = 9999;

int next_seed(int seed) {
    return seed == largest_seed ? 0 : seed + 1;
}

} // namespace

std::string_view to_string(Values values) {
    // In the order of the enumerators.
    constexpr std::array<std::string_view, 6> names{"ones",     "ascending",  "random",
                                                    "textbook", "compaction", "edited"};
    return names[static_cast<std::size_t>(values)];
}

int Setup::tiles() const {
    return divide_rounding_up(size(), spec.tile);
}

void Setup::show(Variant variant) {
    if (variant != spec.variant && pin.kind == Pin::Kind::event)
        pin = {};
    spec.variant = variant;
}

void Setup::dilate(double dilation) {
    spec.dilation = std::round(100 * std::clamp(dilation, 0.0, 1.0)) / 100;
}

void Setup::resize(int size) {
    spec.input.resize(static_cast<std::size_t>(size), 1);
    fill();
}

void Setup::choose(Values values) {
    values_ = values;
    fill();
}

void Setup::draw_next() {
    values_seed_ = next_seed(values_seed_);
    choose(Values::random);
}

void Setup::shuffle() {
    spec.seed = static_cast<std::uint64_t>(next_seed(static_cast<int>(spec.seed)));
}

void Setup::edit(int element, int change) {
    values_ = Values::edited;
    int& value = spec.input[static_cast<std::size_t>(element)];
    value = std::clamp(value + change, -largest_value, largest_value);
}

void Setup::fill() {
    Random random(static_cast<std::uint64_t>(values_seed_));
    for (std::size_t i = 0; i < spec.input.size(); ++i) {
        int& value = spec.input[i];
        switch (values_) {
        case Values::ones: value = 1; break;
        case Values::ascending: value = static_cast<int>(i) + 1; break;
        case Values::random: value = random.between(0, 9); break;
        case Values::textbook: value = textbook[i % textbook.size()]; break;
        case Values::compaction: value = compaction[i % compaction.size()]; break;
        case Values::edited: break;
        }
    }
}

std::vector<Property> Setup::properties() {
    const auto where = [this](auto condition) {
        return [this, condition] { return compare || condition(spec.variant); };
    };
    const auto is_chained = [](Variant of) { return of == Variant::chained; };
    return {
        choice_row("variant", "Variant",
                   {[this] { return spec.variant; }, [this](Variant variant) { show(variant); }},
                   all_variants, "How the prefix sums are computed."),
        number_row("size", "Size", {[this] { return size(); }, [this](int size) { resize(size); }},
                   {least_elements, most_elements}, "How many elements there are."),
        choice_row("values", "Values",
                   {[this] { return values_; }, [this](Values values) { choose(values); }}, all_values,
                   "What the elements are; numbers also set how many there are. Shift+click an "
                   "element in the picture to add 1.")
            .with_text([this] {
                return values_ == Values::edited ? fmt::format("{}", fmt::join(spec.input, ","))
                                                 : std::string(to_string(values_));
            })
            .with_set([this](std::string_view values) { set_values(values); }),
        number_row("values-seed", "Seed of values",
                   {[this] { return values_seed_; },
                    [this](int value) {
                        values_seed_ = value;
                        fill();
                    }},
                   {0, largest_seed}, "What random values are drawn by."),
        choice_row("operator", "Operator", spec.op, all_operators, "What elements are combined with."),
        toggle_row("exclusive", "Exclusive", spec.exclusive,
                   "Leaves every element out of its own prefix sum."),
        number_row("lanes", "Lanes", spec.lanes, {1, most_lanes},
                   "Lanes of a vector, threads, or workers that take tiles. Hillis-Steele, Blelloch and "
                   "simd-t have a lane for each element."),
        number_row("tile", "Tile", spec.tile, {1, most_tile}, "How many elements a tile has.")
            .when(where(uses_tiles)),
        number_row("partition", "Partition", spec.partition, {1, most_tile},
                   "How many elements a thread works on at a time.")
            .when(where(is_partitioned)),
        real_row("dilation", "Dilation",
                 {[this] { return spec.dilation; }, [this](double dilation) { dilate(dilation); }}, {0, 1},
                 "Size of the partition that thread 0 has besides, relative to the others. 0: none, and a "
                 "thread is idle in one of the passes.")
            .when(where(uses_threads)),
        number_row("seed", "Seed",
                   {[this] { return static_cast<int>(spec.seed); },
                    [this](int seed) { spec.seed = static_cast<std::uint64_t>(seed); }},
                   {0, largest_seed, 99},
                   "0 moves all lanes in every step; others hold some of them at random.")
            .when(where([](Variant of) { return uses_threads(of) || of == Variant::chained; })),
        {.key = "stalled",
         .label = "Stalled",
         .tooltip = "Holds the lane of a tile after its first element until no other lane has work left.",
         .text = [this] { return spec.stalled < 0 ? "none" : std::to_string(spec.stalled); },
         .set =
             [this](std::string_view value) {
                 spec.stalled =
                     value == "none" ? -1 : parse_number<int>("stalled", value, {0, most_elements - 1});
             },
         .draw =
             [this](const Look& look, const Property& row) {
                 std::vector<std::string> names{"none"};
                 for (int t = 0; t < tiles(); ++t)
                     names.push_back(fmt::format("tile {}", t));
                 int index = spec.stalled < tiles() ? spec.stalled + 1 : 0;
                 const bool changed =
                     view::choice(look, row.label.c_str(), names, index, row.tooltip.c_str());
                 if (changed)
                     spec.stalled = index - 1;
                 return changed;
             },
         .shown = where(is_chained)},
        power_row("measured-size", "Size measured", measured_size,
                  {least_measured, most_measured, most_measured},
                  "How many random digits are scanned and timed.", element_count),
        toggle_row("compare", "Compare all", compare,
                   "Shows all variants side by side on the same elements."),
        {.key = "pinned",
         .label = "Pinned",
         .tooltip =
             "What is followed through all steps: 5 is element 5, y5 its prefix sum, and 3:5 what lane "
             "5 computes in the third step.",
         .text = [this] { return to_string(pin); },
         .set = [this](std::string_view value) { pin = parse_item("pinned", value, spec); }},
    };
}

std::vector<Setting> Setup::settings() const {
    Setup copy = *this;
    return settings_of(copy.properties());
}

void Setup::set(std::string_view key, std::string_view value) {
    view::set(properties(), "prefix-sum", key, value);
}

void Setup::set_values(std::string_view value) {
    const bool is_list = value.find_first_of("0123456789") != std::string_view::npos;
    if (!is_list)
        return choose(parse_choice("values", value, all_values));
    std::vector<int> numbers;
    for (const std::string& entry : split_list("values", value))
        numbers.push_back(parse_number<int>("values", entry, {-largest_value, largest_value}));
    const int count = static_cast<int>(numbers.size());
    if (count < least_elements || count > most_elements)
        throw usage_error(fmt::format("values={}: {} numbers, and values takes {} to {}", printable(value),
                                      count, least_elements, most_elements));
    spec.input = std::move(numbers);
    values_ = Values::edited;
}

} // namespace scanline::view::prefix_sum
