#pragma once
#include "scanline/compute/device_array.h"
#include "scanline/compute/engine.h"
#include "support/gl_test.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace scanline::test {

/// The fixture of tests of compute primitives, or in templates the first object: a context, and an engine of
/// every tier that this driver supports.
class ComputeTest : public GlTest {
public:
    using Engines = std::vector<std::unique_ptr<compute::Engine>>;

    ComputeTest() : engines_(make_engines(context.capabilities())) {
        for (const compute::Tier tier : enumerators<compute::Tier>)
            if (!offers(tier))
                WARN("no tier " << to_string(tier) << ": " << context.capabilities().renderer
                                << " does not offer it");
    }

    const gl::Capabilities& capabilities() const { return context.capabilities(); }
    /// The engine of the highest tier.
    compute::Engine& engine() { return *engines_.back(); }
    const Engines& engines() { return engines_; }

    /// The same, treating a software renderer as hardware or vice versa: other groups, and elements accessed
    /// in fours or one by one.
    const Engines& other_engines() {
        if (others_.empty()) {
            gl::Capabilities other = context.capabilities();
            other.software = !other.software;
            others_ = make_engines(other);
        }
        return others_;
    }

private:
    Engines make_engines(const gl::Capabilities& capabilities) const {
        Engines engines;
        for (const compute::Tier tier : enumerators<compute::Tier>)
            if (offers(tier))
                engines.push_back(std::make_unique<compute::Engine>(
                    capabilities, compute::Engine::Options{.tier = tier, .chained = true}));
        return engines;
    }
    bool offers(compute::Tier tier) const {
        const gl::Capabilities& capabilities = context.capabilities();
        switch (tier) {
        case compute::Tier::shared_memory: return true;
        case compute::Tier::ballot: return capabilities.shader_ballot && capabilities.shader_int64;
        case compute::Tier::subgroup: return capabilities.compute_subgroups;
        }
        return false;
    }

    Engines engines_, others_;
};

/// Elements on the GPU between guard words, equally many on both sides, so that the elements begin at an odd
/// position. Poisoned if no values are given.
template <class T>
class GuardedArray {
public:
    explicit GuardedArray(std::int64_t size, std::int64_t before = guard_size)
        : before_(before), size_(size), array_(all_guards(size, before)) {}
    explicit GuardedArray(const std::vector<T>& values, std::int64_t before = guard_size)
        : GuardedArray(static_cast<std::int64_t>(values.size()), before) {
        compute::upload<T>(view(), values);
    }

    compute::ArrayView<T> view() { return array_.view().part(before_, size_); }
    std::vector<T> download() const {
        const std::vector<T> all = array_.download();
        return {all.begin() + before_, all.begin() + before_ + size_};
    }
    /// True if the guard words are unchanged.
    bool intact() const {
        const std::vector<T> all = array_.download();
        const auto is_guard = [](const T& value) { return value == guard(); };
        return std::all_of(all.begin(), all.begin() + before_, is_guard) &&
               std::all_of(all.begin() + before_ + size_, all.end(), is_guard);
    }

    static constexpr std::int64_t guard_size = 64;

private:
    static T guard() {
        if constexpr (std::is_same_v<T, compute::Pair>)
            return {0xdeadbeefu, 0xdeadbeefu};
        else
            return static_cast<T>(1'234'567'891);
    }
    static std::vector<T> all_guards(std::int64_t size, std::int64_t before) {
        return std::vector<T>(static_cast<std::size_t>(before + size + guard_size), guard());
    }

    std::int64_t before_, size_;
    compute::DeviceArray<T> array_;
};

} // namespace scanline::test
