#pragma once
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace scanline::gl {

struct Version {
    int major = 0;
    int minor = 0;
    friend auto operator<=>(const Version&, const Version&) = default;
};

std::string to_string(Version version);

/// The capabilities of the current OpenGL context, read once when it is created.
struct Capabilities {
    std::string vendor;         ///< GL_VENDOR
    std::string renderer;       ///< GL_RENDERER
    std::string version_text;   ///< GL_VERSION
    std::string glsl_text;      ///< GL_SHADING_LANGUAGE_VERSION
    Version version;            ///< of the context, for example {4, 5}
    Version glsl;               ///< {4, 50} for GLSL 4.50, {1, 20} for 1.20
    std::string window_system;  ///< "EGL device 0", "EGL surfaceless", "GLFW"
    bool compatibility = false; ///< fixed-function state and client arrays exist
    bool software = false;      ///< llvmpipe, softpipe, SwiftShader: runs on the CPU

    // Required by the raster room.
    bool framebuffer_object = false; ///< core, ARB_ or EXT_framebuffer_object
    bool float_texture = false;      ///< 3.0 or ARB_texture_float
    bool texture_rg = false;         ///< 3.0 or ARB_texture_rg: single-channel R32F
    bool timer_query = false;        ///< 3.3, ARB_ or EXT_timer_query: GL_TIME_ELAPSED
    bool khr_debug = false;          ///< 4.3 or KHR_debug
    int max_texture_size = 0;
    int max_vertex_texture_units = 0; ///< 0: no vertex texture fetch
    int max_viewport_width = 0;
    int max_viewport_height = 0;

    // Used by the compute rooms; zero below OpenGL 4.3.
    bool compute_shader = false;
    std::int64_t max_shared_memory = 0; ///< bytes
    std::int64_t max_storage_block = 0; ///< bytes
    std::int64_t max_work_groups_x = 0;
    int max_work_group_invocations = 0;
    int max_storage_bindings = 0;     ///< indexed bindings of storage blocks
    int storage_offset_alignment = 0; ///< alignment of bound range offsets, in bytes
    bool shader_int64 = false;        ///< ARB_gpu_shader_int64
    bool shader_ballot = false;       ///< ARB_shader_ballot
    bool shader_subgroup = false;     ///< KHR_shader_subgroup
    /// KHR_shader_subgroup in compute shaders with all features that the algorithms need: arithmetic, ballot,
    /// shuffle, relative shuffle.
    bool compute_subgroups = false;
    int subgroup_size = 0; ///< lanes; 0 without KHR_shader_subgroup

    std::vector<std::string> extensions;

    bool has_extension(const std::string& name) const;
    /// True if a feature is available: core since that version, or before that from one of the named
    /// extensions.
    bool supports(Version core, std::initializer_list<const char*> names = {}) const;
};

/// Reads the capabilities of the current context; the caller sets window_system.
Capabilities read_capabilities();

} // namespace scanline::gl
