#pragma once
#include "scanline/compute/array_view.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/look_back.h"
#include "scanline/compute/operator.h"

#include <string_view>
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

/// A compute program of one shader file, with the conventions of shaders/compute/kernel.glsl: how ranges are
/// bound, where the length and further uniforms are.
class Kernel {
public:
    /// shader: a stem below shaders, as "compute/fill". group: invocations of a group (GROUP of the shader);
    /// elements: that one group works on.
    Kernel(Engine& engine, std::string_view shader, int group, std::int64_t elements_per_group,
           gl::Specialization specialization);

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

/// That the driver computes with elements of the type, of which not all know uint64. Errors: no_opengl.
void require_int64(const Engine& engine, ElementType type, std::string_view doing);

/// The constants that say what a shader's elements are and how they are combined.
gl::Specialization element_constants(ElementType type);
gl::Specialization operator_constants(ElementType type, Operator op);

} // namespace scanline::compute
