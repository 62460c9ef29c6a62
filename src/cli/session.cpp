#include "session.h"

namespace scanline::cli {

namespace {

gl::ContextRequest request(int device) {
    gl::ContextRequest request;
    if (device >= 0)
        request.device = device;
    return request;
}

} // namespace

Session::Session(int device)
    : context_(gl::Context::headless(request(device))), engine_(context_.capabilities()),
      timer_(gl::choose_timer(engine_.programs())) {}

} // namespace scanline::cli
