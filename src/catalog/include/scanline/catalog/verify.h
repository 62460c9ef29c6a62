#pragma once
#include "scanline/core/clock.h"
#include "scanline/raster/engine.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::compute {
class Engine;
}

namespace scanline::catalog {

/// Every so many-th seed calls a compute primitive, where there are compute shaders; the others compact by
/// fragment shaders.
inline constexpr std::uint64_t compute_every = 2;

struct VerifyOptions {
    std::uint64_t seed = 1;  ///< case i is made from seed + i
    std::uint64_t cases = 0; ///< at most so many; 0: as many as there is time for
    double seconds = 10;     ///< no case but the first begins later than this
    Clock clock = steady_time;
    std::int64_t largest = 100'000; ///< elements of the largest stream or array
    /// Null: no compute primitives. Not owned.
    compute::Engine* compute = nullptr;
    /// Gives the errors that the driver reported since the last call (gl::Context::take_debug_errors); asked
    /// after every case, which fails where there are any.
    std::function<std::vector<std::string>()> driver_errors;
    /// Called after every case; false ends the run.
    std::function<bool(std::uint64_t done, std::uint64_t failed)> progress;
};

struct VerifyFailure {
    std::uint64_t seed = 0; ///< of this case alone
    std::string what;       ///< the case and what differs
};

/// How often an algorithm ran: a compaction by its name, or a primitive.
struct VerifyRuns {
    std::string_view name;
    std::uint64_t cases = 0;
};

struct VerifyReport {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    /// Cases that their algorithm does not take: a defect of random_case() or random_compute_case(), which
    /// says nothing of the driver.
    std::uint64_t refused = 0;
    std::vector<VerifyFailure> failures; ///< the first ten
    std::vector<VerifyFailure> refusals; ///< the first ten
    std::vector<VerifyRuns> runs;        ///< in the order of the catalog
};

/// Is this machine's driver right? Seeded random compactions on the GPU against std::copy_if, some of them
/// pass by pass against the CPU twins; where there are compute shaders, also random scans, compactions and
/// sorts against their twins. An OpenGL error in a case is a failure of that case.
VerifyReport verify(raster::Engine& engine, const VerifyOptions& options);

} // namespace scanline::catalog
