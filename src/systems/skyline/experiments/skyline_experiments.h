#pragma once
#include "scanline/skyline/generate.h"
#include "scanline/skyline/skyline.h"
#include "scanline/systems/comparison.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

// Plans write these names into their rows; reports read them.

inline constexpr RowAxis<std::string> kind_axis{"kind"};
/// Counts of a row, and of a stage of SkyAlign.
inline constexpr std::string_view skyline_count = "skyline_rows", dominance_count = "dominance_tests",
                                  mask_count = "mask_tests", points_count = "points", pruned_count = "pruned";
inline constexpr std::string_view prefilter_stage = "pre-filter", collect_stage = "collect";
/// "level 3"
std::string level_stage(int level);

/// A module around what the paper compares with: see docs/measurements.md.
inline constexpr std::string_view by_skybench = "skybench";

/// The paper's defaults, which most claims are about.
inline constexpr std::int64_t default_rows = 1'000'000;
inline constexpr int default_columns = 12;

/// The largest tables that are given by default to a software renderer, and to algorithms that compare nearly
/// every row with every other.
inline constexpr std::int64_t max_software_rows = 1 << 13, max_brute_rows = 1 << 18,
                              max_reference_rows = 1 << 13;

struct SkylineSetting {
    skyline::Kind kind = skyline::Kind::independent;
    std::int64_t elements = default_rows;
    int dimensions = default_columns;
    bool by_levels = false; ///< SkyAlign alone, on OpenGL, stage by stage
};

/// All algorithms, or those of --algorithm. What they cannot do is skipped with their reason.
PlannedGroup skyline_group(const SkylineSetting& setting, const Request& request);

/// --sizes, --dimensions and --kind.
std::vector<Axis> table_axes();

/// Checks results for one table without its keys. Of the first, all rows of a small table and a sample of a
/// large one are compared with every other row; later results must equal it.
class SkylineJudge {
public:
    explicit SkylineJudge(points::Points<float> table) : table_(table) {}

    /// "keeps row 7, which row 3 dominates"; none if nothing is wrong.
    Wrong wrong(const std::vector<std::uint32_t>& ids);

private:
    std::optional<std::uint32_t> dominating(std::uint32_t row) const;
    Wrong wrong_row(const std::vector<std::uint32_t>& ids, std::uint32_t row) const;

    points::Points<float> table_;
    std::optional<std::vector<std::uint32_t>> right_{};
};

/// Tests and work, divided by the rows of the table. Work is 3 for a mask test, and 6 for each column plus 4
/// for a dominance test (definition 3 of the paper). None if they were not counted.
std::optional<double> tests_per_row(const Row& row, std::string_view count = dominance_count);
std::optional<double> work_per_row(const Row& row);

/// What the paper says of SkyAlign, its variants and GGS, and what Scanline claims beyond that.
Claims skyline_claims();
std::vector<Figure> skyline_figures(const Results& results);
std::string skyline_summary(const Results& results);
Experiment skyline_levels();

} // namespace scanline::systems
