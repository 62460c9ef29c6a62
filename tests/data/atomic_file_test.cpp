#include "scanline/data/file.h"

#include "files.h"
#include "scanline/core/random.h"
#include "support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace atomic_file_test {

using namespace scanline;
using namespace scanline::data;
using namespace scanline::data::test;
using scanline::test::TemporaryFolder;

namespace fs = std::filesystem;

namespace {

/// Limits the size of this process's files, to simulate a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        REQUIRE(getrlimit(RLIMIT_FSIZE, &old_limit_) == 0);
        const rlimit limit{bytes, old_limit_.rlim_max};
        REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &old_limit_);
        std::signal(SIGXFSZ, old_handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit old_limit_{};
    void (*old_handler_)(int);
};

/// A process that stops in the middle of a write, until it is killed.
class StoppedWriter {
public:
    explicit StoppedWriter(const fs::path& path) : process_(fork()) {
        REQUIRE(process_ >= 0);
        if (process_ == 0)
            write_and_stop(path);
        int status = 0;
        REQUIRE(waitpid(process_, &status, WUNTRACED) == process_);
        REQUIRE(WIFSTOPPED(status));
    }
    ~StoppedWriter() { kill(); }
    StoppedWriter(const StoppedWriter&) = delete;
    StoppedWriter& operator=(const StoppedWriter&) = delete;

    void kill() {
        if (process_ > 0) {
            ::kill(process_, SIGKILL);
            waitpid(process_, nullptr, 0);
        }
        process_ = 0;
    }

private:
    /// A file that hits the size limit raises the signal.
    [[noreturn]] static void write_and_stop(const fs::path& path) {
        std::signal(SIGXFSZ, [](int) { raise(SIGSTOP); });
        rlimit limit{};
        getrlimit(RLIMIT_FSIZE, &limit);
        limit.rlim_cur = 4096;
        setrlimit(RLIMIT_FSIZE, &limit);
        try {
            write_file(path, std::string(10'000, 'x'));
        } catch (...) {
        }
        _exit(1);
    }

    pid_t process_;
};

/// The names of files in a folder that start with a dot.
std::vector<std::string> hidden_names_in(const fs::path& folder) {
    std::vector<std::string> names = names_in(folder);
    std::erase_if(names, [](const std::string& name) { return !name.starts_with("."); });
    return names;
}

} // namespace

TEST_CASE("A written file holds the bytes and is alone in its folder") {
    const TemporaryFolder folder;
    const std::array bytes{std::byte{0}, std::byte{10}, std::byte{255}};
    write_file(folder / "a.bin", bytes);
    REQUIRE(get(folder / "a.bin") == std::string("\0\n\xff", 3));
    write_file(folder / "b.txt", "text");
    REQUIRE(get(folder / "b.txt") == "text");
    write_file(folder / "empty", "");
    REQUIRE(fs::file_size(folder / "empty") == 0);
    REQUIRE(names_in(folder.path()).size() == 3);
}

TEST_CASE("The parts of a file follow each other, to an ordinary file or in place") {
    const TemporaryFolder folder;
    const std::string first = "first, ", last = "last";
    const auto write_parts = [&](const fs::path& path) {
        write_file(path, {std::as_bytes(std::span(first)), std::span<const std::byte>(),
                          std::as_bytes(std::span(last))});
    };
    write_parts(folder / "a.txt");
    REQUIRE(get(folder / "a.txt") == "first, last");
    const fs::path pipe = folder / "pipe";
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    std::thread writer([&] { write_parts(pipe); });
    REQUIRE(get(pipe) == "first, last");
    writer.join();
}

TEST_CASE("A file of many bytes is written whole, in parts of any size") {
    const TemporaryFolder folder;
    std::string text(20'000'017, '\0');
    Random random(5);
    std::ranges::generate(text, [&] { return static_cast<char>(random.next()); });
    // Threads share what is written in several pieces.
    for (const std::size_t cut : {std::size_t{1}, std::size_t{4} << 20, text.size() - 3}) {
        const auto bytes = std::as_bytes(std::span(text));
        write_file(folder / "large", {bytes.first(cut), {}, bytes.subspan(cut, 2), bytes.subspan(cut + 2)});
        REQUIRE(get(folder / "large") == text);
    }
}

TEST_CASE("A written file replaces an older and longer one and keeps its permissions") {
    const TemporaryFolder folder;
    const fs::path path = put(folder / "a.txt", "an older and longer text");
    fs::permissions(path, fs::perms{0640});
    write_file(path, "new");
    REQUIRE(get(path) == "new");
    REQUIRE(fs::status(path).permissions() == fs::perms{0640});
    REQUIRE(names_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("A new file has the permissions that the umask leaves") {
    const TemporaryFolder folder;
    const mode_t old = umask(027);
    write_file(folder / "a.txt", "text");
    umask(old);
    REQUIRE(fs::status(folder / "a.txt").permissions() == fs::perms{0640});
}

TEST_CASE("Writing through a link changes the file that it names") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "there");
    put(folder / "there" / "a.txt", "old");
    fs::create_symlink(folder / "there" / "a.txt", folder / "link");
    write_file(folder / "link", "new");
    REQUIRE(fs::is_symlink(folder / "link"));
    REQUIRE(get(folder / "there" / "a.txt") == "new");
    REQUIRE(names_in(folder / "there").size() == 1);
}

TEST_CASE("Writing through links to a file that is missing makes that file") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "there");
    fs::create_symlink("a.txt", folder / "there" / "second");
    fs::create_symlink("there/second", folder / "first");
    write_file(folder / "first", "new");
    REQUIRE(fs::is_symlink(folder / "first"));
    REQUIRE(fs::is_symlink(folder / "there" / "second"));
    REQUIRE_FALSE(fs::is_symlink(folder / "there" / "a.txt"));
    REQUIRE(get(folder / "there" / "a.txt") == "new");
    REQUIRE(names_in(folder / "there").size() == 2);
    REQUIRE(names_in(folder.path()).size() == 2);
}

TEST_CASE("Links that run in a circle are reported and stay") {
    const TemporaryFolder folder;
    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    const fs::path path = folder / "a";
    REQUIRE(error_of([&] { write_file(path, "text"); }) ==
            "cannot write " + path.string() +
                ": Too many levels of symbolic links; choose a place that can be written to");
    REQUIRE(fs::is_symlink(folder / "a"));
    REQUIRE(names_in(folder.path()).size() == 2);
}

TEST_CASE("A file without the permission to write is refused and stays as it is") {
    const TemporaryFolder folder;
    const fs::path path = put(folder / "a.txt", "old");
    fs::permissions(path, fs::perms{0444});
    if (geteuid() == 0) {
        WARN("the refusal is not tried: the superuser may write to every file");
        write_file(path, "new");
        REQUIRE(get(path) == "new");
    } else {
        REQUIRE(error_of([&] { write_file(path, "text"); }) ==
                "cannot write " + path.string() +
                    ": Permission denied; choose a place that can be written to");
        REQUIRE(get(path) == "old");
    }
    REQUIRE(fs::status(path).permissions() == fs::perms{0444});
    REQUIRE(names_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("A name without a folder is written to the current one") {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    write_file("plain.txt", "text");
    fs::current_path(before);
    REQUIRE(get(folder / "plain.txt") == "text");
}

TEST_CASE("A folder that is missing is named, with what to do") {
    const TemporaryFolder folder;
    const fs::path path = folder / "missing" / "a.txt";
    REQUIRE(error_of([&] { write_file(path, "text"); }) ==
            "cannot write " + path.string() + ": there is no folder " + path.parent_path().string() +
                "; make it first");
    REQUIRE(names_in(folder.path()).empty());
}

TEST_CASE("A parent that is a file is named, with what to do") {
    const TemporaryFolder folder;
    const fs::path file = put(folder / "file", "old");
    const fs::path path = file / "a.txt";
    REQUIRE(error_of([&] { write_file(path, "text"); }) ==
            "cannot write " + path.string() + ": " + file.string() + " is not a folder; name one");
    REQUIRE(get(file) == "old");
}

TEST_CASE("A target that is a folder stays as it is") {
    const TemporaryFolder folder;
    const fs::path path = folder / "target";
    fs::create_directory(path);
    REQUIRE(error_of([&] { write_file(path, "text"); }) ==
            "cannot write " + path.string() + ": it is a folder; name a file in it");
    REQUIRE(fs::is_directory(path));
    REQUIRE(names_in(folder.path()).size() == 1);
}

TEST_CASE("A name that is too long is refused without a file left behind") {
    const TemporaryFolder folder;
    const fs::path path = folder / std::string(300, 'n');
    REQUIRE(error_of([&] { write_file(path, "text"); }) ==
            "cannot write " + path.string() + ": File name too long; shorten it");
    REQUIRE(names_in(folder.path()).empty());
}

TEST_CASE("A write that breaks off leaves the old file and no temporary one") {
    const auto [limited, size] = GENERATE(std::pair{4096u, 10'000u}, std::pair{18'000'000u, 20'000'000u});
    const TemporaryFolder folder;
    const fs::path path = put(folder / "a.txt", "old");
    std::string message;
    {
        const FileSizeLimit limit(limited);
        message = error_of([&] { write_file(path, std::string(size, 'x')); });
    }
    REQUIRE(message == "cannot write " + path.string() + ": File too large; raise the limit (ulimit -f)");
    REQUIRE(get(path) == "old");
    REQUIRE(names_in(folder.path()) == std::vector<std::string>{"a.txt"});
}

TEST_CASE("The temporary file of a killed process is removed by the next write into its folder") {
    const TemporaryFolder folder;
    put(folder / "a.txt", "old");
    {
        StoppedWriter first(folder / "a.txt"), second(folder / "b.txt"), third(folder / "c.txt");
        REQUIRE(hidden_names_in(folder.path()).size() == 3);
        write_file(folder / "d.txt", "new");
        REQUIRE(hidden_names_in(folder.path()).size() == 3);
        second.kill();
        write_file(folder / "d.txt", "newer");
        REQUIRE(hidden_names_in(folder.path()).size() == 2);
    }
    REQUIRE(hidden_names_in(folder.path()).size() == 2);
    write_file(folder / "d.txt", "newest");
    REQUIRE(hidden_names_in(folder.path()).empty());
    REQUIRE(get(folder / "a.txt") == "old");
    REQUIRE(get(folder / "d.txt") == "newest");
    REQUIRE(names_in(folder.path()).size() == 2);
}

TEST_CASE("What has the name of a temporary file but is no file stays, and writing goes on beside it") {
    const TemporaryFolder folder;
    { const StoppedWriter killed(folder / "a.txt"); }
    const fs::path name = folder / hidden_names_in(folder.path()).at(0);
    fs::remove(name);
    put(folder / "kept.txt", "kept");
    fs::create_symlink("kept.txt", name);
    write_file(folder / "a.txt", "new");
    REQUIRE(fs::is_symlink(name));
    REQUIRE(get(folder / "kept.txt") == "kept");
    REQUIRE(get(folder / "a.txt") == "new");
    fs::remove(name);
    fs::create_directory(name);
    write_file(folder / "a.txt", "newer");
    REQUIRE(fs::is_directory(name));
    REQUIRE(get(folder / "a.txt") == "newer");
    REQUIRE(names_in(folder.path()).size() == 3);
}

TEST_CASE("A device is written in place, and a full one is reported") {
    write_file("/dev/null", "text");
    REQUIRE(fs::is_character_file("/dev/null"));
    REQUIRE(error_of([] { write_file("/dev/full", "text"); }) ==
            "cannot write /dev/full: No space left on device; free some space or choose another disk");
    REQUIRE(fs::is_character_file("/dev/full"));
}

TEST_CASE("Checking a target that can be written neither makes nor touches it") {
    const TemporaryFolder folder;
    check_writable(folder / "new");
    const fs::path old = put(folder / "old", "old");
    check_writable(old);
    fs::create_symlink("missing", folder / "dangling");
    check_writable(folder / "dangling");
    check_writable("/dev/null");
    REQUIRE(get(old) == "old");
    REQUIRE(names_in(folder.path()).size() == 2);
}

TEST_CASE("A target that cannot be written is reported before anything is written, in the same words") {
    const TemporaryFolder folder;
    const fs::path file = put(folder / "file", "old"), target = folder / "target";
    fs::create_directory(target);
    fs::create_symlink("b", folder / "a");
    fs::create_symlink("a", folder / "b");
    fs::create_symlink("missing/file", folder / "dangling");
    for (const fs::path& path : {folder / "missing" / "a.txt", file / "a.txt", target, folder / "a",
                                 folder / "dangling", folder / std::string(300, 'n')}) {
        INFO(path);
        const std::string message = error_of([&] { check_writable(path); });
        REQUIRE(message != "no error");
        REQUIRE(message == error_of([&] { write_file(path, "text"); }));
    }
    REQUIRE(get(file) == "old");
    REQUIRE(names_in(target).empty());
}

TEST_CASE("A file or a folder without write permission is reported before anything is written") {
    const TemporaryFolder folder;
    const fs::path file = put(folder / "a.txt", "old"), closed = folder / "closed";
    fs::permissions(file, fs::perms{0444});
    fs::create_directory(closed);
    fs::permissions(closed, fs::perms{0555});
    if (geteuid() == 0) {
        WARN("the refusal is not tried: the superuser may write to every file");
        check_writable(file);
    } else {
        for (const fs::path& path : {file, closed / "b.txt"})
            REQUIRE(error_of([&] { check_writable(path); }) ==
                    "cannot write " + path.string() +
                        ": Permission denied; choose a place that can be written to");
    }
    fs::permissions(closed, fs::perms{0755});
}

TEST_CASE("A path in a message stays on its line") {
    const TemporaryFolder folder;
    const fs::path path = folder / "a\n\x1b[2J" / "b";
    REQUIRE(error_of([&] { check_writable(path); }) ==
            "cannot write " + (folder / "a\\n\\x1b[2J" / "b").string() + ": there is no folder " +
                (folder / "a\\n\\x1b[2J").string() + "; make it first");
}

TEST_CASE("A file is the same by other spellings, links and hard links") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "there");
    const fs::path file = put(folder / "there" / "a", "text");
    fs::create_symlink("a", folder / "there" / "link");
    fs::create_symlink("there", folder / "elsewhere");
    fs::create_hard_link(file, folder / "hard");
    for (const fs::path& other : {file, folder / "there" / "." / "a", folder / "there" / ".." / "there" / "a",
                                  folder / "there" / "link", folder / "elsewhere" / "a", folder / "hard"}) {
        INFO(other);
        REQUIRE(same_file(file, other));
        REQUIRE(same_file(other, file));
    }
    const fs::path before = fs::current_path();
    fs::current_path(folder / "there");
    REQUIRE(same_file("a", file));
    REQUIRE(same_file("./a", "../there/a"));
    fs::current_path(before);
    // Equal bytes do not make the same file, and neither does a missing one.
    const fs::path copy = put(folder / "copy", "text");
    REQUIRE_FALSE(same_file(file, copy));
    REQUIRE_FALSE(same_file(file, folder / "missing"));
    REQUIRE_FALSE(same_file(folder / "missing", file));
}

TEST_CASE("Files that are missing are the same where they would be made in one place") {
    const TemporaryFolder folder;
    fs::create_directory(folder / "there");
    fs::create_symlink("there", folder / "elsewhere");
    fs::create_symlink("there/a", folder / "link");
    REQUIRE(same_file(folder / "there" / "a", folder / "elsewhere" / "a"));
    REQUIRE(same_file(folder / "there" / "a", folder / "link"));
    REQUIRE_FALSE(same_file(folder / "there" / "a", folder / "there" / "b"));
    REQUIRE_FALSE(same_file(folder / "there" / "a", folder / "a"));
    REQUIRE(same_file(folder / "none" / "a", folder / "none" / "." / "a"));
}

TEST_CASE("A device is never the same file, since nothing takes its place") {
    REQUIRE_FALSE(same_file("/dev/null", "/dev/null"));
    const TemporaryFolder folder;
    REQUIRE_FALSE(same_file(folder.path(), folder.path()));
}

} // namespace atomic_file_test
