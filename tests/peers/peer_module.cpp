#include "peer_work.h"

#include <exception>

namespace {

using scanline::peer::Work;

thread_local std::string last_error;

// What `work` gives, or `failed` where it throws: no exception may leave the module.
template <class Result, class Function>
Result guarded(Result failed, Function work) {
    try {
        return work();
    } catch (const std::exception& error) {
        last_error = error.what();
        return failed;
    }
}

} // namespace

int scanline_peer_interface() {
    return SCANLINE_PEER_INTERFACE;
}

const char* scanline_peer_error() {
    return last_error.c_str();
}

const char* scanline_peer_name() {
    static std::string name;
    return guarded<const char*>(nullptr, [] {
        name = scanline::peer::name();
        return name.c_str();
    });
}

void* scanline_peer_open(const ScanlinePeerCase* work) {
    return guarded<void*>(nullptr, [work] { return scanline::peer::open(*work).release(); });
}

double scanline_peer_run(void* opened) {
    return guarded(-1.0, [opened] { return static_cast<Work*>(opened)->run(); });
}

int scanline_peer_result(void* opened, int output, std::uint32_t* to, std::uint64_t size) {
    return guarded(0, [=] {
        static_cast<Work*>(opened)->result(output, to, size);
        return 1;
    });
}

void scanline_peer_close(void* opened) {
    delete static_cast<Work*>(opened);
}
