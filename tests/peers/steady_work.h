#pragma once
#include "peer_work.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

namespace scanline::peer {

using Words = std::vector<std::uint32_t>;

/// Work in the memory of this program, timed by the steady clock.
class SteadyWork : public Work {
public:
    double run() final {
        prepare();
        const auto begin = std::chrono::steady_clock::now();
        work();
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    }

    void result(int output, std::uint32_t* to, std::size_t size) final {
        const Words words = output == SCANLINE_PEER_RESULTS ? results() : companions();
        if (size > words.size())
            throw std::runtime_error("there are only " + std::to_string(words.size()) + " words");
        std::copy_n(words.begin(), size, to);
    }

protected:
    /// Puts in order before each run, untimed, what work() wants so.
    virtual void prepare() {}
    virtual void work() = 0;
    virtual Words results() const = 0;
    virtual Words companions() const { return {}; }
};

} // namespace scanline::peer
