#include "scenes/prefix_sum/setup.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/number.h"
#include "scanline/core/random.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <regex>

namespace scanline::view::prefix_sum {

namespace {

constexpr std::array textbook{3, 1, 7, 0, 4, 1, 6, 3};
constexpr std::array compaction{1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1};
constexpr int largest_seed = 9999;

int next_seed(int seed) {
    return seed == largest_seed ? 0 : seed + 1;
}

} // namespace

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

void Setup::draw_by(int seed) {
    values_seed_ = seed;
    fill();
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

void Setup::set_values(std::string_view value) {
    const bool is_list = value.find_first_of("0123456789") != std::string_view::npos;
    if (!is_list)
        return choose(parse_choice("values", value, enumerators<Values>));
    std::string list(trimmed(value));
    if (list.find(',') == list.npos)
        list = std::regex_replace(list, std::regex(" +"), ",");
    std::vector<int> numbers;
    for (const std::string& entry : split_list("values", list))
        numbers.push_back(parse_number<int>("values", entry, {-largest_value, largest_value}));
    const int count = static_cast<int>(numbers.size());
    if (count < min_elements || count > max_elements)
        throw usage_error(
            fmt::format("values: {} numbers, and it takes {} to {}", count, min_elements, max_elements));
    spec.input = std::move(numbers);
    values_ = Values::edited;
}

std::vector<Property> properties_of(Setup& setup) {
    const auto where = [&setup](auto condition) {
        return [&setup, condition] { return setup.compare || condition(setup.spec.variant); };
    };
    const auto is_chained = [](Variant of) { return of == Variant::chained; };
    return {
        choice_row(
            "variant", "Algorithm",
            {[&setup] { return setup.spec.variant; }, [&setup](Variant variant) { setup.show(variant); }},
            enumerators<Variant>, "How the prefix sums are computed."),
        number_row("size", "Size",
                   {[&setup] { return setup.size(); }, [&setup](int size) { setup.resize(size); }},
                   {Setup::min_elements, max_elements}, "How many elements there are."),
        choice_row("values", "Values",
                   {[&setup] { return setup.values(); }, [&setup](Values values) { setup.choose(values); }},
                   enumerators<Values>,
                   "What the elements are; numbers also set how many there are. Shift+click an "
                   "element in the picture to add 1.")
            .with_text([&setup] {
                return setup.values() == Values::edited ? fmt::format("{}", fmt::join(setup.spec.input, ","))
                                                        : std::string(to_string(setup.values()));
            })
            .with_set([&setup](std::string_view values) { setup.set_values(values); }),
        number_row("values-seed", "Seed of values",
                   {[&setup] { return setup.values_seed(); }, [&setup](int seed) { setup.draw_by(seed); }},
                   {0, largest_seed}, "Seed for random values."),
        choice_row("operator", "Operator", setup.spec.op, enumerators<Operator>,
                   "What elements are combined with."),
        toggle_row("exclusive", "Exclusive", setup.spec.exclusive,
                   "Leaves every element out of its own prefix sum."),
        number_row("lanes", "Lanes", setup.spec.lanes, {1, max_lanes},
                   "Lanes of a vector, threads, or workers that take tiles. Hillis-Steele, Blelloch and "
                   "simd-t have a lane for each element."),
        number_row("tile", "Tile", setup.spec.tile, {1, Setup::max_tile}, "How many elements a tile has.")
            .when(where(uses_tiles)),
        number_row("partition", "Partition", setup.spec.partition, {1, Setup::max_tile},
                   "How many elements a thread works on at a time.")
            .when(where(is_partitioned)),
        real_row(
            "dilation", "Dilation",
            {[&setup] { return setup.spec.dilation; }, [&setup](double dilation) { setup.dilate(dilation); }},
            {0, 1},
            "Size of the partition that thread 0 has besides, relative to the others. 0: none, and a "
            "thread is idle in one of the passes.")
            .when(where(uses_threads)),
        number_row("seed", "Seed",
                   {[&setup] { return static_cast<int>(setup.spec.seed); },
                    [&setup](int seed) { setup.spec.seed = static_cast<std::uint64_t>(seed); }},
                   {0, largest_seed, 99},
                   "0 moves all lanes in every step; others hold some of them at random.")
            .when(where([](Variant of) { return uses_threads(of) || of == Variant::chained; })),
        {.key = "stalled",
         .label = "Stalled",
         .tooltip = "Holds the lane of a tile after its first element until no other lane has work left.",
         .text = [&setup] { return setup.spec.stalled < 0 ? "none" : std::to_string(setup.spec.stalled); },
         .set =
             [&setup](std::string_view value) {
                 setup.spec.stalled =
                     value == "none" ? -1 : parse_number<int>("stalled", value, {0, max_elements - 1});
             },
         .draw =
             [&setup](const Look& look, const Property& row) {
                 std::vector<std::string> names{"none"};
                 for (int t = 0; t < setup.tiles(); ++t)
                     names.push_back(fmt::format("tile {}", t));
                 int index = setup.spec.stalled < setup.tiles() ? setup.spec.stalled + 1 : 0;
                 const bool changed =
                     view::choice(look, row.label.c_str(), names, index, row.tooltip.c_str());
                 if (changed)
                     setup.spec.stalled = index - 1;
                 return changed;
             },
         .shown = where(is_chained)},
        power_row("measured-size", "Size measured", setup.measured_size,
                  {Setup::min_measured, Setup::max_measured, Setup::max_measured},
                  "How many random digits are scanned and timed.", element_count),
        choice_row("watched", "Watch groups", setup.watched, enumerators<Watched>,
                   "What the groups of a chained pass do on this GPU, in time, below the steps."),
        toggle_row("compare", "Compare all", setup.compare,
                   "Shows all variants side by side on the same elements."),
        {.key = "pinned",
         .label = "Pinned",
         .tooltip =
             "What is followed through all steps: 5 is element 5, y5 its prefix sum, and 3:5 what lane "
             "5 computes in the third step.",
         .text = [&setup] { return to_string(setup.pin); },
         .set = [&setup](std::string_view value) { setup.pin = parse_item("pinned", value, setup.spec); }},
    };
}

} // namespace scanline::view::prefix_sum
