#pragma once
#include "peer_work.h"

#include <chrono>
#include <functional>
#include <stdexcept>

namespace scanline::peer {

/// Prefix sums of floats where they are, by a function, timed by the steady clock.
class FloatScanWork final : public Work {
public:
    using Scan = std::function<void(const float* floats, float* sums, std::size_t size, int threads)>;

    FloatScanWork(const ScanlinePeerCase& work, Scan scan) : work_(work), scan_(std::move(scan)) {}

    double run() override {
        const auto begin = std::chrono::steady_clock::now();
        for (std::uint32_t call = 0; call < work_.calls; ++call)
            scan_(work_.floats, work_.sums, work_.size, static_cast<int>(work_.threads));
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
        return time.count() / work_.calls;
    }
    void result(int /*output*/, std::uint32_t* /*to*/, std::size_t /*size*/) override {
        throw std::runtime_error("the sums are where they were asked for");
    }

private:
    const ScanlinePeerCase work_;
    const Scan scan_;
};

} // namespace scanline::peer
