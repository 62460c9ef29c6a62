#pragma once
#include "scanline/core/cancellation.h"
#include "scanline/core/pass_observer.h"
#include "scanline/gl/functions.h"

#include <deque>
#include <optional>

namespace scanline::gl {

/// Lets a hook cancel an engine's work for the length of a scope. Polls it before every pass, and while
/// waiting for the GPU, which may lag only a few passes behind. Algorithms then throw Cancelled; the GPU
/// still finishes the passes it has begun. Does nothing for an empty hook.
///
///     const gl::CancellationScope scope(engine, [] { return interrupted(); });
///     sort(keys, keys);
class CancellationScope {
public:
    /// hook: not owned.
    CancellationScope(Observed& engine, const CancelHook& hook);

private:
    class Watch final : public PassObserver {
    public:
        explicit Watch(const CancelHook& hook) : hook_(hook) {}
        ~Watch() override;
        Watch(const Watch&) = delete;
        Watch& operator=(const Watch&) = delete;

        void pass_begins(const Pass& pass) override;
        void pass_ends(const Pass& pass) override;

    private:
        void ask() const;
        void wait_for_first();

        const CancelHook& hook_;
        std::deque<Sync> running_; ///< one after each pass that the GPU may still run
    };

    Watch watch_;
    ObserverChain both_;
    std::optional<ObserverScope> scope_;
};

} // namespace scanline::gl
