#include "bins.h"

#include "scanline/core/text.h"
#include "scanline/ranks/lists.h"
#include "scanline/ranks/places.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
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

bool is_integer(const Decimal& number) {
    return number.exponent >= 0;
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

/// The places of the edges of bins of equal counts among sorted numbers.
std::vector<std::int64_t> places_of_edges(std::int64_t bins, std::int64_t numbers) {
    std::vector<std::int64_t> places;
    for (std::int64_t bin = 0; bin < bins; ++bin)
        places.push_back(numbers / bins * bin + numbers % bins * bin / bins);
    places.push_back(numbers - 1);
    return places;
}

} // namespace

std::string edge_text(const Decimal& edge) {
    constexpr int long_number = 20;
    return std::abs(edge.exponent) <= long_number ? text_of(edge)
                                                  : fmt::format("{}e{}", text_of(edge.units), edge.exponent);
}

std::vector<Decimal> edges_for(const std::vector<Decimal>& numbers, const BinPlan& plan) {
    const auto [least, greatest] = std::ranges::minmax(numbers);
    if (least == greatest || plan.most == 1) // round steps on both sides of 0 would give two
        return {least, greatest};
    if (!plan.are_quantiles)
        return even_edges(plan.most, least, greatest, std::ranges::all_of(numbers, is_integer));
    std::vector<Decimal> edges;
    for (const std::int64_t place : places_of_edges(plan.most, std::ssize(numbers)))
        edges.push_back(numbers[static_cast<std::size_t>(place)]);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

std::vector<Decimal> deciding_numbers(ranks::Communicator& ranks, const std::vector<Decimal>& own,
                                      const BinPlan& plan) {
    std::vector<Decimal> some;
    const std::int64_t all = share_of(ranks, std::ssize(own)).all;
    if (plan.are_quantiles && all > 0) { // the edges alone, in whose places they are
        std::vector<std::int64_t> places = places_of_edges(plan.most, all);
        const auto places_in_own = [&] {
            return places_of(ranks, std::span<const Decimal>(own), std::span<const std::int64_t>(places),
                             std::less<>());
        };
        const std::vector<std::int64_t> first = places_in_own();
        for (std::int64_t& place : places)
            ++place;
        const std::vector<std::int64_t> end = places_in_own();
        for (std::size_t i = 0; i < places.size(); ++i)
            if (first[i] < end[i])
                some.push_back(own[static_cast<std::size_t>(first[i])]);
    } else if (!own.empty()) {
        some = {std::ranges::min(own), std::ranges::max(own)};
        if (const auto other = std::ranges::find_if_not(own, is_integer); other != own.end())
            some.push_back(*other);
    }
    some = gather_lists(ranks, std::span<const Decimal>(some));
    std::ranges::sort(some);
    return some;
}

std::string below_text(const CodedColumn& column) {
    return "below " + edge_text(column.edges.front());
}

std::string above_text(const CodedColumn& column) {
    return "above " + edge_text(column.edges.back());
}

} // namespace scanline::tables
