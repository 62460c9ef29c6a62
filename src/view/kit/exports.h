#pragma once
#include "kit/log.h"

#include <deque>
#include <filesystem>
#include <functional>

namespace scanline::view {

/// Exports files. Asks the user before it replaces an existing file.
class Exports {
public:
    using Write = std::function<void(const std::filesystem::path&)>;

    explicit Exports(Log& log) : log_(log) {}

    /// Writes a file now, or in update() once the user has confirmed its replacement, and shows its path. Not
    /// between ImGui::NewFrame() and Render(). Errors: those of `write`.
    void save(const std::filesystem::path& path, Write write);

    /// The file whose replacement is to be confirmed; null if there is none.
    const std::filesystem::path* question() const {
        return waiting_.empty() ? nullptr : &waiting_.front().path;
    }
    /// Answers the question: the file is written in the next update(), or not at all.
    void answer(bool replace);
    /// Outside of a frame. Errors: those of the file's `write`.
    void update();

private:
    struct File {
        std::filesystem::path path;
        Write write;
    };
    void write(const File& file);

    Log& log_;
    std::deque<File> waiting_, confirmed_;
};

} // namespace scanline::view
