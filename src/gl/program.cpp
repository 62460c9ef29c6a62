#include "scanline/gl/program.h"

#include "current_features.h"

#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/gl/context.h"

#include <GL/glew.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string_view>

namespace scanline::gl {
namespace {

template <class GetParameter, class GetLog>
std::string read_log(GLuint id, GetParameter get_parameter, GetLog get_log) {
    GLint length = 0;
    get_parameter(id, GL_INFO_LOG_LENGTH, &length);
    std::string log(static_cast<std::size_t>(std::max(length, 0)), '\0');
    if (log.empty())
        return log;
    GLsizei written = 0;
    get_log(id, length, &written, log.data());
    log.resize(static_cast<std::size_t>(std::max(written, 0)));
    return log;
}

bool says_error(std::string line) {
    std::transform(line.begin(), line.end(), line.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return line.find("error") != std::string::npos;
}

// Drivers put warnings and headings before the actual error.
std::string first_complaint(const std::string& log) {
    std::istringstream lines(log);
    std::string first;
    for (std::string line; std::getline(lines, line);) {
        if (says_error(line))
            return line;
        if (first.empty())
            first = line;
    }
    return first.empty() ? "the driver gives no reason" : first;
}

// A one-line log adds nothing to the first line of the message.
std::string with_log(const std::string& first_line, const std::string& log) {
    const std::size_t begin = std::min(log.find_first_not_of('\n'), log.size());
    const std::size_t end = log.find_last_not_of('\n') + 1;
    return log.find('\n', begin) < end ? fmt::format("{}\n{}", first_line, log) : first_line;
}

std::string label_of(const std::string& files, const Specialization& specialization) {
    std::vector<std::string> constants;
    for (const auto& [name, value] : specialization)
        constants.push_back(fmt::format("{}={}", name, value));
    return constants.empty() ? files : fmt::format("{} [{}]", files, fmt::join(constants, ", "));
}

// The shader type given by the file extension.
GLenum shader_type(const std::string& name) {
    if (name.ends_with(".vert"))
        return GL_VERTEX_SHADER;
    if (name.ends_with(".frag"))
        return GL_FRAGMENT_SHADER;
    if (name.ends_with(".comp"))
        return GL_COMPUTE_SHADER;
    throw usage_error(fmt::format(
        "'{}' does not say what kind of shader it is: its name must end in .vert, .frag or .comp", name));
}

} // namespace

std::string compile_message(const FlatSource& source, const Specialization& specialization,
                            const std::string& driver_log) {
    const std::string log = source.translate_log(driver_log);
    const std::string complaint = first_complaint(log);
    // The first line of a shader never comes from an include.
    const std::string label = label_of(source.lines.front().file, specialization);
    const bool has_position =
        std::any_of(source.lines.begin(), source.lines.end(), [&](const SourceLine& line) {
            return line.line != 0 && complaint.starts_with(to_string(line) + ": ");
        });
    return with_log(has_position ? fmt::format("{} (compiling {})", complaint, label)
                                 : fmt::format("{} does not compile: {}", label, complaint),
                    log);
}

struct Program::Compiling {
    ProgramHandle program = ProgramHandle::create();
    bool is_linked = false; ///< by a stored binary
    std::vector<FlatSource> sources{};
    std::vector<ShaderHandle> shaders{};
    std::string text{}; ///< of all, for DriverCache
};

Program::Program(Origin origin)
    : label_(label_of(fmt::format("{}", fmt::join(origin.key.shaders, " + ")), origin.key.specialization)),
      origin_(std::move(origin)) {}
Program::~Program() {
    if (leaves_contexts_to_system()) // deleting a program waits until it is compiled
        static_cast<void>(compiling_.release());
}

void Program::begin() const {
    if (handle_.id() != 0 || compiling_)
        return;
    const PhaseSpan span(Phase::compile);
    auto compiling = std::make_unique<Compiling>();
    for (const std::string& name : origin_.key.shaders) {
        compiling->sources.push_back(origin_.shaders->flatten(name, origin_.key.specialization));
        compiling->text += name + '\n' + compiling->sources.back().text;
    }
    const GLuint program = compiling->program.id();
    if (origin_.cache && origin_.cache->load(program, compiling->text)) {
        compiling->is_linked = true;
    } else {
        for (std::size_t i = 0; i < compiling->sources.size(); ++i) {
            const std::string& source = compiling->sources[i].text;
            const ShaderHandle& shader =
                compiling->shaders.emplace_back(ShaderHandle::create(shader_type(origin_.key.shaders[i])));
            const GLchar* text = source.c_str();
            const GLint length = static_cast<GLint>(source.size());
            glShaderSource(shader.id(), 1, &text, &length);
            glCompileShader(shader.id());
            glAttachShader(program, shader.id());
        }
        glBindAttribLocation(program, 0, "vertex");
        if (origin_.cache)
            origin_.cache->prepare(program);
        glLinkProgram(program);
    }
    if (PhaseTimes* const times = PhaseTimes::current())
        ++(compiling->is_linked ? times->loaded : times->compiled);
    compiling_ = std::move(compiling);
}

void Program::finish() const {
    if (handle_.id() != 0)
        return;
    begin();
    const PhaseSpan span(Phase::compile);
    const std::unique_ptr<Compiling> compiling = std::move(compiling_);
    const GLuint program = compiling->program.id();
    for (std::size_t i = 0; i < compiling->shaders.size(); ++i) {
        const GLuint shader = compiling->shaders[i].id();
        GLint compiled = GL_FALSE;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
        if (compiled != GL_TRUE)
            throw Error(compile_message(compiling->sources[i], origin_.key.specialization,
                                        read_log(shader, glGetShaderiv, glGetShaderInfoLog)));
    }
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE) {
        const std::string log = read_log(program, glGetProgramiv, glGetProgramInfoLog);
        throw Error(with_log(fmt::format("{} does not link: {}", label_, first_complaint(log)), log));
    }
    for (const ShaderHandle& shader : compiling->shaders)
        glDetachShader(program, shader.id());
    if (origin_.cache && !compiling->is_linked)
        origin_.cache->store(program, compiling->text);

    GLint count = 0, longest = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    glGetProgramiv(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
    std::vector<GLchar> buffer(static_cast<std::size_t>(longest) + 1);
    for (GLint i = 0; i < count; ++i) {
        GLsizei length = 0;
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program, static_cast<GLuint>(i), longest, &length, &size, &type, buffer.data());
        std::string name(buffer.data(), static_cast<std::size_t>(length));
        const GLint location = glGetUniformLocation(program, name.c_str());
        uniforms_.emplace(std::move(name), location);
    }
    handle_ = std::move(compiling->program);
}

GLuint Program::id() const {
    finish();
    return handle_.id();
}

GLint Program::uniform(std::string_view name) const {
    finish();
    const auto found = uniforms_.find(name);
    return found == uniforms_.end() ? -1 : found->second;
}

SharedProgram ProgramCache::get(const ProgramKey& key) {
    SharedProgram program = begin(key);
    try {
        program->finish();
    } catch (...) {
        programs_.erase(key);
        throw;
    }
    return program;
}

SharedProgram ProgramCache::begin(const ProgramKey& key) {
    ++calls_;
    const auto known = programs_.find(key);
    if (known != programs_.end()) {
        known->second.used = calls_;
        return known->second.program;
    }
    SharedProgram program = std::make_shared<const Program>(Program::Origin{key, store_, cache_});
    if (current_features().parallel_compile) // elsewhere what is never used is never compiled
        program->begin();
    programs_.emplace(key, Entry{program, calls_});
    while (programs_.size() > limit_ && drop_oldest()) {
    }
    return program;
}

bool ProgramCache::drop_oldest() {
    auto oldest = programs_.end();
    for (auto entry = programs_.begin(); entry != programs_.end(); ++entry) {
        const bool held = entry->second.program.use_count() > 1;
        if (!held && (oldest == programs_.end() || entry->second.used < oldest->second.used))
            oldest = entry;
    }
    if (oldest == programs_.end())
        return false;
    programs_.erase(oldest);
    return true;
}

} // namespace scanline::gl
