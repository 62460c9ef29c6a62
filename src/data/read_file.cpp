#include "scanline/data/read_file.h"

#include "file_descriptor.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace scanline::data {
namespace {

Error system_read_error(const std::filesystem::path& path, int reason) {
    switch (reason) {
    case ENOENT: return read_error(path, "there is no such file; check the name");
    case ENOTDIR: return read_error(path, "a part of the path is not a folder; check the name");
    case EISDIR: return read_error(path, "it is a folder; name a file in it");
    case EACCES: return read_error(path, "you may not read it; ask for the permission");
    default: return read_error(path, std::system_category().message(reason));
    }
}

} // namespace

Error read_error(const std::filesystem::path& path, std::string_view what) {
    return Error(fmt::format("cannot read {}: {}", printable_path(path), what));
}

std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
    const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0)
        throw system_read_error(path, errno);
    if (S_ISDIR(status.st_mode))
        throw system_read_error(path, EISDIR);

    const auto check_size = [&path, max_bytes](std::size_t size) {
        if (size > max_bytes)
            throw read_error(path, fmt::format("it has more than the {} bytes that are read", max_bytes));
    };
    check_size(static_cast<std::size_t>(status.st_size));

    // One byte more than the size, so that the end of a file that does not grow is seen without growing the
    // buffer. Pipes and files of /proc have no size.
    std::vector<std::byte> bytes(static_cast<std::size_t>(status.st_size) + 1);
    std::size_t used = 0;
    while (true) {
        if (used == bytes.size())
            bytes.resize(std::max(2 * bytes.size(), std::size_t{1} << 16));
        const ssize_t count = ::read(file.number(), bytes.data() + used, bytes.size() - used);
        if (count == 0)
            break;
        if (count < 0 && errno != EINTR)
            throw system_read_error(path, errno);
        used += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
        check_size(used);
    }
    bytes.resize(used);
    return bytes;
}

} // namespace scanline::data
