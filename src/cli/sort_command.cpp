#include "array_command.h"
#include "command.h"

#include "scanline/compute/radix_sort.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/text.h"
#include "scanline/cpu/radix_sort.h"
#include "scanline/data/file.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace scanline::cli {

namespace {

struct SortSettings {
    ArraySettings array;
    bool descending = false;
    std::optional<std::string> positions;
    std::optional<std::string> bits;
};

template <class K>
struct Sorted {
    RawArray<K> keys;
    RawArray<std::uint32_t> positions; ///< empty unless requested
    std::vector<machine::Repetition> times{};
};

// CPU time per key, in seconds, without and with positions. Measured with two threads on a virtual machine of
// an AMD EPYC (Milan).
constexpr double seconds_of_key = 6e-9, seconds_of_key_with_position = 9e-9;

compute::RadixSortOptions parse_options(const SortSettings& settings) {
    compute::RadixSortOptions options{.descending = settings.descending};
    if (!settings.bits)
        return options;
    const std::string_view text = *settings.bits;
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto begin = read_number<int>(text.substr(0, colon), {0, 31});
    const auto end = read_number<int>(text.substr(std::min(colon + 1, text.size())), {1, 32});
    if (!begin || !end || *begin >= *end)
        throw usage_error(fmt::format("--bits {} is not a range A:B of the bits A to B - 1 of a key: A is at "
                                      "least 0, B at most 32, and A below B",
                                      printable(text)));
    options.begin_bit = *begin;
    options.end_bit = *end;
    return options;
}

template <class K>
Sorted<K> sort_on_gpu(const RawArray<K>& keys, const ChosenBackend& backend, const SortSettings& settings,
                      const compute::RadixSortOptions& options) {
    compute::Engine& engine = backend.gpu->compute();
    const int repetitions = settings.array.repetitions;
    const compute::DeviceArray<K> input(std::span<const K>{keys});
    compute::DeviceArray<K> output(input.size());
    Sorted<K> sorted;
    if (settings.positions) {
        const compute::RadixSortPositions<K> sort(engine, options);
        compute::DeviceArray<std::uint32_t> positions(input.size());
        sorted.times = time_work(backend, "sort", repetitions,
                                 [&] { sort(input.view(), output.view(), positions.view()); });
        sorted.positions = download_elements(positions);
    } else {
        const compute::RadixSort<K> sort(engine, options);
        sorted.times = time_work(backend, "sort", repetitions, [&] { sort(input.view(), output.view()); });
    }
    sorted.keys = download_elements(output);
    return sorted;
}

// Sorts in place to save memory, unless repeated.
template <class K>
Sorted<K> sort_on_cpu(RawArray<K>& keys, const ChosenBackend& backend, const SortSettings& settings,
                      const compute::RadixSortOptions& options) {
    const int repetitions = settings.array.repetitions;
    cpu::RadixSort sort({.descending = options.descending,
                         .begin_bit = options.begin_bit,
                         .end_bit = options.end_bit,
                         .threads = cpu::RadixSort::worthwhile_threads(keys.size())});
    Sorted<K> sorted;
    if (repetitions == 1)
        sorted.keys = std::move(keys);
    else
        sorted.keys.make_room(keys.size());
    const std::span<const K> input = repetitions == 1 ? sorted.keys : keys;
    if (settings.positions)
        sorted.positions.make_room(input.size());
    sorted.times = time_work(backend, "sort", repetitions, [&] {
        if (settings.positions)
            sort(input, std::span<K>(sorted.keys), std::span<std::uint32_t>(sorted.positions));
        else
            sort(input, std::span<K>(sorted.keys));
    });
    return sorted;
}

template <class K>
void sort_elements(RawArray<K>& keys, const ChosenBackend& backend, const SortSettings& settings,
                   const compute::RadixSortOptions& options) {
    Sorted<K> sorted = backend.gpu ? sort_on_gpu(keys, backend, settings, options)
                                   : sort_on_cpu(keys, backend, settings, options);
    require_uninterrupted();
    // The output that replaces the input comes last: if the other cannot be written, nothing is lost.
    const bool keys_first = settings.positions && data::same_file(*settings.positions, settings.array.input);
    if (keys_first)
        write_array(settings.array.output, sorted.keys);
    if (settings.positions)
        write_array(*settings.positions, sorted.positions);
    if (!keys_first)
        write_array(settings.array.output, sorted.keys);
    ArrayReport report{fmt::format("sort of {} {}, {}, bits {}:{}{}", sorted.keys.size(),
                                   to_string(compute::element_type_of<K>),
                                   options.descending ? "descending" : "ascending", options.begin_bit,
                                   options.end_bit, settings.positions ? ", with positions" : ""),
                       {{"algorithm", "radix"}},
                       std::move(sorted.times)};
    if (!backend.gpu)
        report.algorithm.emplace_back("threads",
                                      std::to_string(cpu::RadixSort::worthwhile_threads(sorted.keys.size())));
    print_report(report, backend);
}

void sort(const CLI::App& command, const SortSettings& settings) {
    BackendRequest request = backend_request(command, settings.array, {});
    const compute::RadixSortOptions options = parse_options(settings);
    request.what = "sort";
    const auto seconds = [&settings](const ArrayFile& file) {
        return (settings.positions ? seconds_of_key_with_position : seconds_of_key) *
               static_cast<double>(file.size());
    };
    work_on_array(settings.array, request, compute::number_types, seconds,
                  [&]<class K>(RawArray<K>& keys, const ChosenBackend& backend) {
                      if constexpr (sizeof(K) == 4) // no other sizes are accepted
                          sort_elements(keys, backend, settings, options);
                  });
}

} // namespace

void add_sort_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, settings] = add_subcommand<SortSettings>(
        program, "sort",
        "Sort a NumPy array of uint32, int32 or float32, stable, floats by their total order", sort);
    add_array_settings(command, settings.array);
    command.add_flag("--descending", settings.descending, "largest first; equal keys keep their order");
    command.add_output("--positions", settings.positions, in_place_array,
                       "file for the original position of each sorted key (uint32, .npy)");
    command
        .add_option("--bits", settings.bits,
                    "sort only by the bits A to B - 1, within 0:32; bit 31 of int32 and float32 is the sign")
        ->type_name("A:B");
}

} // namespace scanline::cli
