#pragma once
#include "scanline/compute/scan.h"
#include "scanline/gl/capabilities.h"

#include <optional>
#include <span>
#include <string_view>

namespace scanline::catalog {

/// One algorithm of the compute room, or a part of one that is chosen by itself.
struct ComputeEntry {
    std::string_view primitive; ///< "scan", "compact", "sort"
    std::string_view part;      ///< what of it can be chosen: "method", "order"; "algorithm" for the whole
    std::string_view name;      ///< "horizontal", "chained" ...
    std::string_view title;
    std::string_view idea;   ///< one sentence
    std::string_view source; ///< paper and section
    std::string_view needs;  ///< beyond the OpenGL version; empty for nothing
    gl::Version opengl;      ///< the least version
};

/// Every one: the methods and the orders of scans, compactions, the sort.
std::span<const ComputeEntry> compute_algorithms();

/// How a scan is done, as the command line names it; what is not named is for the engine to choose.
struct ScanAlgorithm {
    std::optional<compute::ScanMethod> method{};
    std::optional<compute::ScanOrder> order{};

    friend bool operator==(const ScanAlgorithm&, const ScanAlgorithm&) = default;
};

/// By the name of a method, of an order, or of both with a plus between them: "tree", "chained",
/// "tree+chained". A usage error that lists the names where it is none of these.
ScanAlgorithm find_scan(std::string_view name);

} // namespace scanline::catalog
