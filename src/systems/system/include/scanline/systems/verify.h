#pragma once
#include "scanline/core/clock.h"
#include "scanline/systems/metamorphic.h"
#include "scanline/systems/system.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

struct VerifyOptions {
    std::uint64_t seed = 1;         ///< case i is made from seed + i
    std::uint64_t cases = 0;        ///< maximum; 0: as many as time allows
    double seconds = 10;            ///< after a whole round, no case starts later than this, see verify()
    std::int64_t largest = 100'000; ///< elements of the largest stream or array
    Clock clock = steady_time;
    std::vector<std::string> systems{}; ///< by System::name; empty: all
    std::vector<std::string> only{};    ///< checks by Check::name; empty: all
    /// Rewrites the shaders, by another seed every Deal::seeds cases; none: they are compiled as they are.
    Rewriter rewrite{};
    /// Called after every case; false ends the run.
    std::function<bool(std::uint64_t done, std::uint64_t failed)> progress;
};

/// A run of at least so many seconds tries every entry, however long that takes.
inline constexpr double seconds_for_every_entry = 10;

struct VerifyFailure {
    std::uint64_t seed = 0; ///< of this case alone
    std::string what;       ///< the case and what differs
};

/// The number of cases of an entry.
struct VerifyRuns {
    std::string_view system;
    std::string_view name;
    std::uint64_t cases = 0;
};

struct VerifyReport {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    /// Cases that their algorithm refused: a bug of Scanline, not of the driver.
    std::uint64_t refused = 0;
    std::vector<VerifyFailure> failures; ///< the first ten
    std::vector<VerifyFailure> refusals; ///< the first ten
    std::vector<VerifyRuns> runs;        ///< in the order of the systems
    RewriteCounts rewrites{};            ///< of all shaders
    bool overtime = false;               ///< the time was over before every entry was tried
    bool on_opengl = false;              ///< checks ran on the machine's OpenGL
    bool without_compute = false; ///< checks, or parts of them, were skipped for lack of compute shaders
};

/// Checks that this machine's driver is correct: runs seeded random cases of all checks of the systems in
/// turn, at least a whole round, however slow the driver compiles. From seconds_for_every_entry on it
/// continues until every entry that this machine can run was tried. An OpenGL error fails its case, if the
/// machine keeps the driver's errors (Machine::Options::debug). Checks that need compute shaders are skipped
/// without them. Errors: usage for an unknown system or check, if nothing is left to check, and for a time
/// out of range; a rewritten shader of an engine that does not compile; those of Machine::raster() if a check
/// needs it, and those of Machine::compute() if the OpenGL has compute shaders.
VerifyReport verify(Systems systems, machine::Machine& machine, const VerifyOptions& options);

} // namespace scanline::systems
