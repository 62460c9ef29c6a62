#pragma once
#include "backend.h"
#include "options.h"

#include "scanline/compute/device_array.h"
#include "scanline/core/raw_array.h"
#include "scanline/data/npy.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// What the commands that turn an array into another one have in common: scan and sort.

namespace scanline::cli {

struct ArraySettings : BackendSettings {
    std::string input, output;
    int repetitions = 1;
};

/// An array that may overwrite the input.
inline const OutputRules in_place_array{.endings = {".npy"}, .may_be_input = true};

/// FILE, --output, --backend, --tier, --reps, --gl-device.
void add_array_settings(Subcommand& command, ArraySettings& settings);

/// An array of one dimension from a NumPy file, and its type in the words of the compute room.
struct ArrayFile {
    std::variant<RawArray<std::uint32_t>, RawArray<std::int32_t>, RawArray<float>, RawArray<std::uint64_t>>
        elements;
    compute::ElementType type = compute::ElementType::uint32;

    std::size_t size() const {
        return std::visit([](const auto& all) { return all.size(); }, elements);
    }
    std::int64_t bytes() const { return static_cast<std::int64_t>(size()) * compute::element_bytes(type); }
};

/// Errors: as data::read_npy(); usage where the array has not one dimension, or none of the types taken,
/// which it lists. what: for messages, "scan".
ArrayFile read_array(const std::filesystem::path& path, std::string_view what,
                     std::span<const compute::ElementType> taken);

/// Whole or not at all; the path may be the one that was read from.
template <class T>
void write_array(const std::filesystem::path& path, const RawArray<T>& elements) {
    data::write_npy<T>(path, elements, {elements.size()});
}

/// The elements of an array on the GPU.
template <class T>
RawArray<T> download_elements(const compute::DeviceArray<T>& array) {
    RawArray<T> elements(static_cast<std::size_t>(array.size()));
    compute::download_bytes(array.view().range(), std::as_writable_bytes(std::span(elements)));
    return elements;
}

/// What is printed of a run: a heading, lines of name and value for what was taken, and the time.
struct ArrayReport {
    std::string heading{};
    std::vector<std::pair<std::string, std::string>> algorithm{};
    std::vector<machine::Repetition> times{};
};

void print_report(const ArrayReport& report, const ChosenBackend& backend);

/// An Error when interrupted: before a result is written.
void require_uninterrupted();

/// Reads the array, which has one of the types taken, and calls work(elements, backend) on the backend that
/// does it. seconds(array): an estimate of the CPU's time for it. The request lacks what depends on the
/// array.
template <class Work>
void work_on_array(const ArraySettings& settings, BackendRequest request,
                   std::span<const compute::ElementType> taken,
                   const std::function<double(const ArrayFile&)>& seconds, Work work) {
    ArrayFile file = read_array(settings.input, request.what, taken);
    request.bytes = file.bytes();
    request.cpu_seconds = seconds(file) * settings.repetitions;
    request.uses_uint64 = file.type == compute::ElementType::uint64;
    catch_interrupts();
    machine::Machine machine(machine_options(settings));
    const ChosenBackend backend = machine::choose_backend(machine, request);
    std::visit([&](auto& elements) { work(elements, backend); }, file.elements);
}

} // namespace scanline::cli
