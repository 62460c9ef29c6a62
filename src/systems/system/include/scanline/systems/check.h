#pragma once
#include "scanline/core/error.h"
#include "scanline/machine/machine.h"
#include "scanline/systems/experiment.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::systems {

/// The limits of random cases on a machine. Algorithms have further limits of their own.
struct CaseLimits {
    std::int64_t largest = 100'000; ///< elements
    int max_side = 16'384;          ///< of a texture, see raster::Engine::max_side()
    bool shader_int64 = true;       ///< the driver supports uint64
};

/// The random case to run.
struct CaseRequest {
    std::uint64_t seed = 0;
    std::uint64_t turn = 0; ///< numbers the cases of the check; consecutive turns try different entries
    std::int64_t largest = 100'000; ///< elements of a stream or array
};

/// The result of one random case.
struct CheckOutcome {
    std::vector<std::string_view> ran;  ///< names of the entries that it ran, all in Check::covers
    std::string description;            ///< of the case
    std::optional<std::string> wrong{}; ///< the first difference; none: all results are correct
    bool refused = false;               ///< the algorithm refused the case
};

/// A kind of random case that `scanline verify` runs.
struct Check {
    std::string_view name; ///< the name for --only: "kdtree"
    Needs needs = Needs::raster;
    int turns = 1; ///< cases per round; more for a check with more variants
    /// Names of the entries that it runs. Twice as many consecutive turns run each of them, if the machine
    /// can.
    std::vector<std::string_view> covers{};
    /// Runs a case, which depends only on the request and the limits of the machine. Called only if the
    /// machine meets the check's needs.
    std::function<CheckOutcome(machine::Machine& machine, const CaseRequest& request)> run;
};

/// Runs a case. `check` returns the first difference; an error counts as one.
///
///     const CpuCase test = random_cpu_case(request);
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

} // namespace scanline::systems
