#include "scanline/data/read_file.h"

#include "input_file.h"
#include "out_of_memory.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>

namespace scanline::data {
namespace {

/// What a pipe or a device gives at most: it has no size, and may have no end.
constexpr std::size_t max_stream_bytes = std::size_t{1} << 30;

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

InputFile::InputFile(const std::filesystem::path& path)
    : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (!file_.is_open() || ::fstat(file_.number(), &status) != 0)
        throw system_read_error(path, errno);
    if (S_ISDIR(status.st_mode))
        throw system_read_error(path, EISDIR);
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        size_ = static_cast<std::size_t>(status.st_size);
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const ssize_t count = ::read(file_.number(), bytes.data() + filled, bytes.size() - filled);
        if (count == 0)
            break;
        if (count < 0 && errno != EINTR)
            throw system_read_error(path_, errno);
        filled += static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    }
    return filled;
}

std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
    InputFile file(path);
    const std::size_t limit = file.size() ? max_bytes : std::min(max_bytes, max_stream_bytes);
    const auto check_size = [&path, limit](std::size_t size) {
        if (size > limit)
            throw read_error(
                path, fmt::format("it has more than the {} bytes that are read; give a smaller file", limit));
    };
    check_size(file.size().value_or(0));

    // One byte more than the size, so that the end of a file that does not grow is seen without growing the
    // buffer.
    std::size_t room = file.size().value_or((std::size_t{1} << 16) - 1) + 1;
    std::vector<std::byte> bytes;
    std::size_t used = 0;
    while (true) {
        with_memory_for(path, room, [&] { bytes.resize(room); });
        used += file.read(std::span(bytes).subspan(used));
        check_size(used);
        if (used < bytes.size())
            break;
        room = std::min(2 * bytes.size(), limit) + 1;
    }
    bytes.resize(used);
    return bytes;
}

} // namespace scanline::data
