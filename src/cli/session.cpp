#include "session.h"

namespace scanline::cli {

namespace {

gl::ContextRequest request(int device, bool debug) {
    gl::ContextRequest request;
    request.debug = debug;
    if (device >= 0)
        request.device = device;
    return request;
}

} // namespace

Session::Session(int device, bool debug)
    : context_(gl::Context::headless(request(device, debug))), engine_(context_.capabilities()),
      timer_(gl::choose_timer(engine_.programs())) {}

compute::Engine& Session::make_compute_engine(std::optional<compute::Tier> tier) {
    compute_engine_ =
        std::make_unique<compute::Engine>(context_.capabilities(), compute::Engine::Options{.tier = tier});
    return *compute_engine_;
}

} // namespace scanline::cli
