#include "bins.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <span>

namespace scanline::tables {

namespace {

/// The power of ten of the difference of two numbers, or up to two below.
int magnitude_of_difference(const Decimal& least, const Decimal& greatest) {
    const int digits = -std::min(least.exponent, greatest.exponent);
    const std::optional<Int128> low = in_units(least, digits), high = in_units(greatest, digits);
    Int128 difference = 0;
    if (low && high && !__builtin_sub_overflow(*high, *low, &difference))
        return static_cast<int>(text_of(difference).size()) - 1 - digits;
    // The larger one is far larger, or has nearly 39 digits.
    const auto places = [](const Decimal& number) {
        return static_cast<int>(text_of(number.units).size()) + number.exponent;
    };
    return std::max(places(least), places(greatest)) - 3;
}

std::optional<Int128> ceiling_of_ratio(Decimal a, const Decimal& b) {
    a.units = -a.units;
    const std::optional<Int128> floor = floor_of_ratio(a, b);
    return floor ? std::optional(-*floor) : std::nullopt;
}

/// Returns edges at multiples of 1, 2 or 5 times a power of ten: the smallest such step that needs at most
/// `most` bins, of which there must be at least two.
std::vector<Decimal> even_edges(int most, const Decimal& least, const Decimal& greatest, bool are_integers) {
    int exponent = magnitude_of_difference(least, greatest) - static_cast<int>(std::log10(most)) - 2;
    if (are_integers)
        exponent = std::max(exponent, 0);
    for (;; ++exponent)
        for (const int digit : {1, 2, 5}) {
            const Decimal step{digit, exponent};
            const std::optional<Int128> first = floor_of_ratio(least, step),
                                        end = ceiling_of_ratio(greatest, step);
            if (!first || !end)
                continue;
            if (*end - *first > most)
                continue;
            std::vector<Decimal> edges;
            for (Int128 multiple = *first; multiple <= *end; ++multiple)
                edges.push_back(normal_decimal(multiple * digit, exponent));
            return edges;
        }
}

std::vector<Decimal> quantile_edges(int most, std::vector<Decimal> numbers) {
    std::ranges::sort(numbers);
    std::vector<Decimal> edges;
    const auto bins = static_cast<std::size_t>(most);
    for (std::size_t bin = 0; bin < bins; ++bin)
        edges.push_back(numbers[numbers.size() / bins * bin + numbers.size() % bins * bin / bins]);
    edges.push_back(numbers.back());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

} // namespace

std::vector<Decimal> edges_for(std::vector<Decimal> numbers, const BinPlan& plan) {
    const auto [least, greatest] = std::ranges::minmax(numbers);
    if (least == greatest || plan.most == 1) // round steps on both sides of 0 would give two
        return {least, greatest};
    if (plan.are_quantiles)
        return quantile_edges(plan.most, std::move(numbers));
    return even_edges(plan.most, least, greatest, std::ranges::all_of(numbers, [](const Decimal& number) {
                          return number.exponent >= 0;
                      }));
}

std::string edge_text(const Decimal& edge) {
    constexpr int long_number = 20;
    return std::abs(edge.exponent) <= long_number ? text_of(edge)
                                                  : fmt::format("{}e{}", text_of(edge.units), edge.exponent);
}

std::string below_text(const CodedColumn& column) {
    return "below " + edge_text(column.edges.front());
}

std::string above_text(const CodedColumn& column) {
    return "above " + edge_text(column.edges.back());
}

std::optional<std::uint32_t> CodedColumn::bin_of(const Decimal& number) const {
    if (edges.empty())
        return std::nullopt;
    if (number < edges.front())
        return dictionary.find(below_text(*this));
    if (number > edges.back())
        return dictionary.find(above_text(*this));
    const auto inner = std::span(edges).subspan(1, edges.size() - 2);
    return static_cast<std::uint32_t>(std::ranges::upper_bound(inner, number) - inner.begin());
}

} // namespace scanline::tables
