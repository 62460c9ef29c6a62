#include "scanline/core/error.h"
#include "scanline/gl/context.h"
#include "scanline/gl/program.h"

#include <GL/glew.h>
#include <catch2/catch_all.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

namespace program_gl_test {

using namespace scanline;
using namespace scanline::gl;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::StartsWith;

namespace {

constexpr const char* vertex_shader = "#version 120\n"
                                      "attribute vec2 other;\n"
                                      "attribute vec2 vertex;\n"
                                      "void main() { gl_Position = vec4(vertex + other, 0.0, 1.0); }\n";

ProgramCache cache_of(ShaderStore::Table files) {
    files.emplace("v.vert", vertex_shader);
    return ProgramCache(ShaderStore(std::move(files)));
}

std::string message_of(ProgramCache& programs, const ProgramKey& key) {
    try {
        programs.get(key);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

} // namespace

TEST_CASE("a program is made once for each specialisation") {
    const Context context = Context::headless();
    ProgramCache programs = cache_of(
        {{"raster/a.frag",
          "#version 120\nuniform float u_x;\nvoid main() { gl_FragColor = vec4(u_x * float(N)); }\n"}});
    const SharedProgram four = programs.get({{"v.vert", "raster/a.frag"}, {{"N", "4"}}});
    const SharedProgram eight = programs.get({{"v.vert", "raster/a.frag"}, {{"N", "8"}}});
    CHECK(programs.size() == 2);
    CHECK(programs.get({{"v.vert", "raster/a.frag"}, {{"N", "4"}}}) == four);
    CHECK(programs.size() == 2);
    CHECK(four->id() != eight->id());
    CHECK(glIsProgram(four->id()) == GL_TRUE);
    CHECK(four->label() == "v.vert + raster/a.frag [N=4]");
    CHECK(four->uniform("u_x") >= 0);
    CHECK(four->uniform("u_none") == -1);
    check_errors("making programs");
}

TEST_CASE("of the programs that nobody holds those asked for last are kept") {
    const Context context = Context::headless();
    ProgramCache programs(
        ShaderStore({{"v.vert", vertex_shader},
                     {"a.frag", "#version 120\nvoid main() { gl_FragColor = vec4(float(N)); }\n"}}),
        2);
    const auto get = [&](const char* n) { return programs.get({{"v.vert", "a.frag"}, {{"N", n}}}); };
    const SharedProgram held = get("1");
    // Not by their names in OpenGL, which drivers may give again.
    const std::weak_ptr<const Program> second = get("2"), third = get("3");
    CHECK(programs.size() == 2);
    CHECK(glIsProgram(held->id()) == GL_TRUE);
    CHECK(second.expired());
    CHECK(get("1") == held);
    CHECK(get("3") == third.lock());
    {
        const SharedProgram fourth = get("4");
        const SharedProgram fifth = get("5");
        CHECK(programs.size() == 3);
    }
    CHECK(get("5")->label() == "v.vert + a.frag [N=5]");
    get("6");
    CHECK(programs.size() == 2);
    CHECK(get("1") == held);
    check_errors("dropping programs");
}

TEST_CASE("the attribute named vertex is attribute 0") {
    const Context context = Context::headless();
    ProgramCache programs =
        cache_of({{"a.frag", "#version 120\nvoid main() { gl_FragColor = vec4(1.0); }\n"}});
    const SharedProgram program = programs.get({{"v.vert", "a.frag"}, {}});
    CHECK(glGetAttribLocation(program->id(), "vertex") == 0);
    CHECK(program->label() == "v.vert + a.frag");
}

TEST_CASE("a program that was made draws with its constants") {
    const Context context = Context::headless();
    ProgramCache programs(ShaderStore(
        {{"fill.vert", "#version 120\nattribute vec2 vertex;\n"
                       "void main() { gl_Position = vec4(vertex, 0.0, 1.0); }\n"},
         {"a.frag", "#version 120\nvoid main() { gl_FragColor = vec4(RED, 0.0, 1.0, 1.0); }\n"}}));
    const SharedProgram program = programs.get({{"fill.vert", "a.frag"}, {{"RED", "0.2"}}});
    const Texture texture = Texture::create();
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    const Framebuffer framebuffer = Framebuffer::create();
    bind_framebuffer(GL_FRAMEBUFFER, framebuffer.id());
    framebuffer_texture_2d(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture.id(), 0);
    glViewport(0, 0, 1, 1);
    const GLfloat triangle[] = {-1, -1, 3, -1, -1, 3};
    const Buffer buffer = Buffer::create();
    glBindBuffer(GL_ARRAY_BUFFER, buffer.id());
    glBufferData(GL_ARRAY_BUFFER, sizeof triangle, triangle, GL_STATIC_DRAW);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glUseProgram(program->id());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    GLubyte color[4] = {7, 7, 7, 7};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, color);
    CHECK(color[0] == 51);
    CHECK(color[1] == 0);
    CHECK(color[2] == 255);
    CHECK(color[3] == 255);
    check_errors("drawing");
}

TEST_CASE("a compile error names file and line, also inside an include") {
    const Context context = Context::headless();
    ProgramCache programs =
        cache_of({{"raster/a.frag", "#version 120\n#include \"common/b.glsl\"\n"
                                    "void main() { gl_FragColor = vec4(b()); }\n"},
                  {"common/b.glsl", "// b\n\nfloat b() {\n    return undeclared_name;\n}\n"},
                  {"raster/c.frag", "#version 120\n#include \"common/ok.glsl\"\n\n"
                                    "void main() { gl_FragColor = undeclared_name; }\n"},
                  {"common/ok.glsl", "float ok() {\n    return 1.0;\n}\n"}});
    const std::string in_include =
        message_of(programs, {{"v.vert", "raster/a.frag"}, {{"N", "4"}, {"M", "2"}}});
    CHECK_THAT(in_include, StartsWith("shaders/common/b.glsl:4: ") && ContainsSubstring("undeclared_name"));
    const std::string first_line = in_include.substr(0, in_include.find('\n'));
    CHECK_THAT(first_line, ContainsSubstring("undeclared_name"));
    // The log follows if it says more than its first complaint.
    if (first_line.size() < in_include.size())
        CHECK_THAT(in_include.substr(first_line.size() + 1), ContainsSubstring("shaders/common/b.glsl:4: "));

    CHECK_THAT(message_of(programs, {{"v.vert", "raster/c.frag"}, {}}),
               StartsWith("shaders/raster/c.frag:4: ") && ContainsSubstring("undeclared_name"));
    CHECK(programs.size() == 0);
    check_errors("failing to compile");
}

TEST_CASE("the first line of a compile error is the error, not a warning before it") {
    const Context context = Context::headless();
    ProgramCache programs = cache_of({{"a.frag", "#version 120\n#extension GL_NO_such_extension : warn\n"
                                                 "void main() { gl_FragColor = undeclared_name; }\n"}});
    const std::string message = message_of(programs, {{"v.vert", "a.frag"}, {}});
    CHECK_THAT(message, StartsWith("shaders/a.frag:3: ") && ContainsSubstring("undeclared_name"));
    // Drivers differ in the line of the warning: the directive's, or the first after it.
    CHECK_THAT(message, ContainsSubstring("NO_such_extension"));
    CHECK(message.find("undeclared_name") < message.find("NO_such_extension"));
}

TEST_CASE("a link error names the program") {
    const Context context = Context::headless();
    ProgramCache programs = cache_of(
        {{"a.frag", "#version 120\nfloat missing();\nvoid main() { gl_FragColor = vec4(missing()); }\n"}});
    const std::string message = message_of(programs, {{"v.vert", "a.frag"}, {{"N", "4"}}});
    CHECK_THAT(message, StartsWith("v.vert + a.frag [N=4] does not link: ") && ContainsSubstring("missing"));
    CHECK(programs.size() == 0);
}

TEST_CASE("a missing shader is an error of the cache too") {
    const Context context = Context::headless();
    ProgramCache programs = cache_of({});
    CHECK(message_of(programs, {{"v.vert", "no.frag"}, {}}) == "there is no shader file 'no.frag' built in");
}

TEST_CASE("a shader whose name does not end as shaders do is an error of the caller") {
    const Context context = Context::headless();
    ProgramCache programs = cache_of({{"a.glsl", "#version 120\nvoid main() {}\n"},
                                      {"comp", "#version 120\nvoid main() {}\n"},
                                      {"b.comp.txt", "#version 120\nvoid main() {}\n"}});
    for (const std::string name : {"a.glsl", "comp", "b.comp.txt"}) {
        CAPTURE(name);
        CHECK(message_of(programs, {{"v.vert", name}, {}}) ==
              "'" + name +
                  "' does not say what kind of shader it is: its name must end in .vert, .frag or .comp");
        try {
            programs.get({{name}, {}});
            FAIL("a program was made");
        } catch (const Error& error) {
            CHECK(error.kind() == ErrorKind::usage);
        }
    }
    CHECK(programs.size() == 0);
    check_errors("asking for no shader");
}

TEST_CASE("a compute program is made of one file and runs with its constants") {
    const Context context = Context::headless();
    if (!context.capabilities().compute_shader) {
        WARN("not tried: compute shaders need OpenGL 4.3, this is " << context.capabilities().version_text);
        return;
    }
    ProgramCache programs(ShaderStore(ShaderStore::Table{
        {"a.comp", "#version 430\n#include \"b.glsl\"\nlayout(local_size_x = GROUP) in;\n"
                   "layout(std430, binding = 3) buffer Result { uint result[]; };\n"
                   "void main() { result[gl_GlobalInvocationID.x] = b(gl_GlobalInvocationID.x); }\n"},
        {"b.glsl", "uint b(uint i) { return 100u * i + uint(GROUP); }\n"}}));
    const SharedProgram program = programs.get({{"a.comp"}, {{"GROUP", "4"}}});
    CHECK(program->label() == "a.comp [GROUP=4]");
    CHECK(programs.get({{"a.comp"}, {{"GROUP", "2"}}})->id() != program->id());
    CHECK(programs.get({{"a.comp"}, {{"GROUP", "4"}}}) == program);
    CHECK(programs.size() == 2);

    constexpr GLuint poison = 7;
    GLuint result[9];
    std::fill(std::begin(result), std::end(result), poison);
    const Buffer buffer = Buffer::create();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 3, buffer.id());
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof result, result, GL_STATIC_DRAW);
    glUseProgram(program->id());
    glDispatchCompute(2, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof result, result);
    for (GLuint i = 0; i < 8; ++i)
        CHECK(result[i] == 100 * i + 4);
    CHECK(result[8] == poison);
    check_errors("running a compute program");
}

TEST_CASE("a compute shader that does not compile or link says where and with which constants") {
    const Context context = Context::headless();
    if (!context.capabilities().compute_shader) {
        WARN("not tried: compute shaders need OpenGL 4.3, this is " << context.capabilities().version_text);
        return;
    }
    ProgramCache programs = cache_of(
        {{"compute/a.comp", "#version 430\n#include \"compute/b.glsl\"\nlayout(local_size_x = 1) in;\n"
                            "void main() { b(); }\n"},
         {"compute/b.glsl", "// b\nvoid b() {\n    undeclared_name = 1u;\n}\n"},
         {"compute/c.comp", "#version 430\nlayout(local_size_x = 1) in;\nvoid missing();\n"
                            "void main() { missing(); }\n"}});
    const std::string message = message_of(programs, {{"compute/a.comp"}, {{"N", "4"}}});
    CHECK_THAT(message, StartsWith("shaders/compute/b.glsl:3: ") && ContainsSubstring("undeclared_name"));
    CHECK_THAT(message.substr(0, message.find('\n')),
               Catch::Matchers::EndsWith("(compiling shaders/compute/a.comp [N=4])"));
    CHECK_THAT(message_of(programs, {{"compute/c.comp"}, {{"N", "4"}}}),
               StartsWith("compute/c.comp [N=4] does not link: ") && ContainsSubstring("missing"));
    // A compute shader cannot be combined with others.
    CHECK(message_of(programs, {{"v.vert", "compute/c.comp"}, {}}) != "no error");
    CHECK(programs.size() == 0);
    check_errors("failing to compile");
}

} // namespace program_gl_test
