#pragma once
#include "scanline/core/clock.h"
#include "scanline/core/pass_observer.h"

#include <optional>
#include <string>

namespace scanline::cube::test {

/// Writes how long each stage takes on the CPU: " key 12.5 index 3.1".
struct StageTimes final : PassObserver {
    std::optional<Stopwatch> watch;
    std::string text;

    void stage_begins(std::string_view) override { watch.emplace(steady_time); }
    void stage_ends(std::string_view stage) override {
        text += " " + std::string(stage) + " " + std::to_string(watch->milliseconds());
    }
};

} // namespace scanline::cube::test
