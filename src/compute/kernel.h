#pragma once
#include "scanline/compute/array_view.h"
#include "scanline/compute/engine.h"
#include "scanline/compute/look_back.h"
#include "scanline/compute/operator.h"

#include <initializer_list>
#include <string_view>
#include <variant>

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
    /// shader: a stem below shaders/compute. group: invocations of a group (GROUP of the shader); elements:
    /// that one group works on.
    Kernel(Engine& engine, std::string_view shader, int group, std::int64_t elements_per_group,
           gl::Specialization specialization);

    struct Binding {
        std::string_view name;
        BufferRange range;
    };
    using Uniform = std::variant<std::uint32_t, std::int32_t, float>;
    struct Run {
        std::string_view pass; ///< the name it is announced by
        int step = 0;
        std::initializer_list<Binding> bindings;   ///< to storage bindings 0, 1 ...; the last is the output
        std::initializer_list<Uniform> uniforms{}; ///< to locations 12, 13 ...
        std::optional<LookBack::Round> round{};    ///< of a chained scan
        /// At least one group even for no elements, because something is written that counts them.
        bool always = false;
        std::int64_t max_groups = 0; ///< where groups take several turns; 0: no bound
    };
    /// As many groups as the elements need; none for no elements.
    void run(Engine& engine, const Length& length, const Run& run) const;

    GLuint program_id() const { return program_->id(); }
    std::int64_t elements_per_group() const { return elements_per_group_; }

private:
    BufferRange indirect_arguments(Engine& engine, const Length& length, const Run& run) const;
    void dispatch(Engine& engine, const Length& length, const Run& run) const;

    const gl::Program* program_;
    std::int64_t elements_per_group_;
    bool wide_;
};

/// The constants that say what a shader's elements are and how they are combined.
gl::Specialization element_constants(ElementType type);
gl::Specialization operator_constants(ElementType type, Operator op);

} // namespace scanline::compute
