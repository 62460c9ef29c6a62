#include "input_file.h"

#include "byte_threads.h"

#include "scanline/core/error.h"
#include "scanline/core/memory.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace scanline::data {

namespace {

/// Most bytes read from a pipe or a device: it has no size, and may have no end.
constexpr std::size_t max_stream_bytes = std::size_t{1} << 30;

Error system_read_error(const std::filesystem::path& path, int reason) {
    switch (reason) {
    case ENOENT: return read_error(path, "there is no such file; check the name");
    case ENOTDIR: return read_error(path, "a part of the path is not a folder; check the name");
    case EISDIR: return read_error(path, "it is a folder; name a file in it");
    case EACCES: return read_error(path, "you may not read it; ask for the permission");
    case EINTR: return read_error(path, "interrupted");
    default: return read_error(path, std::system_category().message(reason));
    }
}

} // namespace

Error read_error(const std::filesystem::path& path, std::string_view what) {
    return Error(fmt::format("cannot read {}: {}", printable_path(shown(path)), what));
}

void require_memory(std::uint64_t bytes, std::optional<std::int64_t> available) {
    constexpr std::uint64_t many_bytes = 64 << 20;
    if (!available && bytes >= many_bytes)
        available = available_memory();
    if (available && bytes > static_cast<std::uint64_t>(*available))
        throw std::bad_alloc();
}

std::filesystem::path shown(const std::filesystem::path& path) {
    return is_standard(path) ? "standard input" : path;
}

InputFile::InputFile(const std::filesystem::path& path)
    : path_(path), file_(is_standard(path) ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                           : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    struct stat status {};
    if (!file_.is_open() || ::fstat(file_.number(), &status) != 0)
        throw system_read_error(path, errno);
    if (S_ISDIR(status.st_mode))
        throw system_read_error(path, EISDIR);
    if (S_ISREG(status.st_mode) && status.st_size > 0)
        size_ = static_cast<std::size_t>(status.st_size);
    is_shared_ = size_ && !is_standard(path);
}

std::size_t InputFile::read_at(std::size_t offset, std::span<std::byte> bytes) const {
    std::atomic<std::size_t> end = bytes.size();
    std::atomic<int> error = 0;
    share_pieces(bytes.size(), [&](std::size_t first, std::size_t last) {
        while (first < last) {
            const ssize_t count = ::pread(file_.number(), bytes.data() + first, last - first,
                                          static_cast<off_t>(offset + first));
            if (count < 0)
                error = errno;
            if (count <= 0) { // the file has become shorter
                for (std::size_t known = end; first < known && !end.compare_exchange_weak(known, first);) {
                }
                return error == 0;
            }
            first += static_cast<std::size_t>(count);
        }
        return true;
    });
    if (error != 0)
        throw system_read_error(path_, error);
    return end;
}

void InputFile::require_at(std::size_t offset, std::span<std::byte> bytes) const {
    if (read_at(offset, bytes) < bytes.size())
        throw read_error(path_, "it has become shorter meanwhile");
}

std::size_t InputFile::read(std::span<std::byte> bytes) {
    std::size_t filled = 0;
    if (is_shared_ && bytes.size() >= min_shared) {
        filled = read_at(static_cast<std::size_t>(::lseek(file_.number(), 0, SEEK_CUR)), bytes);
        ::lseek(file_.number(), static_cast<off_t>(filled), SEEK_CUR);
    }
    while (filled < bytes.size()) {
        const ssize_t count = ::read(file_.number(), bytes.data() + filled, bytes.size() - filled);
        if (count == 0)
            break;
        if (count < 0) // by a signal too: a pipe may never have more
            throw system_read_error(path_, errno);
        filled += static_cast<std::size_t>(count);
    }
    return filled;
}

std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t max_bytes) {
    const PhaseSpan span(Phase::read);
    InputFile file(path);
    const std::size_t limit = file.size() ? max_bytes : std::min(max_bytes, max_stream_bytes);
    const auto check_size = [&path, limit](std::size_t size) {
        if (size > limit)
            throw read_error(
                path, fmt::format("it has more than the {} bytes that are read; give a smaller file", limit));
    };
    check_size(file.size().value_or(0));

    // One byte more than the size, to detect the end of a file that does not grow without enlarging the
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
