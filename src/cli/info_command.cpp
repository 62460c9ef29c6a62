#include "command.h"
#include "options.h"
#include "stored_models.h"
#include "terminal.h"

#include "scanline/bench/results.h"
#include "scanline/core/error.h"
#include "scanline/core/version.h"

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
        if (name != "egl_devices") {
            text +=
                fmt::format("{:<26}{}\n", name, value.is_string() ? value.get<std::string>() : value.dump());
            continue;
        }
        for (const auto& device : value)
            text += fmt::format("{:<26}{} {}{}\n", "egl_device", device["index"].get<int>(),
                                device["name"].get<std::string>(),
                                device["software"].get<bool>() ? " (software)" : "");
    }
    return text;
}

void info(const CLI::App& /*command*/, const InfoOptions& options) {
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
        program, "info", "Describe this machine's OpenGL: version, features, and what Scanline will use",
        info);
    add_format_option(command, options.format, {"text", "json"});
    add_device_option(command, options.device);
}

} // namespace scanline::cli
