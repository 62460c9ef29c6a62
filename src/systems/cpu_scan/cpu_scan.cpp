#include "scanline/systems/cpu_scan.h"

#include "scanline/core/named.h"
#include "scanline/cpu/scan.h"
#include "scanline/systems/random_case.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <type_traits>
#include <vector>

namespace scanline::systems {

namespace {

constexpr double tolerance = 1e-4; ///< in parts of the sum of magnitudes

enum class CpuType { float32, int32, int64 };
constexpr auto table_of(CpuType) {
    using enum CpuType;
    return named<CpuType>({{float32, "float32"}, {int32, "int32"}, {int64, "int64"}});
}
using scanline::to_string;

/// A scan on the CPU to check.
struct CpuCase {
    const cpu::ScanAlgorithm* algorithm = nullptr;
    cpu::ScanOptions options{};
    CpuType type = CpuType::float32;
    std::int64_t size = 0;
    bool in_place = false;
    std::uint64_t seed = 0; ///< of the elements
};

// Every algorithm, operator, type, any size, 1 to 4 threads, with partitions of any size.
CpuCase random_cpu_case(const CaseRequest& request) {
    constexpr std::array types{CpuType::float32, CpuType::int32, CpuType::int64};
    Random random(request.seed);
    CpuCase test;
    test.algorithm = &cpu::scan_algorithms()[request.turn % cpu::scan_algorithms().size()];
    test.type = pick(random, types);
    test.options.op = pick(random, enumerators<Operator>);
    test.options.exclusive = random.below(2) == 0;
    test.size = random_size(random, request.largest);
    test.in_place = random.below(2) == 0;
    test.options.threads = test.algorithm->multithreaded() ? random.between(1, 4) : 1;
    if (test.algorithm->name.ends_with("-p") && random.below(2) == 0)
        test.options.partition = random.between(1, 5000);
    test.seed = request.seed;
    return test;
}

// "scan on the CPU by simd1-p of 1000 int32, sum, exclusive, 2 threads, in place"
std::string describe(const CpuCase& test) {
    return fmt::format("scan on the CPU by {} of {} {}, {}, {}, {} threads{}{}", test.algorithm->name,
                       test.size, to_string(test.type), scanline::to_string(test.options.op),
                       test.options.exclusive ? "exclusive" : "inclusive", test.options.threads,
                       test.options.partition ? fmt::format(", partitions of {}", *test.options.partition)
                                              : "",
                       test.in_place ? ", in place" : "");
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

// What elements have together so far.
template <class T>
class Total {
    using Limits = std::numeric_limits<T>;

public:
    explicit Total(Operator op) : op_(op) {
        constexpr T infinity = Limits::has_infinity ? Limits::infinity() : Limits::max();
        extreme_ = op == Operator::min ? infinity : Limits::has_infinity ? -infinity : Limits::lowest();
    }

    void add(T element) {
        sum_ += static_cast<Sum>(element);
        magnitudes_ += std::abs(static_cast<double>(element));
        extreme_ = op_ == Operator::min ? std::min(extreme_, element) : std::max(extreme_, element);
    }
    bool is(T found) const {
        if (op_ != Operator::sum)
            return found == extreme_;
        if constexpr (std::is_floating_point_v<T>)
            return std::abs(static_cast<double>(found) - sum_) <= tolerance * magnitudes_;
        else
            return found == static_cast<T>(sum_);
    }

private:
    // Integers wrap around, floats hardly round.
    using Sum = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;

    Operator op_;
    Sum sum_ = 0;
    double magnitudes_ = 0;
    T extreme_{};
};

// Integers, minima and maxima must be exact, sums of floats within the bound of cpu::Scan.
template <class T>
std::optional<std::string> check_type(const CpuCase& test) {
    const std::vector<T> input = random_elements<T>(test);
    std::vector<T> output = input;
    const cpu::Scan scan(*test.algorithm, test.options);
    const T all = scan(std::span<const T>(test.in_place ? output : input), std::span<T>(output));
    Total<T> total(test.options.op);
    for (std::size_t i = 0; i < input.size(); ++i) {
        const bool is_before = total.is(output[i]);
        total.add(input[i]);
        if (!(test.options.exclusive ? is_before : total.is(output[i])))
            return fmt::format("result {} of {} is {}", i, input.size(), output[i]);
    }
    if (!total.is(all))
        return fmt::format("all {} together are {}", input.size(), all);
    return {};
}

std::optional<std::string> check(const CpuCase& test) {
    switch (test.type) {
    case CpuType::float32: return check_type<float>(test);
    case CpuType::int32: return check_type<std::int32_t>(test);
    case CpuType::int64: return check_type<std::int64_t>(test);
    }
    return {};
}

CheckOutcome run(machine::Machine& /*machine*/, const CaseRequest& request) {
    const CpuCase test = random_cpu_case(request);
    return run_case({test.algorithm->name}, test, [&] { return check(test); });
}

} // namespace

System cpu_scan_system() {
    constexpr std::string_view paper = "Zhang, Wang, Ross, ADMS 2020";
    System system{.name = "cpu-scan",
                  .title = "Prefix sums on the CPU",
                  .source = paper,
                  .checks = {{.name = "cpu-scan", .needs = Needs::processor, .turns = 4, .run = run}},
                  .experiments = cpu_scan_experiments()};
    for (const cpu::ScanAlgorithm& one : cpu::scan_algorithms()) {
        system.entries.push_back(
            {.kind = "scan on the CPU",
             .name = one.name,
             .title = one.name,
             .idea = one.summary,
             .source = one.kernel == cpu::ScanKernel::lookahead ? "Scanline's own" : paper,
             .backend = "cpu",
             .properties = {{"threads", one.multithreaded() ? "several" : "one"},
                            {"partitioned", one.partitioned ? "yes" : "no"}}});
    }
    system.checks.front().covers = names_in(system.entries);
    return system;
}

} // namespace scanline::systems
