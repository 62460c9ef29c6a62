#pragma once
#include "scanline/gl/capabilities.h"

namespace scanline::gl {

/// The parts of OpenGL that the functions without a context argument must know of the current context. GLEW's
/// own flags cannot tell: they describe what could be loaded, and a dispatching libGL loads every name.
struct Features {
    bool framebuffer_object = false;     ///< the unsuffixed functions
    bool framebuffer_object_ext = false; ///< the functions with the suffix EXT
    bool read_framebuffer = false;       ///< a binding for reading besides that for drawing
    bool vertex_array_object = false;
    bool integer_attributes = false;
    bool attribute_divisor = false;
    bool framebuffer_srgb = false;
    bool sampler_objects = false;
    bool rasterizer_discard = false;
    bool clamp_color = false;     ///< the unsuffixed function
    bool clamp_color_arb = false; ///< the function with the suffix ARB
    bool compatibility = false;
    bool software = false; ///< runs on the CPU
    bool timer_query = false;
    bool unsuffixed_query_result = false; ///< glGetQueryObjectui64v without EXT
};

Features features_of(const Capabilities& capabilities);

/// Those of the context that was made current on this thread last, by gl::Context or adopt_current_context().
const Features& current_features();
void set_current_features(const Features& features);

} // namespace scanline::gl
