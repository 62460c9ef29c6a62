#pragma once
#include "scanline/gl/shader_store.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>

namespace scanline::view {

/// Looks after the folder that SCANLINE_SHADER_DIR names, whose files stand in for the built-in shaders while
/// they are edited. Without the variable nothing ever changes.
class ShaderWatch {
public:
    ShaderWatch();

    /// Whether files have come, gone or been written since the last call, by their times and sizes.
    bool changed();
    /// The shaders as they are now. Errors: where a file cannot be read, or goes while it is.
    gl::ShaderStore shaders() const;
    /// What to say where the folder was there and is not any more; empty otherwise.
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
