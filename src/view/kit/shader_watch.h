#pragma once
#include "scanline/gl/shader_store.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace scanline::view {

/// Watches the folder named by SCANLINE_SHADER_DIR, whose files replace the built-in shaders. Without the
/// variable nothing ever changes.
class ShaderWatch {
public:
    ShaderWatch();

    /// True if files were added, removed or written since the last call, judged by their times and sizes.
    bool changed();
    /// The current shaders. Errors: failure if a file cannot be read or disappears meanwhile.
    gl::ShaderStore shaders() const;
    /// A message if the folder has disappeared; empty otherwise.
    std::string loss() const;

private:
    struct Stamp {
        std::filesystem::file_time_type time;
        std::uintmax_t size = 0;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    using Stamps = std::map<std::filesystem::path, Stamp>;
    Stamps stamps() const;

    std::optional<std::filesystem::path> folder_;
    gl::ShaderStore store_ = gl::ShaderStore::standard();
    Stamps last_;
};

} // namespace scanline::view
