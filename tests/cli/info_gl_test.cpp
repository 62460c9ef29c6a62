#include "outcome.h"

#include <catch2/catch_all.hpp>
#include <set>

namespace info_gl_test {

using namespace scanline;
using namespace scanline::test;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;
using nlohmann::json;

TEST_CASE("The information names the processor's registers and how many processors there are") {
    const nlohmann::json info = run_for_json({"info", "--format", "json"});
    CHECK_FALSE(info["cpu_registers"].get<std::string>().empty());
    CHECK(info["cpu_processors"] >= 1);
}

TEST_CASE("The information as JSON has the driver, its limits and what was chosen") {
    const json info = run_for_json({"info", "--format", "json"});
    INFO(info.dump(2));
    CHECK("scanline " + info["version"].get<std::string>() + "\n" == run_well({"--version"}));
    for (const std::string key : {"build", "gl_vendor", "gl_renderer", "gl_version", "glsl_version",
                                  "window_system", "timer", "stream_format", "concatenation_vertices"})
        CHECK_FALSE(info[key].get<std::string>().empty());
    for (const std::string key : {"software_renderer", "compatibility_profile", "lines_exact",
                                  "compute_shader", "shader_ballot", "shader_subgroup"})
        CHECK(info[key].is_boolean());
    if (info["compute"] == "ready") {
        CHECK(std::set<std::string>{"shared-memory", "ballot", "subgroup"}.count(info["compute_tier"]) == 1);
        CHECK((info["compute_lanes"] == 1) == (info["compute_tier"] == "shared-memory"));
        CHECK(info["chained_scans"].is_boolean());
        CHECK(info["max_storage_block_bytes"].get<std::int64_t>() >= 1 << 24);
    }
    // OpenGL 2.1 only guarantees 64.
    CHECK(info["max_texture_size"].get<int>() >= 64);
    CHECK(info["vertex_texture_units"].get<int>() >= 0);
    for (std::size_t i = 0; i < info["egl_devices"].size(); ++i) {
        CHECK(info["egl_devices"][i]["index"] == i);
        CHECK_FALSE(info["egl_devices"][i]["name"].get<std::string>().empty());
        CHECK(info["egl_devices"][i]["software"].is_boolean());
    }
}

TEST_CASE("The information as text has the same entries in lines of name and value") {
    const json info = run_for_json({"info", "--format", "json"});
    const std::vector<std::string> lines = lines_of(run_well({"info"}));
    CHECK(lines.size() == info.size() - 1 + info["egl_devices"].size());
    std::size_t devices = 0;
    for (const std::string& line : lines) {
        INFO(line);
        const std::string name = line.substr(0, line.find(' '));
        std::string value = line.substr(name.size());
        value.erase(0, value.find_first_not_of(' '));
        if (name == "egl_device") {
            CHECK_THAT(value, ContainsSubstring(info["egl_devices"][devices++]["name"].get<std::string>()));
            continue;
        }
        REQUIRE(info.contains(name));
        CHECK(value == (info[name].is_string() ? info[name].get<std::string>() : info[name].dump()));
    }
    CHECK(devices == info["egl_devices"].size());
}

TEST_CASE("The information says why compute shaders cannot be used, and no more of them") {
    Setting old;
    old.environment = {{"MESA_GL_VERSION_OVERRIDE", "2.1"}, {"MESA_GLSL_VERSION_OVERRIDE", "120"}};
    const json info = run_for_json({"info", "--format", "json"}, old);
    if (info["compute"] == "ready") {
        WARN("this driver cannot pretend to be OpenGL 2.1: it is " + info["gl_version"].get<std::string>());
        return;
    }
    CHECK_THAT(info["compute"].get<std::string>(), StartsWith("compute shaders need OpenGL 4.3, and"));
    for (const std::string key : {"compute_tier", "compute_lanes", "chained_scans"})
        CHECK_FALSE(info.contains(key));
}

TEST_CASE("Information that cannot be written is a failure") {
    Setting setting;
    setting.output = Output::full;
    check_message(run({"info"}, setting), 1, {"standard output"});
}

} // namespace info_gl_test
