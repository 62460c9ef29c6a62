#include "scanline/gl/program.h"
#include "scanline/core/error.h"

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

// Drivers put warnings and headings before the line that says what is wrong.
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

std::string label_of(const ProgramKey& key) {
    std::string label = fmt::format("{} + {}", key.vertex, key.fragment);
    std::vector<std::string> constants;
    for (const auto& [name, value] : key.specialization)
        constants.push_back(fmt::format("{}={}", name, value));
    if (!constants.empty())
        label += fmt::format(" [{}]", fmt::join(constants, ", "));
    return label;
}

ShaderHandle compile(GLenum type, const FlatSource& source) {
    ShaderHandle shader = ShaderHandle::create(type);
    const GLchar* text = source.text.c_str();
    const GLint length = static_cast<GLint>(source.text.size());
    glShaderSource(shader.id(), 1, &text, &length);
    glCompileShader(shader.id());
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE)
        return shader;
    const std::string log = source.translate_log(read_log(shader.id(), glGetShaderiv, glGetShaderInfoLog));
    throw Error(fmt::format("{}\n{}", first_complaint(log), log));
}

ProgramHandle link(const ShaderHandle& vertex, const ShaderHandle& fragment, const std::string& label) {
    ProgramHandle program = ProgramHandle::create();
    glAttachShader(program.id(), vertex.id());
    glAttachShader(program.id(), fragment.id());
    glBindAttribLocation(program.id(), 0, "vertex");
    glLinkProgram(program.id());
    GLint linked = GL_FALSE;
    glGetProgramiv(program.id(), GL_LINK_STATUS, &linked);
    if (linked != GL_TRUE) {
        const std::string log = read_log(program.id(), glGetProgramiv, glGetProgramInfoLog);
        throw Error(fmt::format("{} does not link: {}\n{}", label, first_complaint(log), log));
    }
    glDetachShader(program.id(), vertex.id());
    glDetachShader(program.id(), fragment.id());
    return program;
}

} // namespace

GLint Program::uniform(const char* name) const {
    return glGetUniformLocation(handle_.id(), name);
}

const Program& ProgramCache::get(const ProgramKey& key) {
    const auto known = programs_.find(key);
    if (known != programs_.end())
        return *known->second;
    const std::string label = label_of(key);
    const ShaderHandle vertex = compile(GL_VERTEX_SHADER, store_.flatten(key.vertex, key.specialization));
    const ShaderHandle fragment =
        compile(GL_FRAGMENT_SHADER, store_.flatten(key.fragment, key.specialization));
    auto program = std::make_unique<Program>(link(vertex, fragment, label), label);
    return *programs_.emplace(key, std::move(program)).first->second;
}

} // namespace scanline::gl
