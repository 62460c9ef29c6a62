#include "array_command.h"

#include "options.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::cli {

namespace {

using compute::ElementType;

template <class T>
std::span<std::byte> make_elements(ArrayFile& file, std::size_t size) {
    return std::as_writable_bytes(std::span(file.elements.emplace<RawArray<T>>(size)));
}

// Allocates elements of the file's type.
std::span<std::byte> make_elements(ArrayFile& file, std::size_t size) {
    switch (file.type) {
    case ElementType::uint32: return make_elements<std::uint32_t>(file, size);
    case ElementType::int32: return make_elements<std::int32_t>(file, size);
    case ElementType::float32: return make_elements<float>(file, size);
    case ElementType::uint64: return make_elements<std::uint64_t>(file, size);
    case ElementType::pair: break; // never in a file
    }
    return {};
}

} // namespace

void add_array_settings(Subcommand& command, ArraySettings& settings) {
    command.add_input("FILE", settings.input, "a one-dimensional NumPy array (.npy)")->required();
    command
        .add_output("-o,--output", settings.output, in_place_array,
                    "file for the result (.npy); may be FILE itself")
        ->required();
    add_backend_options(command, settings);
    add_repetitions_option(command, settings.repetitions,
                           "timed repetitions, whose median is reported; after a warm-up, on the CPU only "
                           "if there are several");
}

ArrayFile read_array(const std::filesystem::path& path, std::string_view what,
                     std::span<const ElementType> taken) {
    ArrayFile file;
    data::read_npy(path, [&](const data::NpyLayout& layout) {
        // Both rooms use NumPy's type names.
        const auto type = find_choice(to_string(layout.type), taken);
        if (!type)
            throw usage_error(
                fmt::format("{} is an array of {}, and {} takes {}: turn it into one of these with "
                            "numpy's astype",
                            printable_path(path), layout.type_name(), what, names_of(taken)));
        if (layout.shape.size() != 1)
            throw usage_error(
                fmt::format("{} is an array of shape ({}), and {} takes one dimension: flatten it "
                            "with numpy's ravel",
                            printable_path(path), fmt::join(layout.shape, ", "), what));
        file.type = *type;
        return make_elements(file, layout.shape.front());
    });
    return file;
}

void print_report(const ArrayReport& report, const ChosenBackend& backend) {
    TextTable table = backend_table(backend);
    for (const auto& [name, value] : report.algorithm)
        table.add({name, value});
    table.add(
        {"time",
         fmt::format("{:.3f} ms by {}{}", machine::median_repetition(report.times).milliseconds,
                     to_string(backend.timer()),
                     report.times.size() == 1 ? "" : fmt::format(", median of {}", report.times.size()))});
    print(report.heading + "\n" + table.format("  "));
}

void require_uninterrupted() {
    if (interrupted())
        throw Error("interrupted: nothing was written");
}

} // namespace scanline::cli
