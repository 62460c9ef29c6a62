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

/// A linked program, which knows the locations of its uniforms from then on.
class Program {
public:
    Program(ProgramHandle handle, std::string label);

    GLuint id() const { return handle_.id(); }
    /// The shader files and constants it was made from, for messages.
    const std::string& label() const { return label_; }
    /// The location of a uniform, -1 where the program does not use it (setting -1 is ignored by OpenGL).
    GLint uniform(std::string_view name) const;

private:
    ProgramHandle handle_;
    std::string label_;
    std::map<std::string, GLint, std::less<>> uniforms_; ///< locations by name
};

/// What a program is made from; the key of the cache.
struct ProgramKey {
    /// Names in the shader store, whose endings say what they are: .vert, .frag, .comp.
    std::vector<std::string> shaders;
    Specialization specialization;
    friend auto operator<=>(const ProgramKey&, const ProgramKey&) = default;
};

/// What to say of a shader that does not compile. The first line begins with file and line of the driver's
/// first complaint, or with the shader's file where the driver gives no position or says nothing, and it
/// names the shader with its constants. The driver's log follows, its line numbers mapped to the files, where
/// it says more than the first line.
std::string compile_message(const FlatSource& source, const Specialization& specialization,
                            const std::string& driver_log);

/// A program lives as long as somebody holds it, in its context.
using SharedProgram = std::shared_ptr<const Program>;

/// Compiles and links programs, and keeps those that were asked for last, so that they are made once. Whoever
/// draws with a program holds it.
///
/// Vertex attribute 0 is bound to the name `vertex`. A shader that does not compile is an Error with the text
/// of compile_message(); a program that does not link is one that begins with its label.
class ProgramCache {
public:
    /// Programs take about half a megabyte each in Mesa's software renderer.
    static constexpr std::size_t usual_limit = 512;

    /// limit: so many programs are kept; those that are held beyond it stay too.
    explicit ProgramCache(ShaderStore store, std::size_t limit = usual_limit)
        : store_(std::move(store)), limit_(limit) {}

    SharedProgram get(const ProgramKey& key);

    std::size_t size() const { return programs_.size(); }

private:
    struct Entry {
        SharedProgram program;
        std::uint64_t used = 0; ///< when it was asked for last, counted in calls
    };
    /// False where all are held.
    bool drop_oldest();

    ShaderStore store_;
    std::size_t limit_;
    std::map<ProgramKey, Entry> programs_;
    std::uint64_t calls_ = 0;
};

} // namespace scanline::gl
