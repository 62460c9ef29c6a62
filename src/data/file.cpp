#include "scanline/data/file.h"

#include "byte_threads.h"
#include "input_file.h"

#include "scanline/core/error.h"
#include "scanline/core/phases.h"
#include "scanline/core/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace scanline::data {

std::string ending_of(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    std::ranges::transform(ending, ending.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return ending;
}

namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Error write_error(const fs::path& path, int reason) {
    std::string what;
    switch (reason) {
    case ENOENT:
        what = fmt::format("there is no folder {}; make it first", printable_path(folder_of(path)));
        break;
    case ENOTDIR: what = fmt::format("{} is not a folder; name one", printable_path(folder_of(path))); break;
    case EISDIR: what = "it is a folder; name a file in it"; break;
    default: what = std::system_category().message(reason) + "; choose a place that can be written to"; break;
    case ENOSPC:
    case EDQUOT:
        what = std::system_category().message(reason) + "; free some space or choose another disk";
        break;
    case EFBIG: what = std::system_category().message(reason) + "; raise the limit (ulimit -f)"; break;
    case EINTR: what = "interrupted"; break;
    case ENAMETOOLONG: what = std::system_category().message(reason) + "; shorten it"; break;
    }
    return Error(fmt::format("cannot write {}: {}", printable_path(path), what));
}

/// Writes all bytes, in several writes if necessary; returns false on failure, with the reason in errno. A
/// signal is one: a pipe may never be read.
bool write_all(const FileDescriptor& file, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(file.number(), bytes.data(), bytes.size());
        if (count < 0)
            return false;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return true;
}

/// Parts of a file, one after the other.
using Parts = std::span<const std::span<const std::byte>>;

/// The memory of a new file that has its space already: writing to it cannot fail.
class MappedFile {
public:
    /// Is empty where the file system reserves no space, or maps no files.
    MappedFile(const FileDescriptor& file, std::size_t size) : size_(size) {
#ifdef __linux__
        if (::fallocate(file.number(), 0, 0, static_cast<off_t>(size)) != 0)
            return;
        void* const memory = ::mmap(nullptr, size, PROT_WRITE, MAP_SHARED, file.number(), 0);
        if (memory != MAP_FAILED)
            memory_ = static_cast<std::byte*>(memory);
#endif
    }
    ~MappedFile() {
        if (memory_ != nullptr)
            ::munmap(memory_, size_);
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    std::byte* memory() const {
        return memory_;
    }

private:
    std::byte* memory_ = nullptr;
    std::size_t size_;
};

void copy_parts(Parts parts, std::byte* to, std::size_t first, std::size_t last) {
    std::size_t begin = 0; // of a part
    for (const std::span<const std::byte> part : parts) {
        const std::size_t from = std::max(first, begin), end = std::min(last, begin + part.size());
        if (from < end)
            std::memcpy(to + from, part.data() + (from - begin), end - from);
        begin += part.size();
    }
}

/// Writes all parts to a new file; returns like write_all(). The system lets one thread at a time write to a
/// file, but several to its memory.
bool write_parts(const FileDescriptor& file, Parts parts) {
    std::size_t size = 0;
    for (const std::span<const std::byte> part : parts)
        size += part.size();
    if (size >= min_shared) {
        const MappedFile mapped(file, size);
        if (mapped.memory() != nullptr) {
            share_pieces(size, [&](std::size_t first, std::size_t last) {
                copy_parts(parts, mapped.memory(), first, last);
                return true;
            });
            return true;
        }
    }
    return std::ranges::all_of(parts, [&](auto part) { return write_all(file, part); });
}

/// The path of a temporary file of this user on this machine. A few fixed names instead of one per process:
/// leftovers of killed processes are found without listing the folder. Other machines use other names,
/// because not every network folder shows them our locks.
fs::path temporary_path(const fs::path& folder, unsigned slot) {
    std::array<char, 256> host{};
    ::gethostname(host.data(), host.size() - 1);
    return folder / fmt::format(".scanline-{}-{}-{}.tmp", host.data(), ::geteuid(), slot);
}

bool lock(const FileDescriptor& file) {
    return ::flock(file.number(), LOCK_EX | LOCK_NB) == 0;
}

/// True if the path still names the open file: another process may have removed it.
bool is_at(const FileDescriptor& file, const fs::path& path) {
    struct stat opened {};
    struct stat named {};
    return ::fstat(file.number(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
           opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// Removes the temporary file of a killed process. A running writer holds the lock; a file system without
/// locks refuses it to everyone, so nothing is removed there.
void remove_if_abandoned(const fs::path& path) {
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (file.is_open() && ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == ::geteuid() && lock(file) && is_at(file, path))
        ::unlink(path.c_str());
}

} // namespace

/// A new file in the target's folder, removed at the end of the scope unless it has replaced the target.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target) : TemporaryFile(target, FileDescriptor(-1)) {
        constexpr unsigned slots = 16; // as many concurrent writers; further ones if these are taken
        for (unsigned slot = 0; slot < slots || !file_.is_open(); ++slot) {
            fs::path path = temporary_path(folder_of(target), slot);
            remove_if_abandoned(path);
            if (!file_.is_open())
                create(std::move(path));
        }
    }
    ~TemporaryFile() {
        if (!path_.empty())
            ::unlink(path_.c_str());
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const fs::path& path() const { return path_; }

    void set_mode(mode_t mode) { check(::fchmod(file_.number(), mode) == 0); }
    void write(Parts parts) { check(write_parts(file_, parts)); }
    /// Finds out now whether there is room.
    void reserve(std::uint64_t bytes) {
        errno = bytes == 0 ? 0 : ::posix_fallocate(file_.number(), 0, static_cast<off_t>(bytes));
        check(errno == 0);
    }

    /// The bytes must reach the disk before the name does: a crash in between would leave an empty target.
    /// The file stays open, and locked, until the temporary name is gone.
    void replace_target() {
        check(::fsync(file_.number()) == 0);
        check(::rename(path_.c_str(), target_.c_str()) == 0);
        path_.clear();
    }

private:
    /// Completes the object, so that the destructor runs if the other constructor throws.
    TemporaryFile(const fs::path& target, FileDescriptor file) : target_(target), file_(std::move(file)) {}

    /// Leaves the file closed if the path is taken. Not mkstemp, which makes the file private to its owner,
    /// whereas a new file follows the umask.
    void create(fs::path path) {
        FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!file.is_open() && errno != EEXIST)
            throw write_error(target_, errno);
        if (!file.is_open())
            return;
        // Until it is locked, another process may consider the file abandoned and remove it.
        if ((!lock(file) && errno == EWOULDBLOCK) || !is_at(file, path))
            return;
        file_ = std::move(file);
        path_ = std::move(path);
    }

    void check(bool done) const {
        if (!done)
            throw write_error(target_, errno);
    }

    fs::path target_;
    fs::path path_;
    FileDescriptor file_;
};

namespace {

// asked: the name for messages, possibly a link to the target; here and below.
void write_in_place(const fs::path& target, const fs::path& asked, Parts parts) {
    FileDescriptor file(is_standard(target) ? ::dup(STDOUT_FILENO)
                                            : ::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    const auto written = [&file](std::span<const std::byte> part) { return write_all(file, part); };
    if (!file.is_open() || !std::ranges::all_of(parts, written) || !file.close())
        throw write_error(asked, errno);
}

/// Follows links to the file that they name. The system resolves an existing file: a system link like
/// /dev/stdout points to something that is not a path, and stays as it is.
fs::path behind_links(const fs::path& path, bool exists) {
    std::error_code none;
    if (exists) {
        fs::path canonical = fs::canonical(path, none);
        return none ? path : canonical;
    }
    // The system has found no cycle, so this ends.
    fs::path target = path;
    for (fs::path next = fs::read_symlink(path, none); !none; next = fs::read_symlink(target, none))
        target = folder_of(target) / next;
    return target;
}

/// The file named by a path.
struct Target {
    fs::path path;
    bool exists = false;
    struct stat status {};

    /// True if a new file replaces it; devices, pipes and standard output are written in place.
    bool is_replaced() const { return !is_standard(path) && (!exists || S_ISREG(status.st_mode)); }
};

/// Errors: everything that would make writing fail, as far as it is known beforehand.
Target target_of(const fs::path& path) {
    Target target;
    if (is_standard(path))
        return {path};
    target.exists = ::stat(path.c_str(), &target.status) == 0;
    if (!target.exists && errno != ENOENT)
        throw write_error(path, errno);
    if (target.exists && S_ISDIR(target.status.st_mode))
        throw write_error(path, EISDIR);
    // A rename over a link would replace the link and leave its target unchanged.
    target.path = behind_links(path, target.exists);
    // A rename needs only permission to write to the folder.
    if (target.exists && ::access(target.path.c_str(), W_OK) != 0)
        throw write_error(path, errno);
    return target;
}

} // namespace

void write_file(const fs::path& path, std::span<const std::span<const std::byte>> parts) {
    const PhaseSpan span(Phase::write);
    const Target target = target_of(path);
    if (!target.is_replaced()) {
        write_in_place(target.path, path, parts);
        return;
    }
    TemporaryFile temporary(target.path);
    if (target.exists)
        temporary.set_mode(target.status.st_mode & 07777);
    temporary.write(parts);
    temporary.replace_target();
}

void write_file(const fs::path& path, std::initializer_list<std::span<const std::byte>> parts) {
    write_file(path, std::span(parts.begin(), parts.size()));
}

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
    write_file(path, {bytes});
}

PartedFile::PartedFile(const fs::path& path, std::uint64_t bytes) {
    const Target target = target_of(path);
    if (!target.is_replaced())
        throw Error(
            fmt::format("cannot write {}: several ranks write parts of a file, and this is none; name a file",
                        printable_path(path)));
    file_ = std::make_unique<TemporaryFile>(target.path);
    if (target.exists)
        file_->set_mode(target.status.st_mode & 07777);
    file_->reserve(bytes);
}
PartedFile::~PartedFile() = default;

const fs::path& PartedFile::temporary() const {
    return file_->path();
}
void PartedFile::replace_target() {
    file_->replace_target();
}

void write_part(const fs::path& temporary, const fs::path& target, std::uint64_t first,
                std::span<const std::byte> bytes) {
    const PhaseSpan span(Phase::write);
    FileDescriptor file(::open(temporary.c_str(), O_WRONLY | O_CLOEXEC));
    bool done = file.is_open();
    while (done && !bytes.empty()) {
        const ssize_t count = ::pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(first));
        done = count >= 0;
        if (done) {
            bytes = bytes.subspan(static_cast<std::size_t>(count));
            first += static_cast<std::uint64_t>(count);
        }
    }
    // Each process flushes what it has written: on a network's file system no other can.
    if (!done || ::fsync(file.number()) != 0 || !file.close())
        throw write_error(target, errno);
}

void check_writable(const fs::path& path) {
    const Target target = target_of(path);
    if (target.is_replaced() && ::access(folder_of(target.path).c_str(), W_OK | X_OK) != 0)
        throw write_error(target.path, errno);
}

bool same_file(const fs::path& one, const fs::path& other) {
    struct stat first {
    }, second{};
    const bool first_exists = ::stat(one.c_str(), &first) == 0,
               second_exists = ::stat(other.c_str(), &second) == 0;
    if (first_exists || second_exists)
        return first_exists && second_exists && S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
               first.st_ino == second.st_ino;
    std::error_code none; // the maker of such a file reports it
    const auto place_of = [&none](const fs::path& path) {
        const fs::path target = behind_links(path, false);
        return fs::weakly_canonical(folder_of(target), none) / target.filename();
    };
    const fs::path place = place_of(one);
    return !none && place == place_of(other) && !none;
}

void write_file(const fs::path& path, std::string_view text) {
    write_file(path, std::as_bytes(std::span(text)));
}

} // namespace scanline::data
