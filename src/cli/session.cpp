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

} // namespace scanline::cli
