#pragma once
#include "scanline/compute/scan.h"
#include "scanline/gl/capabilities.h"
#include "scanline/systems/system.h"

#include <optional>
#include <span>
#include <string_view>

namespace scanline::systems {

/// The methods and orders of scans, and every other compute primitive.
std::span<const Entry> compute_algorithms();

/// The entries, checks and experiments of the compute primitives.
System primitives_system();

/// How a scan is done, as the command line names it; what is not named is for the engine to choose.
struct ScanAlgorithm {
    std::optional<compute::ScanMethod> method{};
    std::optional<compute::ScanOrder> order{};

    friend bool operator==(const ScanAlgorithm&, const ScanAlgorithm&) = default;
};

/// By the name of a method, of an order, or of both with a plus between them: "tree", "chained",
/// "tree+chained". A usage error that lists the names where it is none of these.
ScanAlgorithm find_scan(std::string_view name);

} // namespace scanline::systems
