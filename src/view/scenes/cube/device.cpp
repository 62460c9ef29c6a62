#include "scenes/cube/device.h"

#include "scanline/cpu/thread_team.h"
#include "scanline/cube/build.h"
#include "scanline/cube/device_build.h"
#include "scanline/cube/device_query.h"
#include "scanline/cube/reference/tree.h"

#include <fmt/format.h>

namespace scanline::view::cube_scene {

namespace {

constexpr const char* no_compute = "no compute shaders here";

machine::Repetition time_on_gpu(machine::Machine& machine, const cube::DeviceBuild& build,
                                const cube::DeviceRows& rows, const CancelHook& cancelled) {
    gl::StageTimer stages(machine.timer(), machine.clock());
    const ObserverScope scope(machine.compute(), &stages);
    return machine::median_time(
        [&] {
            build(rows, {.cancelled = cancelled});
            return machine::take_stages(stages);
        },
        cancelled);
}

std::string difference_of_cells(const cube::Cell& cpu, const cube::DeviceCells& gpu) {
    const std::int64_t value = gpu.values.front().front();
    return gpu.count.front() == cpu.count && value == cpu.values.front()
               ? ""
               : fmt::format(
                     "The query counts {} rows on the CPU with the value {}, and {} with {} on the GPU.",
                     cpu.count, cpu.values.front(), gpu.count.front(), value);
}

} // namespace

std::string first_difference(const cube::Tree& cpu, const cube::Tree& gpu, std::string_view what) {
    const std::string array = cube::reference::difference(gpu, cpu);
    return array.empty() ? array : fmt::format("In {}, CPU and GPU differ in the {}.", what, array);
}

Check check_on_gpu(machine::Machine& machine, const Run& run, const CancelHook& cancelled) {
    Check check;
    if (!machine.has_compute()) {
        check.not_run = no_compute;
        return check;
    }
    compute::Engine& engine = machine.compute();
    const CallLimits limits{.cancelled = cancelled};
    const std::vector<int>& path = run.build.tree.path;
    const cube::DeviceBuild build(engine, run.rows.shape, path);
    const cube::DeviceRows rows = cube::upload_rows(engine, run.rows, limits);
    const cube::DeviceTree tree = build(rows, limits);
    check.difference = first_difference(run.build.tree, cube::download_tree(engine, tree), "the build");
    if (check.difference.empty()) {
        const cube::DeviceUpdate update(engine, run.rows.shape, path);
        check.difference = first_difference(
            run.update.tree,
            cube::download_tree(engine, update(tree, cube::upload_rows(engine, run.further, limits), limits)),
            "the update");
    }
    if (check.difference.empty()) {
        const cube::Query query{run.where};
        check.difference = difference_of_cells(
            run.query.cell, cube::DeviceQuery(engine, run.rows.shape)(
                                tree, cube::cell_queries(run.rows.shape, std::span(&query, 1)), limits));
    }
    check.times = time_on_gpu(machine, build, rows, cancelled);
    return check;
}

Measured measure_cube(machine::Machine& machine, const Setup& setup,
                      const std::function<void(double)>& progress, const CancelHook& cancelled) {
    const cube::Rows rows = cube_rows(setup, setup.measured, 0);
    Measured measured;
    measured.rows = rows.size();
    measured.threads = cpu::ThreadTeam::all_processors();
    progress(0.1);
    cube::Tree on_cpu;
    measured.cpu = machine::median_time(
        [&] {
            return machine::time_stages([&](PassObserver* observer) {
                on_cpu = cube::build(
                    rows, setup.whole_path(),
                    {.threads = measured.threads, .observer = observer, .limits = {.cancelled = cancelled}});
            });
        },
        cancelled);
    measured.nodes = on_cpu.nodes();
    progress(0.4);
    if (!machine.has_compute()) {
        measured.not_run = no_compute;
        return measured;
    }
    compute::Engine& engine = machine.compute();
    const cube::DeviceBuild build(engine, rows.shape, setup.whole_path());
    const cube::DeviceRows uploaded = cube::upload_rows(engine, rows, {.cancelled = cancelled});
    measured.difference = first_difference(
        on_cpu, cube::download_tree(engine, build(uploaded, {.cancelled = cancelled})), "the build");
    progress(0.7);
    measured.gpu = time_on_gpu(machine, build, uploaded, cancelled);
    return measured;
}

} // namespace scanline::view::cube_scene
