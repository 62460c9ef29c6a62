#pragma once
#include "scanline/machine/machine.h"
#include "scanline/machine/repetition.h"
#include "scenes/prefix_sum/words.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::prefix_sum {

/// The scan of the library that corresponds to a variant.
struct LibraryScan {
    Where where = Where::gpu;
    std::string_view name; ///< "tree", "scalar1-p": one of systems::find_scan() or cpu::scan_algorithms()

    friend bool operator==(const LibraryScan&, const LibraryScan&) = default;
};
/// Prefers compute shaders, then the CPU; none if the library has neither for the variant.
std::optional<LibraryScan> library_scan(Variant variant, bool has_compute);

/// A scan of int32 by the library.
struct ScanRequest {
    Variant variant = Variant::hillis_steele;
    Operator op = Operator::sum;
    bool exclusive = false;
    double dilation = 0; ///< of threads
    // As in the trace of a CPU's scan. None: all processors, and partitions that fit the cache.
    std::optional<int> threads{}, partition{};
    bool small_tiles = false; ///< the smallest tiles on the GPU, else the fastest
    int repetitions = 0;      ///< timed runs after a warm-up; 0: no timing

    friend bool operator==(const ScanRequest&, const ScanRequest&) = default;
};

struct ScanRun {
    std::string not_run{};       ///< why it did not run, in a few words; empty if it did
    Where where = Where::gpu;    ///< gpu or cpu
    std::string how{};           ///< "tree, reduce-then-scan, tiles of 2,048"
    std::vector<int> output{};   ///< the prefix sums
    machine::Repetition times{}; ///< the timed run with the median time, by passes on the GPU
};

/// Runs a scan on this machine. A variant that cannot run here is not timed; to be compared, the CPU scans
/// from left to right instead. Polls cancelled() before every timed run; true ends it early.
ScanRun run_scan(machine::Machine& machine, const ScanRequest& request, std::span<const int> input,
                 const std::function<bool()>& cancelled);

/// "GPU" or "CPU".
std::string_view short_name(Where where);
/// "Prefix sum 5 is 12, and 11 on the GPU."; empty if there is none.
std::string first_difference(std::span<const int> wanted, const ScanRun& run);

/// A run of the setup's variant on its elements, to compare with the trace.
ScanRequest checked_request(const Spec& spec);
/// A run of the variant with its fastest options, to be timed.
ScanRequest measured_request(const Spec& spec);

/// A software renderer takes about a second or longer for more elements.
inline constexpr int max_software_elements = 1 << 23;

/// Runs a scan of `size` random digits and compares the result with the CPU twin's.
struct Measurement {
    ScanRun run;            ///< without the output
    std::string difference; ///< as first_difference()
};
Measurement measure(machine::Machine& machine, const ScanRequest& request, int size,
                    const std::function<bool()>& cancelled);

} // namespace scanline::view::prefix_sum
