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

using data::ElementType;

template <class T>
std::span<std::byte> make_elements(ArrayFile& file, std::size_t size) {
    return std::as_writable_bytes(std::span(file.elements.emplace<RawArray<T>>(size)));
}

// Allocates elements of the file's type.
std::span<std::byte> make_elements(ArrayFile& file, std::size_t size) {
    switch (file.type) {
    case ElementType::u32: return make_elements<std::uint32_t>(file, size);
    case ElementType::i32: return make_elements<std::int32_t>(file, size);
    case ElementType::f32: return make_elements<float>(file, size);
    case ElementType::u64: return make_elements<std::uint64_t>(file, size);
    case ElementType::i64: return make_elements<std::int64_t>(file, size);
    case ElementType::f64: return make_elements<double>(file, size);
    case ElementType::u8:
    case ElementType::i8:
    case ElementType::u16:
    case ElementType::i16:
    case ElementType::boolean:
    case ElementType::f16:
    case ElementType::datetime:
    case ElementType::unicode:
    case ElementType::bytes: break; // refused
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

ArrayFile read_array(const std::filesystem::path& path, std::string_view what) {
    ArrayFile file;
    ranks::Communicator* const ranks = joined_ranks();
    const auto place = [&](const data::NpyLayout& layout) {
        if (std::ranges::count(array_types, layout.type) == 0)
            throw usage_error(
                fmt::format("{} is an array of {}, and {} takes {}: turn it into one of these with "
                            "numpy's astype",
                            printable_path(path), layout.type_name(), what, names_of(array_types)));
        if (layout.shape.size() != 1)
            throw usage_error(
                fmt::format("{} is an array of shape ({}), and {} takes one dimension: flatten it "
                            "with numpy's ravel",
                            printable_path(path), fmt::join(layout.shape, ", "), what));
        file.type = layout.type;
        file.all = static_cast<std::int64_t>(layout.shape.front());
        file.slice = own_slice(file.all);
        return make_elements(file, static_cast<std::size_t>(file.slice.size));
    };
    on_all_ranks([&] {
        if (!ranks)
            return data::read_npy(path, place);
        data::read_npy_part(path, [&](const data::NpyLayout& layout) {
            const std::span<std::byte> elements = place(layout);
            return data::NpyPart{static_cast<std::size_t>(file.slice.first), elements};
        });
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
    tell(report.heading + "\n" + table.format("  "));
    end_work();
}

std::vector<machine::Repetition> time_array_work(const ChosenBackend& backend, std::string_view stage,
                                                 int repetitions, const std::function<void()>& work,
                                                 const std::function<void()>& prepare) {
    Progress progress;
    int begun = 0; // one more if there is a warm-up
    return time_work(backend, stage, repetitions, work, [&] {
        progress.show(static_cast<double>(begun++) / (repetitions + 1), std::string(stage));
        if (prepare)
            prepare();
    });
}

void require_uninterrupted() {
    if (interrupted())
        throw Error("interrupted: nothing was written");
}

} // namespace scanline::cli
