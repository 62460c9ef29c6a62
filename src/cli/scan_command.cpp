#include "array_command.h"
#include "command.h"
#include "options.h"
#include "stored_models.h"

#include "scanline/compute/reference/scan.h"
#include "scanline/core/error.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/cpu/scan.h"
#include "scanline/cpu/thread_team.h"
#include "scanline/systems/compaction.h"
#include "scanline/systems/compute.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace scanline::cli {

namespace {

using compute::ElementType;

/// The choice among the CPU scans.
constexpr std::string_view auto_cpu_scan = "auto";
constexpr std::array scanned_types{ElementType::uint32, ElementType::int32, ElementType::float32,
                                   ElementType::uint64};
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
bool any_order(ElementType type) {
    return type == ElementType::uint32 || type == ElementType::int32;
}

compute::ScanOptions parse_options(const ScanSettings& settings) {
    const catalog::ScanAlgorithm algorithm =
        settings.algorithm ? catalog::find_scan(*settings.algorithm) : catalog::ScanAlgorithm{};
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
    const compute::DeviceArray<T> input(std::span<const T>{elements});
    compute::DeviceArray<T> output(input.size());
    report.times = time_work(backend, "scan", repetitions, [&] { scan(input.view(), output.view()); });
    return download_elements(output);
}

template <class T>
RawArray<T> scan_by_twin(const RawArray<T>& elements, const ChosenBackend& backend,
                         const compute::ScanOptions& options, int repetitions, ArrayReport& report) {
    RawArray<T> output(elements.size());
    report.times = time_work(backend, "scan", repetitions, [&] {
        compute::reference::scan<T>(elements, output, options.op, options.exclusive);
    });
    return output;
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
    const std::string name = settings.algorithm.value_or(std::string(auto_cpu_scan));
    std::optional<cpu::Scan> named;
    if (name != auto_cpu_scan)
        named.emplace(make_named(name, settings));
    else if (settings.threads || settings.dilation || settings.partition)
        throw usage_error(
            "auto chooses threads and partitions by itself: leave out --threads, --partition and "
            "--dilation, or name an algorithm like simd1-p");
    if constexpr (std::is_same_v<T, std::uint64_t>) {
        throw usage_error(
            fmt::format("scan: {} takes uint32, int32 and float32, not uint64: leave out --algorithm", name));
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
        report.times = time_work(
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
        return backend_request(command, settings.array, compute_options);
    }
    BackendRequest request = backend_request(command, settings.array, {});
    if (request.backend == Backend::compute)
        throw usage_error(
            fmt::format("{} is a scan on the CPU: leave out --backend compute, or choose a scan "
                        "of compute",
                        *settings.algorithm));
    refuse_options(command, {"--tier", "--gl-device"}, Backend::cpu);
    request.backend = Backend::cpu;
    return request;
}

void scan(const CLI::App& command, const ScanSettings& settings) {
    const bool on_cpu = is_cpu_scan(settings.algorithm);
    BackendRequest request = parse_request(command, settings, on_cpu);
    const compute::ScanOptions options = on_cpu ? compute::ScanOptions{} : parse_options(settings);
    request.what = "scan";
    const auto seconds = [](const ArrayFile& file) {
        return (any_order(file.type) ? seconds_of_byte : seconds_of_byte_alone) *
               static_cast<double>(file.bytes());
    };
    work_on_array(settings.array, request, scanned_types, seconds,
                  [&]<class T>(const RawArray<T>& elements, const ChosenBackend& backend) {
                      constexpr ElementType type = compute::element_type_of<T>;
                      const int repetitions = settings.array.repetitions;
                      ArrayReport report{fmt::format("scan of {} {}, {}, {}", elements.size(),
                                                     to_string(type), to_string(settings.op),
                                                     settings.exclusive ? "exclusive" : "inclusive")};
                      const auto run = [&] {
                          if (backend.gpu)
                              return scan_on_gpu(elements, backend, options, repetitions, report);
                          // Without a name, results must be equal on every backend; for integers any
                          // algorithm guarantees that.
                          if (!on_cpu && !any_order(type))
                              return scan_by_twin(elements, backend, options, repetitions, report);
                          return scan_on_cpu(elements, backend, settings, report);
                      };
                      const RawArray<T> result = run();
                      require_uninterrupted();
                      write_array(settings.array.output, result);
                      print_report(report, backend);
                  });
}

} // namespace

void add_scan_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, settings] = add_subcommand<ScanSettings>(
        program, "scan", "Prefix sums, minima or maxima of a NumPy array of uint32, int32, float32 or uint64",
        scan);
    add_array_settings(command, settings.array);
    add_choice(command, "--op", settings.op, all_operators, "sum, min or max");
    command.add_flag("--exclusive", settings.exclusive,
                     "each result excludes its own element; the first is the identity");
    command.add_option("--algorithm", settings.algorithm,
                       "for compute: a method (horizontal, tree, vertical), an order (scan-then-add, "
                       "reduce-then-scan, chained), or both as in tree+chained; default: the best; for cpu: "
                       "auto, scalar, simd, simd1-p ... (see scanline list); default: auto for 32-bit "
                       "integers, else sequential, with float32 summed in float64");
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
