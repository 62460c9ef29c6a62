#include "scanline/gl/driver_cache.h"

#include "scanline/core/first_bytes.h"
#include "scanline/core/owner.h"

#include <GL/glew.h>
#include <array>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <system_error>
#include <utility>

namespace scanline::gl {

namespace {

namespace fs = std::filesystem;

// The 64-bit hash of Fowler, Noll and Vo (FNV-1a).
constexpr std::uint64_t hash_basis = 0xcbf2'9ce4'8422'2325;
std::uint64_t hash_of(std::string_view bytes, std::uint64_t hash = hash_basis) {
    for (const char byte : bytes)
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x0000'0100'0000'01b3;
    return hash;
}

struct Header {
    std::array<char, 8> magic{'S', 'L', 'C', 'A', 'C', 'H', 'E', '1'};
    std::uint64_t name = 0, contents = 0; ///< hashes

    bool operator==(const Header&) const = default;
};

} // namespace

void DriverCache::make_folder(const fs::path& folder) {
    std::error_code error;
    if (fs::create_directories(folder, error))
        fs::permissions(folder, fs::perms::owner_all, error);
}

DriverCache::DriverCache(fs::path folder, const Capabilities& capabilities) : folder_(std::move(folder)) {
    GLint formats = 0;
    if (capabilities.supports({4, 1}, {"GL_ARB_get_program_binary"}))
        glGetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &formats);
    gives_programs_ = formats > 0;
    const std::string driver =
        capabilities.vendor + "\n" + capabilities.renderer + "\n" + capabilities.version_text;
    driver_ = hash_of(driver);
}

fs::path DriverCache::path_of(std::string_view name) const {
    return folder_ / fmt::format("{:016x}-{:016x}.bin", driver_, hash_of(name, driver_));
}

std::optional<std::string> DriverCache::find(std::string_view name) const {
    const fs::path path = path_of(name);
    const std::string bytes = is_of_another_user(path) ? std::string() : first_bytes(path);
    Header header;
    if (bytes.size() < sizeof(Header))
        return std::nullopt;
    std::memcpy(&header, bytes.data(), sizeof(Header));
    std::string found = bytes.substr(sizeof(Header));
    if (header != Header{.name = hash_of(name), .contents = hash_of(found)})
        return std::nullopt;
    return found;
}

void DriverCache::keep(std::string_view name, std::string_view contents) const {
    make_folder(folder_);
    const Header header{.name = hash_of(name), .contents = hash_of(contents)};
    // If two writers mix their drafts, the hash of the contents is wrong and find() ignores the file. The
    // next writer overwrites a draft that a killed one left.
    const fs::path path = path_of(name), draft = path.string() + ".draft";
    std::ofstream file(draft, std::ios::binary);
    file.write(reinterpret_cast<const char*>(&header), sizeof(Header));
    file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    file.close();
    std::error_code error;
    if (file)
        fs::rename(draft, path, error);
    if (!file || error)
        fs::remove(draft, error);
}

void DriverCache::prepare(unsigned program) const {
    if (gives_programs_)
        glProgramParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
}

bool DriverCache::load(unsigned program, std::string_view sources) const {
    GLenum format = 0;
    const std::optional<std::string> found = gives_programs_ ? find(sources) : std::nullopt;
    if (!found || found->size() < sizeof format)
        return false;
    std::memcpy(&format, found->data(), sizeof format);
    glProgramBinary(program, format, found->data() + sizeof format,
                    static_cast<GLsizei>(found->size() - sizeof format));
    if (glGetError() != GL_NO_ERROR) // the driver has other formats now
        return false;
    GLint linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    return linked == GL_TRUE;
}

void DriverCache::store(unsigned program, std::string_view sources) const {
    if (!gives_programs_)
        return;
    GLint size = 0;
    glGetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &size);
    GLenum format = 0;
    std::string contents(sizeof format + static_cast<std::size_t>(size), '\0');
    GLsizei given = 0;
    glGetProgramBinary(program, size, &given, &format, contents.data() + sizeof format);
    if (glGetError() != GL_NO_ERROR || given <= 0)
        return;
    std::memcpy(contents.data(), &format, sizeof format);
    contents.resize(sizeof format + static_cast<std::size_t>(given));
    keep(sources, contents);
}

} // namespace scanline::gl
