#pragma once
#include "scanline/core/clock.h"
#include "scanline/raster/engine.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::compute {
class Engine;
}

namespace scanline::catalog {

/// The kinds of random cases. They take turns, a seed each.
enum class CaseKind {
    compaction, ///< by fragment shaders
    primitive,  ///< scans, compactions and sorts by compute shaders
    words,      ///< the other primitives by compute shaders
    kdtree,     ///< on the CPU and, where there are compute shaders, on them
    cpu_scan,
};
inline constexpr std::array all_case_kinds{CaseKind::compaction, CaseKind::primitive, CaseKind::words,
                                           CaseKind::kdtree, CaseKind::cpu_scan};
std::string_view to_string(CaseKind kind); ///< "compaction", "primitive", "words", "kdtree", "cpu-scan"

struct VerifyOptions {
    std::uint64_t seed = 1;  ///< case i is made from seed + i
    std::uint64_t cases = 0; ///< at most so many; 0: as many as there is time for
    double seconds = 10;     ///< no case but the first begins later than this
    Clock clock = steady_time;
    std::int64_t largest = 100'000; ///< elements of the largest stream or array
    std::vector<CaseKind> only{};   ///< empty: all
    /// Null: no compute primitives, and k-d trees on the CPU alone. Not owned.
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

/// How often an algorithm ran: a compaction or a scan on the CPU by its name, a primitive, the others
/// together as words, or k-d trees.
struct VerifyRuns {
    std::string_view name;
    std::uint64_t cases = 0;
};

struct VerifyReport {
    std::uint64_t passed = 0;
    std::uint64_t failed = 0;
    /// Cases that their algorithm refuses: a defect of Scanline, not of the driver.
    std::uint64_t refused = 0;
    std::vector<VerifyFailure> failures; ///< the first ten
    std::vector<VerifyFailure> refusals; ///< the first ten
    std::vector<VerifyRuns> runs;        ///< in the order of the catalog
};

/// Is this machine's driver right? Seeded random compactions on the GPU against std::copy_if, some of them
/// pass by pass against the CPU twins; where there are compute shaders, also random scans, compactions and
/// sorts against their twins, and k-d trees, which are checked by a look at every point too; scans on the CPU
/// against a loop. An OpenGL error in a case is a failure of that case. Errors: usage where nothing of
/// VerifyOptions::only can be checked here, and for a time that is out of range.
VerifyReport verify(raster::Engine& engine, const VerifyOptions& options);

} // namespace scanline::catalog
