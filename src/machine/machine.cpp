#include "scanline/machine/machine.h"

#include "scanline/core/choice.h"
#include "scanline/core/phases.h"

#include <fstream>
#include <utility>

namespace scanline::machine {

namespace {

constexpr const char *timer_test = "timer", *start_file = "start-seconds";

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

double Machine::start_seconds() const {
    // Of a driver in memory; and what a driver of a GPU takes besides, on its first use and when the process
    // ends.
    constexpr double usual = 0.06, rest = 0.3;
    double seconds = 0;
    const bool known = !options_.cache.empty() && std::ifstream(options_.cache / start_file) >> seconds;
    return context_.made ? 0 : known && seconds > usual && seconds < 10 ? seconds + rest : usual;
}

std::shared_ptr<const gl::DriverCache> Machine::driver_cache() {
    if (!cache_ && !options_.cache.empty() && !capabilities().software)
        cache_ = std::make_shared<const gl::DriverCache>(options_.cache, capabilities());
    return cache_;
}

const gl::Capabilities& Machine::capabilities() {
    if (current_)
        return *current_;
    return context_
        .get([this] {
            const Stopwatch watch(steady_time);
            auto context = std::make_unique<gl::Context>(gl::Context::headless(request_of(options_)));
            if (!options_.cache.empty() && !context->capabilities().software) {
                gl::DriverCache::make_folder(options_.cache);
                std::ofstream(options_.cache / start_file) << watch.milliseconds() / 1000;
            }
            return context;
        })
        .capabilities();
}

raster::Engine& Machine::raster() {
    const gl::Capabilities& opengl = capabilities();
    return engines_.raster.get([&] {
        const PhaseSpan span(Phase::opengl);
        return std::make_unique<raster::Engine>(
            opengl, raster::Engine::Options{.shaders = engines_.shaders, .cache = driver_cache()});
    });
}

compute::Engine& Machine::compute() {
    const gl::Capabilities& opengl = capabilities();
    return engines_.compute.get([&] {
        const PhaseSpan span(Phase::opengl);
        return std::make_unique<compute::Engine>(opengl, compute::Engine::Options{.tier = options_.tier,
                                                                                  .shaders = engines_.shaders,
                                                                                  .cache = driver_cache()});
    });
}

gl::TimerKind Machine::timer() {
    capabilities();
    if (const gl::DriverCache* const cache = timer_ ? nullptr : driver_cache().get())
        if (const auto known = cache->find(timer_test))
            timer_ = find_choice(*known, enumerators<gl::TimerKind>);
    if (!timer_) {
        const PhaseSpan span(Phase::opengl);
        // A separate cache, because testing one program needs no engine.
        gl::ProgramCache programs(shaders(), gl::ProgramCache::default_limit, driver_cache());
        timer_ = gl::choose_timer(programs);
        if (driver_cache())
            driver_cache()->keep(timer_test, to_string(*timer_));
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
