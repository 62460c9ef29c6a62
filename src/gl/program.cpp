#include "scanline/gl/program.h"
#include "scanline/core/error.h"

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

ShaderHandle compile(GLenum type, const FlatSource& source, const Specialization& specialization) {
    ShaderHandle shader = ShaderHandle::create(type);
    const GLchar* text = source.text.c_str();
    const GLint length = static_cast<GLint>(source.text.size());
    glShaderSource(shader.id(), 1, &text, &length);
    glCompileShader(shader.id());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE)
        return shader;
    throw Error(
        compile_message(source, specialization, read_log(shader.id(), glGetShaderiv, glGetShaderInfoLog)));
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

ProgramHandle link(const std::vector<ShaderHandle>& shaders, const std::string& label) {
    ProgramHandle program = ProgramHandle::create();
    for (const ShaderHandle& shader : shaders)
        glAttachShader(program.id(), shader.id());
    glBindAttribLocation(program.id(), 0, "vertex");
    glLinkProgram(program.id());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE) {
        const std::string log = read_log(program.id(), glGetProgramiv, glGetProgramInfoLog);
        throw Error(with_log(fmt::format("{} does not link: {}", label, first_complaint(log)), log));
    }
    for (const ShaderHandle& shader : shaders)
        glDetachShader(program.id(), shader.id());
    return program;
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

Program::Program(ProgramHandle handle, std::string label)
    : handle_(std::move(handle)), label_(std::move(label)) {
    GLint count = 0, longest = 0;
    glGetProgramiv(id(), GL_ACTIVE_UNIFORMS, &count);
    glGetProgramiv(id(), GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
    std::vector<GLchar> buffer(static_cast<std::size_t>(longest) + 1);
    for (GLint i = 0; i < count; ++i) {
        GLsizei length = 0;
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(id(), static_cast<GLuint>(i), longest, &length, &size, &type, buffer.data());
        std::string name(buffer.data(), static_cast<std::size_t>(length));
        const GLint location = glGetUniformLocation(id(), name.c_str());
        uniforms_.emplace(std::move(name), location);
    }
}

GLint Program::uniform(std::string_view name) const {
    const auto found = uniforms_.find(name);
    return found == uniforms_.end() ? -1 : found->second;
}

SharedProgram ProgramCache::get(const ProgramKey& key) {
    ++calls_;
    const auto known = programs_.find(key);
    if (known != programs_.end()) {
        known->second.used = calls_;
        return known->second.program;
    }
    const std::string label = label_of(fmt::format("{}", fmt::join(key.shaders, " + ")), key.specialization);
    std::vector<ShaderHandle> shaders;
    for (const std::string& name : key.shaders)
        shaders.push_back(
            compile(shader_type(name), store_.flatten(name, key.specialization), key.specialization));
    SharedProgram program = std::make_shared<const Program>(link(shaders, label), label);
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
