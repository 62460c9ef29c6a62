#pragma once
#include "scanline/gl/capabilities.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::catalog {

/// An option that an algorithm takes.
struct Parameter {
    std::string_view name;   ///< "--prefix-sum"
    std::string_view values; ///< "auto, hillis-steele, blelloch"
    std::string_view description;
};

/// A fact about an entry that entries of other kinds do not have.
struct Property {
    std::string name;  ///< "order of survivors"
    std::string value; ///< "the stream's"
};

/// An algorithm, or a part of one that can be chosen. `scanline list` describes it.
struct Entry {
    std::string_view kind;               ///< "compaction", "scan method"
    std::string_view name;               ///< the stem: "jj"
    std::string_view title;              ///< "Jumping Jack"
    std::string_view alias{};            ///< the long name that the command line takes too: "jumping-jack"
    std::string_view idea;               ///< one sentence
    std::string_view source;             ///< paper and section
    std::string_view backend;            ///< "raster", "compute" or "cpu"
    std::optional<gl::Version> opengl{}; ///< the least version; none: needs no OpenGL
    std::vector<Property> properties{};
    std::vector<Parameter> parameters{};
};

} // namespace scanline::catalog
