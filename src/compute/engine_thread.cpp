#include "scanline/compute/engine_thread.h"

#include "scanline/core/error.h"

#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace scanline::compute {

struct EngineThread::Parts {
    gl::Capabilities capabilities;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<Task> tasks;
    bool ends = false;
    std::thread thread;

    // Returns nothing once no more tasks will come.
    std::optional<Task> next() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return ends || !tasks.empty(); });
        if (tasks.empty())
            return std::nullopt;
        Task task = std::move(tasks.front());
        tasks.pop_front();
        return task;
    }

    void work(const gl::ContextRequest& request, const Engine::Options& options,
              std::promise<gl::Capabilities>& made) {
        std::optional<gl::Context> context;
        std::optional<Engine> engine;
        try {
            context.emplace(gl::Context::headless(request));
            engine.emplace(context->capabilities(), options);
        } catch (...) {
            made.set_exception(std::current_exception());
            return;
        }
        made.set_value(context->capabilities());
        while (const std::optional<Task> task = next())
            (*task)(*engine);
    }
};

EngineThread::EngineThread(const gl::ContextRequest& request, const Engine::Options& options)
    : parts_(std::make_unique<Parts>()) {
    std::promise<gl::Capabilities> made;
    std::future<gl::Capabilities> capabilities = made.get_future();
    try {
        parts_->thread =
            std::thread([parts = parts_.get(), request, options, promise = std::move(made)]() mutable {
                parts->work(request, options, promise);
            });
    } catch (const std::system_error& error) {
        throw Error(fmt::format("a thread for a GPU cannot be started: {}; run fewer", error.what()));
    }
    try {
        parts_->capabilities = capabilities.get();
    } catch (...) {
        parts_->thread.join();
        throw;
    }
}

EngineThread::~EngineThread() {
    {
        const std::scoped_lock lock(parts_->mutex);
        parts_->ends = true;
    }
    parts_->changed.notify_one();
    parts_->thread.join();
}

const gl::Capabilities& EngineThread::capabilities() const {
    return parts_->capabilities;
}

void EngineThread::add(Task task) {
    {
        const std::scoped_lock lock(parts_->mutex);
        parts_->tasks.push_back(std::move(task));
    }
    parts_->changed.notify_one();
}

} // namespace scanline::compute
