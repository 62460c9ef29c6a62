#pragma once
#include <optional>
#include <string>

namespace scanline::bench {

/// What came of looking for a model, measured on this machine, that something chooses by.
template <class Model>
struct LoadedModel {
    std::optional<Model> model{};
    std::string date{};   ///< of its measurement, ISO 8601; empty without a model
    std::string reason{}; ///< why there is none; empty with a model
    /// Nothing is there, and so nothing is wrong; otherwise what is there is not to be trusted.
    bool missing = false;
};

} // namespace scanline::bench
