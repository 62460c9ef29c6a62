#include "prefix_sum/prefix_sum_setup.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
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

std::string list_of(const std::vector<int>& values) {
    return fmt::format("{}", fmt::join(values, ","));
}

} // namespace

std::string_view to_string(Values values) {
    switch (values) {
    case Values::ones: return "ones";
    case Values::ascending: return "ascending";
    case Values::random: return "random";
    case Values::textbook: return "textbook";
    case Values::compaction: return "compaction";
    case Values::edited: return "edited";
    }
    return "";
}

int Setup::tiles() const {
    return divide_rounding_up(size(), tile);
}

void Setup::dilate(double dilation) {
    dilation_ = std::round(100 * std::clamp(dilation, 0.0, 1.0)) / 100;
}

void Setup::resize(int size) {
    input_.resize(static_cast<std::size_t>(size), 1);
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
    seed = next_seed(seed);
}

void Setup::edit(int element, int change) {
    values_ = Values::edited;
    int& value = input_[static_cast<std::size_t>(element)];
    value = std::clamp(value + change, -largest_value, largest_value);
}

void Setup::fill() {
    Random random(static_cast<std::uint64_t>(values_seed_));
    for (std::size_t i = 0; i < input_.size(); ++i) {
        switch (values_) {
        case Values::ones: input_[i] = 1; break;
        case Values::ascending: input_[i] = static_cast<int>(i) + 1; break;
        case Values::random: input_[i] = random.between(0, 9); break;
        case Values::textbook: input_[i] = textbook[i % textbook.size()]; break;
        case Values::compaction: input_[i] = compaction[i % compaction.size()]; break;
        case Values::edited: break;
        }
    }
}

Spec Setup::spec(Variant of) const {
    return {.variant = of,
            .input = input_,
            .op = op,
            .exclusive = exclusive,
            .lanes = lanes,
            .tile = tile,
            .partition = partition,
            .dilation = dilation_,
            .seed = static_cast<std::uint64_t>(seed),
            .stalled = stalled};
}

std::vector<Setting> Setup::settings() const {
    const bool edited = values_ == Values::edited;
    return {
        {"variant", std::string(to_string(variant)), names_of(all_variants),
         "How the prefix sums are computed."},
        {"size", std::to_string(size()), fmt::format("{} .. {}", least_elements, most_elements),
         "The number of elements."},
        {"values", edited ? list_of(input_) : std::string(to_string(values_)),
         "ones, ascending, random, textbook, compaction, or numbers: 3,1,7,0",
         "The elements; numbers also set how many there are."},
        {"values-seed", std::to_string(values_seed_), fmt::format("0 .. {}", largest_seed),
         "What random values are drawn by."},
        {"operator", std::string(to_string(op)), names_of(all_operators), "What elements are combined with."},
        {"exclusive", to_text(exclusive), "true, false", "Whether an element is left out of its own sum."},
        {"lanes", std::to_string(lanes), fmt::format("1 .. {}", most_lanes),
         "Lanes, threads or workers, of the variants that have no lane for each element."},
        {"tile", std::to_string(tile), fmt::format("1 .. {}", most_tile),
         "Elements of a tile, of scan-then-add, reduce-then-scan and chained."},
        {"partition", std::to_string(partition), fmt::format("1 .. {}", most_tile),
         "Elements that a thread of scalar1-p and scalar2-p works on at a time."},
        {"dilation", fmt::format("{}", dilation_), "0 .. 1",
         "Size of the partition that thread 0 has besides, relative to the others, of the variants with "
         "threads; 0 for none."},
        {"seed", std::to_string(seed), fmt::format("0 .. {}", largest_seed),
         "The schedule of threads and of chained: 0 moves all in step, others hold some of them at random."},
        {"stalled", stalled < 0 ? "none" : std::to_string(stalled),
         fmt::format("none, 0 .. {}", most_elements - 1),
         "The tile of chained whose lane is held until no other has work left."},
        {"compare", to_text(compare), "true, false", "Whether all variants are shown side by side."},
    };
}

void Setup::set(std::string_view key, std::string_view value) {
    if (key == "variant")
        variant = parse_choice(key, value, all_variants);
    else if (key == "size")
        resize(parse_int(key, value, least_elements, most_elements));
    else if (key == "values")
        set_values(value);
    else if (key == "values-seed") {
        values_seed_ = parse_int(key, value, 0, largest_seed);
        fill();
    } else if (key == "operator")
        op = parse_choice(key, value, all_operators);
    else if (key == "exclusive")
        exclusive = parse_bool(key, value);
    else if (key == "lanes")
        lanes = parse_int(key, value, 1, most_lanes);
    else if (key == "tile")
        tile = parse_int(key, value, 1, most_tile);
    else if (key == "partition")
        partition = parse_int(key, value, 1, most_tile);
    else if (key == "dilation")
        dilate(parse_double(key, value, 0, 1));
    else if (key == "seed")
        seed = parse_int(key, value, 0, largest_seed);
    else if (key == "stalled")
        stalled = value == "none" ? -1 : parse_int(key, value, 0, most_elements - 1);
    else if (key == "compare")
        compare = parse_bool(key, value);
    else
        throw_unknown_setting("prefix-sum", key, settings());
}

void Setup::set_values(std::string_view value) {
    const bool is_list = value.find_first_of("0123456789") != std::string_view::npos;
    if (!is_list)
        return choose(parse_choice("values", value, all_values));
    std::vector<int> numbers;
    for (const std::string& entry : split_list("values", value))
        numbers.push_back(parse_int("values", entry, -largest_value, largest_value));
    const int count = static_cast<int>(numbers.size());
    if (count < least_elements || count > most_elements)
        throw usage_error(fmt::format("values={}: {} numbers, and values takes {} to {}", printable(value),
                                      count, least_elements, most_elements));
    input_ = std::move(numbers);
    values_ = Values::edited;
}

} // namespace scanline::view::prefix_sum
