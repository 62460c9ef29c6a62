#pragma once
#include <filesystem>
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

/// Makes the folder of a model's file and checks that the file can be written, to be called before measuring.
/// Errors: failure, naming the path and the system's reason.
void check_model_place(const std::filesystem::path& path);

} // namespace scanline::bench
