#pragma once
#include "kit/property.h"
#include "scanline/core/named.h"
#include "scenes/prefix_sum/group_times.h"
#include "scenes/prefix_sum/trace.h"

#include <string_view>
#include <vector>

namespace scanline::view::prefix_sum {

/// How the elements are chosen.
enum class Values {
    ones,       ///< 1 1 1 1
    ascending,  ///< 1 2 3 4
    random,     ///< 0 to 9, by a seed
    textbook,   ///< 3 1 7 0 4 1 6 3, from Blelloch, "Prefix sums and their applications", repeated
    compaction, ///< the invalid elements of a stream of 16, of Moreira, Reis and de Sousa, GRAPP 2009,
                ///< repeated
    edited,     ///< typed or clicked in
};
constexpr auto table_of(Values) {
    using enum Values;
    return named<Values>({{ones, "ones"},
                          {ascending, "ascending"},
                          {random, "random"},
                          {textbook, "textbook"},
                          {compaction, "compaction"},
                          {edited, "edited"}});
}
using scanline::to_string;

/// The settings of the scene prefix-sum, and the elements derived from them.
class Setup {
public:
    static constexpr std::string_view scene = "prefix-sum";
    static constexpr int min_elements = 4, max_tile = 64, largest_value = 999;
    static constexpr int min_measured = 1 << 10, max_measured = 1 << 24;

    Setup() { fill(); }

    Spec spec{.variant = Variant::blelloch, .input = std::vector<int>(16), .tile = 4, .partition = 2};
    bool compare = false;
    Pin pin{};
    int measured_size = min_measured << 10; ///< a power of two
    Watched watched = Watched::nothing;     ///< on the GPU, with that size

    int size() const { return static_cast<int>(spec.input.size()); }
    Values values() const { return values_; }
    int values_seed() const { return values_seed_; }
    int tiles() const;

    /// Lets go the value of a lane of another variant.
    void show(Variant variant);
    /// Rounded to hundredths, clamped to [0, 1].
    void dilate(double dilation);
    /// Edited elements keep their values; new ones are 1.
    void resize(int size);
    void choose(Values values);
    void draw_next(); ///< other random values, by the next seed
    void shuffle();   ///< another schedule
    /// Changes one element and makes the values edited. Clamped to -999 to 999.
    void edit(int element, int change);

    /// Numbers with commas or spaces between them, which are the elements then, or the name of a choice.
    /// Errors: usage.
    void set_values(std::string_view value);
    void draw_by(int seed); ///< random values, if they are that

    /// True if both have the same timelines.
    bool same_run(const Setup& other) const { return spec == other.spec; }
    void unpin() { pin = {}; }

private:
    void fill();

    Values values_ = Values::textbook;
    int values_seed_ = 1;
};

std::vector<Property> properties_of(Setup& setup);

} // namespace scanline::view::prefix_sum
