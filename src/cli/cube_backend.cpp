#include "cube_command.h"

#include "scanline/core/clock.h"
#include "scanline/cube/device_update.h"

#include <algorithm>

namespace scanline::cli {

namespace {

// Two threads of an AMD EPYC build the tree of 400,000 rows of 15 dimensions in 110 ms.
double cpu_seconds(std::int64_t rows, std::size_t dimensions) {
    return 3.6e-8 * static_cast<double>(rows) * static_cast<double>(dimensions) /
           cpu::ThreadTeam::all_processors();
}

// Bytes of the largest array on a GPU: at least the codes of all rows; at most the values of all nodes, if no
// two rows share a code.
std::int64_t device_bytes(std::int64_t rows, std::size_t dimensions, std::size_t measures, bool at_most) {
    const auto words =
        static_cast<std::int64_t>(at_most ? dimensions * std::max<std::size_t>(1, 2 * measures) : dimensions);
    return 4 * words * rows;
}

} // namespace

CubeBackend::CubeBackend(const machine::Machine::Options& options, BackendRequest request, std::int64_t rows,
                         std::size_t dimensions, std::size_t measures)
    : machine_(options) {
    request.cpu_seconds = cpu_seconds(rows, dimensions);
    request.bytes = device_bytes(rows, dimensions, measures, request.backend == Backend::automatic);
    chosen_ = machine::choose_backend(machine_, request);
    if (!chosen_.gpu)
        return;
    compute::Engine& engine = chosen_.gpu->compute();
    const CallLimits limits{.cancelled = interrupted};
    maker_.build = [this, &engine, limits](const cube::Rows& added, const std::vector<int>& path) {
        return time_on_gpu([&] {
            const cube::DeviceBuild build(engine, added.shape, path);
            return download_tree(build(upload_rows(engine, added, limits), limits));
        });
    };
    maker_.update = [this, &engine, limits](const cube::Tree& tree, const cube::Rows& added) {
        return time_on_gpu([&] {
            const cube::DeviceUpdate update(engine, added.shape, tree.path);
            return download_tree(
                update(upload_tree(engine, tree), upload_rows(engine, added, limits), limits));
        });
    };
}

cube::CubeOptions CubeBackend::options(std::optional<int> threads, const ProgressHook& progress) {
    return {.cpu = {.threads = threads.value_or(0),
                    .observer = &cpu_times_,
                    .limits = {.cancelled = interrupted}},
            .progress = [progress](double part, const std::string& what) { progress(part, what); },
            .maker = chosen_.gpu ? &maker_ : nullptr};
}

machine::Repetition CubeBackend::take_stages() {
    machine::Repetition all = cpu_times_.take();
    const machine::Repetition of_gpu = std::exchange(gpu_times_, {});
    all.stages.insert(all.stages.end(), of_gpu.stages.begin(), of_gpu.stages.end());
    all.milliseconds += of_gpu.milliseconds;
    return all;
}

cube::Tree CubeBackend::time_on_gpu(const std::function<cube::Tree()>& make) {
    const Stopwatch watch(steady_time);
    DeviceStageTimes times(*chosen_.gpu);
    cube::Tree tree = make();
    gpu_times_ = times.take();
    const double milliseconds = watch.milliseconds();
    gpu_times_.stages.push_back({"copies", std::max(0.0, milliseconds - gpu_times_.milliseconds)});
    gpu_times_.milliseconds = std::max(milliseconds, gpu_times_.milliseconds);
    return tree;
}

} // namespace scanline::cli
