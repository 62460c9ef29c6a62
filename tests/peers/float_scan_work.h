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

    FloatScanWork(const ScanlinePeerCase& work, Scan scan)
        : elements_(array_of<const float>(work, "elements")), sums_(array_of<float>(work, "sums")),
          threads_(static_cast<int>(number_of(work, "threads"))),
          calls_(static_cast<int>(number_of(work, "calls"))), scan_(std::move(scan)) {}

    double run() override {
        const auto begin = std::chrono::steady_clock::now();
        for (int call = 0; call < calls_; ++call)
            scan_(elements_.data, sums_.data, elements_.size, threads_);
        const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
        return time.count() / calls_;
    }
    void result(int /*output*/, std::uint32_t* /*to*/, std::size_t /*size*/) override {
        throw std::runtime_error("the sums are where they were asked for");
    }

private:
    const Array<const float> elements_;
    const Array<float> sums_;
    const int threads_, calls_;
    const Scan scan_;
};

} // namespace scanline::peer
