#include "scanline/systems/cpu_case.h"

#include "scanline/catalog/random_case.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <type_traits>
#include <vector>

namespace scanline::catalog {

namespace {

constexpr double tolerance = 1e-4; ///< in parts of the sum of magnitudes

std::string_view to_string(CpuType type) {
    switch (type) {
    case CpuType::float32: return "float32";
    case CpuType::int32: return "int32";
    case CpuType::int64: return "int64";
    }
    return "";
}

template <class T>
T identity(Operator op) {
    using Limits = std::numeric_limits<T>;
    switch (op) {
    case Operator::sum: return 0;
    case Operator::min: return Limits::has_infinity ? Limits::infinity() : Limits::max();
    case Operator::max: return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    }
    return 0;
}

// What T adds up in: integers wrap around, floats hardly round.
template <class T>
using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;

template <class T>
T together(Operator op, T a, T b) {
    return op == Operator::min ? std::min(a, b) : std::max(a, b);
}

template <class T>
std::vector<T> random_elements(const CpuCase& test) {
    Random random(test.seed);
    std::vector<T> elements(static_cast<std::size_t>(test.size));
    for (T& element : elements) {
        if constexpr (std::is_floating_point_v<T>)
            element = static_cast<T>(2 * random.unit() - 1);
        else
            element = static_cast<T>(random.next());
    }
    return elements;
}

template <class T>
std::optional<std::string> wrong_scan(const CpuCase& test, const std::vector<T>& input,
                                      const std::vector<T>& output, T total) {
    const Operator op = test.options.op;
    Sum<T> sum = 0;
    double magnitudes = 0;
    T extreme = identity<T>(op);
    const auto right = [&](T found) {
        if (op != Operator::sum)
            return found == extreme;
        if constexpr (std::is_floating_point_v<T>)
            return std::abs(static_cast<double>(found) - sum) <= tolerance * magnitudes;
        else
            return found == static_cast<T>(sum);
    };
    for (std::size_t i = 0; i <= input.size(); ++i) {
        const bool behind = i == input.size();
        if (test.options.exclusive && !behind && !right(output[i]))
            return fmt::format("result {} of {} is {}", i, input.size(), output[i]);
        if (behind)
            break;
        sum += static_cast<Sum<T>>(input[i]);
        if constexpr (std::is_floating_point_v<T>)
            magnitudes += std::abs(static_cast<double>(input[i]));
        extreme = together(op, extreme, input[i]);
        if (!test.options.exclusive && !right(output[i]))
            return fmt::format("result {} of {} is {}", i, input.size(), output[i]);
    }
    if (!right(total))
        return fmt::format("all {} together are {}", input.size(), total);
    return {};
}

template <class T>
std::optional<std::string> check_type(const CpuCase& test) {
    const std::vector<T> input = random_elements<T>(test);
    std::vector<T> output = input;
    const cpu::Scan scan(*test.algorithm, test.options);
    const T total = scan(std::span<const T>(test.in_place ? output : input), std::span<T>(output));
    return wrong_scan(test, input, output, total);
}

} // namespace

CpuCase random_cpu_case(std::uint64_t seed, const CaseLimits& limits) {
    constexpr std::array types{CpuType::float32, CpuType::int32, CpuType::int64};
    Random random(seed);
    CpuCase test;
    test.algorithm = &cpu::scan_algorithms()[random.below(cpu::scan_algorithms().size())];
    test.type = pick(random, types);
    test.options.op = pick(random, all_operators);
    test.options.exclusive = random.below(2) == 0;
    test.size = random_size(random, limits.largest);
    test.in_place = random.below(2) == 0;
    test.options.threads = test.algorithm->multithreaded() ? random.between(1, 4) : 1;
    if (test.algorithm->name.ends_with("-p") && random.below(2) == 0)
        test.options.partition = random.between(1, 5000);
    test.seed = seed;
    return test;
}

std::string describe(const CpuCase& test) {
    return fmt::format("scan on the CPU by {} of {} {}, {}, {}, {} threads{}{}", test.algorithm->name,
                       test.size, to_string(test.type), scanline::to_string(test.options.op),
                       test.options.exclusive ? "exclusive" : "inclusive", test.options.threads,
                       test.options.partition ? fmt::format(", partitions of {}", *test.options.partition)
                                              : "",
                       test.in_place ? ", in place" : "");
}

std::optional<std::string> check(const CpuCase& test) {
    switch (test.type) {
    case CpuType::float32: return check_type<float>(test);
    case CpuType::int32: return check_type<std::int32_t>(test);
    case CpuType::int64: return check_type<std::int64_t>(test);
    }
    return {};
}

} // namespace scanline::catalog
