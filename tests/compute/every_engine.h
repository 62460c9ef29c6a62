#pragma once
#include "compute_fixture.h"

namespace scanline::test {

/// A ComputeTest with one more engine on software renderers, which treats them as hardware: it accesses
/// vectors and uses larger groups.
class EveryEngineTest : public ComputeTest {
public:
    EveryEngineTest() {
        for (const auto& engine : ComputeTest::engines())
            engines_.push_back(engine.get());
        gl::Capabilities capabilities = context.capabilities();
        if (!capabilities.software)
            return;
        capabilities.software = false;
        hardware_.emplace(capabilities,
                          compute::Engine::Options{.tier = compute::Tier::shared_memory, .chained = true});
        engines_.push_back(&*hardware_);
    }

    const std::vector<compute::Engine*>& engines() { return engines_; }

private:
    std::optional<compute::Engine> hardware_;
    std::vector<compute::Engine*> engines_;
};

/// The name of an engine, for messages.
inline std::string name_of(const compute::Engine& engine) {
    return std::string(to_string(engine.tier())) + (engine.capabilities().software ? "" : " as on hardware");
}

} // namespace scanline::test
