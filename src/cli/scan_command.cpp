#include "array_command.h"
#include "command.h"
#include "cpu_scan.h"
#include "interrupt.h"
#include "number_options.h"

#include "scanline/catalog/compaction.h"
#include "scanline/catalog/compute.h"
#include "scanline/compute/reference/scan.h"
#include "scanline/core/error.h"

#include <fmt/format.h>
#include <limits>
#include <memory>

namespace scanline::cli {

namespace {

using compute::ElementType;

constexpr std::array scanned_types{ElementType::uint32, ElementType::int32, ElementType::float32,
                                   ElementType::uint64};
constexpr std::initializer_list<const char*> compute_options{"--algorithm", "--partition"};
constexpr std::initializer_list<const char*> cpu_options{"--threads", "--dilation", "--in-place-benchmark"};

struct ScanSettings {
    ArraySettings array;
    std::optional<std::string> algorithm;
    std::string op = "sum";
    bool exclusive = false;
    std::optional<int> partition;
    CpuScanSettings cpu;
};

// What the CPU needs for a byte, in seconds: by threads and registers, or element by element. Measured on a
// virtual machine of an AMD EPYC (Milan) with two processors.
constexpr double seconds_of_byte = 1e-10, seconds_of_byte_alone = 4e-10;

// Whether scans come out the same whatever is combined first, and the CPU has registers for them.
bool any_order(ElementType type) {
    return type == ElementType::uint32 || type == ElementType::int32;
}

Operator parse_operator(const ScanSettings& settings) {
    return catalog::parse("--op", settings.op, all_operators);
}

compute::ScanOptions parse_options(const ScanSettings& settings) {
    const catalog::ScanAlgorithm algorithm =
        settings.algorithm ? catalog::find_scan(*settings.algorithm) : catalog::ScanAlgorithm{};
    return {.op = parse_operator(settings),
            .exclusive = settings.exclusive,
            .method = algorithm.method,
            .order = algorithm.order,
            .partition = settings.partition};
}

// What the engine never takes by itself is refused where it would come out wrong; software renderers do it
// right and only gain nothing by it.
void require_chained(compute::Engine& engine) {
    if (!engine.capabilities().software && !engine.chained_allowed())
        throw Error(ErrorKind::no_opengl,
                    fmt::format("chained scans come out wrong on {}: use reduce-then-scan",
                                engine.capabilities().renderer));
}

template <class T>
RawArray<T> scan_on_gpu(ComputeSession& session, const RawArray<T>& elements,
                        const compute::ScanOptions& options, int repetitions, ArrayReport& report,
                        std::vector<bench::Repetition>& times) {
    if (options.order == compute::ScanOrder::chained)
        require_chained(session.engine());
    const compute::Scan<T> scan(session.engine(), options);
    report.algorithm = {{"method", std::string(to_string(scan.method()))},
                        {"order", std::string(to_string(scan.order()))},
                        {"partition", std::to_string(scan.partition())}};
    const compute::DeviceArray<T> input(std::span<const T>{elements});
    compute::DeviceArray<T> output(input.size());
    times = time_work(&session, "scan", repetitions, [&] { scan(input.view(), output.view()); });
    return download_elements(output);
}

template <class T>
RawArray<T> scan_by_twin(const RawArray<T>& elements, const compute::ScanOptions& options, int repetitions,
                         std::vector<bench::Repetition>& times) {
    RawArray<T> output(elements.size());
    times = time_work(nullptr, "scan", repetitions,
                      [&] { compute::reference::scan<T>(elements, output, options.op, options.exclusive); });
    return output;
}

// A scan on the CPU that is asked for by its name decides for the CPU.
BackendRequest parse_request(const CLI::App& command, const ScanSettings& settings, bool on_cpu) {
    if (!on_cpu) {
        for (const char* name : cpu_options) {
            if (command.count(name) > 0)
                throw usage_error(
                    fmt::format("{} is for the CPU's scans that have a name, like simd1-p: name "
                                "one by --algorithm, or leave out {}",
                                name, name));
        }
        return parse_backend(command, settings.array, compute_options);
    }
    BackendRequest request = parse_backend(command, settings.array, {});
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
    const compute::ScanOptions options =
        on_cpu ? compute::ScanOptions{.op = parse_operator(settings), .exclusive = settings.exclusive}
               : parse_options(settings);
    const ArrayFile file = read_array(settings.array.input, "scan", scanned_types);
    request.what = "scan";
    request.bytes = file.bytes();
    request.cpu_seconds = (any_order(file.type) ? seconds_of_byte : seconds_of_byte_alone) *
                          static_cast<double>(request.bytes) * settings.array.repetitions;
    request.uses_uint64 = file.type == ElementType::uint64;

    catch_interrupts();
    const ChosenBackend backend = choose_backend(request);
    const auto scan_elements = [&]<class T>(const RawArray<T>& elements) {
        ArrayReport report{fmt::format("scan of {} {}, {}, {}", elements.size(), to_string(file.type),
                                       to_string(options.op), options.exclusive ? "exclusive" : "inclusive"),
                           {}};
        std::vector<bench::Repetition> times;
        const int repetitions = settings.array.repetitions;
        const auto run = [&]() -> RawArray<T> {
            if (backend.compute)
                return scan_on_gpu(*backend.compute, elements, options, repetitions, report, times);
            // Without a name the result is the same on every backend: integers give it by any algorithm.
            if (!on_cpu && !any_order(file.type))
                return scan_by_twin(elements, options, repetitions, times);
            CpuScan scan(settings.algorithm.value_or(std::string(auto_cpu_scan)), settings.cpu, options.op,
                         options.exclusive, settings.partition);
            return scan(elements, repetitions, report, times);
        };
        const RawArray<T> result = run();
        if (interrupted())
            throw Error("interrupted: nothing was written");
        write_array(settings.array.output, result);
        print(report.text(backend, times));
    };
    std::visit(scan_elements, file.elements);
}

} // namespace

void add_scan_command(CLI::App& program, ExitCode& /*exit_code*/) {
    auto settings = std::make_shared<ScanSettings>();
    Subcommand* command =
        add_subcommand(program, "scan",
                       "Prefix sums, minima or maxima of a NumPy array of uint32, int32, float32 or uint64");
    add_array_settings(*command, settings->array);
    command->add_option("--op", settings->op, "sum, min or max")->capture_default_str();
    command->add_flag("--exclusive", settings->exclusive,
                      "results leave out the element at their own place; the first is the identity");
    command->add_option("--algorithm", settings->algorithm,
                        "of compute: a method (horizontal, tree, vertical), an order (scan-then-add, "
                        "reduce-then-scan, chained), or both as in tree+chained; default: the best; of cpu: "
                        "auto, scalar, simd, simd1-p ... (see scanline list); default: auto for integers of "
                        "32 bits; else one after the other, sums of float32 in float64");
    add_number(*command, "--partition", settings->partition, {1, std::numeric_limits<int>::max()},
               "of compute: elements of a tile, a power of two from 256 to 16384; default: the best; of "
               "the cpu's that end in -p: of what a thread works on at a time; default: part of a cache");
    add_cpu_scan_settings(*command, settings->cpu);
    command->callback([settings, command] { scan(*command, *settings); });
}

} // namespace scanline::cli
