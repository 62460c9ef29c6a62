#include "bins.h"

#include "scanline/tables/decimal.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>

namespace scanline::cube {

using tables::number_of;

namespace {

/// Quotients are rounded: one within this distance of an integer is taken for that integer.
constexpr double slack = 1e-9;

/// Returns edges at multiples of 1, 2 or 5 times a power of ten: the smallest such step that needs at most
/// `most` bins, of which there must be at least two.
std::vector<double> even_edges(int most, double least, double greatest, bool are_integers) {
    // Halves, because the difference of large numbers may overflow.
    const double half = greatest / 2 - least / 2, width = std::log10(half) + std::log10(2.0 / most);
    constexpr double least_exponent = -300;
    int exponent = static_cast<int>(std::floor(std::max(width, least_exponent))) - 1;
    if (are_integers)
        exponent = std::max(exponent, 0);
    for (;; ++exponent)
        for (const int digit : {1, 2, 5}) {
            const double step = number_of({digit, exponent}), first = std::floor(least / step + slack),
                         last = std::max(std::ceil(greatest / step - slack), first + 1);
            if (std::isinf(first * step) || std::isinf(last * step))
                return {least, greatest};
            constexpr double exact = 0x1p53;
            if (last - first > most || std::max(std::abs(first), std::abs(last)) * digit > exact)
                continue;
            std::vector<double> edges;
            for (auto multiple = static_cast<std::int64_t>(first);
                 multiple <= static_cast<std::int64_t>(last); ++multiple)
                edges.push_back(number_of({multiple * digit, exponent}));
            return edges;
        }
}

std::vector<double> quantile_edges(int most, std::vector<double> numbers) {
    std::ranges::sort(numbers);
    std::vector<double> edges;
    const auto bins = static_cast<std::size_t>(most);
    for (std::size_t bin = 0; bin < bins; ++bin)
        edges.push_back(numbers[numbers.size() / bins * bin + numbers.size() % bins * bin / bins]);
    edges.push_back(numbers.back());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

} // namespace

void make_bins(Dimension& dimension, const BinPlan& plan, std::vector<double> numbers) {
    if (numbers.empty())
        return;
    const auto [least, greatest] = std::ranges::minmax(numbers);
    if (least == greatest || plan.most == 1) // round steps on both sides of 0 would give two
        dimension.edges = {least, greatest};
    else if (plan.are_quantiles)
        dimension.edges = quantile_edges(plan.most, std::move(numbers));
    else
        dimension.edges = even_edges(
            plan.most, least, greatest,
            std::ranges::all_of(numbers, [](double number) { return number == std::floor(number); }));
    for (std::size_t bin = 0; bin + 1 < dimension.edges.size(); ++bin)
        dimension.dictionary.add(
            fmt::format("{}..{}", edge_text(dimension.edges[bin]), edge_text(dimension.edges[bin + 1])));
}

std::uint32_t bin_of(const Dimension& dimension, double number) {
    const auto inner = std::span(dimension.edges).subspan(1, dimension.edges.size() - 2);
    return static_cast<std::uint32_t>(std::ranges::upper_bound(inner, number) - inner.begin());
}

std::string edge_text(double edge) {
    return fmt::format("{}", edge);
}

} // namespace scanline::cube
