#pragma once
#include "scanline/bench/experiment.h"
#include "scanline/core/error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::raster {
class Engine;
}
namespace scanline::compute {
class Engine;
}

namespace scanline::catalog {

/// What checks run on. Not owned.
struct CheckEngines {
    raster::Engine* raster = nullptr;
    compute::Engine* compute = nullptr; ///< null: no compute shaders
    std::int64_t largest = 100'000;     ///< elements of the largest stream or array
};

/// The limits of random cases on a machine. Algorithms have limits of their own besides.
struct CaseLimits {
    std::int64_t largest = 100'000; ///< elements
    int max_side = 16'384;          ///< of a texture, see raster::Engine::max_side()
    bool shader_int64 = true;       ///< whether the driver computes with uint64
};

/// The limits of these engines.
CaseLimits limits_of(const CheckEngines& engines);

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
    /// Runs the case of a seed. A case depends on the seed and the limits of the engines alone.
    std::function<CheckOutcome(const CheckEngines& engines, std::uint64_t seed)> run;
};

/// Runs a case. `check` returns the first difference; an error that it throws counts as one.
///
///     const CpuCase test = random_cpu_case(seed, limits_of(engines));
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
