#include "scanline/compute/engine.h"
#include "scanline/compute/device_array.h"
#include "scanline/compute/kernel.h"
#include "scanline/compute/look_back.h"
#include "scanline/compute/scan.h"
#include "scanline/core/number.h"

#include <GL/glew.h>
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>

namespace scanline::compute {

namespace {

void require(const gl::Capabilities& capabilities) {
    if (!capabilities.compute_shader)
        throw Error(
            ErrorKind::no_opengl,
            fmt::format("compute shaders need OpenGL 4.3, and {} has {}: use another driver or device, "
                        "or the backend cpu",
                        capabilities.renderer, gl::to_string(capabilities.version)));
}

bool has(const gl::Capabilities& capabilities, Tier tier) {
    switch (tier) {
    case Tier::shared_memory: return true;
    case Tier::ballot: return capabilities.shader_ballot && capabilities.shader_int64;
    case Tier::subgroup: return capabilities.compute_subgroups;
    }
    return false;
}

constexpr int self_test_group = 64;

// Returns the result of a test, from an earlier run if it is known. shader: one that the test depends on.
template <class Test>
std::string result_of(gl::ProgramCache& programs, const std::string& test, const std::string& shader,
                      Test run) {
    const gl::DriverCache* const cache = programs.driver_cache();
    const std::string name = cache ? test + "\n" + programs.source(shader, {}) : "";
    if (const auto known = cache ? cache->find(name) : std::nullopt)
        return *known;
    std::string result = run();
    if (cache)
        cache->keep(name, result);
    return result;
}

// Runs chained scans of several hundred tiles, with and without silent tiles, and checks the results.
bool chained_scan_works(Engine& engine) {
    constexpr std::int64_t tiles = 700; // more than most hardware runs at once
    constexpr int rounds = 8, partition = 2048;
    const auto make = [&](int silent) {
        return Scan<std::uint32_t>(
            engine, {.order = ScanOrder::chained, .partition = partition, .silent_tiles = silent});
    };
    const std::array scans{make(0), make(7)}; // which compile side by side
    for (const Scan<std::uint32_t>& scan : scans) {
        std::vector<std::uint32_t> expected(static_cast<std::size_t>(tiles * scan.partition() - 1), 1);
        const DeviceArray<std::uint32_t> ones(expected);
        DeviceArray<std::uint32_t> sums(ones.size());
        std::iota(expected.begin(), expected.end(), 1u);
        for (int round = 0; round < rounds; ++round) {
            scan(ones.view(), sums.view());
            if (sums.download() != expected)
                return false;
        }
    }
    return true;
}

} // namespace

Engine::Engine(const gl::Capabilities& capabilities, const Options& options)
    : capabilities_(capabilities), programs_(options.shaders ? *options.shaders : gl::ShaderStore::standard(),
                                             gl::ProgramCache::default_limit, options.cache),
      look_back_(std::make_unique<LookBack>()), chained_(options.chained) {
    require(capabilities);
    gl::check_caller("setting up the compute engine");
    const gl::ComputeStateGuard guard;
    if (options.tier) {
        if (!has(capabilities, *options.tier) || !tier_works(*options.tier))
            throw Error(ErrorKind::no_opengl,
                        fmt::format("the tier {} {} {}: leave the choice open, or ask for shared-memory",
                                    to_string(*options.tier),
                                    has(capabilities, *options.tier) ? "does not pass its self-test on"
                                                                     : "is not offered by",
                                    capabilities.renderer));
    } else {
        const bool any = std::any_of(enumerators<Tier>.rbegin(), enumerators<Tier>.rend(),
                                     [&](Tier tier) { return has(capabilities, tier) && tier_works(tier); });
        if (!any)
            throw Error(ErrorKind::no_opengl,
                        fmt::format("compute shaders of {} give wrong results: use another driver or device, "
                                    "or the backend cpu",
                                    capabilities.renderer));
    }
    dispatch_groups_ = std::make_unique<Kernel>(*this, "compute/dispatch_groups", 1, 1, gl::Specialization{});
}

Engine::~Engine() = default;

// Leaves tier_ and lanes_ at the values tried.
bool Engine::tier_works(Tier tier) {
    tier_ = tier;
    const std::string found =
        result_of(programs_, fmt::format("tier {}", to_string(tier)), "compute/tier_self_test.comp", [&] {
            const Kernel kernel(*this, "compute/tier_self_test", self_test_group, 1, {});
            const DeviceArray<std::uint32_t> result(2);
            kernel.run(*this, 1, {.pass = "tier-self-test", .bindings = {{"result", result.view().range()}}});
            const std::vector<std::uint32_t> words = result.download();
            return words[0] == self_test_group ? std::to_string(words[1]) : "";
        });
    lanes_ = read_number<int>(found, {1, self_test_group}).value_or(0);
    return lanes_ > 0;
}

bool Engine::chained_allowed() {
    if (!chained_)
        chained_ =
            !capabilities_.software &&
            result_of(programs_, fmt::format("chained scan, {}", to_string(tier_)), "compute/scan_tile.comp",
                      [this] { return chained_scan_works(*this) ? "works" : "fails"; }) == "works";
    return *chained_;
}

bool Engine::transfers() const {
    return !capabilities_.software && Transfer::is_offered(capabilities_);
}

Transfer& Engine::large_transfer() {
    if (!large_transfer_)
        large_transfer_.emplace();
    return *large_transfer_;
}

namespace {

constexpr std::size_t small_bytes = std::size_t{64} << 10, large_bytes = std::size_t{1} << 20;

} // namespace

void Engine::upload_bytes(const BufferRange& range, std::span<const std::byte> bytes) {
    if (bytes.size() >= large_bytes && transfers())
        large_transfer().upload(range, bytes);
    else
        compute::upload_bytes(range, bytes);
}

void Engine::download_bytes(const BufferRange& range, std::span<std::byte> bytes) {
    if (bytes.size() >= large_bytes && transfers()) {
        large_transfer().download(range, bytes);
    } else if (bytes.size() <= small_bytes && transfers()) {
        // Counts, for which the next step waits.
        if (!small_transfer_)
            small_transfer_.emplace(Transfer::Options{.piece = small_bytes, .threads = 1});
        small_transfer_->download(range, bytes);
    } else {
        compute::download_bytes(range, bytes);
    }
}

Operation::Operation(Engine& engine, std::string_view name)
    : engine_(engine), name_(name), scratch_(engine.arena()) {
    if (engine_.operations_ == 0) {
        gl::check_caller(name);
        guard_.emplace();
    }
    ++engine_.operations_;
}

Operation::~Operation() {
    if (--engine_.operations_ == 0)
        glMemoryBarrier(GL_ALL_BARRIER_BITS);
}

void Operation::require_fits(const BufferRange& range, std::string_view what) const {
    const gl::Capabilities& capabilities = engine_.capabilities();
    const std::int64_t limit = capabilities.max_storage_block;
    const std::int64_t skipped = range.first_byte() % capabilities.storage_offset_alignment;
    if (range.bytes() + skipped > limit)
        throw usage_error(fmt::format("{}: the {} has {} elements of {} ({} bytes), but {} binds at most {} "
                                      "bytes at once: work on parts of it",
                                      name_, what, range.size, to_string(range.type), range.bytes(),
                                      capabilities.renderer, limit));
}

void Operation::require_size(const BufferRange& range, std::int64_t size, std::string_view what) const {
    if (range.size != size)
        throw usage_error(
            fmt::format("{}: {} elements given for the {}, {} needed", name_, range.size, what, size));
    require_fits(range, what);
}

void Operation::require_at_least(const BufferRange& range, std::int64_t size, std::string_view what) const {
    if (range.size < size)
        throw usage_error(fmt::format("{}: {} elements given for the {}, at least {} needed", name_,
                                      range.size, what, size));
    require_fits(range, what);
}

void Operation::require_apart(const BufferRange& a, std::string_view what_a, const BufferRange& b,
                              std::string_view what_b) const {
    if (a.overlaps(b))
        throw usage_error(fmt::format("{}: the {} (bytes {} to {} of buffer {}) and the {} (bytes {} to {}) "
                                      "overlap: give them memory of their own",
                                      name_, what_a, a.first_byte(), a.first_byte() + a.bytes(), a.buffer,
                                      what_b, b.first_byte(), b.first_byte() + b.bytes()));
}

void Operation::require_same_or_apart(const BufferRange& a, std::string_view what_a, const BufferRange& b,
                                      std::string_view what_b) const {
    if (!a.same_as(b))
        require_apart(a, what_a, b, what_b);
}

void Operation::require_count(const std::optional<BufferRange>& count, const BufferRange& output) const {
    if (!count)
        return;
    require_at_least(*count, 1, "count");
    require_apart(*count, "count", output, "output");
}

} // namespace scanline::compute
