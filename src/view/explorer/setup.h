#pragma once
#include "kit/table_reading.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scanline::view {

/// Tables that are generated.
enum class ExplorerKind { sales };
constexpr auto table_of(ExplorerKind) {
    return named<ExplorerKind>({{ExplorerKind::sales, "sales"}});
}
using scanline::to_string;

/// The settings of the explorer. Dimensions and queries are named as in scanline/cube.
struct ExplorerSetup : TableSource<enumerators<ExplorerKind>> {
    static constexpr std::string_view scene = "explorer";
    static constexpr int most_rows = 1'000'000, most_bins = 200, most_file_rows = 4'000'000;

    ExplorerSetup() : TableSource{{.source = "sales", .count = 50'000}} {}

    std::vector<std::string> path; ///< dimensions from the root on; none: those that are proposed
    std::vector<std::string> bins; ///< "price:20", or "price:0" for the numbers as they are; others: proposed
    std::string measure = "count"; ///< or "price:sum"
    std::string select;            ///< conditions: "city=Oslo, when.hour=9..17"
    std::string drill;             ///< the node that fills the width: values of the first levels

    /// True if both have the same cube and tree.
    bool same_run(const ExplorerSetup& other) const {
        return same_source(other) && path == other.path && bins == other.bins && measure == other.measure;
    }
    /// The selection stays if it is of the same table.
    void take_run_of(const ExplorerSetup& other) {
        ExplorerSetup taken = other;
        taken.opened = opened;
        if (same_source(other)) {
            taken.select = select;
            taken.drill = drill;
        }
        *this = std::move(taken);
    }
    /// Settings that belong to the old table go.
    void take_source(std::string other) {
        ExplorerSetup next;
        next.source = std::move(other);
        next.reading = std::move(reading);
        next.opened = std::move(opened);
        *this = std::move(next);
    }
};

/// measures: those that the control offers.
std::vector<Property> properties_of(ExplorerSetup& setup, const std::vector<std::string>& measures = {});

} // namespace scanline::view
