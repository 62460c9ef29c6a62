# Script: writes OUTPUT, a C++ file with the text of each of FILES (relative to ROOT). See ScanlineShaders.cmake.
set(table "")
foreach(name IN LISTS FILES)
    file(READ ${ROOT}/${name} text)
    string(APPEND table "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Made from shaders/ at build time.
#include \"embedded_shaders.h\"

namespace scanline::gl {
namespace {
constexpr EmbeddedShader table[] = {
${table}};
} // namespace

std::span<const EmbeddedShader> embedded_shaders() { return table; }
} // namespace scanline::gl
")
