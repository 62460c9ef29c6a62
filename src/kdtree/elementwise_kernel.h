#pragma once
#include "scanline/compute/single_kernel.h"

#include "scanline/compute/kernel.h"

namespace scanline::kdtree {

/// A kernel of this room each of whose invocations works on a few elements by itself.
class ElementwiseKernel : compute::detail::SingleKernel {
public:
    /// shader: a stem below shaders.
    ElementwiseKernel(compute::Engine& engine, std::string_view shader, gl::Specialization constants = {})
        : SingleKernel(engine, shader, std::move(constants)) {}

    void run(const compute::Length& length, const compute::Kernel::Run& run) const {
        kernel().run(engine(), length, run);
    }
};

} // namespace scanline::kdtree
