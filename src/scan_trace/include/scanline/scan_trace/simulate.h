#pragma once
#include "scanline/core/operator.h"
#include "scanline/scan_trace/timeline.h"
#include "scanline/scan_trace/variant.h"

#include <cstdint>
#include <string>
#include <vector>

/// The traces to compute prefix sums in parallel, as schedules of lanes computed on the CPU, to be shown or
/// checked: cpu::Scan and compute::Scan are what scans arrays. Sources:
/// - Hillis and Steele, "Data parallel algorithms", Communications of the ACM 29(12), 1986;
/// - Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990;
/// - Zhang, Wang and Ross, "Parallel Prefix Sum with SIMD", ADMS 2020: sections 2.1 (two passes), 2.2
///   (partitions), 3.1 (horizontal), 3.2 (vertical), 3.3 (tree);
/// - Merrill and Garland, "Single-pass Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002,
///   and Smith, Levien and Owens, "Decoupled Fallback: A Portable Single-Pass GPU Scan", SPAA 2025.
namespace scanline::scan_trace {

int apply(Operator op, int a, int b);
/// The operator's identity.
int identity(Operator op);
/// "+", "min", "max"
std::string operator_sign(Operator op);
/// True for the identities of min and max, which represent no value.
bool is_infinite(int value);
/// The number; "inf" and "-inf" for the identities of min and max.
std::string value_text(int value);

inline constexpr int max_elements = 256;
inline constexpr int max_lanes = 16;
/// How often a lane looks at a tile that has published nothing before it reduces that tile itself.
inline constexpr int spin_limit = 4;

struct Spec {
    Variant variant = Variant::hillis_steele;
    std::vector<int> input;
    Operator op = Operator::sum;
    bool exclusive = false;
    int lanes = 4;          ///< or threads, or workers; unused with one lane per element
    int tile = 8;           ///< elements of a tile; the last may have fewer
    int partition = 4;      ///< elements that a thread processes at a time, if there are stretches
    double dilation = 0;    ///< for threads: size of the odd partitions relative to the others, 0 for none
    std::uint64_t seed = 0; ///< for threads and chained: see Scheduler
    int stalled = -1;       ///< of chained: the tile that is held after its first element until no other
                            ///< lane has work left; -1 for none

    friend bool operator==(const Spec&, const Spec&) = default;
};

/// Computes the timeline, on the CPU and on one thread; the same for the same spec. Its outputs are the
/// prefix sums of the input by the operator, inclusive or exclusive, as compute::Scan and cpu::Scan have
/// them: place {Space::output, i} holds that of element i. Sums of any neighbours must fit an int. Errors:
/// usage, if the input has not 1 to max_elements elements, or lanes, the tile, the partition or the dilation
/// are out of 1 to max_lanes, 1 to max_elements, and 0 to 1.
///
///     const Timeline timeline = simulate({.variant = Variant::hillis_steele, .input = {3, 1, 7, 0}});
///     timeline.steps[0].name == "doubling 1"   // 3 4 8 7
///     timeline.steps[1].name == "doubling 2"   // 3 4 11 11
///     memory_after(timeline, 2).find({Space::output, 3})->value == Partial{11, 0, 4}
///     count(timeline, 2, 4).work == 5          // 3 additions, then 2
Timeline simulate(const Spec& spec);

} // namespace scanline::scan_trace
