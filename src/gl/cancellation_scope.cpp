#include "scanline/gl/cancellation_scope.h"

#include <GL/glew.h>

namespace scanline::gl {

namespace {

/// Enough that the GPU never waits for the next one.
constexpr std::size_t max_passes_behind = 8;
constexpr GLuint64 patience = 20'000'000; // nanoseconds

std::vector<PassObserver*> with(PassObserver& watch, PassObserver* before) {
    std::vector<PassObserver*> observers{&watch};
    if (before != nullptr)
        observers.push_back(before);
    return observers;
}

} // namespace

// First in the chain: no other observer sees a pass that does not begin.
CancellationScope::CancellationScope(Observed& engine, const CancelHook& hook)
    : watch_(hook), both_(with(watch_, engine.observer())) {
    if (hook)
        scope_.emplace(engine, &both_);
}

CancellationScope::Watch::~Watch() {
    for (const GLsync fence : running_)
        glDeleteSync(fence);
}

void CancellationScope::Watch::ask() const {
    if (hook_())
        throw Cancelled();
}

void CancellationScope::Watch::pass_begins(const Pass& /*pass*/) {
    ask();
    while (running_.size() > max_passes_behind)
        wait_for_first();
}

void CancellationScope::Watch::pass_ends(const Pass& /*pass*/) {
    // Without fences, poll only as passes are announced.
    if (GLEW_VERSION_3_2 || GLEW_ARB_sync)
        running_.push_back(glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
}

void CancellationScope::Watch::wait_for_first() {
    while (glClientWaitSync(running_.front(), GL_SYNC_FLUSH_COMMANDS_BIT, patience) == GL_TIMEOUT_EXPIRED)
        ask();
    glDeleteSync(running_.front());
    running_.pop_front();
}

} // namespace scanline::gl
