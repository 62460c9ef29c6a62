#pragma once
#include "scanline/bench/loaded_model.h"
#include "scanline/data/user_folders.h"

#include <fmt/format.h>

#include <string>

namespace scanline::cli {

/// Which model is in use, for people: its file, path(), with its date, or what stands in for it, and why.
/// command: what measures one.
template <class Model, class Path>
std::string model_text(const bench::LoadedModel<Model>& loaded, const char* otherwise, const char* command,
                       Path path) {
    if (loaded.model)
        return fmt::format("{} of {}", path().string(), loaded.date);
    if (!data::user_cache_folder())
        return fmt::format("{} ({})", otherwise, loaded.reason);
    if (loaded.missing)
        return fmt::format("{} ({} measures this machine)", otherwise, command);
    return fmt::format("to be measured anew: {}", loaded.reason);
}

} // namespace scanline::cli
