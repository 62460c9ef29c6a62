#pragma once
#include "backend.h"
#include "text_table.h"

#include <CLI/CLI.hpp>

#include <initializer_list>
#include <optional>
#include <string>

namespace scanline::cli {

/// What the commands have in common that compute on a GPU or on the CPU.
struct BackendSettings {
    std::string backend = "auto";
    std::optional<std::string> tier;
    int device = -1;
};

/// --backend, --tier, --gl-device.
void add_backend_options(CLI::App& command, BackendSettings& settings);

/// The backend that the settings ask for. Errors: usage for a value that there is not, and for options that
/// only compute has beside the backend cpu: --tier, --gl-device and `more`.
BackendRequest parse_backend_settings(const CLI::App& command, const BackendSettings& settings,
                                      std::initializer_list<const char*> more);

/// A table that begins with what was taken: backend, and of compute gpu and tier.
TextTable backend_table(const ChosenBackend& backend);

} // namespace scanline::cli
