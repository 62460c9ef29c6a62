#pragma once
#include "scanline/core/pass_observer.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::systems {

/// Checks passes of compute shaders by their CPU twins as they run: finds wrong words that the result of the
/// algorithm hides. An observer of compute::Engine; downloads what the checked passes read and write.
///
///     ReferencePasses twins({{"iota", [](auto, const auto& words) { return counts_up(words); }}});
///     const ObserverScope scope(engine, &twins);
///     build(points);
///     twins.wrong()   // "pass iota writes wrong words"
class ReferencePasses final : public PassObserver {
public:
    using Words = std::vector<std::uint32_t>;
    /// True if the output of a pass is right. inputs: all else that is bound, in the order of the bindings.
    using Twin = std::function<bool(std::span<const Words> inputs, const Words& output)>;

    /// twins: by the names of passes; other passes are not checked.
    explicit ReferencePasses(std::map<std::string_view, Twin> twins) : twins_(std::move(twins)) {}

    void pass_ends(const Pass& pass) override;

    /// The first wrong pass.
    const std::optional<std::string>& wrong() const { return wrong_; }

private:
    std::map<std::string_view, Twin> twins_;
    std::optional<std::string> wrong_;
};

} // namespace scanline::systems
