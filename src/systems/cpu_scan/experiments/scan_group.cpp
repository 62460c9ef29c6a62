#include "experiments/scan_experiments.h"

#include "scanline/core/bits.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/random.h"
#include "scanline/cpu/auto_scan.h"
#include "scanline/cpu/memory_pass.h"
#include "scanline/cpu/scan.h"
#include "scanline/systems/comparison.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <thread>

namespace scanline::systems {

namespace {

using cpu::MemoryAccess;

// So long as what is called once is much longer than what the clock and the first call cost.
constexpr std::int64_t elements_of_a_run = std::int64_t{1} << 23;
constexpr std::int64_t max_calls = 256;
constexpr std::size_t page_bytes = 4096;
constexpr double allowed_error = 1e-4; ///< of the sum of magnitudes

// An array that begins at a page.
class FloatArray {
public:
    explicit FloatArray(std::int64_t elements) {
        const auto size = static_cast<std::size_t>(elements);
        const std::size_t pages = divide_rounding_up(size * sizeof(float), page_bytes);
        memory_.reset(static_cast<float*>(std::aligned_alloc(page_bytes, pages * page_bytes)));
        if (!memory_)
            throw Error(
                fmt::format("there is no memory for {} elements of float32 twice: measure fewer", elements));
        all = {memory_.get(), size};
    }

    std::span<float> all;

private:
    std::unique_ptr<float, decltype([](float* memory) { std::free(memory); })> memory_;
};

// What the scans of a group run on: elements between -1 and 1, whose sums stay small enough for float32.
class ScanBench {
public:
    ScanBench(const ScanSetting& setting, Clock clock)
        : setting_(setting), clock_(std::move(clock)), elements_(setting.elements), sums_(setting.elements),
          calls_(static_cast<std::uint32_t>(
              std::clamp<std::int64_t>(elements_of_a_run / setting.elements, 1, max_calls))) {
        Random random(data_seed);
        std::ranges::generate(elements_.all, [&random] { return static_cast<float>(2 * random.unit() - 1); });
    }

    /// The sums, where the scan is in place.
    std::span<const float> input() const { return setting_.overwrites() ? sums_.all : elements_.all; }
    std::span<float> output() const { return sums_.all; }

    /// once(input, output): what is timed.
    template <class Once>
    TimedWork timed(Once once) const {
        return [this, once = std::move(once)] {
            get_ready();
            const Stopwatch watch(clock_);
            for (std::uint32_t call = 0; call < calls_; ++call)
                once(input(), output());
            return watch.milliseconds() / calls_;
        };
    }

    TimedWork pass(MemoryAccess access) const {
        return timed([pass = std::make_shared<const cpu::MemoryPass>(access, setting_.threads)](
                         std::span<const float> input, std::span<float> output) { (*pass)(input, output); });
    }

    TimedWork timed(const Peer& peer) const {
        return [this, task = std::make_shared<const Peer::Task>(open(peer, calls_))] {
            get_ready();
            return task->run();
        };
    }

    Peer::Task open(const Peer& peer, std::uint32_t calls) const {
        return peer.open({.operation = "scan-float32",
                          .arrays = {peer_array("elements", input()), peer_array("sums", output())},
                          .numbers = {{"threads", static_cast<double>(setting_.threads)},
                                      {"calls", static_cast<double>(calls)}}});
    }

    /// What is wrong with a scan; once(): of the elements, by itself.
    Wrong wrong(const std::function<void()>& once) const {
        std::ranges::fill(sums_.all, std::numeric_limits<float>::infinity()); // no right sums
        restore();
        once();
        double sum = 0, magnitudes = 0;
        for (std::size_t i = 0; i < elements_.all.size(); ++i) {
            const auto element = static_cast<double>(elements_.all[i]);
            sum += element;
            magnitudes += std::abs(element);
            if (!(std::abs(static_cast<double>(sums_.all[i]) - sum) <= allowed_error * magnitudes))
                return fmt::format("sum {} is {}, not {}", i, sums_.all[i], sum);
        }
        return {};
    }

private:
    // Puts the elements back where sums replaced them.
    void restore() const {
        if (setting_.overwrites())
            std::ranges::copy(elements_.all, sums_.all.begin());
    }
    // The threads of libraries stay awake for some time after their work, and would take processors from the
    // next one.
    void get_ready() const {
        restore();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    ScanSetting setting_;
    Clock clock_;
    FloatArray elements_, sums_;
    std::uint32_t calls_;
};

using ScanFunction = std::function<void(std::span<const float>, std::span<float>)>;

// A scan, and what it came to on the last two axes of its row.
ScanFunction make_scan(const ScanSetting& setting, const ScanCase& of, const Request& request,
                       Variant& variant) {
    if (of.algorithm == auto_scan) {
        // What is best with all processors is nothing that fewer threads can do.
        const bool all = setting.threads == cpu::ThreadTeam::all_processors();
        const auto measured = all ? request.context.get<cpu::ScanModel>() : std::nullopt;
        const auto scan = std::make_shared<cpu::AutoScan>(
            Operator::sum, false, measured ? *measured : cpu::default_scan_model(setting.threads));
        const cpu::Scan& chosen = scan->chosen(static_cast<std::size_t>(setting.elements) * sizeof(float),
                                               sizeof(float), setting.overwrites());
        variant.axes.rbegin()[1].value = chosen.partition(sizeof(float));
        return [scan](std::span<const float> input, std::span<float> output) { (*scan)(input, output); };
    }
    const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(of.algorithm);
    const bool several = algorithm.multithreaded();
    const auto scan = std::make_shared<const cpu::Scan>(
        algorithm, cpu::ScanOptions{.threads = several ? of.threads.value_or(setting.threads) : 1,
                                    .partition = of.partition,
                                    .dilation = of.dilation});
    variant.axes.rbegin()[1].value = scan->partition(sizeof(float));
    if (several)
        variant.axes.back().value = of.dilation;
    return [scan](std::span<const float> input, std::span<float> output) { (*scan)(input, output); };
}

// Of a peer the algorithm is what it says of itself.
Variant row_of(const ScanSetting& setting, const VariantKey& key) {
    return {.axes = {{place_axis, setting.place},
                     {elements_axis, setting.elements},
                     {threads_axis, key.threads},
                     {by_axis, key.by},
                     {algorithm_axis, key.library == no_value ? key.name : key.library},
                     {partition_axis, std::nullopt},
                     {dilation_axis, std::nullopt}},
            .seed = data_seed,
            .items = setting.elements,
            .bytes = 2 * setting.elements * word_bytes};
}

Group make_group(const ScanSetting& setting, const std::vector<ScanCase>& cases, const Request& request) {
    const auto bench = std::make_shared<ScanBench>(setting, request.clock);
    Comparison all(request, bench, {setting.threads},
                   [&](const VariantKey& key) { return row_of(setting, key); });
    for (const ScanCase& of : cases) {
        all.add({by_scanline, of.algorithm, of.threads.value_or(setting.threads)}, [&](Variant& variant) {
            const ScanFunction scan = make_scan(setting, of, request, variant);
            variant.timed = bench->timed(scan);
            return bench->wrong([&] { scan(bench->input(), bench->output()); });
        });
    }
    all.by_peers({}, [&](const Peer& peer, int /*threads*/, Variant& variant) {
        Wrong wrong = bench->wrong([&] { bench->open(peer, 1).run(); });
        if (!wrong)
            variant.timed = bench->timed(peer);
        return wrong;
    });
    Group group = all.group();
    if (setting.place == apart) {
        Variant& copy = group.variants.emplace_back(
            row_of(setting, {by_memory, to_string(MemoryAccess::copy), setting.threads}));
        copy.timed = bench->pass(MemoryAccess::copy);
    }
    group.timed_roof =
        bench->pass(setting.overwrites() ? MemoryAccess::increment : MemoryAccess::streaming_copy);
    return group;
}

} // namespace

PlannedGroup scan_group(const ScanSetting& setting, std::vector<ScanCase> cases, const Request& request) {
    return {fmt::format("{} elements {}, {} thread{}", element_count(setting.elements), setting.place,
                        setting.threads, setting.threads == 1 ? "" : "s"),
            static_cast<double>(std::max(setting.elements, elements_of_a_run)),
            [setting, cases = std::move(cases), request] { return make_group(setting, cases, request); }};
}

std::vector<ScanCase> cases_of(std::initializer_list<std::string_view> algorithms) {
    std::vector<ScanCase> cases;
    for (const std::string_view algorithm : algorithms)
        cases.push_back({.algorithm = std::string(algorithm)});
    return cases;
}

std::vector<int> default_threads() {
    const int all = cpu::ThreadTeam::all_processors();
    std::vector<int> threads;
    for (int some = 1; some < all; some *= 2)
        threads.push_back(some);
    threads.push_back(all);
    return threads;
}

} // namespace scanline::systems
