#include "scanline/core/first_bytes.h"

#include "scanline/core/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace scanline {

std::string first_bytes(const std::filesystem::path& path, std::size_t most) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::string bytes;
    for (std::size_t size = 0; file.is_open() && size < most;) {
        bytes.resize(std::min(most, std::max<std::size_t>(4096, 2 * size)));
        const ssize_t count = ::read(file.number(), bytes.data() + size, bytes.size() - size);
        size += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        bytes.resize(size);
        if (count == 0 || (count < 0 && errno != EINTR))
            break;
    }
    return bytes;
}

std::optional<std::string_view> rest_of_line(std::string_view text, std::string_view begin) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        if (line.starts_with(begin))
            return line.substr(begin.size());
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return std::nullopt;
}

} // namespace scanline
