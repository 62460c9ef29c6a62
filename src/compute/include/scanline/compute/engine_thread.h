#pragma once
#include "scanline/compute/engine.h"
#include "scanline/gl/context.h"

#include <functional>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

namespace scanline::compute {

/// A thread with its own headless OpenGL context and engine, to keep several GPUs busy, or one through
/// several contexts. Work runs in submission order. Objects made on the thread must be destroyed there,
/// before the EngineThread, whose destructor waits for all work.
///
///     EngineThread first({.device = 0}), second({.device = 1});
///     auto a = first.run([](Engine& engine) { return sorted(engine, ...); });
///     auto b = second.run([](Engine& engine) { return sorted(engine, ...); });
///     merge(a.get(), b.get());
class EngineThread {
public:
    /// Errors: those of gl::Context::headless() and Engine.
    explicit EngineThread(const gl::ContextRequest& request, const Engine::Options& options = {});
    ~EngineThread();
    EngineThread(const EngineThread&) = delete;
    EngineThread& operator=(const EngineThread&) = delete;

    const gl::Capabilities& capabilities() const;

    /// Runs work(engine) on the thread; the future holds its result or exception.
    template <class Work>
    std::future<std::invoke_result_t<Work, Engine&>> run(Work work) {
        using Result = std::invoke_result_t<Work, Engine&>;
        // std::function requires a copyable target, which a packaged_task is not.
        const auto task = std::make_shared<std::packaged_task<Result(Engine&)>>(std::move(work));
        std::future<Result> result = task->get_future();
        add([task](Engine& engine) { (*task)(engine); });
        return result;
    }

private:
    using Task = std::function<void(Engine&)>;
    void add(Task task);

    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace scanline::compute
