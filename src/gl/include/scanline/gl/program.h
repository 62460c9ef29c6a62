#pragma once
#include "scanline/gl/driver_cache.h"
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

/// The sources of a program; the cache key.
struct ProgramKey {
    /// Names in the shader store; their extensions give the shader type: .vert, .frag, .comp.
    std::vector<std::string> shaders;
    Specialization specialization;
    friend auto operator<=>(const ProgramKey&, const ProgramKey&) = default;
};

/// A program, compiled and linked when it is first used.
class Program {
public:
    /// Its sources, and the programs that need not be compiled.
    struct Origin {
        ProgramKey key;
        std::shared_ptr<const ShaderStore> shaders;
        std::shared_ptr<const DriverCache> cache; ///< may be null
    };
    explicit Program(Origin origin);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    /// Starts to compile. Drivers with GL_KHR_parallel_shader_compile compile several programs at a time
    /// until the first is used.
    void begin() const;
    /// Waits for the program. Errors: those of ProgramCache; the next call repeats them.
    void finish() const;

    // Both finish first.
    unsigned id() const;
    /// The location of a uniform; -1 if the program does not use it (OpenGL ignores setting -1).
    int uniform(std::string_view name) const;

    /// Its shader files and constants, for messages.
    const std::string& label() const { return label_; }

private:
    struct Compiling;

    std::string label_;
    Origin origin_;
    mutable ProgramHandle handle_;                             ///< once it is linked
    mutable std::unique_ptr<Compiling> compiling_;             ///< between begin() and finish()
    mutable std::map<std::string, int, std::less<>> uniforms_; ///< locations by name
};

/// The message for a shader that does not compile. The first line starts with file and line of the driver's
/// first complaint, or with the shader's file if the driver gives no position or no log, and names the shader
/// with its constants. The driver's log follows, with line numbers mapped to the files, if it says more than
/// that.
std::string compile_message(const FlatSource& source, const Specialization& specialization,
                            const std::string& driver_log);

/// A program lives, in its context, as long as someone holds it.
using SharedProgram = std::shared_ptr<const Program>;

/// Makes programs, and caches the most recently used. Hold a program while drawing with it.
///
/// Binds vertex attribute 0 to the name `vertex`. Errors when a program is finished: a shader that does not
/// compile, with the text of compile_message(); a program that does not link, starting with its label.
class ProgramCache {
public:
    /// A program takes about half a megabyte in Mesa's software renderer.
    static constexpr std::size_t default_limit = 512;

    /// limit: number of cached programs; programs still held beyond it stay too. cache: may be null.
    explicit ProgramCache(ShaderStore store, std::size_t limit = default_limit,
                          std::shared_ptr<const DriverCache> cache = {})
        : store_(std::make_shared<const ShaderStore>(std::move(store))), cache_(std::move(cache)),
          limit_(limit) {}

    /// A program that is finished, or that finishes when it is used.
    SharedProgram get(const ProgramKey& key);
    SharedProgram begin(const ProgramKey& key);

    /// The text of a shader with its includes and constants.
    std::string source(const std::string& shader, const Specialization& specialization) const {
        return store_->flatten(shader, specialization).text;
    }
    /// May be null.
    const DriverCache* driver_cache() const { return cache_.get(); }

    std::size_t size() const { return programs_.size(); }

private:
    struct Entry {
        SharedProgram program;
        std::uint64_t used = 0; ///< time of last use, counted in calls
    };
    /// Returns false if all are held.
    bool drop_oldest();

    std::shared_ptr<const ShaderStore> store_;
    std::shared_ptr<const DriverCache> cache_;
    std::size_t limit_;
    std::map<ProgramKey, Entry> programs_;
    std::uint64_t calls_ = 0;
};

} // namespace scanline::gl
