#pragma once
#include "scanline/compute/array_view.h"
#include "scanline/gl/shader_store.h"

#include <memory>
#include <optional>
#include <string_view>

namespace scanline::compute {

class Engine;
class Kernel;
class Operation;
struct Length;

namespace detail {

/// What algorithms have in common that are one kernel, each of whose invocations works on a few elements by
/// itself.
class SingleKernel {
protected:
    // GROUP and ITEMS of the shaders.
    static constexpr int usual_group = 256; ///< invocations
    static constexpr int usual_items = 4;   ///< elements of each

    /// shader: a stem below shaders, as "compute/fill".
    SingleKernel(Engine& engine, std::string_view shader, gl::Specialization constants,
                 int items = usual_items, int group = usual_group);
    SingleKernel(SingleKernel&&) noexcept;
    SingleKernel& operator=(SingleKernel&&) noexcept;
    SingleKernel(const SingleKernel&) = delete;
    SingleKernel& operator=(const SingleKernel&) = delete;
    ~SingleKernel();

    Engine& engine() const { return *engine_; }
    const Kernel& kernel() const { return *kernel_; }

    /// A length, or one that lies on the GPU. Errors: usage where the count is missing or lies in what is
    /// written.
    static Length counted(const Operation& operation, std::int64_t bound,
                          const std::optional<BufferRange>& count, const BufferRange& output);

private:
    Engine* engine_;
    std::unique_ptr<const Kernel> kernel_;
};

} // namespace detail
} // namespace scanline::compute
