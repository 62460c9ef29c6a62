#pragma once
#include <array>
#include <cstdint>

namespace scanline::gl {

/// Saves the OpenGL state that drawing algorithms touch, sets a known base state, and restores the saved
/// state at the end of the scope, so that they can share a context with a user interface.
///
/// Saved and restored: program, draw and read framebuffer, viewport, scissor box, active texture unit, 2-D
/// texture and sampler object of units 0 to 7, array, pixel pack and pixel unpack buffer, vertex array
/// object, the array of vertex attribute 0, pixel store alignments, row lengths, skipped rows and pixels and
/// byte swapping, pixel transfer maps, scales and biases of colours, clamping of vertex, fragment and read
/// colours, clear colour, colour mask, polygon mode, line width, and the enables of blending, depth, stencil,
/// scissor and alpha test, culling, dithering, logic operations, line and polygon smoothing, line and polygon
/// stipple, clip planes 0 to 5, multisampling, sRGB conversion, rasterizer discard. Base: those enables off,
/// colour mask all on, polygons filled, lines one pixel wide, alignment 1 and the other pixel stores 0, pixel
/// transfer that changes nothing, no clamping (a float texture keeps all values both ways), buffers, samplers
/// and vertex array object 0, attribute 0 disabled. The array of attribute 0 is that of vertex array object
/// 0, which the algorithms draw with. Works from OpenGL 2.1 on; what the context does not have is left alone.
class StateGuard {
public:
    StateGuard();
    ~StateGuard();
    StateGuard(const StateGuard&) = delete;
    StateGuard& operator=(const StateGuard&) = delete;

    static constexpr int texture_units = 8;

private:
    struct Attribute {
        int enabled, size, stride, type, normalized, integer, divisor, buffer;
        void* pointer;
    };
    static constexpr int max_enables = 24;

    void save_pixel_paths();
    void restore_pixel_paths() const;
    void save_attribute();
    void restore_attribute() const;

    int program_ = 0, draw_framebuffer_ = 0, read_framebuffer_ = 0;
    std::array<int, 4> viewport_{}, scissor_box_{};
    int active_texture_ = 0;
    std::array<int, texture_units> textures_{}, samplers_{};
    int array_buffer_ = 0, pixel_pack_buffer_ = 0, pixel_unpack_buffer_ = 0, vertex_array_ = 0;
    Attribute attribute_{};
    std::array<int, 10> pixel_store_{};
    std::array<float, 9> pixel_transfer_{};
    std::array<int, 3> clamps_{};
    std::array<float, 4> clear_color_{};
    std::array<unsigned char, 4> color_mask_{};
    std::array<int, 2> polygon_mode_{};
    float line_width_ = 1.0f;
    std::array<unsigned char, max_enables> enables_{};
};

/// Saves the OpenGL state that compute algorithms touch and restores it when the scope ends.
///
/// Saved and restored: program, storage buffers 0 to 7 with their ranges, the storage, dispatch indirect,
/// copy read and copy write buffer. Needs OpenGL 4.3. A buffer that was bound and has been deleted since is
/// left unbound, as OpenGL itself does when a bound buffer is deleted.
class ComputeStateGuard {
public:
    ComputeStateGuard();
    ~ComputeStateGuard();
    ComputeStateGuard(const ComputeStateGuard&) = delete;
    ComputeStateGuard& operator=(const ComputeStateGuard&) = delete;

    /// Indexed storage bindings that are saved: every shader uses those below.
    static constexpr int storage_bindings = 8;

private:
    struct Binding {
        int buffer;
        std::int64_t offset, size; ///< size 0: the whole buffer
    };

    int program_ = 0;
    std::array<Binding, storage_bindings> bindings_{};
    int storage_buffer_ = 0, dispatch_buffer_ = 0, copy_read_buffer_ = 0, copy_write_buffer_ = 0;
};

} // namespace scanline::gl
