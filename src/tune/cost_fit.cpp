#include "scanline/tune/cost_fit.h"

#include "scanline/bench/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace scanline::tune {

namespace {

constexpr std::size_t unknowns = 4;
using Vector = std::array<double, unknowns>;
using Matrix = std::array<Vector, unknowns>;

// The factors of CompactionCost's coefficients.
Vector terms(const CostSample& sample) {
    const auto elements = static_cast<double>(sample.elements);
    return {1, elements, elements * sample.features.density, elements * sample.features.changes};
}

// The normal equations for predicting 1 for each sample from its terms over its time.
struct Equations {
    Matrix products{};
    Vector right{};
    Vector scales{}; ///< column norms, divided out because they span many powers of ten
    double samples = 0;

    explicit Equations(std::span<const CostSample> all) : samples(static_cast<double>(all.size())) {
        for (const CostSample& sample : all) {
            const Vector row = terms(sample);
            for (std::size_t i = 0; i < unknowns; ++i) {
                right[i] += row[i] / sample.milliseconds;
                for (std::size_t j = 0; j < unknowns; ++j)
                    products[i][j] += row[i] * row[j] / (sample.milliseconds * sample.milliseconds);
            }
        }
        for (std::size_t i = 0; i < unknowns; ++i)
            scales[i] = products[i][i] > 0 ? std::sqrt(products[i][i]) : 1;
        for (std::size_t i = 0; i < unknowns; ++i) {
            right[i] /= scales[i];
            for (std::size_t j = 0; j < unknowns; ++j)
                products[i][j] /= scales[i] * scales[j];
        }
    }
};

// Coefficients for the scaled columns, and the residual sum of squares.
struct Solution {
    Vector coefficients{};
    double squares = 0;
};

// Least squares in these unknowns only, by Gaussian elimination; none if the samples do not determine them.
std::optional<Solution> solve(const Equations& equations, std::span<const std::size_t> chosen) {
    // The part of a unit column that the others leave unexplained.
    constexpr double min_pivot = 1e-10;
    Matrix left{};
    Vector right{};
    const std::size_t count = chosen.size();
    for (std::size_t i = 0; i < count; ++i) {
        right[i] = equations.right[chosen[i]];
        for (std::size_t j = 0; j < count; ++j)
            left[i][j] = equations.products[chosen[i]][chosen[j]];
    }
    for (std::size_t pivot = 0; pivot < count; ++pivot) {
        if (left[pivot][pivot] < min_pivot)
            return std::nullopt;
        for (std::size_t row = pivot + 1; row < count; ++row) {
            const double factor = left[row][pivot] / left[pivot][pivot];
            for (std::size_t column = pivot; column < count; ++column)
                left[row][column] -= factor * left[pivot][column];
            right[row] -= factor * right[pivot];
        }
    }
    Solution solution{{}, equations.samples};
    for (std::size_t row = count; row-- > 0;) {
        double rest = right[row];
        for (std::size_t column = row + 1; column < count; ++column)
            rest -= left[row][column] * solution.coefficients[chosen[column]];
        solution.coefficients[chosen[row]] = rest / left[row][row];
    }
    for (const std::size_t i : chosen)
        solution.squares -= solution.coefficients[i] * equations.right[i];
    return solution;
}

// The best nonnegative solution is the unconstrained optimum over its positive coefficients, and there are
// few enough sets of those to try all.
Vector solve_above_zero(const Equations& equations) {
    // Smaller differences are noise; keep the set with the earlier coefficients.
    const double difference = 1e-9 * equations.samples;
    Solution best{{}, std::numeric_limits<double>::max()};
    for (unsigned set = 1; set < 1U << unknowns; ++set) {
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < unknowns; ++i) {
            if ((set >> i & 1U) != 0)
                chosen.push_back(i);
        }
        const std::optional<Solution> solution = solve(equations, chosen);
        if (solution && solution->squares < best.squares - difference &&
            std::ranges::all_of(solution->coefficients, [](double value) { return value >= 0; }))
            best = *solution;
    }
    for (std::size_t i = 0; i < unknowns; ++i)
        best.coefficients[i] /= equations.scales[i];
    return best.coefficients;
}

} // namespace

raster::StreamFeatures stream_features(std::span<const float> values,
                                       const raster::Discriminator& discriminator) {
    const auto part = [](std::int64_t some, std::size_t all) {
        return all > 0 ? static_cast<double>(some) / static_cast<double>(all) : 0.0;
    };
    std::int64_t changes = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        changes += discriminator(values[i]) != discriminator(values[i - 1]) ? 1 : 0;
    return {part(std::ranges::count_if(values, discriminator), values.size()),
            part(changes, std::max<std::size_t>(values.size(), 1) - 1)};
}

std::optional<CostFit> fit_cost(const raster::CompactionChoice& choice, std::span<const CostSample> samples) {
    std::vector<CostSample> timed;
    std::ranges::copy_if(samples, std::back_inserter(timed),
                         [](const CostSample& sample) { return sample.milliseconds > 0; });
    if (timed.empty())
        return std::nullopt;
    const Vector costs = solve_above_zero(Equations(timed));
    CostFit fit{{choice, costs[0], costs[1], costs[2], costs[3]}, 0, 0};
    std::vector<double> errors;
    errors.reserve(timed.size());
    for (const CostSample& sample : timed)
        errors.push_back(
            std::abs(fit.cost.milliseconds(sample.elements, sample.features) / sample.milliseconds - 1));
    fit.median_error = bench::median(errors);
    fit.worst_error = std::ranges::max(errors);
    return fit;
}

} // namespace scanline::tune
