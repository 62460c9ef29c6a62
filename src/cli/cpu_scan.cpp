#include "cpu_scan.h"

#include "scanline/core/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <type_traits>

namespace scanline::cli {

void add_cpu_scan_settings(CLI::App& command, CpuScanSettings& settings) {
    command
        .add_option("--threads", settings.threads,
                    "of the CPU's algorithms of several threads; default: all processors")
        ->type_name("N");
    command
        .add_option("--dilation", settings.dilation,
                    "of the same: size of the partition more that the first thread then has, 0 (none) to 1")
        ->type_name("PART");
}

const cpu::ScanAlgorithm* named_cpu_scan(const std::optional<std::string>& name) {
    const std::span<const cpu::ScanAlgorithm> all = cpu::scan_algorithms();
    const auto found = name ? std::ranges::find(all, *name, &cpu::ScanAlgorithm::name) : all.end();
    return found == all.end() ? nullptr : &*found;
}

cpu::Scan make_cpu_scan(const cpu::ScanAlgorithm& algorithm, const CpuScanSettings& settings, Operator op,
                        bool exclusive, std::optional<int> partition) {
    const int all = algorithm.multithreaded() ? cpu::usable_processors() : 1;
    return cpu::Scan(algorithm, {.op = op,
                                 .exclusive = exclusive,
                                 .threads = settings.threads.value_or(all),
                                 .partition = partition,
                                 .dilation = settings.dilation.value_or(0)});
}

template <class T>
std::vector<T> scan_on_cpu(const cpu::Scan& scan, const std::vector<T>& elements, int repetitions,
                           ArrayReport& report, std::vector<bench::Repetition>& times) {
    if constexpr (std::is_same_v<T, std::uint64_t>) {
        throw usage_error(fmt::format("scan: {} takes uint32, int32 and float32, not uint64: leave out "
                                      "--algorithm",
                                      scan.algorithm().name));
    } else {
        report.algorithm = {{"algorithm", std::string(scan.algorithm().name)},
                            {"threads", std::to_string(scan.options().threads)},
                            {"registers", std::string(cpu::simd_target())}};
        if (const std::optional<std::int64_t> partition = scan.partition(sizeof(T)))
            report.algorithm.emplace_back("partition", std::to_string(*partition));
        std::vector<T> output(elements.size());
        times = time_work(nullptr, "scan", repetitions,
                          [&] { scan(std::span<const T>(elements), std::span<T>(output)); });
        return output;
    }
}
template std::vector<std::uint32_t> scan_on_cpu(const cpu::Scan&, const std::vector<std::uint32_t>&, int,
                                                ArrayReport&, std::vector<bench::Repetition>&);
template std::vector<std::int32_t> scan_on_cpu(const cpu::Scan&, const std::vector<std::int32_t>&, int,
                                               ArrayReport&, std::vector<bench::Repetition>&);
template std::vector<float> scan_on_cpu(const cpu::Scan&, const std::vector<float>&, int, ArrayReport&,
                                        std::vector<bench::Repetition>&);
template std::vector<std::uint64_t> scan_on_cpu(const cpu::Scan&, const std::vector<std::uint64_t>&, int,
                                                ArrayReport&, std::vector<bench::Repetition>&);

} // namespace scanline::cli
