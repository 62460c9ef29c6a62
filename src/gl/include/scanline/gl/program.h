#pragma once
#include "scanline/gl/handle.h"
#include "scanline/gl/shader_store.h"

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace scanline::gl {

/// A linked program with the locations of its uniforms.
class Program {
public:
    Program(ProgramHandle handle, std::string label);

    unsigned id() const { return handle_.id(); }
    /// Its shader files and constants, for messages.
    const std::string& label() const { return label_; }
    /// The location of a uniform; -1 if the program does not use it (OpenGL ignores setting -1).
    int uniform(std::string_view name) const;

private:
    ProgramHandle handle_;
    std::string label_;
    std::map<std::string, int, std::less<>> uniforms_; ///< locations by name
};

/// The sources of a program; the cache key.
struct ProgramKey {
    /// Names in the shader store; their extensions give the shader type: .vert, .frag, .comp.
    std::vector<std::string> shaders;
    Specialization specialization;
    friend auto operator<=>(const ProgramKey&, const ProgramKey&) = default;
};

/// The message for a shader that does not compile. The first line starts with file and line of the driver's
/// first complaint, or with the shader's file if the driver gives no position or no log, and names the shader
/// with its constants. The driver's log follows, with line numbers mapped to the files, if it says more than
/// that.
std::string compile_message(const FlatSource& source, const Specialization& specialization,
                            const std::string& driver_log);

/// A program lives, in its context, as long as someone holds it.
using SharedProgram = std::shared_ptr<const Program>;

/// Compiles and links programs, and caches the most recently used. Hold a program while drawing with it.
///
/// Binds vertex attribute 0 to the name `vertex`. Errors: a shader that does not compile, with the text of
/// compile_message(); a program that does not link, starting with its label.
class ProgramCache {
public:
    /// A program takes about half a megabyte in Mesa's software renderer.
    static constexpr std::size_t default_limit = 512;

    /// limit: number of cached programs; programs still held beyond it stay too.
    explicit ProgramCache(ShaderStore store, std::size_t limit = default_limit)
        : store_(std::move(store)), limit_(limit) {}

    SharedProgram get(const ProgramKey& key);

    std::size_t size() const { return programs_.size(); }

private:
    struct Entry {
        SharedProgram program;
        std::uint64_t used = 0; ///< time of last use, counted in calls
    };
    /// Returns false if all are held.
    bool drop_oldest();

    ShaderStore store_;
    std::size_t limit_;
    std::map<ProgramKey, Entry> programs_;
    std::uint64_t calls_ = 0;
};

} // namespace scanline::gl
