#include "array_command.h"
#include "command.h"

#include "scanline/compute/radix_sort.h"
#include "scanline/core/error.h"
#include "scanline/core/number.h"
#include "scanline/core/rank.h"
#include "scanline/core/text.h"
#include "scanline/cpu/radix_sort.h"
#include "scanline/cpu/wide_sort.h"
#include "scanline/data/file.h"
#include "scanline/ranks/lists.h"
#include "scanline/ranks/places.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <string_view>
#include <type_traits>

namespace scanline::cli {

namespace {

struct SortSettings {
    ArraySettings array;
    bool descending = false, total_order = false;
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
// 16 threads are 3.7 times as fast as 2.
constexpr double memory_bound = 0.63;

constexpr std::array sort_types_on_compute{data::ElementType::u32, data::ElementType::i32,
                                           data::ElementType::f32};

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
    const compute::DeviceArray<K> input = upload_elements(engine, keys);
    compute::DeviceArray<K> output(input.size());
    Sorted<K> sorted;
    if (settings.positions) {
        const compute::RadixSortPositions<K> sort(engine, options);
        compute::DeviceArray<std::uint32_t> positions(input.size());
        sorted.times = time_array_work(backend, "sort", repetitions,
                                       [&] { sort(input.view(), output.view(), positions.view()); });
        sorted.positions = download_elements(engine, positions);
    } else {
        const compute::RadixSort<K> sort(engine, options);
        sorted.times =
            time_array_work(backend, "sort", repetitions, [&] { sort(input.view(), output.view()); });
    }
    sorted.keys = download_elements(engine, output);
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
                         .threads = cpu::RadixSort::threads_for(keys.size())});
    Sorted<K> sorted;
    if (repetitions == 1)
        sorted.keys = std::move(keys);
    else
        sorted.keys.allocate(keys.size());
    const std::span<const K> input = repetitions == 1 ? sorted.keys : keys;
    if (settings.positions)
        sorted.positions.allocate(input.size());
    sorted.times = time_array_work(backend, "sort", repetitions, [&] {
        if (settings.positions)
            sort(input, std::span<K>(sorted.keys), std::span<std::uint32_t>(sorted.positions));
        else
            sort(input, std::span<K>(sorted.keys));
    });
    return sorted;
}

template <class K>
Sorted<K> sort_wide_on_cpu(const RawArray<K>& keys, const ChosenBackend& backend,
                           const SortSettings& settings) {
    cpu::WideSort sort({.descending = settings.descending,
                        .threads = cpu::RadixSort::threads_for(keys.size()),
                        .cancelled = interrupted});
    Sorted<K> sorted{RawArray<K>(keys.size()), RawArray<std::uint32_t>(settings.positions ? keys.size() : 0)};
    sorted.times = time_array_work(backend, "sort", settings.array.repetitions, [&] {
        sort(std::span<const K>(keys), std::span<K>(sorted.keys), std::span<std::uint32_t>(sorted.positions));
    });
    return sorted;
}

// The total order has NaN of one sign first: moves these after the numbers.
template <class K>
void move_nan_last(Sorted<K>& sorted) {
    const auto first_number = std::ranges::find_if_not(sorted.keys, [&sorted](K key) {
        return std::isnan(key) && std::signbit(key) == std::signbit(sorted.keys[0]);
    });
    const auto count = first_number - sorted.keys.begin();
    std::rotate(sorted.keys.begin(), first_number, sorted.keys.end());
    if (sorted.positions.size() > 0)
        std::rotate(sorted.positions.begin(), sorted.positions.begin() + count, sorted.positions.end());
}

// A number in the order of sorted keys: equal ones are those that the sort leaves in their order.
template <class K>
class SortOrder {
public:
    using Number = std::conditional_t<sizeof(K) == 8, std::uint64_t, std::uint32_t>;

    SortOrder(const SortSettings& settings, const compute::RadixSortOptions& options)
        : flip_(settings.descending ? static_cast<Number>(~Number{0}) : Number{0}),
          low_(static_cast<Number>(options.begin_bit)),
          mask_(settings.bits
                    ? static_cast<Number>((std::uint64_t{1} << (options.end_bit - options.begin_bit)) - 1)
                    : static_cast<Number>(~Number{0})) {
        // NaN come last: what lies before the least number wraps around.
        if constexpr (std::is_floating_point_v<K>) {
            constexpr K greatest = std::numeric_limits<K>::infinity();
            if (!settings.total_order && !settings.bits)
                least_ = (*this)(settings.descending ? greatest : -greatest);
        }
    }

    Number operator()(K key) const {
        constexpr Number sign = Number{1} << (std::numeric_limits<Number>::digits - 1);
        Number bits = std::bit_cast<Number>(key);
        if constexpr (std::is_floating_point_v<K>)
            bits = static_cast<Number>((bits & sign) != 0 ? ~bits : bits ^ sign);
        else if constexpr (std::is_signed_v<K>)
            bits ^= sign;
        return static_cast<Number>(((bits >> low_ & mask_) ^ (flip_ & mask_)) - least_);
    }

private:
    Number flip_, low_, mask_, least_ = 0;
};

// Takes the sorted keys of each rank, and gives it those of its slice of the result: the ranks' sorted runs,
// one after the other. Returns their positions in the file if these are requested.
template <class K>
RawArray<std::uint32_t> deal_keys(ranks::Communicator& ranks, Sorted<K> own, const SortSettings& settings,
                                  const compute::RadixSortOptions& options, const ArrayFile& file,
                                  RawArray<K>& keys) {
    const SortOrder<K> order(settings, options);
    const std::vector<std::int64_t> sent = ranks::counts_by_slice(
        ranks, std::span<const K>(own.keys), [&order](K a, K b) { return order(a) < order(b); });
    keys = ranks::exchange_lists(ranks, std::span<const K>(own.keys), sent);
    for (std::uint32_t& position : own.positions)
        position += static_cast<std::uint32_t>(file.slice.first);
    return settings.positions
               ? ranks::exchange_lists(ranks, std::span<const std::uint32_t>(own.positions), sent)
               : RawArray<std::uint32_t>();
}

template <class K>
void require_fitting(const SortSettings& settings, const ArrayFile& file) {
    if (sizeof(K) == 8 && settings.bits)
        throw usage_error(fmt::format("--bits is for keys of 32 bits, not for {}: leave it out",
                                      to_string(data::element_type_of<K>())));
    if (settings.total_order && (settings.bits || !std::is_floating_point_v<K>))
        throw usage_error("--total-order is for floats, without --bits: leave it out");
    constexpr std::int64_t most = std::int64_t{1} << 32;
    if (joined_ranks() && file.all / joined_ranks()->size() >= most)
        throw usage_error(
            fmt::format("a rank sorts fewer than 2^32 keys, and there are {}: start more ranks", file.all));
    if (settings.positions && file.all > most)
        throw usage_error(
            fmt::format("--positions counts at most 2^32 keys, and there are {}: leave it out", file.all));
}

template <class K>
void sort_elements(RawArray<K>& keys, const ChosenBackend& backend, const SortSettings& settings,
                   const compute::RadixSortOptions& options, const ArrayFile& file) {
    on_all_ranks([&] { require_fitting<K>(settings, file); });
    ranks::Communicator* const ranks = joined_ranks();
    const auto sort_own = [&] {
        Sorted<K> sorted;
        if constexpr (sizeof(K) == 8)
            sorted = sort_wide_on_cpu(keys, backend, settings);
        else
            sorted = backend.gpu ? sort_on_gpu(keys, backend, settings, options)
                                 : sort_on_cpu(keys, backend, settings, options);
        require_uninterrupted();
        if constexpr (std::is_floating_point_v<K>) {
            if (!settings.total_order && !settings.bits)
                move_nan_last(sorted);
        }
        return sorted;
    };
    Sorted<K> sorted;
    on_all_ranks([&] { sorted = sort_own(); });
    if (ranks) {
        const std::vector<machine::Repetition> first = sorted.times;
        const RawArray<std::uint32_t> in_file =
            deal_keys(*ranks, std::move(sorted), settings, options, file, keys);
        on_all_ranks([&] { sorted = sort_own(); });
        for (std::size_t i = 0; i < std::min(first.size(), sorted.times.size()); ++i)
            sorted.times[i].milliseconds += first[i].milliseconds;
        for (std::uint32_t& position : sorted.positions)
            position = in_file[position];
    }
    // The output that replaces the input comes last: if the other cannot be written, nothing is lost.
    const bool keys_first = settings.positions && data::same_file(*settings.positions, settings.array.input);
    if (keys_first)
        write_array(settings.array.output, sorted.keys);
    if (settings.positions)
        write_array(*settings.positions, sorted.positions);
    if (!keys_first)
        write_array(settings.array.output, sorted.keys);
    const bool is_wide = sizeof(K) == 8;
    ArrayReport report{
        fmt::format("sort of {} {}, {}, bits {}:{}{}", file.all, to_string(data::element_type_of<K>()),
                    options.descending ? "descending" : "ascending", options.begin_bit,
                    is_wide ? 64 : options.end_bit, settings.positions ? ", with positions" : ""),
        {{"algorithm", "radix"}},
        std::move(sorted.times)};
    if (!backend.gpu)
        report.algorithm.emplace_back("threads",
                                      std::to_string(cpu::RadixSort::threads_for(sorted.keys.size())));
    if (ranks)
        report.algorithm.emplace_back("ranks", std::to_string(ranks->size()));
    print_report(report, backend);
}

void sort(const CLI::App& command, const SortSettings& settings) {
    BackendRequest request = backend_request(command, settings.array, {});
    const compute::RadixSortOptions options = parse_options(settings);
    request.what = "sort";
    const auto seconds = [&settings](const ArrayFile& file) {
        const double more_threads = std::pow(cpu::RadixSort::threads_for(file.size()) / 2.0, -memory_bound);
        return (settings.positions ? seconds_of_key_with_position : seconds_of_key) *
               static_cast<double>(file.size()) * more_threads;
    };
    work_on_array(settings.array, request, sort_types_on_compute, seconds,
                  [&]<class K>(RawArray<K>& keys, const ChosenBackend& backend, const ArrayFile& file) {
                      sort_elements(keys, backend, settings, options, file);
                  });
}

} // namespace

void add_sort_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, settings] =
        add_subcommand<SortSettings>(program, "sort",
                                     "Sort a NumPy array of int32, int64, uint32, uint64, float32 or "
                                     "float64, stable; NaN last, -0 before +0",
                                     sort);
    command.over_ranks();
    add_array_settings(command, settings.array);
    command.add_flag("--descending", settings.descending, "largest first; equal keys keep their order");
    command.add_flag(
        "--total-order", settings.total_order,
        "floats by the total order of IEEE 754, reversed if descending: -NaN, then numbers, then NaN");
    command.add_output("--positions", settings.positions, in_place_array,
                       "file for the original position of each sorted key (uint32, .npy)");
    command
        .add_option("--bits", settings.bits,
                    "sort only by the bits A to B - 1, within 0:32; bit 31 of int32 and float32 is the sign")
        ->type_name("A:B");
}

} // namespace scanline::cli
