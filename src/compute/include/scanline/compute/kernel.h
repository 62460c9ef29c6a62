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

/// The number of elements that a kernel processes: known on the CPU, or a uint32 on the GPU with an upper
/// bound.
struct Length {
    std::int64_t bound = 0;
    std::optional<BufferRange> on_gpu{};

    Length(std::int64_t length) : bound(length) {}
    Length(std::int64_t upper_bound, const std::optional<BufferRange>& count)
        : bound(upper_bound), on_gpu(count) {}
};

/// A compute program from one shader file, with the bindings and uniform locations of
/// shaders/compute/kernel.glsl. Compiled when it first runs; drivers that can begin at once. Move-only.
class Kernel {
public:
    /// shader: a stem below shaders, such as "compute/fill". group: invocations per group (GROUP in the
    /// shader). elements_per_group: elements that one group processes.
    Kernel(Engine& engine, std::string_view shader, int group, std::int64_t elements_per_group,
           gl::Specialization specialization);
    Kernel(Kernel&&) noexcept = default;
    Kernel& operator=(Kernel&&) noexcept = default;

    struct Binding {
        std::string_view name;
        BufferRange range;
        bool in_quads = true; ///< accessed in whole quads if aligned to one
    };
    using Uniform = std::variant<std::uint32_t, std::int32_t, float>;
    struct Run {
        std::string_view pass; ///< name for the observer
        int step = 0;
        std::vector<Binding> bindings;          ///< to storage bindings 0, 1 ...
        std::vector<Uniform> uniforms{};        ///< to locations 12, 13 ...
        std::optional<std::size_t> output{};    ///< index of the binding that the pass writes; none: the last
        std::optional<LookBack::Round> round{}; ///< of a chained scan
        /// Starts at least one group even for no elements, because the pass writes their count.
        bool always = false;
        /// Starts the groups for the bound even if the length is on the GPU.
        bool all = false;
        std::int64_t max_groups = 0; ///< if groups loop over tiles; 0: no limit
        /// May run beside the next pass, which neither reads nor writes what this one writes.
        bool beside_next = false;
    };
    /// Starts as many groups as the elements need, none for no elements. If the length is on the GPU,
    /// hardware may start a few more, which find nothing to do.
    void run(Engine& engine, const Length& length, const Run& run) const;

    /// Waits until it is compiled. Errors: those of gl::ProgramCache, else those of run().
    void finish() const { program_->finish(); }

    std::int64_t elements_per_group() const { return elements_per_group_; }

private:
    BufferRange indirect_arguments(Engine& engine, const Length& length, const Run& run) const;
    void dispatch(Engine& engine, const Length& length, const Run& run,
                  const std::optional<BufferRange>& arguments) const;

    gl::SharedProgram program_;
    GroupWatch* watch_;
    std::int64_t elements_per_group_;
    bool wide_;
};

/// Requires that the driver supports arithmetic on the type: not all support uint64. Errors: no_opengl.
void require_int64(const Engine& engine, ElementType type, std::string_view doing);

/// A shader constant with the value of an enumerator.
template <class Enumerator>
std::string constant(Enumerator enumerator) {
    return std::to_string(static_cast<int>(enumerator));
}

/// Adds the constants for a shader's element type and operator to its own.
gl::Specialization element_constants(ElementType type, gl::Specialization own = {});
gl::Specialization operator_constants(ElementType type, Operator op, gl::Specialization own = {});
/// The constants of a shader that only moves elements (moved.glsl): it moves words, so that types of one size
/// share a program, no driver changes the bits of a float, and uint64 needs no extension.
gl::Specialization moved_constants(ElementType type);

/// A kernel whose invocations each process a few elements independently. The shader includes
/// compute/kernel.glsl and compute/items.glsl. Move-only. The caller must open an Operation.
///
///     const ElementwiseKernel ties(engine, "kdtree/ties");
///     ties.run(n, {.pass = "flag-ties", .bindings = {{"keys", keys.range()}, {"flags", flags.range()}}});
class ElementwiseKernel {
public:
    /// shader: a stem below shaders. items: elements per invocation (ITEMS in the shader); group: invocations
    /// per group (GROUP).
    ElementwiseKernel(Engine& engine, std::string_view shader, gl::Specialization constants = {},
                      int items = 4, int group = 256);

    /// length: elements.
    void run(const Length& length, const Kernel::Run& run) const { kernel_.run(*engine_, length, run); }

    void finish() const { kernel_.finish(); }

    Engine& engine() const { return *engine_; }

private:
    Engine* engine_;
    Kernel kernel_;
};

/// Reinterprets a range as 32-bit words: a float is one word, a pair two.
inline BufferRange as_words(const BufferRange& range) {
    const std::int64_t words = element_bytes(range.type) / 4;
    return {range.buffer, range.first * words, range.size * words, ElementType::uint32};
}

} // namespace scanline::compute
