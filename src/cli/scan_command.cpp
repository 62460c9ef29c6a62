#include "array_command.h"
#include "command.h"
#include "options.h"
#include "stored_models.h"

#include "scanline/compute/reference/scan.h"
#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/message.h"
#include "scanline/core/text.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/shared_work.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/ranks/scan.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compute.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace scanline::cli {

namespace {

/// The choice among the CPU scans.
constexpr std::string_view auto_cpu_scan = "auto";
constexpr std::array scan_types_on_compute{data::ElementType::u32, data::ElementType::i32,
                                           data::ElementType::f32, data::ElementType::u64};
constexpr std::initializer_list<const char*> compute_options{"--algorithm", "--partition"};
constexpr std::initializer_list<const char*> cpu_options{"--threads", "--dilation", "--in-place-benchmark"};

struct ScanSettings {
    ArraySettings array;
    std::optional<std::string> algorithm;
    Operator op = Operator::sum;
    bool exclusive = false;
    std::optional<int> partition;
    // Only for CPU scans.
    std::optional<int> threads;
    std::optional<double> dilation;
    bool in_place = false; ///< timed in place
};

// CPU time per byte, in seconds: with threads and SIMD, or element by element. Measured on a virtual machine
// of an AMD EPYC (Milan) with two processors.
constexpr double seconds_of_byte = 1e-10, seconds_of_byte_alone = 4e-10;

// True if results do not depend on the order of operations, and the CPU has SIMD scans for the type.
template <class T>
constexpr bool any_order = std::is_integral_v<T> && !std::is_same_v<T, std::uint64_t>;

std::vector<std::string> cpu_scan_names() {
    std::vector<std::string> names = list_of_names(cpu::scan_algorithms());
    names.emplace(names.begin(), auto_cpu_scan);
    return names;
}

std::vector<std::string> scan_names() {
    std::vector<std::string> names = cpu_scan_names();
    std::ranges::move(list_of_names(enumerators<compute::ScanMethod>), std::back_inserter(names));
    std::ranges::move(list_of_names(enumerators<compute::ScanOrder>), std::back_inserter(names));
    return names;
}

// Errors: usage for an unknown algorithm, listing those of the requested backend, or of both.
systems::ScanAlgorithm parse_algorithm(const ScanSettings& settings) {
    if (!settings.algorithm)
        return {};
    try {
        return systems::find_scan(*settings.algorithm);
    } catch (const Error& error) {
        if (settings.array.backend == Backend::compute)
            throw;
        throw usage_error(
            fmt::format("{}; on the CPU there are {}", error.what(), names_of(cpu_scan_names())));
    }
}

compute::ScanOptions parse_options(const ScanSettings& settings) {
    const systems::ScanAlgorithm algorithm = parse_algorithm(settings);
    return {.op = settings.op,
            .exclusive = settings.exclusive,
            .method = algorithm.method,
            .order = algorithm.order,
            .partition = settings.partition};
}

// Rejects chained scans if they would be wrong here. Software renderers run them correctly, though without
// gain, so the engine only never chooses them by itself.
void require_chained(compute::Engine& engine) {
    if (!engine.capabilities().software && !engine.chained_allowed())
        throw Error(ErrorKind::no_opengl,
                    fmt::format("chained scans come out wrong on {}: use reduce-then-scan",
                                engine.capabilities().renderer));
}

template <class T>
RawArray<T> scan_on_gpu(const RawArray<T>& elements, const ChosenBackend& backend,
                        const compute::ScanOptions& options, int repetitions, ArrayReport& report) {
    compute::Engine& engine = backend.gpu->compute();
    if (options.order == compute::ScanOrder::chained)
        require_chained(engine);
    const compute::Scan<T> scan(engine, options);
    report.algorithm = {{"method", std::string(to_string(scan.method()))},
                        {"order", std::string(to_string(scan.order()))},
                        {"partition", std::to_string(scan.partition())}};
    const compute::DeviceArray<T> input = upload_elements(engine, elements);
    compute::DeviceArray<T> output(input.size());
    report.times = time_array_work(backend, "scan", repetitions, [&] { scan(input.view(), output.view()); });
    return download_elements(engine, output);
}

template <class T>
RawArray<T> scan_by_twin(const RawArray<T>& elements, const ChosenBackend& backend,
                         const compute::ScanOptions& options, int repetitions, ArrayReport& report) {
    RawArray<T> output(elements.size());
    report.times = time_array_work(backend, "scan", repetitions, [&] {
        compute::reference::scan<T>(elements, output, options.op, options.exclusive);
    });
    return output;
}

// Rules for floats that hold whatever the algorithm, its order and the backend; they are those of NumPy's
// accumulate. A minimum or maximum is NaN from the first NaN on, and a sum of nothing but -0 is -0.
template <class T>
void apply_float_rules(std::span<const T> elements, std::span<T> results, const ScanSettings& settings) {
    if (settings.op != Operator::sum) {
        const std::size_t nan =
            cpu::first_where<std::uint32_t>(0, elements.size(), [elements](std::size_t i) {
                return std::uint32_t{elements[i] != elements[i]};
            });
        if (const std::size_t first = nan + (settings.exclusive ? 1 : 0); first < results.size())
            std::ranges::fill(results.subspan(first), elements[nan]);
    } else if (!settings.exclusive) { // which begins with +0
        for (std::size_t i = 0; i < elements.size() && elements[i] == 0 && std::signbit(elements[i]); ++i)
            results[i] = elements[i];
    }
}

// The first sum that wraps around; none: their number. before: of the elements before these, if there are
// any.
template <class T>
std::size_t find_wrapping(std::span<const T> elements, std::span<const T> sums, bool exclusive,
                          const std::optional<ranks::Preceding<T>>& before) {
    using Bits = std::make_unsigned_t<T>;
    const auto wraps = [](T sum_before, T added, T sum) {
        if constexpr (std::is_signed_v<T>) // by the signs
            return static_cast<Bits>((sum_before ^ sum) & (added ^ sum) & std::numeric_limits<T>::min());
        else
            return Bits{sum < sum_before};
    };
    if (before && !sums.empty()) {
        const T added = exclusive ? before->last : elements.front();
        const auto sum_before = static_cast<T>(static_cast<Bits>(sums.front()) - static_cast<Bits>(added));
        if (wraps(sum_before, added, sums.front()) != 0)
            return 0;
    }
    const std::span<const T> added =
        exclusive ? elements : elements.subspan(std::min<std::size_t>(1, elements.size()));
    return cpu::first_where<Bits>(1, sums.size(),
                                  [=](std::size_t i) { return wraps(sums[i - 1], added[i - 1], sums[i]); });
}

template <class T>
void report_wrapping(std::span<const T> elements, std::span<const T> sums, bool exclusive,
                     const std::optional<ranks::Preceding<T>>& before, const ArrayFile& file) {
    const std::size_t own = find_wrapping(elements, sums, exclusive, before);
    std::int64_t first = own < sums.size() ? file.slice.first + static_cast<std::int64_t>(own) : file.all;
    if (joined_ranks())
        first = std::ranges::min(ranks::gather(*joined_ranks(), first));
    if (first < file.all && is_speaker())
        remark(fmt::format("sums wrap around from element {} on: {} does not hold them; turn the array "
                           "into {} with numpy's astype",
                           first, to_string(data::element_type_of<T>()),
                           sizeof(T) == 4 ? "int64" : "float64"));
}

bool is_cpu_scan(const std::optional<std::string>& name) {
    return name && (*name == auto_cpu_scan ||
                    std::ranges::count(cpu::scan_algorithms(), *name, &cpu::ScanAlgorithm::name) > 0);
}

cpu::Scan make_named(const std::string& name, const ScanSettings& settings) {
    const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(name);
    const int all = algorithm.multithreaded() ? cpu::ThreadTeam::all_processors() : 1;
    return cpu::Scan(algorithm, {.op = settings.op,
                                 .exclusive = settings.exclusive,
                                 .threads = settings.threads.value_or(all),
                                 .partition = settings.partition,
                                 .dilation = settings.dilation.value_or(0)});
}

// Scans with the named algorithm, or with auto's choice for this size.
template <class T>
RawArray<T> scan_on_cpu(const RawArray<T>& elements, const ChosenBackend& backend,
                        const ScanSettings& settings, ArrayReport& report) {
    // Without a name, floats are added one after the other.
    const std::string name =
        settings.algorithm.value_or(std::string(any_order<T> ? auto_cpu_scan : "scalar"));
    std::optional<cpu::Scan> named;
    if (name != auto_cpu_scan)
        named.emplace(make_named(name, settings));
    else if (settings.threads || settings.dilation || settings.partition)
        throw usage_error(
            "auto chooses threads and partitions by itself: leave out --threads, --partition and "
            "--dilation, or name an algorithm like simd1-p");
    if constexpr (std::is_same_v<T, std::uint64_t>) {
        throw usage_error(
            fmt::format("scan: {} takes uint32, int32, float32, int64 and float64, not uint64: leave out "
                        "--algorithm and its options",
                        name));
    } else {
        std::optional<cpu::AutoScan> automatic;
        if (!named)
            automatic.emplace(settings.op, settings.exclusive, scan_model());
        const bool in_place = settings.in_place;
        const cpu::Scan& scan =
            named ? *named : automatic->chosen(elements.size() * sizeof(T), sizeof(T), in_place);
        const std::string algorithm(scan.algorithm().name);
        report.algorithm = {{"algorithm", named ? algorithm : fmt::format("{} ({})", name, algorithm)},
                            {"threads", std::to_string(scan.options().threads)},
                            {"registers", std::string(cpu::simd_target())}};
        if (const std::optional<std::int64_t> partition = scan.partition(sizeof(T)))
            report.algorithm.emplace_back("partition", std::to_string(*partition));
        if (in_place)
            report.algorithm.emplace_back("place", "in place");
        RawArray<T> output(elements.size());
        report.times = time_array_work(
            backend, "scan", settings.array.repetitions,
            [&] { scan(std::span<const T>(in_place ? output : elements), std::span<T>(output)); },
            [&] {
                if (in_place)
                    std::ranges::copy(elements, output.begin());
            });
        return output;
    }
}

// Naming a CPU scan selects the CPU.
BackendRequest parse_request(const CLI::App& command, const ScanSettings& settings, bool on_cpu) {
    if (!on_cpu) {
        for (const char* name : cpu_options) {
            if (command.count(name) > 0)
                throw usage_error(
                    fmt::format("{} is for the CPU's scans that have a name, like simd1-p: name "
                                "one by --algorithm, or leave out {}",
                                name, name));
        }
        if (settings.algorithm && settings.array.backend == Backend::cpu)
            throw usage_error(fmt::format("--algorithm {}: the backend cpu has no such scan: there are {}",
                                          printable(*settings.algorithm), names_of(cpu_scan_names())));
        return backend_request(command, settings.array, compute_options);
    }
    refuse_options(command, {"--tier", "--gl-device"}, Backend::cpu, "choose a scan of compute");
    BackendRequest request = backend_request(command, settings.array, {});
    if (request.backend == Backend::compute)
        throw usage_error(
            fmt::format("{} is a scan on the CPU: leave out --backend compute, or choose a scan "
                        "of compute",
                        *settings.algorithm));
    request.backend = Backend::cpu;
    return request;
}

template <class T>
RawArray<T> scan_elements(const RawArray<T>& elements, const ChosenBackend& backend,
                          const ScanSettings& settings, const compute::ScanOptions& options, bool on_cpu,
                          ArrayReport& report) {
    constexpr bool on_compute = !std::is_same_v<T, std::int64_t> && !std::is_same_v<T, double>;
    const int repetitions = settings.array.repetitions;
    if constexpr (on_compute) {
        if (backend.gpu)
            return scan_on_gpu(elements, backend, options, repetitions, report);
        // Without a name, results must be equal on every backend; for integers any algorithm guarantees that.
        if (!on_cpu && !any_order<T>)
            return scan_by_twin(elements, backend, options, repetitions, report);
    }
    return scan_on_cpu(elements, backend, settings, report);
}

// As scan_elements(), of all ranks' elements together.
template <class T>
RawArray<T> scan_over_ranks(ranks::Communicator& ranks, const RawArray<T>& elements,
                            const ChosenBackend& backend, const ScanSettings& settings,
                            const compute::ScanOptions& options, bool on_cpu, ArrayReport& report,
                            std::optional<ranks::Preceding<T>>& before) {
    RawArray<T> result;
    if constexpr (std::is_floating_point_v<T>) {
        on_all_ranks([&] {
            if (settings.algorithm)
                throw usage_error("--algorithm with floats over ranks: results would depend on the number of "
                                  "ranks: leave it out");
        });
        if (settings.op == Operator::sum) {
            result.allocate(elements.size());
            report.times = time_array_work(backend, "scan", settings.array.repetitions, [&] {
                ranks::add_in_turn<T>(ranks, elements, result, settings.exclusive);
            });
            report.algorithm = {{"algorithm", "one rank after the other"}};
            return result;
        }
    }
    on_all_ranks([&] {
        result = scan_elements(elements, backend, settings, options, on_cpu, report);
        require_uninterrupted();
        if constexpr (std::is_floating_point_v<T>)
            apply_float_rules<T>(elements, result, settings);
    });
    before = ranks::preceding_of<T>(ranks, elements, result, settings.op, settings.exclusive);
    if (before) {
        cpu::ThreadTeam team(cpu::threads_for({}, std::ssize(std::span(result)) / cpu::items_of_a_thread));
        cpu::share_parts(team, result.size(), static_cast<std::size_t>(team.size()),
                         [&](std::size_t /*thread*/, std::size_t first, std::size_t last) {
                             for (std::size_t i = first; i < last; ++i)
                                 result[i] = ranks::combine(settings.op, before->total, result[i]);
                         });
    }
    return result;
}

void scan(const CLI::App& command, const ScanSettings& settings) {
    const bool on_cpu = is_cpu_scan(settings.algorithm);
    BackendRequest request = parse_request(command, settings, on_cpu);
    const compute::ScanOptions options = on_cpu ? compute::ScanOptions{} : parse_options(settings);
    request.what = "scan";
    ranks::Communicator* const ranks = joined_ranks();
    const auto seconds = [](const ArrayFile& file) {
        return std::visit(
                   []<class T>(const RawArray<T>& /*elements*/) {
                       return any_order<T> ? seconds_of_byte : seconds_of_byte_alone;
                   },
                   file.elements) *
               static_cast<double>(file.bytes());
    };
    std::vector<data::ElementType> types(scan_types_on_compute.begin(), scan_types_on_compute.end());
    if (ranks && settings.op == Operator::sum)
        std::erase(types, data::ElementType::f32); // see ranks::add_in_turn()
    work_on_array(
        settings.array, request, types, seconds,
        [&]<class T>(const RawArray<T>& elements, const ChosenBackend& backend, const ArrayFile& file) {
            ArrayReport report{fmt::format("scan of {} {}, {}, {}", file.all,
                                           to_string(data::element_type_of<T>()), to_string(settings.op),
                                           settings.exclusive ? "exclusive" : "inclusive")};
            std::optional<ranks::Preceding<T>> before;
            RawArray<T> result;
            if (ranks) {
                result =
                    scan_over_ranks(*ranks, elements, backend, settings, options, on_cpu, report, before);
                report.algorithm.emplace_back("ranks", std::to_string(ranks->size()));
            } else {
                result = scan_elements(elements, backend, settings, options, on_cpu, report);
                require_uninterrupted();
                if constexpr (std::is_floating_point_v<T>)
                    apply_float_rules<T>(elements, result, settings);
            }
            write_array(settings.array.output, result);
            print_report(report, backend);
            if constexpr (std::is_integral_v<T>) {
                if (settings.op == Operator::sum)
                    report_wrapping<T>(elements, result, settings.exclusive, before, file);
            }
        });
}

} // namespace

void add_scan_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, settings] =
        add_subcommand<ScanSettings>(program, "scan",
                                     "Prefix sums, minima or maxima of a NumPy array of int32, int64, "
                                     "uint32, uint64, float32 or float64; as "
                                     "in NumPy, a minimum or maximum is NaN from the first NaN on",
                                     scan);
    command.over_ranks();
    add_array_settings(command, settings.array);
    add_choice(command, "--op", settings.op, "{}");
    command.add_flag("--exclusive", settings.exclusive,
                     "each result excludes its own element; the first is the identity");
    CLI::Option* const algorithm = command.add_option(
        "--algorithm", settings.algorithm,
        "for compute: a method (horizontal, tree, vertical), an order (scan-then-add, "
        "reduce-then-scan, chained), or both as in tree+chained; default: the best; for cpu: "
        "auto, scalar, simd, simd1-p ... (see scanline list); default: auto for integers but "
        "uint64, else sequential, with float32 summed in float64");
    command.offer(algorithm, scan_names());
    add_number(command, "--partition", settings.partition, {1, std::numeric_limits<int>::max()},
               "for compute: elements per tile, a power of two from 256 to 16384; default: the best; for "
               "cpu algorithms that end in -p: elements per thread at a time; default: part of a cache");
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               "for multithreaded CPU algorithms; default: all processors");
    add_number(command, "--dilation", settings.dilation, {0, 1},
               "for the same: how much smaller the first thread's extra partition is; 0: it has none, to 1")
        ->type_name("PART");
    command.add_flag("--in-place-benchmark", settings.in_place,
                     "time the CPU scan in place; the elements are restored before each repetition");
}

} // namespace scanline::cli
