#pragma once
#include "backend.h"

#include "scanline/skyline/device_skyline.h"
#include "scanline/skyline/table_query.h"

#include <memory>
#include <optional>
#include <vector>

namespace scanline::cli {

/// A value of --algorithm. The CPU, the GPU or both implement it.
struct SkylineAlgorithm {
    std::optional<skyline::Algorithm> on_cpu = skyline::Algorithm::automatic;
    std::optional<skyline::DeviceAlgorithm> on_gpu = skyline::DeviceAlgorithm::automatic;

    bool is_automatic() const { return on_cpu == skyline::Algorithm::automatic; }
};
std::string_view to_string(const SkylineAlgorithm& algorithm);
/// auto and all others.
std::vector<std::string> skyline_algorithm_names();
/// The algorithm with that name. Errors: usage for another name, listing those of the backend.
SkylineAlgorithm find_skyline_algorithm(const std::string& name, Backend backend);

/// The backend that the options ask for: --threads, and an algorithm that only the CPU has, choose the CPU;
/// an algorithm that only the GPU has requires that. Errors: usage if options contradict each other.
BackendRequest skyline_request(const CLI::App& command, const BackendSettings& settings,
                               const SkylineAlgorithm& algorithm);

/// Where the skylines of a table are found.
class SkylineBackend {
public:
    /// Chooses by the number of rows and of columns that take part, and compiles the shaders if that is a
    /// GPU. Errors: those of machine::choose_backend(), and usage if the algorithm does not take as many
    /// columns.
    SkylineBackend(const machine::Machine::Options& options, BackendRequest request,
                   const SkylineAlgorithm& algorithm, std::int64_t rows, int columns);

    const ChosenBackend& chosen() const { return chosen_; }
    /// The algorithm of what the CPU does.
    skyline::Algorithm algorithm() const { return algorithm_.on_cpu.value_or(skyline::Algorithm::automatic); }
    /// The GPU, if it was chosen; not to outlive this.
    std::optional<skyline::DeviceFinder> device() const;
    /// The algorithm of the GPU, and why.
    std::string how_on_device() const;

private:
    SkylineAlgorithm algorithm_;
    int columns_;
    std::unique_ptr<machine::Machine> machine_;
    ChosenBackend chosen_;
    std::int64_t min_rows_ = 0; ///< of a group that is worth the way to the GPU
    std::unique_ptr<const skyline::DeviceSkyline> device_;
};

} // namespace scanline::cli
