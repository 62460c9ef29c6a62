#pragma once
#include "scanline/gl/capabilities.h"
#include "scanline/systems/check.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

/// An option of an algorithm.
struct Parameter {
    std::string_view name; ///< "--prefix-sum"
    std::string values;    ///< "auto, hillis-steele, blelloch"
    std::string_view description;
};

/// A fact that only entries of one kind have.
struct Property {
    std::string name;  ///< "order of survivors"
    std::string value; ///< "the stream's"
};

/// An algorithm, or a selectable part of one, as described by `scanline list`.
struct Entry {
    std::string_view kind;               ///< "compaction", "scan method"
    std::string_view name;               ///< the stem: "jj"
    std::string_view title;              ///< "Jumping Jack"
    std::string_view alias{};            ///< long name on the command line: "jumping-jack"
    std::string_view idea;               ///< one sentence
    std::string_view source;             ///< paper and section
    std::string_view backend;            ///< "raster", "compute" or "cpu"
    std::optional<gl::Version> opengl{}; ///< minimum version; none: needs no OpenGL
    std::vector<Property> properties{};
    std::vector<Parameter> parameters{};
};

/// For a check that covers them.
inline std::vector<std::string_view> names_in(const std::vector<Entry>& entries) {
    std::vector<std::string_view> names;
    for (const Entry& entry : entries)
        names.push_back(entry.name);
    return names;
}

/// A family of algorithms, as the command line, `scanline verify`, `scanline bench`, `scanline list` and the
/// visualizer's measurements see it.
struct System {
    std::string_view name;   ///< "kdtree"
    std::string_view title;  ///< "Balanced k-d trees"
    std::string_view source; ///< the paper
    std::vector<Entry> entries{};
    std::vector<Check> checks{};
    Experiments experiments{};
};

using Systems = std::span<const System>;

/// The experiments of all systems, in their order.
std::vector<const Experiment*> experiments_of(Systems systems);

/// Finds an experiment by name; null if there is none.
const Experiment* experiment_named(Systems systems, std::string_view name);

/// Finds an experiment by name. Errors: usage, listing the names.
const Experiment& find_experiment(Systems systems, std::string_view name);

} // namespace scanline::systems
