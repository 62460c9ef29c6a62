#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::gl {

/// Compile-time constants injected into a shader as `#define NAME value` lines behind its #version line.
using Specialization = std::map<std::string, std::string>;

struct SourceLine {
    std::string file; ///< as messages name it: "shaders/raster/copy.frag", or the path of an overriding file
    int line = 0;     ///< from 1; 0 for a line that was injected, whose file says by what
};

/// "shaders/raster/copy.frag:12"
std::string to_string(const SourceLine& line);

/// A shader with its includes flattened and its specialisation injected, and where each line came from.
struct FlatSource {
    std::string text;
    std::vector<SourceLine> lines; ///< lines[i] is the origin of line i + 1 of text

    /// Rewrites a driver's log line by line: a position ("0:12(5): error: x", "0(12) : error: x", "ERROR:
    /// 0:12: x") becomes "file:line: " at the beginning of the line; what it does not recognise stays as it
    /// is.
    std::string translate_log(std::string_view log) const;
};

/// The shader files: embedded at build time, overridden by the files of a folder where one is given. Names
/// are paths relative to shaders/: "raster/copy.frag".
///
/// `#include "common/stream.glsl"` takes a name of the same kind, is replaced by the file's lines, each file
/// at most once per shader. A missing file and a cycle are errors that name the line that asked. No `#line`
/// directives are written, because drivers lose their file number; translate_log() maps the flattened lines
/// back instead.
class ShaderStore {
public:
    using Table = std::map<std::string, std::string, std::less<>>;

    explicit ShaderStore(Table files, std::optional<std::filesystem::path> override_folder = std::nullopt);

    /// The embedded files, overridden by the folder of the environment variable SCANLINE_SHADER_DIR where it
    /// is set. Throws where that is not a folder.
    static ShaderStore standard();

    /// The same with the files of the folder as they are now, whatever becomes of them; of a folder that is
    /// no longer there, none.
    ShaderStore frozen() const;

    /// Reads, flattens and specialises one shader. A file that does not begin with `#version` (after
    /// comments) is an error, except below an include, where a #version line is one.
    FlatSource flatten(std::string_view name, const Specialization& specialization = {}) const;

    /// All embedded names in order.
    std::vector<std::string> names() const;

private:
    struct File {
        std::string path; ///< as messages name it
        std::string text;
    };
    class Flattener;

    File read(std::string_view name) const;
    /// The file of that name in the folder; none where there is none.
    std::optional<File> read_override(std::string_view name) const;

    Table files_;
    std::optional<std::filesystem::path> override_folder_;
    std::optional<std::map<std::string, File, std::less<>>> frozen_; ///< in place of what is in the folder
};

} // namespace scanline::gl
