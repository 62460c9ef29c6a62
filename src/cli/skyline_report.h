#pragma once
#include "backend.h"

#include "scanline/skyline/table_query.h"

#include <optional>
#include <string>

namespace scanline::cli {

/// The report of scanline skyline.
struct SkylineReport {
    const data::Table& table;
    const skyline::TableQuery& query;
    const skyline::TableAnswer& found;
    const ChosenBackend& backend;
    std::string how;                  ///< the algorithm, and why
    std::optional<std::size_t> known; ///< rows of DATA, which those of --add follow
    double milliseconds;

    /// "skyline of 5 rows by min price, max rating: 3 kept" and a line end.
    std::string heading() const;
    /// The heading, and how the skyline was found.
    std::string text() const;
    std::string json() const;
};

} // namespace scanline::cli
