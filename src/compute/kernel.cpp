#include "scanline/compute/kernel.h"
#include "scanline/compute/group_watch.h"
#include "scanline/core/bits.h"

#include <GL/glew.h>
#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace scanline::compute {

namespace {

// From shaders/compute/kernel.glsl.
constexpr GLint first_location = 0;
constexpr GLint length_location = 8;
constexpr GLint counted_location = 9;
constexpr GLint wide_location = 10;
constexpr GLint epoch_location = 11;
constexpr GLint uniform_location = 12;
constexpr GLuint states_binding = 6;
constexpr GLuint count_binding = 7;
constexpr GLuint max_bindings = 8;

// A range as a storage block: an offset that the driver accepts, and the remainder in elements.
struct Block {
    std::int64_t offset; ///< bytes
    std::int64_t bytes;
    GLuint first; ///< elements
};

Block block_of(const BufferRange& range, std::int64_t alignment) {
    const std::int64_t offset = range.first_byte() / alignment * alignment;
    return {offset, range.first_byte() - offset + range.bytes(),
            static_cast<GLuint>((range.first_byte() - offset) / element_bytes(range.type))};
}

GLuint bind(GLuint index, const BufferRange& range, std::int64_t alignment) {
    const Block block = block_of(range, alignment);
    if (block.bytes == 0)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, index, 0);
    else
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, index, range.buffer, block.offset, block.bytes);
    return block.first;
}

void set_uniform(GLint location, const Kernel::Uniform& uniform) {
    if (const auto* value = std::get_if<std::uint32_t>(&uniform))
        glUniform1ui(location, *value);
    else if (const auto* number = std::get_if<std::int32_t>(&uniform))
        glUniform1i(location, *number);
    else
        glUniform1f(location, std::get<float>(uniform));
}

PassResource describe(const Kernel::Binding& binding) {
    return {binding.name,
            binding.range.buffer,
            static_cast<int>(binding.range.first),
            0,
            static_cast<int>(binding.range.size),
            1,
            binding.range.type == ElementType::pair ? 2 : 1};
}

std::int64_t groups_for(std::int64_t elements, std::int64_t elements_per_group, const Kernel::Run& run) {
    std::int64_t groups = divide_rounding_up(elements, elements_per_group);
    if (run.max_groups > 0)
        groups = std::min(groups, run.max_groups);
    return run.always ? std::max<std::int64_t>(groups, 1) : groups;
}

constexpr int dispatch_words = 4; // the first three are the arguments

/// Hardware starts this many idle groups in less time than a pass to compute the exact number takes.
constexpr std::int64_t max_idle_groups = 1024;

// More groups become rows of this many.
std::int64_t max_groups_x(const Engine& engine) {
    return std::min<std::int64_t>(engine.capabilities().max_work_groups_x, 65'535);
}

} // namespace

void require_int64(const Engine& engine, ElementType type, std::string_view doing) {
    if (type == ElementType::uint64 && !engine.capabilities().shader_int64)
        throw Error(ErrorKind::no_opengl,
                    fmt::format("{} uint64 needs ARB_gpu_shader_int64, which {} lacks: use uint32", doing,
                                engine.capabilities().renderer));
}

gl::Specialization element_constants(ElementType type, gl::Specialization own) {
    own.emplace("ELEMENT", constant(type));
    return own;
}

gl::Specialization operator_constants(ElementType type, Operator op, gl::Specialization own) {
    own.emplace("OPERATOR", constant(op));
    return element_constants(type, std::move(own));
}

gl::Specialization moved_constants(ElementType type) {
    return element_constants(element_bytes(type) == 8 ? ElementType::pair : ElementType::uint32);
}

Kernel::Kernel(Engine& engine, std::string_view shader, int group, std::int64_t elements_per_group,
               gl::Specialization specialization)
    : watch_(engine.watch()), elements_per_group_(elements_per_group),
      wide_(!engine.capabilities().software) {
    specialization.emplace("GROUP", std::to_string(group));
    // Lanes exchange 32 bits.
    const bool lanes =
        !specialization.contains("ELEMENT") || specialization.at("ELEMENT") != constant(ElementType::uint64);
    specialization.emplace("TIER", constant(lanes ? engine.tier() : Tier::shared_memory));
    // Software renderers split vectors again, and run both sides of the branch between the two paths.
    specialization.emplace("WIDE", wide_ ? "1" : "0");
    if (watch_)
        specialization.emplace("WATCHED", "1");
    program_ = engine.programs().begin({{fmt::format("{}.comp", shader)}, std::move(specialization)});
}

void Kernel::run(Engine& engine, const Length& length, const Run& run) const {
    const std::int64_t groups = groups_for(length.bound, elements_per_group_, run);
    if (groups == 0)
        return;
    const bool counted =
        length.on_gpu && !run.all && (engine.capabilities().software || groups > max_idle_groups);
    // Runs a pass of its own before this one.
    const std::optional<BufferRange> arguments =
        counted ? std::optional(indirect_arguments(engine, length, run)) : std::nullopt;
    PassObserver* const observer = engine.observer();
    if (!observer) {
        dispatch(engine, length, run, arguments);
        return;
    }
    std::vector<PassResource> inputs;
    for (const Binding& binding : run.bindings)
        inputs.push_back(describe(binding));
    const auto written = inputs.begin() + static_cast<std::ptrdiff_t>(run.output.value_or(inputs.size() - 1));
    const PassResource output = *written;
    inputs.erase(written);
    const Pass pass{run.pass, run.step, inputs, output, static_cast<std::uint64_t>(length.bound), {}};
    observer->pass_begins(pass);
    dispatch(engine, length, run, arguments);
    observer->pass_ends(pass);
}

BufferRange Kernel::indirect_arguments(Engine& engine, const Length& length, const Run& run) const {
    // Released before the GPU has read them; safe, because the next user writes them later in GPU order.
    Arena::Scope scope(engine.arena());
    const BufferRange arguments = scope.take(ElementType::uint32, dispatch_words);
    engine.dispatch_groups().run(
        engine, 1,
        {.pass = "dispatch-groups",
         .bindings = {{"count", *length.on_gpu}, {"arguments", arguments}},
         .uniforms = {static_cast<std::uint32_t>(length.bound),
                      static_cast<std::uint32_t>(elements_per_group_),
                      static_cast<std::uint32_t>(run.max_groups), run.always ? 1u : 0u,
                      static_cast<std::uint32_t>(max_groups_x(engine))}});
    return arguments;
}

void Kernel::dispatch(Engine& engine, const Length& length, const Run& run,
                      const std::optional<BufferRange>& arguments) const {
    const std::int64_t alignment = engine.capabilities().storage_offset_alignment;
    glUseProgram(program_->id());
    std::array<GLuint, max_bindings> first{};
    bool aligned = wide_;
    GLuint index = 0;
    for (const Binding& binding : run.bindings) {
        first[index] = bind(index, binding.range, alignment);
        aligned = aligned && (!binding.in_quads || binding.range.first_byte() % 16 == 0);
        ++index;
    }
    if (run.round) {
        if (watch_)
            watch_->begin_pass(run.pass, groups_for(length.bound, elements_per_group_, run));
        bind(states_binding, run.round->states, alignment);
        glUniform1ui(epoch_location, run.round->epoch);
    }
    if (length.on_gpu)
        first[count_binding] = bind(count_binding, *length.on_gpu, alignment);
    glUniform1uiv(first_location, static_cast<GLsizei>(first.size()), first.data());
    glUniform1ui(length_location, static_cast<GLuint>(length.bound));
    glUniform1ui(counted_location, length.on_gpu ? 1 : 0);
    if (wide_)
        glUniform1ui(wide_location, aligned ? 1 : 0);
    GLint location = uniform_location;
    for (const Uniform& uniform : run.uniforms)
        set_uniform(location++, uniform);

    if (arguments) {
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, arguments->buffer);
        glDispatchComputeIndirect(arguments->first_byte());
    } else {
        const std::int64_t groups = groups_for(length.bound, elements_per_group_, run);
        const std::int64_t x = std::min(groups, max_groups_x(engine));
        glDispatchCompute(static_cast<GLuint>(x), static_cast<GLuint>(divide_rounding_up(groups, x)), 1);
    }
    if (!run.beside_next)
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
}

ElementwiseKernel::ElementwiseKernel(Engine& engine, std::string_view shader, gl::Specialization constants,
                                     int items, int group)
    : engine_(&engine), kernel_([&] {
          constants.emplace("ITEMS", std::to_string(items));
          return Kernel(engine, shader, group, std::int64_t{group} * items, std::move(constants));
      }()) {}

} // namespace scanline::compute
