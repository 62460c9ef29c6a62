// Sorts the heights of bars in a vertex buffer of the program's own OpenGL context, without a copy, sums them
// into another, and draws the sorted bars. Prints each bar's height in pixels and the sums: 1 2 4 7, 1 3
// 7 14.
#define GL_GLEXT_PROTOTYPES
#define GLFW_INCLUDE_GLEXT
#include <GLFW/glfw3.h>

#include <scanline/compute/radix_sort.h>
#include <scanline/compute/scan.h>
#include <scanline/gl/context.h>

#include <array>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

namespace {

constexpr int bars = 4, side = 8; // pixels

// A bar is a line from the bottom, two pixels from the one before.
constexpr const char* vertex_shader = R"(#version 430
layout(location = 0) in uint height;
void main() {
    float x = (2.0 * float(gl_InstanceID) + 0.5) / 4.0 - 1.0;
    gl_Position = vec4(x, gl_VertexID == 0 ? -1.0 : float(height) / 4.0 - 1.0, 0.0, 1.0);
})";
constexpr const char* fragment_shader = R"(#version 430
out vec4 color;
void main() { color = vec4(1.0); })";

GLuint make_program() {
    const GLuint program = glCreateProgram();
    for (const auto& [type, source] :
         {std::pair{GL_VERTEX_SHADER, vertex_shader}, std::pair{GL_FRAGMENT_SHADER, fragment_shader}}) {
        const GLuint shader = glCreateShader(static_cast<GLenum>(type));
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
    }
    glLinkProgram(program);
    return program;
}

GLuint make_buffer(const std::vector<std::uint32_t>& values) {
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(4 * values.size()), values.data(), GL_DYNAMIC_DRAW);
    return buffer;
}

void draw(GLuint heights) {
    GLuint vertex_array = 0;
    glGenVertexArrays(1, &vertex_array);
    glBindVertexArray(vertex_array);
    glBindBuffer(GL_ARRAY_BUFFER, heights);
    glVertexAttribIPointer(0, 1, GL_UNSIGNED_INT, 0, nullptr);
    glVertexAttribDivisor(0, 1);
    glEnableVertexAttribArray(0);
    glUseProgram(make_program());
    glViewport(0, 0, side, side);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArraysInstanced(GL_LINES, 0, 2, bars);
}

void run() {
    using namespace scanline;
    // The engine belongs to this thread and to the context that is current on it.
    compute::Engine engine(gl::adopt_current_context());
    const compute::RadixSort<std::uint32_t> sort(engine);
    const compute::Scan<std::uint32_t> scan(engine);

    const GLuint heights = make_buffer({4, 1, 7, 2}), sums = make_buffer({0, 0, 0, 0});
    const auto bar_view = compute::ArrayView<std::uint32_t>::wrap(heights, 0, bars);
    sort(bar_view, bar_view);
    scan(bar_view, compute::ArrayView<std::uint32_t>::wrap(sums, 0, bars));

    draw(heights); // no barrier needed: a call ends with one
    std::array<unsigned char, 4 * side * side> pixels{};
    glReadPixels(0, 0, side, side, GL_RGBA, GL_UNSIGNED_BYTE, pixels.data());
    for (int bar = 0; bar < bars; ++bar) {
        int height = 0;
        for (int y = 0; y < side; ++y)
            height += pixels[static_cast<std::size_t>(4 * (y * side + 2 * bar))] != 0 ? 1 : 0;
        std::printf("%d ", height);
    }
    std::array<std::uint32_t, bars> sum{};
    glBindBuffer(GL_ARRAY_BUFFER, sums);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, sizeof sum, sum.data());
    std::printf("\n%u %u %u %u\n", sum[0], sum[1], sum[2], sum[3]);
}

} // namespace

int main() {
    try {
        if (!glfwInit())
            throw std::runtime_error("no display");
        glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
        glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
        glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
        GLFWwindow* const window = glfwCreateWindow(side, side, "Bars", nullptr, nullptr);
        if (window == nullptr)
            throw std::runtime_error("no OpenGL 4.3");
        glfwMakeContextCurrent(window);
        run();
        glfwTerminate();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
