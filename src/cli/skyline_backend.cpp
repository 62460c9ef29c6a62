#include "skyline_backend.h"

#include "scanline/core/choice.h"
#include "scanline/core/error.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scanline::cli {

namespace {

// Estimates the CPU time for independent rows, conversion included. Two threads of an AMD EPYC take 8 ms for
// a million rows of 2 columns, 26 ms for 4, 150 ms for 8, 820 ms for 12 and 3500 ms for 16. The sweep gains
// little from more threads. An H100 takes 4 ms for 8 columns and 10 ms for 12, so the start of OpenGL
// dominates.
double cpu_seconds(std::int64_t rows, int columns) {
    const double pairs = skyline::takes_dimensions(skyline::Algorithm::sweep, columns)
                             ? 1
                             : cpu::ThreadTeam::all_processors() / 2.0;
    return 5.1e-9 * static_cast<double>(rows) * std::pow(1.5, columns) / pairs;
}

// The upload, the dispatches and the download of a few rows.
constexpr double device_call_seconds = 2e-3;

// The algorithms of the CPU, then the further ones of the GPU.
const std::vector<SkylineAlgorithm>& all_skyline_algorithms() {
    static const std::vector<SkylineAlgorithm> all = [] {
        std::vector<SkylineAlgorithm> algorithms;
        algorithms.reserve(enumerators<skyline::Algorithm>.size() +
                           enumerators<skyline::DeviceAlgorithm>.size());
        for (const skyline::Algorithm algorithm : enumerators<skyline::Algorithm>)
            algorithms.push_back({algorithm, std::nullopt});
        for (const skyline::DeviceAlgorithm algorithm : enumerators<skyline::DeviceAlgorithm>) {
            const auto same =
                std::ranges::find(algorithms, to_string(algorithm),
                                  [](const SkylineAlgorithm& other) { return to_string(other); });
            if (same == algorithms.end())
                algorithms.push_back({std::nullopt, algorithm});
            else
                same->on_gpu = algorithm;
        }
        return algorithms;
    }();
    return all;
}

std::string names_on(Backend backend) {
    std::vector<std::string_view> names;
    for (const SkylineAlgorithm& algorithm : all_skyline_algorithms())
        if ((backend != Backend::compute && algorithm.on_cpu) ||
            (backend != Backend::cpu && algorithm.on_gpu))
            names.push_back(to_string(algorithm));
    return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

std::string_view to_string(const SkylineAlgorithm& algorithm) {
    return algorithm.on_cpu ? to_string(*algorithm.on_cpu) : to_string(*algorithm.on_gpu);
}

std::vector<std::string> skyline_algorithm_names() {
    return list_of_names(all_skyline_algorithms());
}

SkylineAlgorithm find_skyline_algorithm(const std::string& name, Backend backend) {
    if (const auto found = find_choice(name, all_skyline_algorithms()))
        return *found;
    throw usage_error(fmt::format("--algorithm {} is none of {}", printable(name), names_on(backend)));
}

BackendRequest skyline_request(const CLI::App& command, const BackendSettings& settings,
                               const SkylineAlgorithm& algorithm) {
    BackendRequest request = backend_request(command, settings, {});
    request.what = "skyline";
    choose_cpu_for_threads(command, request);
    const bool needs_gpu = request.backend == Backend::compute || request.only_compute;
    const Backend backend = needs_gpu ? Backend::compute : Backend::cpu;
    if (needs_gpu ? !algorithm.on_gpu : request.backend == Backend::cpu && !algorithm.on_cpu)
        throw usage_error(fmt::format("--algorithm {} is not for the backend {}, which has {}",
                                      to_string(algorithm), to_string(backend), names_on(backend)));
    if (!algorithm.on_gpu)
        request.backend = Backend::cpu;
    request.only_compute |= !algorithm.on_cpu;
    return request;
}

SkylineBackend::SkylineBackend(const machine::Machine::Options& options, BackendRequest request,
                               const SkylineAlgorithm& algorithm, std::int64_t rows, int columns)
    : algorithm_(algorithm), columns_(columns), machine_(std::make_unique<machine::Machine>(options)) {
    const bool is_free = request.backend == Backend::automatic && !request.only_compute;
    if (is_free && !skyline::takes_dimensions(*algorithm.on_gpu, columns))
        request.backend = Backend::cpu;
    request.bytes = skyline::DeviceSkyline::largest_array(rows, columns);
    request.device_seconds = copy_seconds(4 * rows * columns);
    if (algorithm.is_automatic())
        request.cpu_seconds = cpu_seconds(rows, columns);
    chosen_ = machine::choose_backend(*machine_, request);
    if (!chosen_.gpu)
        return;
    if (is_free && algorithm.is_automatic())
        min_rows_ = static_cast<std::int64_t>(device_call_seconds / cpu_seconds(1, columns));
    device_ = std::make_unique<skyline::DeviceSkyline>(chosen_.gpu->compute(), columns,
                                                       skyline::DeviceMethod{*algorithm.on_gpu});
}

std::optional<skyline::DeviceFinder> SkylineBackend::device() const {
    if (!device_)
        return std::nullopt;
    return skyline::DeviceFinder{find_on(*device_), min_rows_};
}

std::string SkylineBackend::how_on_device() const {
    if (!algorithm_.is_automatic())
        return fmt::format("{}, as asked", to_string(algorithm_));
    const bool sweeps = skyline::takes_dimensions(skyline::DeviceAlgorithm::sweep, columns_);
    return fmt::format("{}: the fastest on a GPU for {} columns", sweeps ? "sweep" : "sky-cells", columns_);
}

} // namespace scanline::cli
