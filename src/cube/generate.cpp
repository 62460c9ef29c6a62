#include "scanline/cube/generate.h"

#include "scanline/core/memory.h"
#include "scanline/core/random.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace scanline::cube {

namespace {

constexpr const char* generate_operation = "cube generate";
constexpr double max_zipf = 8;

// base^exponent for exponents from 0 to max_zipf. Square roots and products are rounded the same everywhere;
// std::pow is not.
double power(double base, double exponent) {
    constexpr int fraction_bits = 32;
    double result = 1, root = base;
    for (; exponent >= 1; exponent -= 1)
        result *= base;
    for (int bit = 0; bit < fraction_bits; ++bit) {
        root = std::sqrt(root);
        exponent *= 2;
        if (exponent >= 1) {
            result *= root;
            exponent -= 1;
        }
    }
    return result;
}

// Draws codes with probabilities proportional to 1 / (code + 1)^zipf.
class Skewed {
public:
    Skewed(std::uint32_t cardinality, double zipf) {
        allocate(up_to_, cardinality, generate_operation);
        double sum = 0;
        for (std::uint32_t code = 0; code < cardinality; ++code)
            up_to_[code] = sum += 1 / power(code + 1.0, zipf);
    }

    std::uint32_t operator()(Random& random) const {
        const auto found = std::ranges::upper_bound(up_to_, random.unit() * up_to_.back());
        return static_cast<std::uint32_t>(std::min(found, up_to_.end() - 1) - up_to_.begin());
    }

private:
    std::vector<double> up_to_; ///< sum of the weights of the codes up to each
};

void require_generated(const Generated& what, double zipf) {
    if (what.dimensions < 1 || what.dimensions > max_dimensions)
        throw usage_error(fmt::format("{}: {} dimensions is out of range: choose 1 to {}", generate_operation,
                                      what.dimensions, max_dimensions));
    if (what.rows < 0 || what.rows > max_rows)
        throw usage_error(fmt::format("{}: {} rows is out of range: choose 0 to {}", generate_operation,
                                      what.rows, max_rows));
    if (!(zipf >= 0 && zipf <= max_zipf))
        throw usage_error(fmt::format("{}: a skew of {} is out of range: choose 0 to {}", generate_operation,
                                      zipf, max_zipf));
    const std::uint32_t most = zipf == 0 ? std::numeric_limits<std::uint32_t>::max() : max_skewed_cardinality;
    if (what.cardinality < 1 || what.cardinality > most)
        throw usage_error(fmt::format("{}: a cardinality of {} is out of range: choose 1 to {}",
                                      generate_operation, what.cardinality, most));
}

// Takes a letter and the number after it off the text; false if it does not begin so.
bool take(std::string_view& text, char letter, std::int64_t& number) {
    if (text.empty() || text.front() != letter)
        return false;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return error == std::errc() && number >= 0;
}

} // namespace

Generated parse_generated(std::string_view name) {
    std::string_view text = name;
    std::int64_t dimensions = 0, cardinality = 0, rows = 0;
    bool read = take(text, 'D', dimensions) && take(text, 'C', cardinality) && take(text, 'T', rows);
    const std::int64_t unit = text == "K" ? 1'000 : text == "M" ? 1'000'000 : 1;
    read = read && (text.empty() || unit > 1) && dimensions <= max_dimensions &&
           cardinality <= std::numeric_limits<std::uint32_t>::max() && rows <= max_rows / unit;
    if (!read)
        throw usage_error(fmt::format(
            "{}: \"{}\" names no data: write dimensions (1 to {}), cardinality and rows (up to {}), such as "
            "D15C160T400K",
            generate_operation, name, max_dimensions, max_rows));
    const Generated what{static_cast<int>(dimensions), static_cast<std::uint32_t>(cardinality), rows * unit};
    require_generated(what, 0);
    return what;
}

Rows generate(const Generated& what, double zipf, std::uint64_t seed,
              const std::optional<ranks::Slice>& part) {
    require_generated(what, zipf);
    const auto dimensions = static_cast<std::size_t>(what.dimensions);
    const ranks::Slice own = part.value_or(ranks::Slice{0, what.rows});
    Rows rows{{std::vector(dimensions, what.cardinality), {Fold::sum}}, {}, {}};
    rows.codes.resize(dimensions);
    rows.measures.resize(1);
    Random random(seed);
    const Skewed skewed(zipf == 0 ? 1 : what.cardinality, zipf);
    const auto draw = [&](auto& column, auto next) {
        allocate(column, own.size, generate_operation);
        random.skip(static_cast<std::uint64_t>(own.first));
        std::ranges::generate(column, next);
        random.skip(static_cast<std::uint64_t>(what.rows - own.end()));
    };
    for (std::vector<std::uint32_t>& column : rows.codes)
        draw(column, [&] {
            return zipf == 0 ? static_cast<std::uint32_t>(random.below(what.cardinality)) : skewed(random);
        });
    draw(rows.measures.front(), [&] { return random.between(1, 999); });
    return rows;
}

} // namespace scanline::cube
