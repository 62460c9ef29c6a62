#include "scanline/bench/environment.h"

#include "scanline/core/version.h"
#include "scanline/cpu/processor.h"

#include <ctime>
#include <fmt/chrono.h>

namespace scanline::bench {

Environment make_environment(std::string command) {
    Environment environment;
    environment.processor = cpu::describe(cpu::this_processor());
    environment.timer = to_string(gl::TimerKind::wall_clock);
    environment.build_type = build_type();
    environment.version = version();
    environment.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    environment.command = std::move(command);
    return environment;
}

Environment make_environment(const gl::Capabilities& capabilities, gl::TimerKind timer, std::string command) {
    Environment environment = make_environment(std::move(command));
    environment.gpu = capabilities.renderer;
    environment.driver = capabilities.version_text;
    environment.timer = to_string(timer);
    return environment;
}

} // namespace scanline::bench
