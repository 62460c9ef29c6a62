#include "scenes/prefix_sum/run.h"

#include "scanline/compute/reference/scan.h"
#include "scanline/compute/scan.h"
#include "scanline/core/format.h"
#include "scanline/core/pass_observer.h"
#include "scanline/core/random.h"
#include "scanline/cpu/scan.h"
#include "scanline/systems/compute.h"

#include <algorithm>
#include <fmt/format.h>

namespace scanline::view::prefix_sum {

namespace {

constexpr int smallest_tile = 256, timed_runs = 5;

// Why a variant cannot run here; empty if it can.
std::string why_not(machine::Machine& machine, Variant variant, const std::optional<LibraryScan>& scan) {
    if (!library_scan(variant, true))
        return "only compactions scan like this";
    if (!scan)
        return "no compute shaders here";
    // As on the command line: software renderers run chained scans correctly, if without gain.
    if (variant == Variant::chained && !machine.capabilities().software &&
        !machine.compute().chained_allowed())
        return "chained scans come out wrong here";
    return "";
}

void run_timed(ScanRun& run, const ScanRequest& request, const std::function<bool()>& cancelled,
               const std::function<machine::Repetition()>& once) {
    once();
    const std::vector<machine::Repetition> times =
        machine::repeat({.repetitions = request.repetitions, .stop = cancelled}, once);
    if (!times.empty())
        run.times = machine::median_repetition(times);
}

void run_on_gpu(ScanRun& run, machine::Machine& machine, std::string_view name, const ScanRequest& request,
                std::span<const int> input, const std::function<bool()>& cancelled) {
    const systems::ScanAlgorithm algorithm = systems::find_scan(name);
    compute::Engine& engine = machine.compute();
    const compute::Scan<int> scan(
        engine, {.op = request.op,
                 .exclusive = request.exclusive,
                 .method = algorithm.method,
                 .order = algorithm.order,
                 .partition = request.small_tiles ? std::optional(smallest_tile) : std::nullopt});
    run.how = fmt::format("{}, {}, tiles of {}", to_string(scan.method()), to_string(scan.order()),
                          with_commas(scan.partition()));
    const compute::DeviceArray<int> elements(input);
    compute::DeviceArray<int> output(elements.size());
    gl::PassTimer timer(machine.timer(), machine.clock());
    run_timed(run, request, cancelled, [&] {
        const ObserverScope scope(engine, request.repetitions > 0 ? &timer : nullptr);
        scan(elements.view(), output.view());
        return machine::repetition_of(timer.take());
    });
    run.output = output.download();
}

void run_on_cpu(ScanRun& run, machine::Machine& machine, std::string_view name, const ScanRequest& request,
                std::span<const int> input, const std::function<bool()>& cancelled) {
    const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(name);
    cpu::ScanOptions options{.op = request.op, .exclusive = request.exclusive};
    if (algorithm.multithreaded()) {
        options.threads = request.threads.value_or(cpu::ThreadTeam::all_processors());
        options.dilation = request.dilation;
    }
    if (algorithm.partitioned)
        options.partition = request.partition;
    const cpu::Scan scan(algorithm, options);
    run.how = algorithm.multithreaded()
                  ? fmt::format("{}, {} thread{}", name, options.threads, options.threads == 1 ? "" : "s")
                  : std::string(name);
    run.output.resize(input.size());
    run_timed(run, request, cancelled, [&] {
        return machine::time_whole(
            "scan", [&] { scan(input, std::span(run.output)); }, machine.clock());
    });
}

std::string_view name_on(Variant variant, Where where) {
    const std::vector<Command>& commands = facts_of(variant).commands;
    const auto command = std::ranges::find(commands, where, &Command::where);
    return command == commands.end() ? std::string_view() : command->names.front();
}

} // namespace

std::optional<LibraryScan> library_scan(Variant variant, bool has_compute) {
    const std::string_view on_gpu = name_on(variant, Where::gpu), on_cpu = name_on(variant, Where::cpu);
    if (has_compute && !on_gpu.empty())
        return LibraryScan{Where::gpu, on_gpu};
    return on_cpu.empty() ? std::nullopt : std::optional(LibraryScan{Where::cpu, on_cpu});
}

ScanRun run_scan(machine::Machine& machine, const ScanRequest& request, std::span<const int> input,
                 const std::function<bool()>& cancelled) {
    ScanRun run;
    const std::optional<LibraryScan> scan = library_scan(request.variant, machine.has_compute());
    const std::string reason = why_not(machine, request.variant, scan);
    if (!reason.empty() && request.repetitions > 0) {
        run.not_run = reason;
        return run;
    }
    // Only what is compared may come from any scan.
    const LibraryScan used = reason.empty() ? *scan : LibraryScan{Where::cpu, "scalar"};
    run.where = used.where;
    (used.where == Where::gpu ? run_on_gpu : run_on_cpu)(run, machine, used.name, request, input, cancelled);
    if (!reason.empty())
        run.how += fmt::format(", because {}", reason);
    return run;
}

std::string_view short_name(Where where) {
    return where == Where::cpu ? "CPU" : "GPU";
}

std::string first_difference(std::span<const int> wanted, const ScanRun& run) {
    const auto [want, got] = std::ranges::mismatch(wanted, run.output);
    if (want == wanted.end())
        return "";
    return fmt::format("Prefix sum {} is {}, and {} on the {}.", want - wanted.begin(), *want, *got,
                       short_name(run.where));
}

ScanRequest checked_request(const Spec& spec) {
    return {.variant = spec.variant,
            .op = spec.op,
            .exclusive = spec.exclusive,
            .dilation = spec.dilation,
            .threads = spec.lanes,
            .partition = spec.partition,
            .small_tiles = true};
}

ScanRequest measured_request(const Spec& spec) {
    return {.variant = spec.variant,
            .op = spec.op,
            .exclusive = spec.exclusive,
            .dilation = uses_threads(spec.variant) ? spec.dilation : 0,
            .repetitions = timed_runs};
}

Measurement measure(machine::Machine& machine, const ScanRequest& request, int size,
                    const std::function<bool()>& cancelled) {
    Measurement measured;
    const auto scan = library_scan(request.variant, machine.has_compute());
    if (scan && scan->where == Where::gpu && size > max_software_elements &&
        machine.capabilities().software) {
        measured.run.not_run = fmt::format("more than {} elements take a software renderer too long",
                                           with_commas(max_software_elements));
        return measured;
    }
    Random random(1);
    std::vector<int> input(static_cast<std::size_t>(size)), wanted(input.size());
    std::ranges::generate(input, [&random] { return random.between(0, 9); });
    measured.run = run_scan(machine, request, input, cancelled);
    if (!measured.run.not_run.empty() || cancelled())
        return measured;
    compute::reference::scan<int>(input, wanted, request.op, request.exclusive);
    measured.difference = first_difference(wanted, measured.run);
    measured.run.output.clear();
    return measured;
}

} // namespace scanline::view::prefix_sum
