#pragma once
#include "scanline/compute/kernel.h"

namespace scanline::compute {

/// The constants of a shader that only moves elements (moved.glsl): it moves their words, so that types of
/// one size share a program, no driver changes the bits of a float, and uint64 needs no extension.
inline gl::Specialization moved_constants(ElementType type) {
    return element_constants(element_bytes(type) == 8 ? ElementType::pair : ElementType::uint32);
}

} // namespace scanline::compute
