#pragma once
#include "scanline/gl/context.h"
#include "scanline/machine/machine.h"

namespace scanline::view::test {

/// A machine whose driver has no compute shaders.
inline machine::Machine without_compute() {
    const gl::Context context = gl::Context::headless();
    gl::Capabilities few = context.capabilities();
    few.compute_shader = false;
    return {few, {}};
}

} // namespace scanline::view::test
