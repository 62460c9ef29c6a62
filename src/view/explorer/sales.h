#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/data/table.h"

#include <cstdint>
#include <memory>

namespace scanline::view {

/// Made-up sales of two years: city, product, channel, when (to the minute), quantity, price. Products have
/// seasons, channels have hours, cities and products differ in how much they sell. The same for a seed on
/// every machine. Errors: failure if out of memory; Cancelled.
///
///     make_sales(50'000, 1, {})->text(0, 3) == "2024-09-24 19:13"
std::unique_ptr<data::Table> make_sales(std::int64_t rows, std::uint64_t seed, const CancelHook& cancelled);

} // namespace scanline::view
