#pragma once
#include "scanline/compute/arena.h"
#include "scanline/compute/transfer.h"
#include "scanline/core/error.h"
#include "scanline/core/named.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/capabilities.h"
#include "scanline/gl/program.h"
#include "scanline/gl/state_guard.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace scanline::compute {

/// How the invocations of a group exchange values. Results are the same in every tier.
enum class Tier {
    shared_memory, ///< T0: OpenGL 4.3 alone
    ballot,        ///< T1: ARB_shader_ballot, any number of lanes
    subgroup,      ///< T2: KHR_shader_subgroup, any power-of-two number of lanes
};
constexpr auto table_of(Tier) {
    using enum Tier;
    return named<Tier>({{shared_memory, "shared-memory"}, {ballot, "ballot"}, {subgroup, "subgroup"}});
}
using scanline::to_string;

class GroupWatch;
class Kernel;
class LookBack;

/// The shared state of the algorithms in one OpenGL context: programs, scratch memory, tier, limits. Needs
/// OpenGL 4.3. One per context, which must be current on every use; it must outlive everything made with it.
///
/// The end of a call is a glMemoryBarrier(GL_ALL_BARRIER_BITS), so results may be drawn, read or bound as
/// anything next. What the program's own shaders have written before a call needs the barrier
/// GL_SHADER_STORAGE_BARRIER_BIT first; what glBufferSubData and other calls have written needs none. Calls
/// do not wait for the GPU, except those that return values from it.
///
/// Errors of every call: usage for wrong arguments; those of gl::check_caller().
///
///     gl::Context context = gl::Context::headless();
///     Engine engine(context.capabilities());
///     DeviceArray<std::uint32_t> numbers(...);
///     Scan<std::uint32_t> scan(engine);
///     scan(numbers.view(), numbers.view());
class Engine : public Observed {
public:
    struct Options {
        /// None: the highest that this driver supports and that passes its self-test.
        std::optional<Tier> tier{};
        /// True if groups may wait for each other (bounded, see look_back.glsl). None: true on hardware that
        /// passes the self-test.
        std::optional<bool> chained{};
        std::optional<gl::ShaderStore> shaders{};       ///< none: gl::ShaderStore::standard()
        std::shared_ptr<const gl::DriverCache> cache{}; ///< of earlier runs
    };

    /// Errors: no_opengl below OpenGL 4.3, and if the requested tier is missing or fails its self-test.
    Engine(const gl::Capabilities& capabilities, const Options& options);
    explicit Engine(const gl::Capabilities& capabilities) : Engine(capabilities, Options{}) {}
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    const gl::Capabilities& capabilities() const { return capabilities_; }
    Tier tier() const { return tier_; }
    /// Lanes that exchange values without shared memory; 1 in Tier::shared_memory.
    int lanes() const { return lanes_; }
    /// True if chained scans may be used. Tested once.
    bool chained_allowed();

    gl::ProgramCache& programs() { return programs_; }
    Arena& arena() { return arena_; }
    LookBack& look_back() { return *look_back_; }
    /// Kernels made from now on are watched; null for none. Not owned; outlives them.
    void set_watch(GroupWatch* watch) { watch_ = watch; }
    GroupWatch* watch() const { return watch_; }

    // As compute::upload() and the like, but hardware gets and gives large arrays in a faster way: see
    // Transfer.
    template <class T>
    void upload(ArrayView<T> array, std::span<const T> values) {
        upload_bytes(array.range(), std::as_bytes(values));
    }
    template <class T>
    std::vector<std::remove_const_t<T>> download(ArrayView<T> array) {
        std::vector<std::remove_const_t<T>> values(static_cast<std::size_t>(array.size()));
        download_bytes(array.range(), std::as_writable_bytes(std::span(values)));
        return values;
    }
    void upload_bytes(const BufferRange& range, std::span<const std::byte> bytes);
    void download_bytes(const BufferRange& range, std::span<std::byte> bytes);

    /// The kernel that turns a count on the GPU into indirect dispatch arguments.
    const Kernel& dispatch_groups() const { return *dispatch_groups_; }

private:
    friend class Operation;

    bool tier_works(Tier tier);
    bool transfers() const;
    Transfer& large_transfer();

    gl::Capabilities capabilities_;
    gl::ProgramCache programs_;
    Arena arena_;
    std::unique_ptr<LookBack> look_back_;
    std::optional<Transfer> large_transfer_, small_transfer_;
    std::unique_ptr<Kernel> dispatch_groups_;
    Tier tier_ = Tier::shared_memory;
    int lanes_ = 1;
    std::optional<bool> chained_;
    GroupWatch* watch_ = nullptr;
    int operations_ = 0; ///< nesting depth of running operations
};

/// The scope of one algorithm call: restores the OpenGL state and releases scratch at its end, checks
/// arguments and names the algorithm in errors. Operations nest; the outermost saves the state and ends with
/// the barrier. An application that makes many calls in a row can wrap them in one, to do so only once:
///
///     const Operation many(engine, "my frame");
///     for (...) scan(a, b);
class Operation {
public:
    Operation(Engine& engine, std::string_view name);
    ~Operation();
    Operation(const Operation&) = delete;
    Operation& operator=(const Operation&) = delete;

    std::string_view name() const { return name_; }
    Arena::Scope& scratch() { return scratch_; }

    // Each throws a usage error that names the operation, the values and the limit.
    /// Requires that the range can be bound as one storage block and counted in 32 bits.
    void require_fits(const BufferRange& range, std::string_view what) const;
    void require_size(const BufferRange& range, std::int64_t size, std::string_view what) const;
    void require_at_least(const BufferRange& range, std::int64_t size, std::string_view what) const;
    void require_apart(const BufferRange& a, std::string_view what_a, const BufferRange& b,
                       std::string_view what_b) const;
    /// Requires that the ranges are identical or disjoint.
    void require_same_or_apart(const BufferRange& a, std::string_view what_a, const BufferRange& b,
                               std::string_view what_b) const;
    /// Requires that a count on the GPU, if any, has an element and does not overlap the output.
    void require_count(const std::optional<BufferRange>& count, const BufferRange& output) const;

private:
    Engine& engine_;
    std::string_view name_;
    std::optional<gl::ComputeStateGuard> guard_;
    Arena::Scope scratch_;
};

} // namespace scanline::compute
