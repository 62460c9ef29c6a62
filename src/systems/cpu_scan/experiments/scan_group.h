#pragma once
#include "scanline/bench/axes.h"
#include "scanline/bench/measure.h"
#include "scanline/bench/request.h"

#include <array>
#include <optional>

namespace scanline::bench {

// What the plans of scans on the CPU write into their rows, and what their reports read.

inline constexpr std::string_view place_axis = "place", algorithm_axis = "algorithm",
                                  partition_axis = "partition", dilation_axis = "dilation";
/// In a cache: in place, of no more elements than the second level cache holds.
inline constexpr std::string_view in_place = "in place", in_cache = "in cache", apart = "apart";
/// Passes over the memory that do next to nothing.
inline constexpr std::string_view by_memory = "memory";
/// The peer that is the paper's scan as one writes it by hand.
inline constexpr std::string_view by_intrinsics = "intrinsics";
/// Peers that are no libraries, or whose inner loop is none of the library's.
inline constexpr std::array by_hand{by_intrinsics, std::string_view("tbb-scan-simd")};
inline constexpr std::string_view auto_scan = "auto";

/// One of our scans; auto_scan chooses threads and partition by itself.
struct ScanCase {
    std::string algorithm;
    std::optional<int> threads{}; ///< none: those of the setting
    std::optional<std::int64_t> partition{};
    double dilation = 0;
};

/// The memory that all cases of a group take turns on.
struct ScanSetting {
    std::string_view place = in_place;
    std::int64_t elements = 0;
    int threads = 1; ///< that may work: all of them for what has several

    bool overwrites() const { return place != apart; }
};

/// The cases and the peers of the request. Those that cannot be are skipped with their reason.
PlannedGroup scan_group(const ScanSetting& setting, std::vector<ScanCase> cases, const Request& request);

/// Cases by their names alone.
std::vector<ScanCase> cases_of(std::initializer_list<std::string_view> algorithms);

/// The sizes of the request, or else the usual ones.
std::vector<std::int64_t> sizes_of(const Request& request, std::vector<std::int64_t> usual);
/// The threads of the request, or else 1, 2, 4 ... and the number of usable processors.
std::vector<int> threads_of(const Request& request);
int most_threads(const Request& request);
/// The threads of the request, or else the most.
std::vector<int> threads_or_most(const Request& request);

} // namespace scanline::bench
