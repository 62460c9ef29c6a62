#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::gl {

/// Compile-time constants, injected into a shader as `#define NAME value` lines after its #version line.
using Specialization = std::map<std::string, std::string>;

struct SourceLine {
    std::string file; ///< name for messages: "shaders/raster/copy.frag", or the path of an overriding file
    int line = 0;     ///< from 1; 0 for an injected line, whose file names its origin
};

/// "shaders/raster/copy.frag:12"
std::string to_string(const SourceLine& line);

/// A shader with flattened includes and injected constants, and the origin of each line.
struct FlatSource {
    std::string text;
    std::vector<SourceLine> lines; ///< lines[i] is the origin of line i + 1 of text

    /// Rewrites a driver's log line by line: a position ("0:12(5): error: x", "0(12) : error: x", "ERROR:
    /// 0:12: x") becomes "file:line: " at the start of the line. Other text is unchanged.
    std::string translate_log(std::string_view log) const;
};

/// Changes a flattened shader before it is compiled. name: its file. It must keep the number of lines.
using SourceRewriter = std::function<void(std::string_view name, FlatSource& source)>;

/// The shader files: embedded at build time, optionally overridden by the files of a folder. Names are paths
/// relative to shaders/: "raster/copy.frag".
///
/// `#include "common/stream.glsl"` takes such a name and is replaced by the file's lines, each file at most
/// once per shader. A missing file or a cycle is an error that names the including line. Writes no `#line`
/// directives, because drivers lose their file number; translate_log() maps the flattened lines back instead.
class ShaderStore {
public:
    using Table = std::map<std::string, std::string, std::less<>>;

    explicit ShaderStore(Table files, std::optional<std::filesystem::path> override_folder = std::nullopt);

    /// The embedded files, overridden by the folder in the environment variable SCANLINE_SHADER_DIR if set.
    /// Throws if that is not a folder.
    static ShaderStore standard();

    /// A snapshot with the folder's files as they are now, unaffected by later changes; without overrides if
    /// the folder no longer exists.
    ShaderStore frozen() const;

    /// Makes flatten() apply `rewrite` to its result.
    void rewrite_by(SourceRewriter rewrite) { rewrite_ = std::move(rewrite); }

    /// Reads, flattens and specialises a shader. A file that does not start with `#version` (after comments)
    /// is an error; in an included file, a #version line is one.
    FlatSource flatten(std::string_view name, const Specialization& specialization = {}) const;

    /// All embedded names, sorted.
    std::vector<std::string> names() const;

private:
    struct File {
        std::string path; ///< for messages
        std::string text;
    };
    class Flattener;

    File read(std::string_view name) const;
    /// The file with that name in the folder, if any.
    std::optional<File> read_override(std::string_view name) const;

    Table files_;
    std::optional<std::filesystem::path> override_folder_;
    std::optional<std::map<std::string, File, std::less<>>> frozen_; ///< replaces the folder's contents
    SourceRewriter rewrite_;
};

} // namespace scanline::gl
