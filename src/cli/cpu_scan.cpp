#include "cpu_scan.h"

#include "number_options.h"
#include "stored_scan_model.h"

#include "scanline/core/error.h"
#include "scanline/cpu/scan.h"

#include <algorithm>
#include <fmt/format.h>
#include <type_traits>

namespace scanline::cli {

void add_cpu_scan_settings(CLI::App& command, CpuScanSettings& settings) {
    add_number(command, "--threads", settings.threads, {1, cpu::ThreadTeam::max_threads},
               "of the CPU's algorithms of several threads; default: all processors");
    add_number(command, "--dilation", settings.dilation, {0, 1},
               "of the same: size of the partition more that the first thread then has, 0 (none) to 1")
        ->type_name("PART");
    command.add_flag(
        "--in-place-benchmark", settings.in_place,
        "times the CPU's scan where the elements are, which are put back before each repetition");
}

namespace {

cpu::Scan make_named(const std::string& name, const CpuScanSettings& settings, Operator op, bool exclusive,
                     std::optional<int> partition) {
    const cpu::ScanAlgorithm& algorithm = cpu::find_scan_algorithm(name);
    const int all = algorithm.multithreaded() ? cpu::ThreadTeam::all_processors() : 1;
    return cpu::Scan(algorithm, {.op = op,
                                 .exclusive = exclusive,
                                 .threads = settings.threads.value_or(all),
                                 .partition = partition,
                                 .dilation = settings.dilation.value_or(0)});
}

} // namespace

bool is_cpu_scan(const std::optional<std::string>& name) {
    return name && (*name == auto_cpu_scan ||
                    std::ranges::count(cpu::scan_algorithms(), *name, &cpu::ScanAlgorithm::name) > 0);
}

CpuScan::CpuScan(const std::string& name, const CpuScanSettings& settings, Operator op, bool exclusive,
                 std::optional<int> partition)
    : name_(name), op_(op), exclusive_(exclusive), in_place_(settings.in_place) {
    if (name != auto_cpu_scan)
        named_.emplace(make_named(name, settings, op, exclusive, partition));
    else if (settings.threads || settings.dilation || partition)
        throw usage_error(
            "auto chooses threads and partitions by itself: leave out --threads, --partition and "
            "--dilation, or name an algorithm like simd1-p");
}

const cpu::Scan& CpuScan::chosen(std::size_t bytes, std::size_t element_bytes) {
    if (named_)
        return *named_;
    if (!automatic_)
        automatic_.emplace(op_, exclusive_, stored_scan_model());
    return automatic_->chosen(bytes, element_bytes, in_place_);
}

template <class T>
RawArray<T> CpuScan::operator()(const RawArray<T>& elements, int repetitions, ArrayReport& report,
                                std::vector<bench::Repetition>& times) {
    if constexpr (std::is_same_v<T, std::uint64_t>) {
        throw usage_error(fmt::format(
            "scan: {} takes uint32, int32 and float32, not uint64: leave out --algorithm", name_));
    } else {
        const cpu::Scan& scan = chosen(elements.size() * sizeof(T), sizeof(T));
        const std::string algorithm(scan.algorithm().name);
        report.algorithm = {{"algorithm", named_ ? algorithm : fmt::format("{} ({})", name_, algorithm)},
                            {"threads", std::to_string(scan.options().threads)},
                            {"registers", std::string(cpu::simd_target())}};
        if (const std::optional<std::int64_t> partition = scan.partition(sizeof(T)))
            report.algorithm.emplace_back("partition", std::to_string(*partition));
        if (in_place_)
            report.algorithm.emplace_back("place", "in place");
        RawArray<T> output(elements.size());
        const auto put_back = [&] {
            if (in_place_)
                std::ranges::copy(elements, output.begin());
        };
        times = time_work(
            nullptr, "scan", repetitions,
            [&] { scan(std::span<const T>(in_place_ ? output : elements), std::span<T>(output)); }, put_back);
        return output;
    }
}
template RawArray<std::uint32_t> CpuScan::operator()(const RawArray<std::uint32_t>&, int, ArrayReport&,
                                                     std::vector<bench::Repetition>&);
template RawArray<std::int32_t> CpuScan::operator()(const RawArray<std::int32_t>&, int, ArrayReport&,
                                                    std::vector<bench::Repetition>&);
template RawArray<float> CpuScan::operator()(const RawArray<float>&, int, ArrayReport&,
                                             std::vector<bench::Repetition>&);
template RawArray<std::uint64_t> CpuScan::operator()(const RawArray<std::uint64_t>&, int, ArrayReport&,
                                                     std::vector<bench::Repetition>&);

} // namespace scanline::cli
