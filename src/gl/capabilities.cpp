#include "scanline/gl/capabilities.h"

#include <GL/glew.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <sstream>
#include <string_view>

namespace scanline::gl {
namespace {

// From KHR_shader_subgroup, newer than GLEW 2.2.
constexpr GLenum subgroup_size = 0x9532;
constexpr GLenum subgroup_supported_stages = 0x9533;
constexpr GLenum subgroup_supported_features = 0x9534;
constexpr GLint feature_basic = 0x1, feature_arithmetic = 0x4, feature_ballot = 0x8, feature_shuffle = 0x10,
                feature_shuffle_relative = 0x20;
constexpr GLint needed_features =
    feature_basic | feature_arithmetic | feature_ballot | feature_shuffle | feature_shuffle_relative;

std::string text_of(GLenum name) {
    const GLubyte* text = glGetString(name);
    return text ? reinterpret_cast<const char*>(text) : "";
}

// "4.5 (Compatibility Profile) Mesa 22.3.6" is {4, 5}; "4.60 NVIDIA" is {4, 60}.
Version parse_version(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const char* const end = text.data() + text.size();
    const char* const begin = std::find_if(text.data(), end, is_digit);
    Version version;
    const auto major = std::from_chars(begin, end, version.major);
    if (major.ec == std::errc() && major.ptr != end && *major.ptr == '.')
        std::from_chars(major.ptr + 1, end, version.minor);
    return version;
}

GLint integer(GLenum name) {
    GLint value = 0;
    glGetIntegerv(name, &value);
    return value;
}

std::vector<std::string> read_extensions(Version version) {
    std::vector<std::string> extensions;
    if (version >= Version{3, 0}) {
        const GLint count = integer(GL_NUM_EXTENSIONS);
        for (GLint i = 0; i < count; ++i)
            if (const GLubyte* name = glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i)))
                extensions.emplace_back(reinterpret_cast<const char*>(name));
    } else {
        std::istringstream words(text_of(GL_EXTENSIONS));
        for (std::string word; words >> word;)
            extensions.push_back(word);
    }
    std::sort(extensions.begin(), extensions.end());
    return extensions;
}

bool is_compatibility(const Capabilities& capabilities) {
    if (capabilities.version >= Version{3, 2})
        return (integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
    if (capabilities.version >= Version{3, 1})
        return capabilities.has_extension("GL_ARB_compatibility");
    if (capabilities.version >= Version{3, 0})
        return (integer(GL_CONTEXT_FLAGS) & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT) == 0;
    return true;
}

bool is_software(std::string renderer) {
    std::transform(renderer.begin(), renderer.end(), renderer.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    constexpr std::array<std::string_view, 5> names{"llvmpipe", "softpipe", "swiftshader", "swrast",
                                                    "software rasterizer"};
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return renderer.find(name) != std::string::npos; });
}

} // namespace

std::string to_string(Version version) {
    return fmt::format("{}.{}", version.major, version.minor);
}

bool Capabilities::has_extension(const std::string& name) const {
    return std::binary_search(extensions.begin(), extensions.end(), name);
}

bool Capabilities::supports(Version core, std::initializer_list<const char*> names) const {
    return version >= core ||
           std::any_of(names.begin(), names.end(), [this](const char* name) { return has_extension(name); });
}

Capabilities read_capabilities() {
    Capabilities result;
    result.vendor = text_of(GL_VENDOR);
    result.renderer = text_of(GL_RENDERER);
    result.version_text = text_of(GL_VERSION);
    result.glsl_text = text_of(GL_SHADING_LANGUAGE_VERSION);
    result.version = parse_version(result.version_text);
    result.glsl = parse_version(result.glsl_text);
    result.extensions = read_extensions(result.version);
    result.compatibility = is_compatibility(result);
    result.software = is_software(result.renderer);

    result.framebuffer_object =
        result.supports({3, 0}, {"GL_ARB_framebuffer_object", "GL_EXT_framebuffer_object"});
    result.float_texture = result.supports({3, 0}, {"GL_ARB_texture_float"});
    result.texture_rg = result.supports({3, 0}, {"GL_ARB_texture_rg"});
    result.timer_query = result.supports({3, 3}, {"GL_ARB_timer_query", "GL_EXT_timer_query"});
    result.khr_debug = result.supports({4, 3}, {"GL_KHR_debug"});
    result.max_texture_size = integer(GL_MAX_TEXTURE_SIZE);
    result.max_vertex_texture_units = integer(GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS);
    std::array<GLint, 2> viewport{};
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport.data());
    result.max_viewport_width = viewport[0];
    result.max_viewport_height = viewport[1];

    if (result.version >= Version{4, 3}) {
        result.compute_shader = true;
        result.max_shared_memory = integer(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
        GLint64 block = 0;
        glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block);
        result.max_storage_block = block;
        GLint groups = 0;
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &groups);
        result.max_work_groups_x = groups;
        result.max_work_group_invocations = integer(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
        result.max_storage_bindings = integer(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
        result.storage_offset_alignment = integer(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT);
        result.shader_int64 = result.has_extension("GL_ARB_gpu_shader_int64");
        result.shader_ballot = result.has_extension("GL_ARB_shader_ballot");
        result.shader_subgroup = result.has_extension("GL_KHR_shader_subgroup");
    }
    if (result.shader_subgroup) {
        result.subgroup_size = integer(subgroup_size);
        const bool in_compute = (integer(subgroup_supported_stages) & GL_COMPUTE_SHADER_BIT) != 0;
        result.compute_subgroups =
            in_compute && (integer(subgroup_supported_features) & needed_features) == needed_features;
    }
    return result;
}

} // namespace scanline::gl
