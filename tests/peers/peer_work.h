#pragma once
#include "scanline/bench/peer_interface.h"

#include <memory>
#include <string>

/// What a module of a peer is made of; peer_module.cpp makes the functions of peer_interface.h of it. Errors
/// are thrown as std::exception.
namespace scanline::peer {

/// A piece of work that is ready to run.
class Work {
public:
    Work() = default;
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;
    virtual ~Work() = default;

    /// As scanline_peer_run() and scanline_peer_result().
    virtual double run() = 0;
    virtual void result(int output, std::uint32_t* to, std::size_t size) = 0;
};

// Each module has its own.

std::unique_ptr<Work> open(const ScanlinePeerCase& work);
/// The library with its version, and the device; throws where it cannot work here.
std::string name();

} // namespace scanline::peer
