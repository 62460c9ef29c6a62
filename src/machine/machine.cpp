#include "scanline/machine/machine.h"

#include <utility>

namespace scanline::machine {

namespace {

gl::ContextRequest request_of(const Machine::Options& options) {
    gl::ContextRequest request{.highest = options.highest, .debug = options.debug};
    if (options.device >= 0)
        request.device = options.device;
    return request;
}

template <class Make>
std::string why_not(Make make) {
    try {
        make();
        return {};
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::no_opengl)
            throw;
        return error.what();
    }
}

} // namespace

template <class T>
template <class Make>
T& Machine::Lazy<T>::get(Make make) {
    if (failure)
        throw Error(*failure);
    if (made)
        return *made;
    try {
        made = make();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::no_opengl)
            failure = error;
        throw;
    }
    return *made;
}

Machine::Machine(Options options) : options_(std::move(options)) {
    engines_.shaders = options_.shaders;
    timer_ = options_.timer;
}

Machine::Machine(const gl::Capabilities& current, Options options) : Machine(std::move(options)) {
    current_ = current;
}

gl::ShaderStore Machine::shaders() const {
    return engines_.shaders ? *engines_.shaders : gl::ShaderStore::standard();
}

const gl::Capabilities& Machine::capabilities() {
    if (current_)
        return *current_;
    return context_
        .get([this] { return std::make_unique<gl::Context>(gl::Context::headless(request_of(options_))); })
        .capabilities();
}

raster::Engine& Machine::raster() {
    const gl::Capabilities& opengl = capabilities();
    return engines_.raster.get([&] {
        return std::make_unique<raster::Engine>(opengl, raster::Engine::Options{.shaders = engines_.shaders});
    });
}

compute::Engine& Machine::compute() {
    const gl::Capabilities& opengl = capabilities();
    return engines_.compute.get([&] {
        return std::make_unique<compute::Engine>(
            opengl, compute::Engine::Options{.tier = options_.tier, .shaders = engines_.shaders});
    });
}

gl::TimerKind Machine::timer() {
    capabilities();
    if (!timer_) {
        // A separate cache, because testing one program needs no engine.
        gl::ProgramCache programs(shaders());
        timer_ = gl::choose_timer(programs);
    }
    return *timer_;
}

std::string Machine::why_no_opengl() {
    return why_not([this] { capabilities(); });
}

std::string Machine::why_no_raster() {
    return why_not([this] { raster(); });
}

std::string Machine::why_no_compute() {
    return why_not([this] { compute(); });
}

const cpu::Processor& Machine::processor() {
    if (!processor_)
        processor_ = cpu::this_processor();
    return *processor_;
}

std::vector<std::string> Machine::take_debug_errors() {
    return context_.made ? context_.made->take_debug_errors() : std::vector<std::string>();
}

void Machine::use_shaders(gl::ShaderStore shaders) {
    if (accepted_ || !last_good_)
        last_good_ = std::move(engines_);
    accepted_ = false;
    engines_ = {.shaders = std::move(shaders), .compiled = false};
    if (last_good_->raster.made)
        raster();
    if (last_good_->compute.made)
        compute();
    engines_.compiled = true;
}

bool Machine::go_back(const std::function<bool()>& work) {
    Engines newest = std::exchange(engines_, std::move(*last_good_));
    last_good_.reset();
    if (work() || !newest.compiled)
        return true;
    last_good_ = std::exchange(engines_, std::move(newest));
    return false;
}

} // namespace scanline::machine
