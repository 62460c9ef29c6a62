#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/core/error.h"
#include "scanline/machine/machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::catalog {

/// The limits of random cases on a machine. Algorithms have limits of their own besides.
struct CaseLimits {
    std::int64_t largest = 100'000; ///< elements
    int max_side = 16'384;          ///< of a texture, see raster::Engine::max_side()
    bool shader_int64 = true;       ///< whether the driver computes with uint64
};

/// The result of one random case.
struct CheckOutcome {
    std::vector<std::string_view> ran;  ///< the names of the entries that it ran, all of Check::covers
    std::string description;            ///< of the case
    std::optional<std::string> wrong{}; ///< the first difference; none: all results are right
    bool refused = false;               ///< the algorithm refused the case
};

/// A kind of random case that `scanline verify` runs.
struct Check {
    std::string_view name; ///< "kdtree": what --only takes
    bench::Needs needs = bench::Needs::raster;
    int turns = 1; ///< of each round; a check with more variants than the others takes more
    std::vector<std::string_view> covers{}; ///< the names of the entries that it runs
    /// Runs the case of a seed; its streams and arrays have at most `largest` elements. A case depends on
    /// these and the limits of the machine alone. Called only where the machine has what the check needs.
    std::function<CheckOutcome(machine::Machine& machine, std::uint64_t seed, std::int64_t largest)> run;
};

/// Runs a case. `check` returns the first difference; an error that it throws counts as one.
///
///     const CpuCase test = random_cpu_case(seed, {.largest = largest});
///     return run_case({test.algorithm->name}, test, [&] { return check(test); });
template <class Case, class Function>
CheckOutcome run_case(std::vector<std::string_view> ran, const Case& test, const Function& check) {
    CheckOutcome outcome{.ran = std::move(ran), .description = describe(test)};
    try {
        outcome.wrong = check();
    } catch (const Error& error) {
        outcome.wrong = error.what();
        outcome.refused = error.kind() == ErrorKind::usage || error.kind() == ErrorKind::no_opengl;
    }
    return outcome;
}

} // namespace scanline::catalog
