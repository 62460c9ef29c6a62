#include "command.h"
#include "options.h"
#include "ranks.h"
#include "stored_models.h"
#include "terminal.h"

#include "scanline/bench/results.h"
#include "scanline/core/clock.h"
#include "scanline/core/error.h"
#include "scanline/core/format.h"
#include "scanline/core/version.h"
#include "scanline/ranks/lists.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace scanline::cli {

namespace {

struct InfoOptions {
    std::string format = "text";
    int device = -1;
};

// What compute shaders support here, or why they cannot be used.
void describe_compute(machine::Machine& machine, nlohmann::ordered_json& description) {
    if (!machine.has_compute()) {
        description["compute"] = machine.why_no_compute();
        return;
    }
    compute::Engine& engine = machine.compute();
    description["compute"] = "ready";
    description["compute_tier"] = to_string(engine.tier());
    description["compute_lanes"] = engine.lanes();
    description["chained_scans"] = engine.chained_allowed();
}

// Text and JSON are made from the same object, so that they hold the same facts.
nlohmann::ordered_json describe(machine::Machine& machine) {
    const gl::Capabilities& gl = machine.capabilities();
    return {{"gl_vendor", gl.vendor},
            {"gl_renderer", gl.renderer},
            {"gl_version", gl.version_text},
            {"glsl_version", gl.glsl_text},
            {"window_system", gl.window_system},
            {"software_renderer", gl.software},
            {"compatibility_profile", gl.compatibility},
            {"max_texture_size", gl.max_texture_size},
            {"vertex_texture_units", gl.max_vertex_texture_units},
            {"timer", to_string(machine.timer())},
            {"stream_format", to_string(machine.raster().format())},
            {"lines_exact", machine.raster().lines_exact()},
            {"concatenation_vertices", machine.raster().vertex_source() == raster::VertexSource::texture_fetch
                                           ? "vertex texture fetch"
                                           : "pixel buffer object"},
            {"auto_model", describe_model<raster::AutoModel>(environment_of(machine))},
            {"compute_shader", gl.compute_shader},
            {"max_shared_memory_bytes", gl.max_shared_memory},
            {"max_storage_block_bytes", gl.max_storage_block},
            {"max_work_groups_x", gl.max_work_groups_x},
            {"shader_ballot", gl.shader_ballot},
            {"shader_subgroup", gl.shader_subgroup}};
}

nlohmann::ordered_json describe_devices() {
    nlohmann::ordered_json devices = nlohmann::ordered_json::array();
    for (const gl::DeviceInfo& device : gl::list_devices())
        devices.push_back({{"index", device.index}, {"name", device.name}, {"software", device.software}});
    return devices;
}

std::string to_text(const nlohmann::ordered_json& description) {
    std::string text;
    for (const auto& [name, value] : description.items()) {
        if (name == "egl_devices")
            for (const auto& device : value)
                text += fmt::format("{:<26}{} {}{}\n", "egl_device", device["index"].get<int>(),
                                    device["name"].get<std::string>(),
                                    device["software"].get<bool>() ? " (software)" : "");
        else if (name == "ranks")
            for (const auto& rank : value)
                text += fmt::format("{:<26}{} on {}, processors: {}\n", "rank", rank["rank"].get<int>(),
                                    rank["host"].get<std::string>(), rank["processors"].get<int>());
        else
            text += fmt::format("{:<26}{}\n", name,
                                value.is_string()         ? value.get<std::string>()
                                : value.is_number_float() ? three_digits(value.get<double>())
                                                          : value.dump());
    }
    return text;
}

// Each rank's host and processors, the time of a gather, and the rate of an all-to-all exchange.
nlohmann::ordered_json describe_ranks(ranks::MpiCommunicator& ranks) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    const std::vector<int> processors = gather(ranks, cpu::ThreadTeam::all_processors());
    const std::string host = ranks.host();
    for (const std::string& of_rank : gather_texts(ranks, std::span(&host, 1)))
        list.push_back({{"rank", list.size()}, {"host", of_rank}, {"processors", processors[list.size()]}});
    constexpr int gathers = 100;
    constexpr std::size_t sent = 16 << 20;
    const auto others = static_cast<std::size_t>(ranks.size() - 1);
    const std::vector<std::byte> part(sent / std::max<std::size_t>(others, 1));
    std::vector<std::byte> received(part.size() * (others + 1));
    std::vector<std::span<std::byte>> places;
    for (std::size_t rank = 0; rank <= others; ++rank)
        places.push_back(std::span(received).subspan(rank * part.size(), part.size()));
    const std::vector<std::span<const std::byte>> parts(others + 1, part);
    ranks.exchange(parts, places); // touches the memory
    ranks.barrier();
    const Stopwatch watch(steady_time);
    ranks.exchange(parts, places);
    ranks.barrier();
    const double exchange = watch.milliseconds();
    for (int i = 0; i < gathers; ++i)
        gather(ranks, i);
    return {{"version", version()},
            {"ranks", std::move(list)},
            {"gather_us", 1000 * (watch.milliseconds() - exchange) / gathers},
            {"exchange_mb_per_s", static_cast<double>(part.size() * others) / 1000 / exchange}};
}

void info(const CLI::App& /*command*/, const InfoOptions& options) {
    if (joined_ranks()) {
        const nlohmann::ordered_json description = describe_ranks(*joined_ranks());
        return print(options.format == "json" ? description.dump(2) + "\n" : to_text(description));
    }
    machine::Machine machine({.device = options.device});
    const cpu::Processor& processor = machine.processor();
    nlohmann::ordered_json description{
        {"version", version()},
        {"build", build_type()},
        {"cpu", processor.name},
        {"cpu_processors", processor.usable},
        {"cpu_registers", processor.registers},
        {"cpu_cache_bytes",
         {processor.first_level_bytes, processor.second_level_bytes, processor.third_level_bytes}},
        {"cpu_scan_model", describe_model<cpu::ScanModel>(bench::make_environment({}))},
        {"egl_devices", describe_devices()}};
    const auto show = [&] {
        print(options.format == "json" ? description.dump(2) + "\n" : to_text(description));
    };
    try {
        description.update(describe(machine));
        describe_compute(machine, description);
    } catch (const Error&) {
        // Errors about a device refer users to this list of devices.
        show();
        throw;
    }
    show();
}

} // namespace

void add_info_command(CLI::App& program, ExitCode& /*exit_code*/) {
    const auto [command, options] = add_subcommand<InfoOptions>(
        program, "info",
        "Describe this machine's OpenGL: version, features, and what Scanline will use; under mpirun, the "
        "ranks and their network",
        info);
    command.over_ranks();
    add_format_option(command, options.format, {"text", "json"});
    add_device_option(command, options.device);
}

} // namespace scanline::cli
