#pragma once
#include "scanline/gl/capabilities.h"

namespace scanline::gl {

/// Features of the current context, for functions without a context argument. GLEW's own flags do not tell:
/// they describe what could be loaded, and a dispatching libGL loads every name.
struct Features {
    bool framebuffer_object = false;     ///< unsuffixed functions
    bool framebuffer_object_ext = false; ///< functions with the suffix EXT
    bool read_framebuffer = false;       ///< separate bindings for reading and drawing
    bool vertex_array_object = false;
    bool integer_attributes = false;
    bool attribute_divisor = false;
    bool framebuffer_srgb = false;
    bool sampler_objects = false;
    bool rasterizer_discard = false;
    bool clamp_color = false;     ///< unsuffixed function
    bool clamp_color_arb = false; ///< function with the suffix ARB
    bool compatibility = false;
    bool software = false; ///< runs on the CPU
    bool timer_query = false;
    bool parallel_compile = false;        ///< of several programs at a time, by the driver's threads
    bool unsuffixed_query_result = false; ///< glGetQueryObjectui64v without EXT
};

Features features_of(const Capabilities& capabilities);

/// Features of the context last made current on this thread, by gl::Context or adopt_current_context().
const Features& current_features();
void set_current_features(const Features& features);

} // namespace scanline::gl
