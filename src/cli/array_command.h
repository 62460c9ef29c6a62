#pragma once
#include "array_file.h"
#include "backend_settings.h"
#include "subcommand.h"
#include "work_times.h"

#include "scanline/compute/device_array.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace scanline::cli {

/// What the commands that turn an array into another one have in common.
struct ArraySettings : BackendSettings {
    std::string input, output;
    int repetitions = 1;
};

/// An array that may overwrite the input.
inline const OutputRules in_place_array{.endings = {".npy"}, .may_be_input = true};

/// FILE, --output, --backend, --tier, --reps, --gl-device.
void add_array_settings(Subcommand& command, ArraySettings& settings);

/// The backend that the settings ask for. Errors: usage for a value that there is not, and for options that
/// only compute has beside the backend cpu: these and `more`.
BackendRequest parse_backend(const CLI::App& command, const ArraySettings& settings,
                             std::initializer_list<const char*> more);

/// The elements of an array on the GPU.
template <class T>
RawArray<T> download_elements(const compute::DeviceArray<T>& array) {
    RawArray<T> elements(static_cast<std::size_t>(array.size()));
    compute::download_bytes(array.view().range(), std::as_writable_bytes(std::span(elements)));
    return elements;
}

/// What is printed of a run: a heading and lines of name and value.
struct ArrayReport {
    using Line = std::pair<std::string, std::string>;

    std::string heading;
    std::vector<Line> algorithm; ///< what was taken

    std::string text(const ChosenBackend& backend, const std::vector<bench::Repetition>& times) const;
};

} // namespace scanline::cli
