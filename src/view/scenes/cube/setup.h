#pragma once
#include "kit/property.h"
#include "kit/source.h"
#include "scanline/core/named.h"
#include "scanline/cube/rows.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::view::cube_scene {

/// How codes are drawn.
enum class Codes { uniform, zipf };
constexpr auto table_of(Codes) {
    using enum Codes;
    return named<Codes>({{uniform, "uniform"}, {zipf, "zipf"}});
}
using scanline::to_string;

/// How the measures of a node's rows are combined; the values of cube::Fold.
enum class CubeMeasure { sum, min, max };
constexpr auto table_of(CubeMeasure) {
    using enum CubeMeasure;
    return named<CubeMeasure>({{sum, "sum"}, {min, "min"}, {max, "max"}});
}

/// The operation that the steps show.
enum class Show { build, query, update };
constexpr auto table_of(Show) {
    using enum Show;
    return named<Show>({{build, "build"}, {query, "query"}, {update, "update"}});
}

/// The settings of the cube scene.
struct Setup : Source<enumerators<Codes>> {
    static constexpr std::string_view scene = "cube";
    static constexpr int max_rows = 64, max_further = 16, max_dimensions = 5, max_codes = 8,
                         min_measured = 1 << 10, max_measured = 1 << 20;
    static constexpr double zipf = 1.2;

    Setup() : Source{.source = "zipf", .dimensions = 3, .count = 24, .seed = 2} {}

    cube::Rows own;                              ///< of a source that is their text
    std::vector<std::vector<std::string>> words; ///< of own rows, [dimension][code]

    int cardinality = 4;
    CubeMeasure measure = CubeMeasure::sum;
    std::vector<int> path; ///< dimensions, each once; those left out follow
    Show show = Show::build;
    /// [dimension]; none for any code. condition() clamps codes to those there are.
    std::array<std::optional<int>, max_dimensions> query{1, std::nullopt, 0};
    int further = 6; ///< rows of the update

    bool timed = false;
    int measured = 1 << 14; ///< rows

    int pinned = -1; ///< see node_id(); -1: none

    std::vector<int> whole_path() const;
    std::optional<std::uint32_t> condition(int dimension) const;
    /// True if both have the same tree, query and update.
    bool same_run(const Setup& other) const;
    void take_run_of(const Setup& other) { set_source(other.source); }
    void unpin() { pinned = -1; }

    /// Takes a kind, or own rows: "Oslo 2024 3; Rome 2023 5", words and a measure. Errors: usage.
    void set_source(std::string_view text);
    /// True unless rows are generated: for a kind, or another number of dimensions.
    bool is_own() const { return !kind() && std::ssize(words) == dimensions; }
    int codes(int dimension) const;
    /// "0", or named "A0"; or a word of own rows.
    std::string code_text(int dimension, std::uint32_t code, bool named = false) const;
};

/// Encodes the codes on the path to a node, from level 1 down: the same in every tree with that path.
int node_id(const std::vector<std::uint32_t>& codes);
std::vector<std::uint32_t> node_codes(int id);

/// "A", "B" ...
std::string dimension_name(int dimension);

std::vector<Property> properties_of(Setup& setup);

} // namespace scanline::view::cube_scene
