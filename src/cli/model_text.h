#pragma once
#include "scanline/bench/loaded_model.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"
#include "scanline/data/user_folders.h"

#include <fmt/format.h>

#include <string>

namespace scanline::cli {

// What auto goes by is either a stored model or a built-in one. Only `scanline tune` measures; no other
// command spends that time.

/// Which model is in use, for people: its file, path(), with its date, or what stands in for it, and why.
/// otherwise: what that is called; command: what measures one.
template <class Model, class Path>
std::string model_text(const bench::LoadedModel<Model>& loaded, const char* otherwise, const char* command,
                       Path path) {
    if (loaded.model)
        return fmt::format("{} of {}", printable_path(path()), loaded.date);
    if (!data::user_cache_folder())
        return fmt::format("{} ({})", otherwise, loaded.reason);
    const std::string why = loaded.missing ? "" : loaded.reason + "; ";
    return fmt::format("{} ({}{} measures this machine)", otherwise, why, command);
}

/// A line on standard error where there is a stored model that is not used. otherwise: what is used instead.
template <class Model>
void report_unused(const bench::LoadedModel<Model>& loaded, const char* otherwise, const char* command) {
    if (!loaded.model && !loaded.missing)
        print_message(
            fmt::format("{}; auto goes by {} ({} measures this machine)", loaded.reason, otherwise, command));
}

} // namespace scanline::cli
