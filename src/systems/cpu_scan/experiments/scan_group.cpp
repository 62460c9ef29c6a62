#include "experiments/scan_group.h"

#include "experiments/scan_arrays.h"
#include "scanline/bench/axes.h"
#include "scanline/bench/wording.h"

#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/cpu/memory_pass.h"
#include "scanline/cpu/scan.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace scanline::bench {

namespace {

using cpu::MemoryAccess;
using cpu::MemoryPass;

// So long as what is called once is much longer than what the clock and the first call cost.
constexpr std::int64_t elements_of_a_run = std::int64_t{1} << 23;
constexpr std::int64_t most_calls = 256;

std::uint32_t calls_of(std::int64_t elements) {
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(elements_of_a_run / elements, 1, most_calls));
}

// What the work of a group runs on.
class ScanBench {
public:
    ScanBench(const ScanSetting& setting, const Clock& clock)
        : setting_(setting), clock_(clock), arrays_(setting.elements, setting.overwrites()),
          calls_(calls_of(setting.elements)) {}

    /// once(input, output): what is timed.
    template <class Once>
    TimedWork timed(Once once) {
        return [this, once = std::move(once)] {
            get_ready();
            const Stopwatch watch(clock_);
            for (std::uint32_t call = 0; call < calls_; ++call)
                once(arrays_.input(), arrays_.output());
            return watch.milliseconds() / calls_;
        };
    }

    TimedWork pass(MemoryAccess access) {
        return timed([pass = std::make_shared<const MemoryPass>(access, setting_.threads)](
                         std::span<const float> input, std::span<float> output) { (*pass)(input, output); });
    }

    TimedWork timed(const Peer& peer) {
        return [this, task = std::make_shared<const Peer::Task>(peer.open(work_of_peer(calls_)))] {
            get_ready();
            return task->run();
        };
    }

    PeerCase work_of_peer(std::uint32_t calls) const {
        return {.operation = "scan-float32",
                .arrays = {peer_array("elements", arrays_.input()), peer_array("sums", arrays_.output())},
                .numbers = {{"threads", static_cast<double>(setting_.threads)},
                            {"calls", static_cast<double>(calls)}}};
    }

    /// What is wrong with a scan; empty where nothing is. once: of the elements, by itself.
    std::string verify(const std::function<void()>& once) const {
        arrays_.clear();
        once();
        return arrays_.difference();
    }
    std::span<const float> input() const { return arrays_.input(); }
    std::span<float> output() const { return arrays_.output(); }

private:
    // The threads of libraries stay awake for some time after their work, and would take processors from the
    // next one.
    void get_ready() const {
        arrays_.restore();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    ScanSetting setting_;
    Clock clock_;
    ScanArrays arrays_;
    std::uint32_t calls_;
};

using ScanFunction = std::function<void(std::span<const float>, std::span<float>)>;

// A case that was made ready.
struct MadeScan {
    ScanFunction scan;
    std::optional<std::int64_t> partition;
    std::optional<double> dilation;
};

MadeScan make_scan(const ScanSetting& setting, const ScanCase& of, const CpuScanOptions& options) {
    if (of.algorithm == auto_scan) {
        // What is best with all processors is nothing that fewer threads can do.
        const bool all = setting.threads == cpu::ThreadTeam::all_processors();
        auto scan = std::make_shared<cpu::AutoScan>(
            Operator::sum, false, all ? options.model : cpu::usual_scan_model(setting.threads));
        const cpu::Scan& chosen = scan->chosen(static_cast<std::size_t>(setting.elements) * sizeof(float),
                                               sizeof(float), setting.overwrites());
        return {[scan](std::span<const float> input, std::span<float> output) { (*scan)(input, output); },
                chosen.partition(sizeof(float)), std::nullopt};
    }
    const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(of.algorithm);
    const int threads = algorithm.multithreaded() ? of.threads.value_or(setting.threads) : 1;
    const auto scan = std::make_shared<const cpu::Scan>(
        algorithm, cpu::ScanOptions{.threads = threads, .partition = of.partition, .dilation = of.dilation});
    return {[scan](std::span<const float> input, std::span<float> output) { (*scan)(input, output); },
            scan->partition(sizeof(float)),
            algorithm.multithreaded() ? std::optional(of.dilation) : std::nullopt};
}

// The rows of a group before they are measured.
class Rows {
public:
    Rows(const ScanSetting& setting, const CpuScanOptions& options)
        : setting_(setting), options_(options), bench_(std::make_shared<ScanBench>(setting, options.clock)) {}

    void add(const ScanCase& of) {
        Variant variant = row(by_scanline, of.algorithm);
        if (of.threads)
            set(variant, threads_axis, std::to_string(*of.threads));
        try {
            const MadeScan made = make_scan(setting_, of, options_);
            if (made.dilation)
                set(variant, dilation_axis, fmt::format("{}", *made.dilation));
            if (made.partition)
                set(variant, partition_axis, std::to_string(*made.partition));
            variant.skipped = bench_->verify([&] { made.scan(bench_->input(), bench_->output()); });
            if (variant.skipped.empty())
                variant.timed = bench_->timed(made.scan);
        } catch (const Error& error) {
            variant.skipped = error.what();
        }
        group_.variants.push_back(std::move(variant));
    }

    void add(const Peer& peer) {
        Variant variant = row(peer.name(), peer.description());
        try {
            const PeerCase once = bench_->work_of_peer(1);
            variant.skipped = bench_->verify([&] { peer.open(once).run(); });
            if (variant.skipped.empty())
                variant.timed = bench_->timed(peer);
        } catch (const Error& error) {
            variant.skipped = error.what();
        }
        group_.variants.push_back(std::move(variant));
    }

    void add(MemoryAccess access) {
        Variant variant = row(by_memory, to_string(access));
        variant.timed = bench_->pass(access);
        group_.variants.push_back(std::move(variant));
    }

    Group take() {
        group_.timed_roof =
            bench_->pass(setting_.overwrites() ? MemoryAccess::increment : MemoryAccess::streaming_copy);
        group_.resources = bench_;
        return std::move(group_);
    }

private:
    Variant row(std::string_view by, std::string_view algorithm) const {
        Variant variant;
        variant.seed = primitive_seed;
        variant.items = setting_.elements;
        variant.bytes = 2 * setting_.elements * static_cast<std::int64_t>(sizeof(float));
        for (const auto& [axis, value] : std::initializer_list<std::pair<std::string_view, std::string>>{
                 {place_axis, std::string(setting_.place)},
                 {elements_axis, std::to_string(setting_.elements)},
                 {threads_axis, std::to_string(setting_.threads)},
                 {by_axis, std::string(by)},
                 {algorithm_axis, std::string(algorithm)},
                 {partition_axis, std::string(no_value)},
                 {dilation_axis, std::string(no_value)}})
            variant.axes.emplace_back(axis, value);
        return variant;
    }
    static void set(Variant& variant, std::string_view axis, const std::string& value) {
        std::ranges::find(variant.axes, axis, &AxisValue::axis)->value = value;
    }

    ScanSetting setting_;
    const CpuScanOptions& options_;
    std::shared_ptr<ScanBench> bench_;
    Group group_;
};

} // namespace

PlannedGroup scan_group(const ScanSetting& setting, std::vector<ScanCase> cases,
                        const CpuScanOptions& options) {
    return {.what = fmt::format("{} elements {}, {} thread{}", element_count(setting.elements), setting.place,
                                setting.threads, setting.threads == 1 ? "" : "s"),
            .weight = static_cast<double>(std::max(setting.elements, elements_of_a_run)),
            .make = [setting, cases = std::move(cases), options] {
                Rows rows(setting, options);
                for (const ScanCase& of : cases)
                    rows.add(of);
                for (const Peer& peer : options.peers)
                    rows.add(peer);
                if (setting.place == apart)
                    rows.add(MemoryAccess::copy);
                return rows.take();
            }};
}

std::vector<ScanCase> cases_of(std::initializer_list<std::string_view> algorithms) {
    std::vector<ScanCase> cases;
    for (const std::string_view algorithm : algorithms)
        cases.push_back({.algorithm = std::string(algorithm)});
    return cases;
}

std::vector<std::int64_t> sizes_of(const CpuScanOptions& options, std::vector<std::int64_t> usual) {
    if (options.sizes.empty())
        return usual;
    return options.sizes;
}

std::vector<int> threads_of(const CpuScanOptions& options) {
    if (!options.threads.empty())
        return options.threads;
    const int all = cpu::ThreadTeam::all_processors();
    std::vector<int> threads;
    for (int some = 1; some < all; some *= 2)
        threads.push_back(some);
    threads.push_back(all);
    return threads;
}

std::vector<int> asked_threads_or_most(const CpuScanOptions& options) {
    return options.threads.empty() ? std::vector{most_threads(options)} : options.threads;
}

int most_threads(const CpuScanOptions& options) {
    return std::ranges::max(threads_of(options));
}

} // namespace scanline::bench
