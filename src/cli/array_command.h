#pragma once
#include "backend.h"
#include "options.h"
#include "rank_files.h"

#include "scanline/compute/device_array.h"
#include "scanline/core/choice.h"
#include "scanline/core/raw_array.h"
#include "scanline/data/npy.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// The common part of the commands that turn an array into another: scan and sort.

namespace scanline::cli {

struct ArraySettings : BackendSettings {
    std::string input, output;
};

/// For an array that may overwrite the input.
inline const OutputRules in_place_array{.endings = {".npy"}, .may_be_input = true, .may_be_standard = true};

/// FILE, --output, --backend, --tier, --reps, --gl-device.
void add_array_settings(Subcommand& command, ArraySettings& settings);

/// The types that scan and sort take.
inline constexpr std::array array_types{data::ElementType::u32, data::ElementType::i32,
                                        data::ElementType::f32, data::ElementType::u64,
                                        data::ElementType::i64, data::ElementType::f64};

/// A one-dimensional array of one of these types from a NumPy file, or this rank's slice of it.
struct ArrayFile {
    std::variant<RawArray<std::uint32_t>, RawArray<std::int32_t>, RawArray<float>, RawArray<std::uint64_t>,
                 RawArray<std::int64_t>, RawArray<double>>
        elements;
    data::ElementType type = data::ElementType::u32;
    ranks::Slice slice{}; ///< all of it without ranks
    std::int64_t all = 0; ///< elements of the file

    std::size_t size() const {
        return std::visit([](const auto& some) { return some.size(); }, elements);
    }
    std::int64_t bytes() const { return static_cast<std::int64_t>(size() * size_of(type)); }
};

/// Errors: as data::read_npy(); usage if the array is not one-dimensional or its type is not supported; lists
/// the supported types. what: for messages, "scan".
ArrayFile read_array(const std::filesystem::path& path, std::string_view what);

/// Writes atomically; the path may be the input's. Ranks write together what all of them have.
template <class T>
void write_array(const std::filesystem::path& path, const RawArray<T>& elements) {
    write_own_npy(path, {data::element_type_of<T>(), {elements.size()}}, std::as_bytes(std::span(elements)));
}

/// Copies elements to the GPU and back.
template <class T>
compute::DeviceArray<T> upload_elements(compute::Engine& engine, const RawArray<T>& elements) {
    compute::DeviceArray<T> array(static_cast<std::int64_t>(elements.size()));
    engine.upload<T>(array.view(), elements);
    return array;
}
template <class T>
RawArray<T> download_elements(compute::Engine& engine, const compute::DeviceArray<T>& array) {
    RawArray<T> elements(static_cast<std::size_t>(array.size()));
    engine.download_bytes(array.view().range(), std::as_writable_bytes(std::span(elements)));
    return elements;
}

/// The report of a run: a heading, name-value lines for the choices made, and the time.
struct ArrayReport {
    std::string heading{};
    std::vector<std::pair<std::string, std::string>> algorithm{};
    std::vector<machine::Repetition> times{};
};

void print_report(const ArrayReport& report, const ChosenBackend& backend);

/// time_work(), with a line of progress.
std::vector<machine::Repetition> time_array_work(const ChosenBackend& backend, std::string_view stage,
                                                 int repetitions, const std::function<void()>& work,
                                                 const std::function<void()>& prepare = {});

/// Throws an Error if interrupted; call before writing a result.
void require_uninterrupted();

/// Reads the array, checks its type, chooses the backend and calls work(elements, backend, file). on_compute:
/// the types that compute takes too. seconds(array): estimated CPU time. The request lacks the fields that
/// depend on the array.
template <class Work>
void work_on_array(const ArraySettings& settings, BackendRequest request,
                   std::span<const data::ElementType> on_compute,
                   const std::function<double(const ArrayFile&)>& seconds, Work work) {
    ArrayFile file = read_array(settings.input, request.what);
    request.bytes = file.bytes();
    request.cpu_seconds = seconds(file) * settings.repetitions;
    request.device_seconds = copy_seconds(2 * request.bytes);
    request.uses_uint64 = file.type == data::ElementType::u64;
    if (!find_choice(to_string(file.type), on_compute))
        request.only_cpu =
            fmt::format("compute takes {}, not {}", names_of(on_compute), to_string(file.type));
    interruptible([&] {
        machine::Machine machine(machine_options(settings));
        std::optional<ChosenBackend> backend;
        on_all_ranks([&] { backend = machine::choose_backend(machine, request); });
        std::visit([&](auto& elements) { work(elements, *backend, file); }, file.elements);
    });
}

} // namespace scanline::cli
