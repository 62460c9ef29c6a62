#include "scanline/ranks/scan.h"

#include "scanline/ranks/threads.h"

#include <catch2/catch_all.hpp>

#include <limits>
#include <random>

namespace scanline::ranks::scan_test {

namespace {

/// Scans one after the other, as one process does.
template <class T>
std::vector<T> scan(std::span<const T> elements, Operator op, bool exclusive, T identity) {
    std::vector<T> results;
    T before = identity;
    for (std::size_t i = 0; i < elements.size(); ++i) {
        const T through = exclusive || i > 0 ? combine(op, before, elements[i]) : elements[i];
        results.push_back(exclusive ? before : through);
        before = through;
    }
    return results;
}

template <class T>
void check_scan(const std::vector<T>& elements, int ranks, Operator op, bool exclusive, T identity) {
    INFO(elements.size() << " elements on " << ranks << " ranks, " << to_string(op)
                         << ", exclusive: " << exclusive);
    const std::span<const T> all(elements);
    const std::vector<T> right = scan(all, op, exclusive, identity);
    std::vector<std::vector<T>> found(static_cast<std::size_t>(ranks));
    run_on_threads(ranks, [&](Communicator& own) {
        const Slice slice = slice_of(std::ssize(all), own.rank(), own.size());
        const std::span<const T> part =
            all.subspan(static_cast<std::size_t>(slice.first), static_cast<std::size_t>(slice.size));
        std::vector<T>& results = found[static_cast<std::size_t>(own.rank())];
        results = scan(part, op, exclusive, identity);
        const auto before = preceding_of<T>(own, part, results, op, exclusive);
        if (before.has_value() != (slice.first > 0))
            throw std::runtime_error("elements before the first, or none before others");
        if (before && before->last != elements[static_cast<std::size_t>(slice.first - 1)])
            throw std::runtime_error("another last element");
        for (T& result : results)
            result = before ? combine(op, before->total, result) : result;
    });
    std::vector<T> joined;
    for (const std::vector<T>& results : found)
        joined.insert(joined.end(), results.begin(), results.end());
    CHECK(joined == right);
}

} // namespace

TEST_CASE("What precedes a slice completes the scan of its elements alone") {
    std::mt19937_64 random(7500);
    for (const int ranks : {1, 2, 3, 5, 8})
        for (const std::size_t size : {0u, 1u, 3u, 50u})
            for (const bool exclusive : {false, true}) {
                std::vector<std::int32_t> elements(size);
                for (std::int32_t& element : elements)
                    element = static_cast<std::int32_t>(random()); // sums wrap around
                using Limits = std::numeric_limits<std::int32_t>;
                check_scan(elements, ranks, Operator::sum, exclusive, 0);
                check_scan(elements, ranks, Operator::min, exclusive, Limits::max());
                check_scan(elements, ranks, Operator::max, exclusive, Limits::min());
            }
}

TEST_CASE("Results of floats combine as one process does: NaN stays, zeros have signs") {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    CHECK(std::isnan(combine(Operator::min, nan, 1.0f)));
    CHECK(std::isnan(combine(Operator::max, 1.0f, nan)));
    CHECK(std::signbit(combine(Operator::min, 0.0f, -0.0f)));
    CHECK_FALSE(std::signbit(combine(Operator::min, 0.0, -0.0)));
    CHECK(combine(Operator::max, 2.0, 3.0) == 3.0);
}

TEST_CASE("Sums of floats are those of one process, whatever the number of ranks") {
    std::mt19937_64 random(7510);
    for (const int ranks : {1, 2, 3, 5, 8})
        for (const std::size_t size : {0u, 2u, 100u})
            for (const bool exclusive : {false, true}) {
                std::vector<float> elements(size);
                for (float& element : elements)
                    element = std::ldexp(static_cast<float>(random() % 1000) - 500,
                                         static_cast<int>(random() % 60));
                std::vector<float> right(size), found(size);
                double sum = 0;
                for (std::size_t i = 0; i < size; ++i) {
                    const double before = sum;
                    sum += static_cast<double>(elements[i]);
                    right[i] = static_cast<float>(exclusive ? before : sum);
                }
                run_on_threads(ranks, [&](Communicator& own) {
                    const Slice slice = slice_of(std::ssize(elements), own.rank(), own.size());
                    const auto first = static_cast<std::size_t>(slice.first),
                               count = static_cast<std::size_t>(slice.size);
                    add_in_turn<float>(own, std::span<const float>(elements).subspan(first, count),
                                       std::span(found).subspan(first, count), exclusive);
                });
                INFO(size << " elements on " << ranks << " ranks, exclusive: " << exclusive << ", seed 7510");
                CHECK(found == right);
            }
}

} // namespace scanline::ranks::scan_test
