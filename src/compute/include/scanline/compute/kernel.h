#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/element.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/look_back.h"
#include "scanline/gl/shader_store.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scanline::compute {

/// How many elements a kernel works on: a number, or one that lies on the GPU (a uint32) with a bound on it.
struct Length {
    std::int64_t bound = 0;
    std::optional<BufferRange> on_gpu{};

    Length(std::int64_t length) : bound(length) {}
    Length(std::int64_t upper_bound, const std::optional<BufferRange>& count)
        : bound(upper_bound), on_gpu(count) {}
};

/// A compute program of one shader file, move-only, with the conventions of shaders/compute/kernel.glsl: how
/// ranges are bound, where the length and further uniforms are.
class Kernel {
public:
    /// shader: a stem below shaders, as "compute/fill". group: invocations of a group (GROUP of the shader);
    /// elements: that one group works on.
    Kernel(Engine& engine, std::string_view shader, int group, std::int64_t elements_per_group,
           gl::Specialization specialization);
    Kernel(Kernel&&) noexcept = default;
    Kernel& operator=(Kernel&&) noexcept = default;

    struct Binding {
        std::string_view name;
        BufferRange range;
        bool in_quads = true; ///< whether it is read or written in whole quads where it begins at one
    };
    using Uniform = std::variant<std::uint32_t, std::int32_t, float>;
    struct Run {
        std::string_view pass; ///< the name it is announced by
        int step = 0;
        std::vector<Binding> bindings;          ///< to storage bindings 0, 1 ...
        std::vector<Uniform> uniforms{};        ///< to locations 12, 13 ...
        std::optional<std::size_t> output{};    ///< which of them the pass is about to write; none: the last
        std::optional<LookBack::Round> round{}; ///< of a chained scan
        /// At least one group even for no elements, because something is written that counts them.
        bool always = false;
        /// As many groups as for the bound, also where the length lies on the GPU.
        bool all = false;
        std::int64_t max_groups = 0; ///< where groups take several turns; 0: no bound
    };
    /// As many groups as the elements need, none for no elements; where their number lies on the GPU,
    /// hardware may start some more, which find nothing to do.
    void run(Engine& engine, const Length& length, const Run& run) const;

    std::int64_t elements_per_group() const { return elements_per_group_; }

private:
    BufferRange indirect_arguments(Engine& engine, const Length& length, const Run& run) const;
    void dispatch(Engine& engine, const Length& length, const Run& run,
                  const std::optional<BufferRange>& arguments) const;

    gl::SharedProgram program_;
    std::int64_t elements_per_group_;
    bool wide_;
};

/// Requires that the driver computes with elements of the type: not all know uint64. Errors: no_opengl.
void require_int64(const Engine& engine, ElementType type, std::string_view doing);

/// A constant of a shader that is the number of an enumerator.
template <class Enumerator>
std::string constant(Enumerator enumerator) {
    return std::to_string(static_cast<int>(enumerator));
}

/// The constants that say what a shader's elements are and how they are combined, added to those of its own.
gl::Specialization element_constants(ElementType type, gl::Specialization own = {});
gl::Specialization operator_constants(ElementType type, Operator op, gl::Specialization own = {});
/// The constants of a shader that only moves elements (moved.glsl): it moves their words, so that types of
/// one size share a program, no driver changes the bits of a float, and uint64 needs no extension.
gl::Specialization moved_constants(ElementType type);

/// A kernel each of whose invocations works on a few elements by itself: a shader that includes
/// compute/kernel.glsl and compute/items.glsl. Move-only. It opens no Operation, so its caller does.
///
///     const ElementwiseKernel rank(engine, "kdtree/ranks");
///     rank.run(n, {.pass = "rank", .bindings = {{"order", order.range()}, {"ranks", ranks.range()}}});
class ElementwiseKernel {
public:
    /// shader: a stem below shaders. items: elements of an invocation (ITEMS of the shader); group:
    /// invocations of a group (GROUP).
    ElementwiseKernel(Engine& engine, std::string_view shader, gl::Specialization constants = {},
                      int items = 4, int group = 256);

    /// length: elements.
    void run(const Length& length, const Kernel::Run& run) const { kernel_.run(*engine_, length, run); }

    Engine& engine() const { return *engine_; }

private:
    Engine* engine_;
    Kernel kernel_;
};

/// The same memory as 32-bit words, which kernels take whatever the type: a float is one word, a pair two.
inline BufferRange as_words(const BufferRange& range) {
    const std::int64_t words = element_bytes(range.type) / 4;
    return {range.buffer, range.first * words, range.size * words, ElementType::uint32};
}

} // namespace scanline::compute
