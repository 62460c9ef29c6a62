#pragma once
#include "scanline/systems/system.h"

#include <filesystem>

namespace scanline::systems {

/// The program whose commands are measured; callers lend it by bench::Context.
struct Program {
    std::filesystem::path path;
};

/// Whole commands, as a person waits for them: only an experiment.
System commands_system();

} // namespace scanline::systems
